// Random calls that show the behaviour of CuTe's headers. Each call prints one line, and every run
// makes the same calls. The calls do not depend on the table in `verif/operations`. Some integers are
// known at compile time, and others only at run time.
#include <cstdio>
#include <cute/layout.hpp>
#include <cute/layout_composed.hpp>
#include <cute/swizzle.hpp>
#include <cute/swizzle_layout.hpp>
using namespace cute;

static unsigned state = 1;
static int drawn(int least, int most) {
  state = state * 1664525u + 1013904223u;
  return least + int((state >> 8) % unsigned(most - least + 1));
}
static int factor() { return drawn(1, 6); }
static int step() { return drawn(1, 24); }

static auto line() { return make_layout(make_shape(factor()), make_stride(step())); }
static auto flat() { return make_layout(make_shape(factor(), factor()), make_stride(step(), step())); }
static auto nested() {
  return make_layout(make_shape(factor(), make_shape(factor(), factor())),
                     make_stride(step(), make_stride(step(), step())));
}

template <class... Values>
static void show(char const* name, Values const&... values) {
  printf("%s", name);
  ((printf(" "), print(values)), ...);
  printf("\n");
}

template <class A>
static void of_one(A const& a) {
  auto one = make_layout(a, line());
  show("shape", a, size(a), cosize(a), rank(a), depth(a), coshape(a), product(a.shape()));
  show("parts", one, flatten(one), get<0>(one), group<0, 2>(one), take<0, 1>(one), select<1, 0>(one));
  show("more", append(a, line()), prepend(a, line()), replace<0>(one, line()), unwrap(a.shape()));
  show("coalesce", coalesce(a), coalesce(one, Step<_1, _1>{}), filter_zeros(a), filter(a));
  show("at", a(drawn(0, 40)), idx2crd(drawn(0, 40), a.shape()), idx2crd(drawn(0, 40), a.shape(), a.stride()));
  show("to", a.get_hier_coord(drawn(0, 40)), a.get_flat_coord(drawn(0, 40)), a.get_1d_coord(drawn(0, 40)));
  show("compact", compact_col_major(a.shape()), compact_row_major(a.shape()), compact_order(a.shape(), a.shape()));
  show("tuple", elem_scale(a.shape(), a.shape()), inner_product(a.shape(), a.stride()), elem_less(a.shape(), a.stride()));
  show("tuple", ceil_div(a.shape(), a.shape()), round_up(a.shape(), a.shape()), weakly_congruent(a.shape(), a.stride()));
  show("order", lex_less(a.shape(), a.stride()), colex_less(a.shape(), a.stride()), elem_geq(a.shape(), a.stride()));
  show("crd2crd", crd2crd(drawn(0, 40), a.shape(), a.shape()), crd2idx(drawn(0, 40), a.shape()), max(a.shape()), gcd(drawn(1, 40), drawn(1, 40)));
  show("equal", a == a, a == flatten(a), congruent(a.shape(), a.stride()), compatible(a.shape(), flatten(a.shape())), ceil_div(drawn(1, 99), factor()), shape_div(24, Int<4>{}), min(a.shape()));
  show("slice", slice(make_coord(_, drawn(0, 3)), one), dice(make_coord(_, drawn(0, 3)), one), slice_and_offset(make_coord(drawn(0, 3), _), one));
  show("divide", logical_divide(a, line()), zipped_divide(one, make_tile(line(), line())), tiled_divide(one, make_tile(factor())));
  show("divide", flat_divide(one, make_tile(factor(), factor())), zipped_divide(a, factor()), complement(line(), drawn(1, 60)));
  show("product", logical_product(line(), a), zipped_product(make_layout(line(), line()), make_tile(line(), line())));
  show("compose", composition(a, line()), composition(a, flat()), composition(one, make_tile(line(), line())));
  show("recast", upcast<2>(a));
  show("fragment", make_layout_like(a), make_layout(a.shape(), LayoutRight{}), make_ordered_layout(a.shape(), a.shape()));
  show("domain", nullspace(a), domain_offset(drawn(0, 9), a), max_alignment(a));
}

template <class A>
static void of_static(A const& a) {
  show("inverse", right_inverse(a), left_inverse(a), max_common_layout(a, a), max_common_vector(a, a));
  show("static", coalesce(a), filter(a), complement(a, Int<48>{}), cosize(a), upcast<2>(a), nullspace(a));
  show("static", composition(a, Layout<_2, _1>{}), logical_divide(a, Layout<_2, _1>{}), logical_product(a, Layout<_2, _1>{}));
  show("recast", recast_layout<int, char>(a), recast_layout<char, int>(a), tiled_product(a, Tile<_2>{}), flat_product(a, Tile<_2>{}));
  show("static", blocked_product(a, a), raked_product(a, a), tile_to_shape(a, Shape<_8, _24>{}));
}

template <class Swizzle>
static void of_swizzle(Swizzle const& swizzle) {
  for (int k = 0; k < 20; ++k) {
    show("swizzle", swizzle, swizzle(drawn(0, 5000)));
  }
  auto composed = composition(swizzle, drawn(0, 99), make_layout(make_shape(factor(), factor()), make_stride(step(), step())));
  show("composed", composed, composed(drawn(0, 20)), composed(drawn(0, 5), drawn(0, 5)), size(composed), cosize(composed));
  show("composed", get<1>(composed), coalesce(composed), logical_divide(composed, line()));
}

int main() {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  for (int k = 0; k < 60; ++k) {
    of_one(flat());
    of_one(nested());
  }
  of_static(Layout<Shape<_2, _4>, Stride<_4, _1>>{});
  of_static(Layout<Shape<_2, _3>, Stride<_1, _2>>{});
  of_static(Layout<Shape<_4, _2>, Stride<_1, _8>>{});
  of_static(Layout<Shape<_2, Shape<_2, _2>>, Stride<_2, Stride<_1, _8>>>{});
  of_swizzle(Swizzle<2, 0, 3>{});
  of_swizzle(Swizzle<3, 3, 3>{});
  of_swizzle(Swizzle<1, 2, -2>{});
}
