"""Random memory accesses: matrices over F2, machines, and pairs of memory and TV layouts."""

from spec import ComposedLayout, Layout, Swizzle
from spec.memory import Machine
from spec.memory.accesses import Matrix

ELEMENTS = ("s4", "f8e5m2", "f16", "f16", "f32", "f64", "c128")


def images(columns):
    """Return the values of the linear function with these columns, in the order of the inputs."""
    found = [0]
    for column in columns:
        found += [x ^ column for x in found]
    return found


def enumerated(matrix):
    """Return a tuple for each value, with the offsets of all threads."""
    threads = images(matrix.threads)
    return tuple(tuple(t ^ v for t in threads) for v in images(matrix.values))


def drawn_machine(rng):
    return Machine(
        banks=rng.choice((16, 32, 32, 64)),
        bank_bytes=rng.choice((4, 4, 8)),
        threads=rng.choice((16, 32, 32, 64)),
        sector=rng.choice((8, 32, 64)),
    )


def drawn_matrix(rng):
    """Return a random matrix.

    In three of four cases, the columns start as different powers of two. Then the columns may be
    swizzled, or XORed with each other.
    """
    t, v = rng.randint(1, 6), rng.randint(0, 5)
    n = t + v
    if rng.random() < 0.25:
        widths = [rng.randint(1, n + 2) for _ in range(n)]
        columns = [rng.choice((0, rng.getrandbits(w), 1 << rng.randint(0, n))) for w in widths]
        return Matrix(tuple(columns[:t]), tuple(columns[t:]))
    k = rng.randint(0, min(4, v))
    rest = [1 << j for j in range(k, n + rng.randint(0, 3))]
    rng.shuffle(rest)
    columns = rest[:t] + [1 << j for j in range(k)] + rest[t : n - k]
    if rng.random() < 0.4:
        shift = rng.randint(1, 4) * rng.choice((1, 1, -1))
        swizzle = Swizzle(rng.randint(1, abs(shift)), rng.randint(0, 4), shift)
        columns = [swizzle(column) for column in columns]
    for _ in range(rng.choice((0, 0, 6))):
        i, j = rng.randrange(n), rng.randrange(n)
        columns[i] ^= columns[j] if i != j else 0
    return Matrix(tuple(columns[:t]), tuple(columns[t:]))


def drawn_layouts(rng):
    """Return a shared-memory layout, maybe padded or swizzled, and a thread-value layout for it."""
    rows, columns = rng.choice((8, 16, 32)), rng.choice((8, 16, 32))
    smem = Layout((rows, columns), (columns + rng.choice((0, 0, 1, 2, 4, 8)), 1))
    if rng.random() < 0.4:
        shift = rng.randint(1, 3)
        smem = ComposedLayout(Swizzle(rng.randint(1, shift), rng.randint(0, 3), shift), 0, smem)
    size = rows * columns
    vector = rng.choice((1, 2, 4, 8))
    across = columns // vector
    threads = min(rng.choice((8, 32, 64)), size // vector)
    down = max(1, threads // across)
    if rng.random() < 0.5 or threads < across:
        return smem, Layout((threads, size // threads), (1, threads))
    thread = Layout((across, down), (rows * vector, 1))
    value = Layout((vector, rows // down), (rows, down))
    return smem, Layout((thread.shape, value.shape), (thread.stride, value.stride))
