"""The layout (s,t):(d,s*d) as a function on integers. Its modes coalesce to s*t:d.

For this layout, claim C1 says that coalescing does not change the function.
"""


def merged(s: int, t: int, d: int, x: int) -> int:
    """Return the offset of (s,t):(d,s*d) at x. By C1 it is d*x, the offset of s*t:d at x."""
    if s < 1 or t < 1 or x < 0 or x >= s * t:
        return d * x
    return d * (x % s) + s * d * (x // s % t)
