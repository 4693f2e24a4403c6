"""Two modes that coalesce, s:d and t:s*d, written out as one function: claim C1 at two modes."""


def merged(s: int, t: int, d: int, x: int) -> int:
    """The offset at x: that of the one mode s*t:d."""
    if s < 1 or t < 1 or x < 0 or x >= s * t:
        return d * x
    return d * (x % s) + s * d * (x // s % t)
