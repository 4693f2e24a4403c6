"""Whether A after B is a layout, by trying every layout that could be it."""

from itertools import product

from spec import Layout, flatten, unflatten


def composed_by_enumeration(A, B):
    """A layout R with compatible(B, R) and R(c) = A(B(c)); None where there is none."""
    offsets = [B(i) for i in range(B.size)]
    if min(offsets) < 0:
        return None
    wanted = [A.extended(x) for x in offsets]
    sizes = flatten(B.shape)
    for shapes in product(*map(factorizations, sizes)):
        flat = [t for shape in shapes for t in shape]
        strides, unit = [], 1
        for t in flat:
            # What a layout does is said by where its unit steps go.
            strides.append(wanted[unit] if t > 1 else 0)
            unit *= t
        if table(flat, strides) == wanted:
            taken = iter(strides)
            stride = unflatten(tuple(tuple(next(taken) for _ in s) for s in shapes), B.shape)
            return Layout(unflatten(shapes, B.shape), stride)
    return None


def factorizations(n):
    """Every tuple of factors >= 2 with the product n, in every order; (1,) of 1."""
    if n == 1:
        return [(1,)]
    rest = [(t, *more) for t in range(2, n) if n % t == 0 for more in factorizations(n // t)]
    return [(n,), *rest]


def table(shape, strides):
    """The values of a flat layout, the first mode fastest."""
    found = [0]
    for s, d in zip(shape, strides, strict=True):
        found = [c * d + before for c in range(s) for before in found]
    return found
