"""Known causes of pycute's deviations, from the committed baseline and from published reports.

`unexplained` returns the deviations for which neither source gives a cause.
"""

from itertools import chain, combinations

from tests.upstream.findings import findings_of
from verif.oracle.baseline import committed, read_baseline
from verif.oracle.causes import Cause, looks, path_of
from verif.oracle.deviation import traits
from verif.oracle.shrink import cores

VERSION = "4.2.0.0"
BASELINE = read_baseline(committed("pycute", VERSION))
OF_PYCUTE = findings_of("pycute")
ALL_REFUSED = {"slice_by_longer"}
"""The operations that are called only with arguments that must be rejected."""

KNOWN = BASELINE.ids | {cause for one in OF_PYCUTE.all for cause in one.causes}


def ids(core, examiner):
    """Return the ids of the possible causes of a core.

    A core is a minimal case of a deviation. Its path leads from the called operation to the
    operation at fault. An id names the path. If there is no path, the id names the core's
    condition. If there is no condition either, the id names traits of the core.

    A single core does not show which of its traits cause the deviation, so every combination of
    these traits has an id. If B has an offset outside A and there is no path, each id also occurs
    with the ending `-beyond-a`.
    """
    path = (core.operation, *path_of(core, examiner))
    shown = traits(core.arguments)
    some = chain.from_iterable(combinations(shown, n) for n in range(len(shown) + 1))
    if path[1:]:
        conditions = [""]
    elif core.condition:
        conditions = [core.condition]
    else:
        conditions = [" and ".join(chosen) for chosen in some]
    at = core.operation, core.kind
    beyond = (False, True) if core.is_beyond and not path[1:] else (False,)
    return {Cause(*at, condition, path, of).id for condition in conditions for of in beyond}


def unexplained(deviations, examiner, known=KNOWN):
    """Return the cores of the deviations without a known cause.

    Among deviations with equal operation, kind, condition and traits, only the smallest is
    shrunk.
    """
    leasts = [look.least for alike in looks(deviations).values() for look in alike.values()]
    return [core for core in cores(leasts, examiner) if not ids(core, examiner) & known]
