"""The whole theory, in the order of proof."""

from __future__ import annotations

from spec.inverse import PlacedModes
from spec.modes import Groups, Modes
from spec.xla import Dimensions, Places, Tile, Tiles
from verif.claims.any_nesting import NESTED
from verif.claims.bridges import BRIDGES
from verif.claims.theory import (
    acceptance,
    accepted,
    apart,
    bits,
    breaks,
    cancelling,
    canonical,
    carries,
    coalesce,
    compact,
    complement,
    composition,
    coordinates,
    cover,
    cute,
    distributivity,
    divided,
    divisibility,
    elements,
    euclid,
    exactness,
    few,
    groups,
    inverse,
    modes,
    necessity,
    nested,
    permuted,
    placed,
    products,
    reach,
    refusal,
    runs,
    sorting,
    steps,
    tiles,
    tiling,
    together,
    whole,
    xla,
)
from verif.kernel.contract import Theory

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
    composition,
    whole,
    acceptance,
    distributivity,
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
    complement,
    divided,
    placed,
    inverse,
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
    packages=("spec", "verif.claims"),
)
