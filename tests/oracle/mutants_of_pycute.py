"""Plausible mistakes in pycute 4.2.0.0, each a piece of source and its replacement."""

import re
from dataclasses import dataclass

INT_TUPLE, LAYOUT, SWIZZLE = "int_tuple.py", "layout.py", "swizzle.py"


@dataclass(frozen=True)
class Mutant:
    """A change of the n-th occurrence of `old` to `new`.

    If the change does not alter the behaviour, `same` says why.
    """

    file: str
    old: str
    new: str
    nth: int = 0
    same: str = ""

    def __str__(self) -> str:
        return f"{self.file}: {self.old.strip()} -> {self.new.strip()} [{self.nth}]"

    def place(self, text: str) -> str:
        """Return the name of the changed function."""
        head = self.old.join(text.split(self.old)[: self.nth + 1]) + self.old
        return re.findall(r"^ *def (\w+)", head, re.MULTILINE)[-1]

    def applied(self, text: str) -> str:
        parts = text.split(self.old)
        assert len(parts) > self.nth + 1, f"not in the text: {self}"
        head = self.old.join(parts[: self.nth + 1])
        return head + self.new + self.old.join(parts[self.nth + 1 :])


MUTANTS = (
    # flatten, product, inner_product, elem_scale
    Mutant(INT_TUPLE, "for i in flatten(a))", "for i in reversed(flatten(a)))"),
    Mutant(INT_TUPLE, "val*product(elem)", "val+product(elem)"),
    Mutant(INT_TUPLE, "a, 1)", "a, 2)"),
    Mutant(INT_TUPLE, "    return a * b\n", "    return a + b\n"),
    Mutant(INT_TUPLE, "      return a * b\n", "      return a * b + 1\n"),
    Mutant(INT_TUPLE, "elem_scale(a, product(b))", "elem_scale(a, b[0])"),
    # shape_div
    Mutant(INT_TUPLE, "assert a % b == 0 or b % a == 0", "assert a % b == 0"),
    Mutant(INT_TUPLE, "assert a % b == 0 or b % a == 0", "pass"),
    Mutant(INT_TUPLE, "(a + b - 1) // b", "a // b"),
    Mutant(INT_TUPLE, "b = shape_div(b,product(v))", "b = b"),
    Mutant(INT_TUPLE, "return shape_div(a, product(b))", "return shape_div(product(b), a)"),
    # prefix_product
    Mutant(INT_TUPLE, "init = init * product(v)", "init = init + product(v)"),
    Mutant(INT_TUPLE, "def prefix_product(a, init=1)", "def prefix_product(a, init=2)"),
    # idx2crd, crd2idx, crd2crd
    Mutant(INT_TUPLE, "(idx // stride) % shape", "(idx % shape) // stride"),
    Mutant(INT_TUPLE, "(idx // stride) % shape", "(idx // stride) % (shape + 1)"),
    Mutant(INT_TUPLE, "crd2idx(crd % product(shape[i])", "crd2idx(crd // product(shape[i])"),
    Mutant(INT_TUPLE, "crd = crd // product(shape[i])", "crd = crd % product(shape[i])"),
    Mutant(INT_TUPLE, "return crd * stride", "return crd * stride + 1"),
    Mutant(INT_TUPLE, "crd2idx(crd, shape[-1], stride[-1])", "crd2idx(crd, shape[-1], stride[0])"),
    Mutant(INT_TUPLE, "assert crd < dst_shape", "assert crd <= dst_shape"),
    Mutant(INT_TUPLE, "assert crd < dst_shape", "assert crd + 1 < dst_shape"),
    Mutant(INT_TUPLE, "return crd2idx(crd, src_shape)", "return crd2idx(crd, dst_shape)"),
    Mutant(INT_TUPLE, "return idx2crd(crd, dst_shape)", "return idx2crd(crd, dst_shape[::-1])"),
    # slice_
    Mutant(INT_TUPLE, "    return (trg,)", "    return trg"),
    Mutant(INT_TUPLE, "  elif crd is None:\n", "  elif crd is not None:\n"),
    Mutant(INT_TUPLE, "      assert len(crd) == len(trg)\n", "      pass\n"),
    # Mutants of Layout, make_layout, size, cosize and rank
    Mutant(LAYOUT, "self(self.size() - 1) + 1", "self(self.size() - 1)"),
    Mutant(LAYOUT, "self(self.size() - 1) + 1", "self.size()"),
    Mutant(LAYOUT, "return len(self.shape)", "return len(flatten(self.shape))"),
    Mutant(LAYOUT, "self.stride = prefix_product(self.shape)", "self.stride = self.shape"),
    Mutant(LAYOUT, "zip(*((a.shape,a.stride)", "zip(*((a.stride,a.shape)"),
    Mutant(
        LAYOUT, "Layout(self.shape[i], self.stride[i])", "Layout(self.shape[i], self.stride[0])"
    ),
    # coalesce
    Mutant(LAYOUT, "    if shape == 1:\n      continue\n", "    if shape == 2:\n      continue\n"),
    Mutant(LAYOUT, "elif result_shape[-1] == 1:", "elif result_shape[-1] == 0:"),
    Mutant(
        LAYOUT,
        "elif result_shape[-1] * result_stride[-1] == stride:",
        "elif result_shape[-1] * result_stride[-1] <= stride:",
    ),
    Mutant(
        LAYOUT,
        "elif result_shape[-1] * result_stride[-1] == stride:",
        "elif result_stride[-1] == stride:",
    ),
    Mutant(LAYOUT, "result_shape[-1] = result_shape[-1] * shape", "result_shape[-1] = shape"),
    Mutant(LAYOUT, "coalesce(layout[i], profile[i])", "coalesce(layout[i])"),
    # filter
    Mutant(LAYOUT, "shape == 1 or stride == 0", "shape == 1 and stride == 0"),
    Mutant(LAYOUT, "    return Layout(1,0)\n", "    return Layout(1,1)\n"),
    # composition
    Mutant(
        LAYOUT, "composition(layoutA, Layout(layoutB))", "composition(Layout(layoutB), layoutA)"
    ),
    Mutant(LAYOUT, "composition(layoutA[i], layoutB[i])", "composition(layoutA[0], layoutB[i])"),
    Mutant(LAYOUT, "    return Layout(layoutB.shape, 0)", "    return Layout(layoutB.shape, 1)"),
    Mutant(LAYOUT, "if layoutB.stride == 0:", "if layoutB.stride == 1:"),
    Mutant(
        LAYOUT,
        "      assert curr_shape % rest_stride == 0 or rest_stride",
        "      assert rest_stride",
    ),
    Mutant(LAYOUT, " or rest_stride % curr_shape == 0", ""),
    Mutant(
        LAYOUT,
        "      assert curr_shape % rest_stride == 0 or rest_stride % curr_shape == 0\n",
        "",
    ),
    Mutant(
        LAYOUT,
        "min(max(1, curr_shape // rest_stride), rest_shape)",
        "max(1, curr_shape // rest_stride)",
    ),
    Mutant(LAYOUT, "min(max(1, curr_shape", "max(max(1, curr_shape"),
    Mutant(LAYOUT, "if new_shape != 1:", "if new_shape != 2:"),
    Mutant(
        LAYOUT,
        "result_stride.append(rest_stride * curr_stride)",
        "result_stride.append(curr_stride)",
    ),
    Mutant(
        LAYOUT, "rest_shape  = rest_shape // new_shape", "rest_shape  = rest_shape - new_shape + 1"
    ),
    Mutant(LAYOUT, "-(-rest_stride // curr_shape)", "rest_stride // curr_shape"),
    Mutant(LAYOUT, "rest_shape != 1 or len(result_shape) == 0", "rest_shape != 1"),
    Mutant(
        LAYOUT,
        "rest_stride * flatten(flat_A.stride)[-1]",
        "rest_stride * flatten(flat_A.stride)[0]",
    ),
    Mutant(LAYOUT, "    flat_A = coalesce(layoutA)", "    flat_A = layoutA"),
    # complement
    Mutant(LAYOUT, "if stride == 0 or shape == 1:", "if stride == 0:"),
    Mutant(LAYOUT, "if stride == 0 or shape == 1:", "if shape == 1:"),
    Mutant(LAYOUT, "in_bound = current_idx <= shape * stride", "in_bound = current_idx <= stride"),
    Mutant(LAYOUT, "in_bound = current_idx <= shape * stride", "in_bound = True"),
    Mutant(LAYOUT, "result_shape.append(stride // current_idx)", "result_shape.append(stride)"),
    Mutant(LAYOUT, "    current_idx = shape * stride\n", "    current_idx = stride\n"),
    Mutant(LAYOUT, "(max_idx + current_idx - 1) // current_idx", "max_idx // current_idx"),
    Mutant(LAYOUT, "def complement(layout, max_idx=1)", "def complement(layout, max_idx=2)"),
    # inverses
    Mutant(LAYOUT, "if current_idx != stride:", "if current_idx > stride:"),
    Mutant(LAYOUT, "      break\n", "      continue\n"),
    Mutant(LAYOUT, "result_stride.append(rstride)", "result_stride.append(stride)"),
    Mutant(LAYOUT, "    current_idx = shape * stride\n", "    current_idx = shape + stride\n", 1),
    Mutant(
        LAYOUT,
        "right_inverse(make_layout(layout, complement(layout)))",
        "right_inverse(make_layout(complement(layout), layout))",
    ),
    Mutant(
        LAYOUT, "right_inverse(make_layout(layout, complement(layout)))", "right_inverse(layout)"
    ),
    # divides and products
    Mutant(
        LAYOUT,
        "make_layout(layoutB, complement(layoutB, size(layoutA)))",
        "make_layout(complement(layoutB, size(layoutA)), layoutB)",
    ),
    Mutant(LAYOUT, "complement(layoutB, size(layoutA))", "complement(layoutB, cosize(layoutA))"),
    Mutant(
        LAYOUT,
        "logical_divide(layoutA, Layout(layoutB))",
        "logical_divide(Layout(layoutB), layoutA)",
    ),
    Mutant(
        LAYOUT,
        "return logical_divide(layoutA, Layout(layoutB))",
        "return logical_product(layoutA, Layout(layoutB))",
        1,
    ),
    Mutant(LAYOUT, "size(layoutA)*cosize(layoutB)", "size(layoutA)*size(layoutB)"),
    Mutant(LAYOUT, "size(layoutA)*cosize(layoutB)", "cosize(layoutA)*cosize(layoutB)"),
    Mutant(
        LAYOUT, "logical_product(layoutA[i], layoutB[i])", "logical_product(layoutA[i], layoutB[0])"
    ),
    Mutant(LAYOUT, "make_layout(Layout(1,0), layoutA)", "make_layout(layoutA, Layout(1,0))"),
    Mutant(LAYOUT, "split[i][1] for i", "split[i][0] for i"),
    Mutant(LAYOUT, "hier_unzip(logical_divide,", "hier_unzip(logical_product,"),
    Mutant(LAYOUT, "hier_unzip(logical_product,", "hier_unzip(logical_divide,"),
    Mutant(LAYOUT, "[result[1][i] for i in range(len(result[1]))]", "[result[1]]"),
    Mutant(LAYOUT, "[result[1][i] for i in range(len(result[1]))]", "[result[1]]", 1),
    Mutant(LAYOUT, "assert len(layoutA) >= len(layoutB)", "assert len(layoutA) > len(layoutB)"),
    Mutant(LAYOUT, "assert len(layoutA) >= len(layoutB)", "assert len(layoutA) == len(layoutB)", 1),
    Mutant(LAYOUT, "slice_(crd, layout.stride)),", "slice_(crd, layout.shape)),"),
    Mutant(LAYOUT, "crd2idx(crd, layout.shape, layout.stride))", "crd2idx(crd, layout.shape))"),
    Mutant(LAYOUT, "filter(layout[i], profile[i])", "filter(layout, profile[i])"),
    # Swizzle
    Mutant(SWIZZLE, "a >> s if s > 0", "a >> s + 1 if s > 0"),
    Mutant(SWIZZLE, "a << s if s > 0", "a << s - 1 if s > 0"),
    Mutant(SWIZZLE, "bit_msk << (base + max(0,shift))", "bit_msk << (base + max(1,shift))"),
    Mutant(SWIZZLE, "offset ^ shiftr(offset", "offset | shiftr(offset"),
    Mutant(SWIZZLE, "assert abs(shift) >= bits", "assert shift >= bits"),
    # This mutant changes a result only if complement computes a size of 0, which happens only if
    # modes overlap.
    Mutant(LAYOUT, "elif result_shape[-1] == 1:", "elif result_shape[-1] <= 1:"),
    # Mutants with unchanged behaviour.
    Mutant(
        LAYOUT,
        "min(max(1, curr_shape // rest_stride), rest_shape)",
        "min(rest_shape, max(curr_shape // rest_stride, 1))",
        same="min and max are symmetric, and these are integers: equal ones are the same.",
    ),
    Mutant(
        INT_TUPLE,
        "(a + b - 1) // b",
        "-(-a // b)",
        same="Both are the ceiling of a / b for b >= 1 (claim I7 of the reference's ceil_div).",
    ),
    Mutant(
        LAYOUT,
        "-(-rest_stride // curr_shape)",
        "(rest_stride + curr_shape - 1) // curr_shape",
        same="Both are the ceiling of a quotient by a size of A, which is positive.",
    ),
    Mutant(
        LAYOUT,
        "if rest_shape != 1 or len(result_shape) == 0:",
        "if len(result_shape) == 0 or rest_shape != 1:",
        same="Neither side of `or` has an effect, so that their order has none.",
    ),
)
