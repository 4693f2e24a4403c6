"""Mutants of IntTuples, coordinates and layouts, killed by a proof or an example."""

from tests.proofs.mutation import Mutant

COORDINATES = (
    Mutant(
        "spec.coordinates",
        "    if not sizes[1:]:\n        return (x,)\n",
        "    if not sizes[1:]:\n        return (x // sizes[0],)\n",
        "digits_count_to_their_number",
    ),
    Mutant(
        "spec.coordinates",
        "(x % sizes[0],) + digits(x // sizes[0], sizes[1:])",
        "(x // sizes[0],) + digits(x // sizes[0], sizes[1:])",
        "digits_count_to_their_number",
    ),
    Mutant(
        "spec.coordinates",
        "(x % sizes[0],) + digits(x // sizes[0], sizes[1:])",
        "(x % sizes[0],) + digits(x, sizes[1:])",
        "digits_count_to_their_number",
    ),
    Mutant(
        "spec.coordinates",
        "(x % sizes[0],) + digits(x // sizes[0], sizes[1:])",
        "(x % sizes[0],) + digits(x // sizes[0], sizes)",
        "as_many_digits_as_sizes",
    ),
    Mutant(
        "spec.coordinates",
        "point[0] + sizes[0] * counted",
        "point[0] + point[0] * counted",
        "digits_of_a_count_are_the_point",
    ),
    Mutant(
        "spec.coordinates",
        "point[0] + sizes[0] * counted",
        "sizes[0] * counted",
        "digits_count_to_their_number",
    ),
    Mutant(
        "spec.coordinates",
        "natural(c, s) for c, s in zip_modes(crd, shape)",
        "natural(s, c) for c, s in zip_modes(crd, shape)",
        "I2",
    ),
    Mutant(
        "spec.coordinates",
        "natural(c, s) for c, s in zip_modes(crd, shape)",
        "natural(c, s) for c, s in zip_modes(crd, shape[::-1])",
        "tests/proofs/test_any_nesting.py::test_the_terminals_of_a_tuple_are_the_terminals_of_its_modes",
    ),
    Mutant(
        "spec.coordinates",
        "unflatten(digits(crd, flatten(shape)), shape)",
        "unflatten(digits(crd, shape), shape)",
        "natural_coordinates_are_digits_of_the_index",
    ),
    Mutant(
        "spec.coordinates",
        "unflatten(digits(crd, flatten(shape)), shape)",
        "unflatten(digits(crd + 1, flatten(shape)), shape)",
        "natural_coordinates_are_digits_of_the_index",
    ),
    Mutant(
        "spec.coordinates",
        "not 0 <= crd < product(shape)",
        "not 0 <= crd <= product(shape)",
        "integers_below_their_sizes_are_accepted",
    ),
    Mutant(
        "spec.coordinates",
        "not 0 <= crd < product(shape)",
        "not 0 < crd < product(shape)",
        "integers_below_their_sizes_are_accepted",
    ),
    Mutant(
        "spec.coordinates",
        "            require_coordinate(c, s)\n",
        "            require_coordinate(0, s)\n",
        "tests/proofs/test_any_nesting.py::test_the_terminals_of_a_tuple_are_the_terminals_of_its_modes",
    ),
    Mutant(
        "spec.int_tuple",
        "zip(a, b, strict=True)",
        "zip(b, a, strict=True)",
        "I2r",
    ),
    Mutant(
        "spec.int_tuple",
        "tuple(map(product, t))",
        "tuple(map(product, t[::-1]))",
        "I2r",
    ),
    Mutant(
        "spec.int_tuple",
        "a[0] * b[0] + dot",
        "a[0] + b[0] + dot",
        "inner_product_at_digits_is_extended",
    ),
    Mutant(
        "spec.int_tuple",
        "dot(a[1:], b[1:])",
        "dot(a[1:], b)",
        "inner_product_at_digits_is_extended",
    ),
    Mutant(
        "spec.layout",
        "(shapes[0] - 1) * abs(strides[0])",
        "shapes[0] * abs(strides[0])",
        "last_coordinate_reaches_furthest",
    ),
    Mutant(
        "spec.layout",
        "(shapes[0] - 1) * abs(strides[0])",
        "(shapes[0] - 1) * strides[0] ** 2",
        "last_coordinate_reaches_furthest",
    ),
)
