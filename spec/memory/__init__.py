"""Memory: how many wavefronts and sectors a machine needs to serve the accesses of a layout.

Read the modules in this order: machine, accesses, served; then multiples, by_ranks, by_enumeration,
taken and lanes; then the exported functions in banks and sectors.
"""

from spec.memory.banks import bank_conflicts, first_conflict, wavefronts
from spec.memory.machine import MACHINES, NVIDIA, Machine, machine_of
from spec.memory.multiples import multiples
from spec.memory.sectors import sectors, vector_width
from spec.memory.served import Conflict, Sectors, Served

__all__ = [
    "MACHINES",
    "NVIDIA",
    "Conflict",
    "Machine",
    "Sectors",
    "Served",
    "bank_conflicts",
    "first_conflict",
    "machine_of",
    "multiples",
    "sectors",
    "vector_width",
    "wavefronts",
]
