/* SPDX-License-Identifier: MIT */
/* The point of a core that is nearest to a given point.
 *
 * Source of a triangle's regions: Ericson 2005, "Real-Time Collision Detection", section 5.1.5.
 * Here the tests at an edge's ends are strict, so that a triangle that is a segment or a point is
 * not a special case. */
#include "src/solid/core_point.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/fraction.h"
#include "src/number/magnitude.h"
#include "src/solid/wide.h"

void oct9_line_of_motion(const oct9_motion_t *motion, oct9_line_t *line)
{
    int32_t to[3];
    oct9_point_get(&motion->from, line->from);
    oct9_point_get(&motion->to, to);
    for (unsigned a = 0; a < 3; a++)
        line->delta[a] = to[a] - line->from[a];
}

/* Sets from = X - corner den. */
static void from_corner(oct9_core_point_t *nearest, const oct9_line_t *line,
                        const int32_t corner[3])
{
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        nearest->from[a] = (int64_t)(line->from[a] - corner[a]) * nearest->den +
                           (int64_t)line->delta[a] * nearest->num;
}

static void on_point(oct9_core_point_t *nearest, const oct9_line_t *line, const int32_t corner[3])
{
    nearest->feature = OCT9_ON_POINT;
    from_corner(nearest, line, corner);
}

/* v . (X - corner den), from v . (A - corner), which needs products of 32 bits only: within
 * 3 * 2^48. */
static int64_t dot_from(const oct9_core_point_t *nearest, const oct9_line_t *line, int64_t by_gap,
                        const int32_t v[3])
{
    const int64_t still = by_gap * nearest->den;
    return nearest->num == 0 ? still : still + oct9_dot(v, line->delta) * nearest->num;
}

/* On the edge from `begin` to `end`, which `along` . (X - begin den) is known of. */
static inline void on_edge(oct9_core_point_t *nearest, const oct9_line_t *line,
                           const int32_t begin[3], const int32_t end[3], int64_t dot)
{
    nearest->feature = OCT9_ON_EDGE;
    from_corner(nearest, line, begin);
    oct9_vector_between(begin, end, nearest->along);
    nearest->along2 = oct9_dot(nearest->along, nearest->along);
    nearest->dot = dot;
}

/* Each coordinate of N is a difference of two products below 2^30. */
static OCT9_APART void on_face(oct9_core_point_t *nearest, const oct9_line_t *line,
                               const int32_t corner[3], const int32_t ab[3], const int32_t ac[3])
{
    int64_t normal[3];
    nearest->feature = OCT9_ON_FACE;
    from_corner(nearest, line, corner);
    oct9_cross(ab, ac, normal);
    for (unsigned a = 0; a < 3; a++)
        nearest->along[a] = (int32_t)normal[a];
    nearest->along2 = oct9_dot(nearest->along, nearest->along);
}

static void nearest_of_box(oct9_core_point_t *nearest, const oct9_solid_t *box,
                           const oct9_line_t *line)
{
    for (unsigned a = 0; a < 3; a++) { /* X is within 2^31 + 2^32 */
        const int64_t low = (int64_t)box->corner[0][a] * nearest->den;
        const int64_t high = (int64_t)box->corner[1][a] * nearest->den;
        const int64_t place = (int64_t)line->from[a] * nearest->den +
                              (int64_t)line->delta[a] * nearest->num;
        nearest->from[a] = place < low ? place - low : place > high ? place - high : 0;
    }
    nearest->feature = OCT9_ON_POINT;
}

static OCT9_APART void nearest_of_segment(oct9_core_point_t *nearest, const oct9_solid_t *solid,
                                          const oct9_line_t *line)
{
    int32_t gap[3], edge[3];
    oct9_vector_between(solid->corner[0], line->from, gap);
    oct9_vector_between(solid->corner[0], solid->corner[1], edge);
    on_edge(nearest, line, solid->corner[0], solid->corner[1],
            dot_from(nearest, line, oct9_dot(edge, gap), edge));
    if (nearest->dot <= 0)
        on_point(nearest, line, solid->corner[0]);
    else if (nearest->dot >= nearest->along2 * nearest->den) /* below 2^48 */
        on_point(nearest, line, solid->corner[1]);
}

/* A point relative to a triangle: the edges at the first corner A, and the point's dot products
 * with them, by_ab and by_ac, seen from each corner. Those are within 3 * 2^15 * 2^32. */
typedef struct {
    int32_t ab[3], ac[3];
    int64_t by_ab[3], by_ac[3];
} corner_stand_t;

/* As oct9_dot, but inlined, so that find_edges keeps its vectors in registers. */
static OCT9_INLINE int64_t inner_product(const int32_t u[3], const int32_t v[3])
{
    return (int64_t)u[0] * v[0] + (int64_t)u[1] * v[1] + (int64_t)u[2] * v[2];
}

/* Finds the edges and their products: by_ab[0] and by_ac[0] with the vector from A to the place,
 * by_ab[1] AB^2, by_ac[1] AB . AC, by_ac[2] AC^2. Not inlined, for the same reason. */
static OCT9_NOT_INLINE void find_edges(const oct9_solid_t *triangle, const int32_t place[3],
                                       corner_stand_t *stand)
{
    int32_t from[3], ab[3], ac[3];
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int32_t corner = triangle->corner[0][a];
        from[a] = place[a] - corner;
        stand->ab[a] = ab[a] = triangle->corner[1][a] - corner;
        stand->ac[a] = ac[a] = triangle->corner[2][a] - corner;
    }
    stand->by_ab[0] = inner_product(ab, from);
    stand->by_ac[0] = inner_product(ac, from);
    stand->by_ab[1] = inner_product(ab, ab);
    stand->by_ac[1] = inner_product(ab, ac);
    stand->by_ac[2] = inner_product(ac, ac);
}

/* Scales the products by den, and those with the place to where X has moved. */
static OCT9_APART void scale_stand(const oct9_core_point_t *nearest, const oct9_line_t *line,
                                   corner_stand_t *stand)
{
    stand->by_ab[0] = dot_from(nearest, line, stand->by_ab[0], stand->ab);
    stand->by_ac[0] = dot_from(nearest, line, stand->by_ac[0], stand->ac);
    stand->by_ab[1] *= nearest->den; /* 3 * 2^30 * 2^16 */
    stand->by_ac[1] *= nearest->den;
    stand->by_ac[2] *= nearest->den;
}

/* The products of the edges become those with X, seen from the corner that an edge ends at. */
static OCT9_APART void find_stand(const oct9_core_point_t *nearest, const oct9_solid_t *solid,
                                  const oct9_line_t *line, corner_stand_t *stand)
{
    find_edges(solid, line->from, stand);
    if (nearest->den != 1)
        scale_stand(nearest, line, stand);
    stand->by_ab[2] = stand->by_ab[0] - stand->by_ac[1];
    stand->by_ab[1] = stand->by_ab[0] - stand->by_ab[1];
    stand->by_ac[1] = stand->by_ac[0] - stand->by_ac[1];
    stand->by_ac[2] = stand->by_ac[0] - stand->by_ac[2];
}

static bool is_small(int64_t a)
{
    return a == (int32_t)a;
}

/* True if all products with corners i and j fit 32 bits. */
static OCT9_APART bool is_near(const corner_stand_t *stand, unsigned i, unsigned j)
{
    return is_small(stand->by_ab[i]) && is_small(stand->by_ac[j]) && is_small(stand->by_ab[j]) &&
           is_small(stand->by_ac[i]);
}

static OCT9_APART bool beyond_edge_near(const corner_stand_t *stand, unsigned i, unsigned j)
{
    return stand->by_ab[i] * stand->by_ac[j] <= stand->by_ab[j] * stand->by_ac[i];
}

static OCT9_APART bool beyond_edge_far(const corner_stand_t *stand, unsigned i, unsigned j)
{
    oct9_wide_t first, second;
    oct9_wide_product(&first, stand->by_ab[i], stand->by_ac[j]);
    oct9_wide_product(&second, stand->by_ab[j], stand->by_ac[i]);
    return oct9_wide_compare(&first, &second) <= 0;
}

/* True if the point is on the outer side of the edge from corner i to j, or on the edge. */
static bool beyond_edge(const corner_stand_t *stand, unsigned i, unsigned j)
{
    return is_near(stand, i, j) ? beyond_edge_near(stand, i, j) : beyond_edge_far(stand, i, j);
}

static void nearest_of_triangle(oct9_core_point_t *nearest, const oct9_solid_t *solid,
                                const oct9_line_t *line)
{
    const int32_t(*const corner)[3] = solid->corner;
    corner_stand_t stand;
    find_stand(nearest, solid, line, &stand);
    const int64_t *const ab = stand.by_ab, *const ac = stand.by_ac;
    if (ab[0] <= 0 && ac[0] <= 0)
        on_point(nearest, line, corner[0]);
    else if (ab[1] >= 0 && ac[1] <= ab[1])
        on_point(nearest, line, corner[1]);
    else if (ab[0] > 0 && ab[1] < 0 && beyond_edge(&stand, 0, 1))
        on_edge(nearest, line, corner[0], corner[1], ab[0]);
    else if (ac[2] >= 0 && ab[2] <= ac[2])
        on_point(nearest, line, corner[2]);
    else if (ac[2] < 0 && beyond_edge(&stand, 2, 0))
        on_edge(nearest, line, corner[0], corner[2], ac[0]);
    else if (beyond_edge(&stand, 1, 2))
        on_edge(nearest, line, corner[1], corner[2], ac[1] - ab[1]);
    else
        on_face(nearest, line, corner[0], stand.ab, stand.ac);
}

void oct9_core_point(const oct9_solid_t *solid, const oct9_line_t *line, uint16_t num, uint16_t den,
                     oct9_core_point_t *nearest)
{
    nearest->num = num;
    nearest->den = den;
    switch (solid->kind) {
    case OCT9_PRIMITIVE_SPHERE: on_point(nearest, line, solid->corner[0]); break;
    case OCT9_PRIMITIVE_BOX: nearest_of_box(nearest, solid, line); break;
    case OCT9_PRIMITIVE_CAPSULE: nearest_of_segment(nearest, solid, line); break;
    default: nearest_of_triangle(nearest, solid, line); break;
    }
}

/* v^2, for coordinates within 2^48. */
static void wide_square(oct9_wide_t *sum, const int64_t v[3])
{
    sum->low = 0;
    sum->high = 0;
    for (unsigned a = 0; a < 3; a++) {
        const uint64_t size = oct9_magnitude_long(v[a]);
        oct9_wide_t one;
        one.high = (int64_t)oct9_port_product(size, size, &one.low);
        oct9_wide_add(sum, &one);
    }
}

/* N . from on a face: below 3 * 2^62, because |N| < 3^(1/2) 2^30 and |from| < 3^(1/2) 2^32. */
static void face_dot(const oct9_core_point_t *nearest, oct9_wide_t *dot)
{
    oct9_wide_t last;
    const int32_t *const n = nearest->along;
    const int64_t *const from = nearest->from;
    if (is_small(from[0]) && is_small(from[1]) && is_small(from[2])) {
        const int32_t v[3] = { (int32_t)from[0], (int32_t)from[1], (int32_t)from[2] };
        const int64_t short_dot = oct9_dot(n, v); /* at most 3^(1/2) 2^30 * 3^(1/2) 2^31 */
        dot->low = (uint64_t)short_dot;
        dot->high = short_dot < 0 ? -1 : 0;
        return;
    }
    oct9_wide_determinant(dot, n[0], nearest->from[0], -(int64_t)n[1], nearest->from[1]);
    oct9_wide_product(&last, n[2], nearest->from[2]);
    oct9_wide_add(dot, &last);
}

/* G|^2 times `along2`, or |G|^2 where the nearest point is a corner. Returns false if the result
 * is above 2^126, more than any number that it is compared with. On an edge the result is |E x
 * from|^2, below 3 * 2^96; on a face it is (N . from)^2. */
static bool square_of_core(const oct9_core_point_t *nearest, oct9_wide_t *square)
{
    int64_t cross[3];
    if (nearest->feature == OCT9_ON_FACE) {
        oct9_wide_t dot;
        face_dot(nearest, &dot);
        if (oct9_wide_bits(&dot) > 63)
            return false;
        oct9_wide_product(square, (int64_t)dot.low, (int64_t)dot.low);
    } else if (nearest->feature == OCT9_ON_EDGE) {
        oct9_cross_long(nearest->along, nearest->from, cross);
        wide_square(square, cross);
    } else {
        wide_square(square, nearest->from);
    }
    return true;
}

/* The factor by which the result of `square_of_core` is larger than |G|^2. */
static int64_t scale_of_square(const oct9_core_point_t *nearest)
{
    return nearest->feature == OCT9_ON_POINT ? 1 : nearest->along2;
}

/* length^2 times the scale, for a length below 2^32. length^2 may need 64 bits and the scale 62, so
 * the result is below 2^126. */
static inline void scaled_square(oct9_wide_t *to, uint32_t length, int64_t scale)
{
    to->high = (int64_t)oct9_port_product((uint64_t)length * length, (uint64_t)scale, &to->low);
}

/* True if one coordinate alone is longer than `length`. */
static bool farther(const int64_t v[3], uint32_t length)
{
    for (unsigned a = 0; a < 3; a++)
        if (v[a] > (int64_t)length || -v[a] > (int64_t)length)
            return true;
    return false;
}

/* v^2, for coordinates below 2^31. */
static uint64_t short_square(const int64_t v[3])
{
    uint64_t sum = 0;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const uint32_t size = oct9_magnitude((int32_t)v[a]);
        sum += (uint64_t)size * size; /* at most 3 * 2^62 */
    }
    return sum;
}

/* The sign of |v| - length, for a length and coordinates below 2^31. */
static int short_beyond(const int64_t v[3], uint32_t length)
{
    const uint64_t length2 = (uint64_t)length * length;
    const uint64_t sum = short_square(v);
    return (sum > length2) - (sum < length2);
}

/* The sign of |G| - radius on an edge, where den is 1. By |G|^2 = from^2 - dot^2 / E^2 it is that
 * of E^2 (from^2 - radius^2) - dot^2. Since 0 < dot < E^2 < 2^32, dot^2 / E^2 is in 0..dot; so
 * where from^2 - radius^2 is not, it decides, and otherwise the products are below 2^64. */
static int edge_beyond(const oct9_core_point_t *nearest, uint16_t radius)
{
    const uint32_t dot = (uint32_t)nearest->dot, radius2 = (uint32_t)radius * radius;
    const uint64_t from2 = short_square(nearest->from);
    OCT9_ASSERT(nearest->dot > 0 && nearest->dot < nearest->along2);
    if (from2 <= radius2)
        return -1;
    if (from2 - radius2 >= dot)
        return 1;
    const uint64_t more = (from2 - radius2) * (uint32_t)nearest->along2;
    const uint64_t less = (uint64_t)dot * dot;
    return (more > less) - (more < less);
}

int oct9_core_point_beyond(const oct9_core_point_t *nearest, uint16_t radius)
{
    oct9_wide_t distance2, radius2;
    const uint32_t length = (uint32_t)radius * nearest->den;
    if (nearest->den == 1 && nearest->feature == OCT9_ON_POINT)
        return short_beyond(nearest->from, length);
    if (nearest->den == 1 && nearest->feature == OCT9_ON_EDGE)
        return edge_beyond(nearest, radius);
    if (nearest->feature == OCT9_ON_POINT) {
        if (farther(nearest->from, length))
            return 1;
        if (length < (uint32_t)1 << 31)
            return short_beyond(nearest->from, length);
    }
    if (!square_of_core(nearest, &distance2))
        return 1;
    scaled_square(&radius2, length, scale_of_square(nearest));
    return oct9_wide_compare(&distance2, &radius2);
}

int oct9_core_point_slope(const oct9_core_point_t *nearest, const oct9_line_t *line)
{
    oct9_wide_t sum;
    if (nearest->feature == OCT9_ON_FACE) {
        const int64_t along = oct9_dot(nearest->along, line->delta); /* 3 * 2^47 */
        face_dot(nearest, &sum);
        return ((along > 0) - (along < 0)) * oct9_wide_sign(&sum);
    }
    const int64_t direct = oct9_dot_long(line->delta, nearest->from); /* 3 * 2^49 */
    if (nearest->feature == OCT9_ON_POINT)
        return (direct > 0) - (direct < 0);
    oct9_wide_determinant(&sum, direct, nearest->along2, oct9_dot(line->delta, nearest->along),
                          nearest->dot);
    return oct9_wide_sign(&sum);
}

/* The square root of x >= 2^30, rounded down, and what is left, at most twice the root: the upper
 * half of its digits by bits, the lower half by one division, which is right or one too large. */
static uint32_t root_and_rest(uint32_t x, uint32_t *rest)
{
    uint32_t found = 0, left = x >> 16;
    for (uint32_t bit = (uint32_t)1 << 14; bit != 0; bit >>= 2) {
        const uint32_t next = found + bit, fits = 0u - (left >= next);
        found >>= 1;
        left -= next & fits;
        found += bit & fits;
    }
    const uint32_t next = left << 8 | (x >> 8 & 255u), lower = next / (2u * found);
    const uint32_t more = (next - lower * 2u * found) << 8 | (x & 255u);
    found = (found << 8) + lower;
    *rest = more - lower * lower;
    if (more < lower * lower)
        *rest += 2u * found-- - 1u;
    return found;
}

/* The square root, rounded down: the upper half of its digits by bits, the lower half by one
 * division, which is right or one too large.
 *
 * Source: Zimmermann 1999, "Karatsuba square root". */
static uint32_t root_by_division(uint64_t x)
{
    uint32_t rest;
    if (x == 0)
        return 0;
    const uint32_t high = (uint32_t)(x >> 32);
    const unsigned top = high != 0 ? 32u + oct9_port_top_bit(high) : oct9_port_top_bit((uint32_t)x);
    const unsigned shift = (63u - top) / 2u;
    x <<= 2u * shift;
    const uint32_t upper = root_and_rest((uint32_t)(x >> 32), &rest);
    const uint32_t lower = ((rest << 15) + ((uint32_t)x >> 17)) / upper;
    uint32_t found = upper << 16 | (lower > UINT16_MAX ? UINT16_MAX : lower);
    while ((uint64_t)found * found > x)
        found--;
    return found >> shift;
}

/* The square root of x > 0: about what it returns, with 30 bits, times 2^power. */
static OCT9_APART uint32_t root_of(const oct9_wide_t *x, int *power)
{
    const unsigned bits = oct9_wide_bits(x);
    OCT9_ASSERT(bits != 0);
    if (bits > 60) {
        const unsigned shift = (bits - 59u) / 2u * 2u;
        *power = (int)(shift / 2u);
        return root_by_division((uint64_t)oct9_wide_shifted(x, shift));
    }
    const unsigned shift = (60u - bits) / 2u * 2u;
    *power = -(int)(shift / 2u);
    return root_by_division(x->low << shift);
}

/* The next 16 bits of a quotient: those of (rest 2^16 + next) / by, for rest < by and 2^31 <= by.
 * A quotient by the upper half of `by` is right or at most two too large. */
static uint32_t quotient_digit(uint32_t *rest, uint16_t next, uint32_t by)
{
    const uint64_t left = (uint64_t)*rest << 16 | next;
    uint32_t digit = *rest / (by >> 16);
    digit = digit > UINT16_MAX ? UINT16_MAX : digit;
    while ((uint64_t)digit * by > left)
        digit--;
    *rest = (uint32_t)(left - (uint64_t)digit * by);
    return digit;
}

/* 2^28 a / b, rounded down, for a <= b and b > 0. */
static uint32_t ratio_q28(uint32_t a, uint32_t b)
{
    const unsigned shift = 31u - oct9_port_top_bit(b);
    uint32_t rest = a << shift;
    if (a == b)
        return (uint32_t)1 << 28;
    const uint32_t high = quotient_digit(&rest, 0, b << shift);
    return high << 12 | quotient_digit(&rest, 0, b << shift) >> 4;
}

/* About the square root of a / b, for a > 0 and b > 0: the roots are right to 2^-29 and their
 * quotient to 2^-27, so that below 2^26 it is at most 2 away. */
static uint32_t root_of_ratio(const oct9_wide_t *a, const oct9_wide_t *b)
{
    int power_a, power_b;
    uint32_t root_a = root_of(a, &power_a);
    const uint32_t root_b = root_of(b, &power_b);
    if (root_a > root_b) {
        root_a /= 2u;
        power_a++;
    }
    const int shift = 28 + power_b - power_a;
    OCT9_ASSERT(shift >= 0);
    return shift < 32 ? ratio_q28(root_a, root_b) >> shift : 0;
}

/* True if length^2 times the scale is at most `all`. */
static bool is_length_within(uint32_t length, int64_t scale, const oct9_wide_t *all)
{
    oct9_wide_t tried;
    scaled_square(&tried, length, scale);
    return oct9_wide_compare(&tried, all) <= 0;
}

/* 2^16 a^2 / b, rounded up, for 0 < a < b: below 2^48. */
static uint64_t square_over(uint32_t a, uint32_t b)
{
    const unsigned shift = 31u - oct9_port_top_bit(b);
    const uint32_t by = b << shift;
    const uint64_t product = (uint64_t)a * (a << shift); /* below 2^32 by */
    uint32_t rest = (uint32_t)(product >> 32);
    uint64_t quotient = (uint64_t)quotient_digit(&rest, (uint16_t)(product >> 16), by) << 32;
    quotient |= quotient_digit(&rest, (uint16_t)product, by) << 16;
    quotient |= quotient_digit(&rest, 0, by);
    return quotient + (rest != 0);
}

/* 2^16 G^2, rounded down, where den is 1 and the nearest point is a corner or on an edge: below
 * 2^52. */
static uint64_t short_distance2(const oct9_core_point_t *nearest)
{
    const uint64_t from2 = short_square(nearest->from) << 16;
    return nearest->feature == OCT9_ON_POINT
             ? from2
             : from2 - square_over((uint32_t)nearest->dot, (uint32_t)nearest->along2);
}

/* The integer m is at most |256 G| iff m^2 is at most 2^16 G^2, rounded down. Where that is all one
 * has to know of m = limit, or of it and the one below, there is no root. */
static uint32_t short_distance(const oct9_core_point_t *nearest, uint32_t limit)
{
    const uint64_t distance2 = short_distance2(nearest);
    if (distance2 >= (uint64_t)limit * limit)
        return limit;
    const uint32_t below = limit - 1u; /* the limit is above 0 here */
    return distance2 >= (uint64_t)below * below ? below : root_by_division(distance2);
}

uint32_t oct9_core_point_distance(const oct9_core_point_t *nearest, uint32_t limit)
{
    oct9_wide_t all;
    if (nearest->feature != OCT9_ON_FACE)
        return short_distance(nearest, limit);
    const oct9_wide_t scale = { (uint64_t)scale_of_square(nearest), 0 };
    (void)square_of_core(nearest, &all); /* den is 1: below 2^96 */
    /* Now |256 G|^2 times the scale: below 2^112. */
    all.high = (int64_t)((uint64_t)all.high << 16 | all.low >> 48);
    all.low <<= 16;
    if (is_length_within(limit, (int64_t)scale.low, &all))
        return limit;
    if (oct9_wide_sign(&all) == 0)
        return 0;
    uint32_t distance = root_of_ratio(&all, &scale);
    while (!is_length_within(distance, (int64_t)scale.low, &all))
        distance--;
    while (is_length_within(distance + 1u, (int64_t)scale.low, &all))
        distance++;
    return distance;
}

/* A vector parallel to G, on one axis: G itself, G along2, or N with the sign of G. It is below
 * 2^66. */
static OCT9_APART void along_gap(const oct9_core_point_t *nearest, unsigned axis, int side,
                                 oct9_wide_t *gap)
{
    if (nearest->feature == OCT9_ON_FACE)
        oct9_wide_product(gap, nearest->along[axis], side);
    else if (nearest->feature == OCT9_ON_POINT)
        oct9_wide_product(gap, nearest->from[axis], 1);
    else
        oct9_wide_determinant(gap, nearest->from[axis], nearest->along2, nearest->along[axis],
                              nearest->dot);
}

/* The sign of G along N. */
static int side_of_face(const oct9_core_point_t *nearest)
{
    oct9_wide_t dot;
    if (nearest->feature != OCT9_ON_FACE)
        return 0;
    face_dot(nearest, &dot);
    return oct9_wide_sign(&dot);
}

/* A vector parallel to G whose largest coordinate has 29 bits, or zero. */
static void direction(const oct9_core_point_t *nearest, int32_t g[3])
{
    oct9_wide_t gap[3];
    unsigned bits = 0;
    const int side = side_of_face(nearest);
    for (unsigned a = 0; a < 3; a++) {
        along_gap(nearest, a, side, &gap[a]);
        const unsigned need = oct9_wide_bits(&gap[a]);
        bits = need > bits ? need : bits;
    }
    for (unsigned a = 0; a < 3; a++)
        g[a] = (int32_t)(bits > 29 ? oct9_wide_shifted(&gap[a], bits - 29u)
                                   : (int64_t)gap[a].low * ((int32_t)1 << (29u - bits)));
}

void oct9_core_point_direction(const oct9_core_point_t *nearest, int32_t unit[3])
{
    int32_t g[3];
    direction(nearest, g);
    /* Each coordinate is within 2^29, because the shift of a negative one rounds down. So the
     * length is below 2^30. */
    const uint32_t length = root_by_division((uint64_t)oct9_dot(g, g));
    for (unsigned a = 0; a < 3; a++) {
        const uint32_t size = oct9_magnitude(g[a]);
        const int32_t part = length == 0 ? 0 : (int32_t)ratio_q28(size, length);
        unit[a] = g[a] < 0 ? -part : part;
    }
}
