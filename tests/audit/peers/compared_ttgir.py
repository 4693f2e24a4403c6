"""Compare Triton's answers about operations of TTGIR with the audit's answers."""

from collections import defaultdict

from spec.memory import Machine
from spec.reading import Distributed, Shared
from tests.audit.peers.drawn_ttgir import ACCESSES
from verif.audit.triton.accesses import access, cost, width_of
from verif.audit.triton.conversions import Reach, reach
from verif.audit.triton.types import bits_of, held, kept, layout_of, sized

NVIDIA = Machine()


def layouts(op):
    """For each value whose layout Triton knows, yield the type, our bases and Triton's bases."""
    for value in (*op["operands"], *op["results"]):
        theirs = value.get("linear")
        kind = sized(value["type"])
        if not isinstance(theirs, dict) or kind.allocated != kind.shape:
            continue
        layout = layout_of(kind)
        assert isinstance(layout, Distributed | Shared), value["type"]
        ours = dict(layout.bases) if isinstance(layout, Distributed) else {"offset": layout.points}
        yield kind, _bases(ours), _bases(theirs)


def _bases(found):
    return {name: [*map(list, points)] for name, points in found.items() if points}


def sides(op):
    """For an access, return the layouts of its tensor and its memory, and the bits per element."""
    tensor, memory = (sized(op[side][k]["type"]) for side, k in ACCESSES[op["op"]])
    return held(tensor), kept(memory), bits_of(memory.element)


def excess(op):
    """Return the number of wavefronts of a phase, minus 1, according to the audit."""
    one = access(*sides(op))
    found = cost(one, NVIDIA, width_of(one, NVIDIA))
    return found.wavefronts // found.phases - 1


def enumerated_excess(op):
    """Return the number of words that a phase needs from its busiest bank, minus 1.

    The words of each bank are enumerated.
    """
    tensor, memory, bits = sides(op)
    offsets = {point: offset for offset, point in enumerate(_sums(memory.points, memory.shape))}
    lanes, registers = (_sums(tensor.of(name), tensor.shape) for name in ("lane", "register"))
    width = width_of(access(tensor, memory, bits), NVIDIA)
    phase, counts = NVIDIA.phase(width), set()
    for register in registers:
        if offsets[register] * bits % width:
            continue
        for first in range(0, len(lanes), phase):
            banks = defaultdict(set)
            for lane in lanes[first : first + phase]:
                start = offsets[_xor(lane, register)] * bits
                for word in range(start // 32, -(-(start + width) // 32)):
                    banks[word % 32].add(word)
            counts.add(max(map(len, banks.values())))
    (count,) = counts
    return count - 1


def _sums(points, shape):
    """Return a list whose entry n is the XOR of `points[k]` for all bits k that are set in n."""
    found = [(0,) * len(shape)]
    for point in points:
        found += [_xor(point, other) for other in found]
    return found


def _xor(one, other):
    return tuple(a ^ b for a, b in zip(one, other, strict=True))


def why_counts_differ(op):
    """Return why Triton's count of an access may differ from the definition, or ''.

    Triton detects adjacent elements only if the numbers of their registers differ in one bit.
    The audit takes the widest access that the thread's elements allow. Triton also miscounts
    some accesses that are narrower than a word, and some in which lanes repeat elements.
    """
    one = access(*sides(op))
    width = width_of(one, NVIDIA)
    if any(1 << k not in one.registers for k in range((width // one.bits).bit_length() - 1)):
        return "neighbours by several bits"
    if width < NVIDIA.bank_bits:
        return "less than a word"
    lanes = one.threads[:5]
    return "repeated lanes" if len(set(_span(lanes))) < 1 << len(lanes) else ""


def _span(numbers):
    found = [0]
    for number in numbers:
        found += [number ^ other for other in found]
    return found


def distance(op):
    """Return how far a conversion moves elements, as a `Reach`, according to the audit."""
    before, after = (held(sized(op[side][0]["type"])) for side in ("operands", "results"))
    return reach(before, after)[0]


def is_trivial(op):
    """Whether a conversion needs no element of another thread, according to the audit."""
    return distance(op) <= Reach.REGISTERS


def is_replicated(op):
    """Whether the tensor before a conversion holds some element in several places."""
    return held(sized(op["operands"][0]["type"])).replication > 1
