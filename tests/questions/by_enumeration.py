"""Decide whether A after B is a layout, by trying every candidate layout."""

from itertools import product

from spec import Layout, flatten, unflatten


def composed_by_enumeration(A, B):
    """Return a layout R with compatible(B, R) and R(c) = A(B(c)), or None if there is no such R."""
    offsets = [B(i) for i in range(B.size)]
    if min(offsets) < 0:
        return None
    wanted = [A.extended(x) for x in offsets]
    sizes = flatten(B.shape)
    for shapes in product(*map(factorizations, sizes)):
        flat = [t for shape in shapes for t in shape]
        strides, unit = [], 1
        for t in flat:
            # The stride of a mode is the layout's value after one step along the mode.
            strides.append(wanted[unit] if t > 1 else 0)
            unit *= t
        if table(flat, strides) == wanted:
            taken = iter(strides)
            stride = unflatten(tuple(tuple(next(taken) for _ in s) for s in shapes), B.shape)
            return Layout(unflatten(shapes, B.shape), stride)
    return None


def factorizations(n):
    """Return all ordered tuples of factors >= 2 whose product is n, or only (1,) if n is 1."""
    if n == 1:
        return [(1,)]
    factors = [(t, *more) for t in range(2, n) if n % t == 0 for more in factorizations(n // t)]
    return [(n,), *factors]


def table(shape, strides):
    """Return the values of a flat layout, in the order in which the first mode varies fastest."""
    found = [0]
    for s, d in zip(shape, strides, strict=True):
        found = [c * d + before for c in range(s) for before in found]
    return found
