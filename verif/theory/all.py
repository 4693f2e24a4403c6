"""The whole theory, in the order of proof."""

from __future__ import annotations

from spec.inverse import PlacedModes
from spec.modes import Groups, Modes
from spec.xla import Dimensions, Places, Tile, Tiles
from verif.kernel.contract import Theory
from verif.readings.any_nesting import NESTED
from verif.readings.bridges import BRIDGES
from verif.theory.arrays import cute, elements, reach, tiles, xla
from verif.theory.complement import cover, gaps, products
from verif.theory.composition import (
    acceptance,
    apart,
    breaks,
    cancelling,
    divisibility,
    few,
    pieces,
    refusal,
    runs,
    together,
    whole,
)
from verif.theory.distributivity import (
    accepted,
    carries,
    compact,
    divided,
    exactness,
    increasing,
    necessity,
    permuted,
    tiling,
)
from verif.theory.inverse import chains, placed
from verif.theory.layouts import canonical, coalesce, coordinates, groups, modes, nested, sorting
from verif.theory.linear import steps
from verif.theory.numbers import bits, euclid

SUBJECTS = (
    euclid,
    modes,
    groups,
    coordinates,
    nested,
    coalesce,
    canonical,
    divisibility,
    runs,
    pieces,
    whole,
    acceptance,
    increasing,
    carries,
    exactness,
    cancelling,
    breaks,
    together,
    few,
    apart,
    refusal,
    sorting,
    permuted,
    gaps,
    divided,
    placed,
    chains,
    products,
    cover,
    accepted,
    compact,
    necessity,
    tiling,
    xla,
    tiles,
    reach,
    elements,
    cute,
    bits,
    steps,
)

THEORY = Theory(
    kinds={
        coordinates.Terminals: coordinates.TERMINALS,
        nested.Parts: nested.PARTS,
        Modes: modes.MODES,
        Groups: groups.GROUPS,
        Places: xla.PLACES,
        Dimensions: xla.DIMENSIONS,
        Tile: tiles.TILE,
        Tiles: tiles.TILES,
        steps.Meetings: steps.MEETINGS,
        PlacedModes: placed.PLACED_MODES,
    },
    observations={
        function: parameter
        for subject in SUBJECTS
        for function, parameter in subject.OBSERVATIONS.items()
    },
    contracts=tuple(contract for subject in SUBJECTS for contract in subject.CONTRACTS),
    automatic=tuple(automatic for subject in SUBJECTS for automatic in subject.AUTOMATIC),
    bridges=BRIDGES | NESTED,
    packages=("spec", "verif.claims", "verif.readings", "verif.theory"),
)
