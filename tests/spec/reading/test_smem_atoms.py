"""CuTe's named layouts of shared memory, such as `GMMA::Layout_K_SW128_Atom<half_t>`."""

import re

import pytest

from spec import ComposedLayout, LayoutError, read
from spec.reading.smem_atoms import SMEM_ATOMS
from tests.oracle.checkouts import PYCUTE

HEADERS = PYCUTE.parent / "cutlass_library" / "source" / "include" / "cute" / "atom"
DEFINED = re.compile(r"using (Layout_\w+_Atom)_Bits\s*=\s*([^;]+);")


def test_layouts_in_bits_are_as_the_headers_define_them():
    headers = ("mma_traits_sm90_gmma.hpp", "mma_traits_sm100.hpp")
    defined = [one for name in headers for one in DEFINED.findall((HEADERS / name).read_text())]
    assert sorted(name for name, _ in defined) == sorted(SMEM_ATOMS)
    for name, text in defined:
        assert read(f"{name}_Bits{{}}").value == read(text).value


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        ("GMMA::Layout_K_INTER_Atom<half_t>{}", "Sw<0,3,3> o 0 o (8,8):(8,1)"),
        ("GMMA::Layout_K_SW32_Atom<half_t>{}", "Sw<1,3,3> o 0 o (8,16):(16,1)"),
        ("SM90::GMMA::Layout_MN_SW128_Atom<half_t>{}", "Sw<3,3,3> o 0 o (64,8):(1,64)"),
        ("cute::GMMA::Layout_K_SW64_Atom<float>", "Sw<2,2,3> o 0 o (8,16):(16,1)"),
        ("cute::UMMA::Layout_K_SW128_Atom<uint8_t>{}", "Sw<3,4,3> o 0 o (8,128):(128,1)"),
        ("UMMA::Layout_MN_SW128_32B_Atom<tfloat32_t>{}", "Sw<2,3,2> o 0 o (32,4):(1,32)"),
        ("GMMA::Layout_SW128_Atom<half_t, GMMA::Major::K>{}", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
        ("GMMA::Layout_K_SW128_Atom_Bits{}", "Sw<3,7,3> o 0 o (8,1024):(1024,1)"),
    ],
)
def test_a_named_layout_counts_elements(text, layout):
    assert read(text).value == ComposedLayout.parse(layout)


def test_a_named_layout_knows_its_elements():
    reading = read("GMMA::Layout_K_SW128_Atom<cutlass::half_t>{}")
    assert (reading.element, reading.bits, reading.unit) == ("f16", 16, "elements")
    assert reading.notes == ("Sw<3,4,3> counts bytes; in elements of f16 it is Sw<3,3,3>",)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("GMMA::Layout_K_SW128_Atom<ElementA>{}", "ElementA is not an element type"),
        ("GMMA::Layout_K_SW128_Atom<half_t*>{}", "is not an element type"),
        ("GMMA::Layout_K_SW128_Atom<float_e2m3_t>{}", "must divide the other"),
        ("GMMA::Layout_K_SW128_Atom{}", "has 0 arguments"),
        ("GMMA::Layout_K_SW128_Atom<half_t, 2>{}", "has 2 arguments"),
        ("GMMA::Layout_K_SW128_Atom_Bits<half_t>{}", "has 1 arguments"),
        ("GMMA::Layout_K_SW256_Atom<half_t>{}", "CuTe defines no layout Layout_K_SW256_Atom"),
        ("GMMA::Layout_SW128_Atom<half_t>{}", "CuTe defines no layout Layout_SW128_Atom"),
        ("GMMA::Layout_SW128_Atom<half_t, GMMA::Major::X>{}", "CuTe defines no layout"),
        ("GMMA::Layout_K_SW128_SpAtom<half_t, 2>{}", "layouts of sparse elements"),
    ],
)
def test_a_text_that_names_no_layout_is_rejected(text, problem):
    with pytest.raises(LayoutError, match=re.escape(problem)):
        read(text)
