/* SPDX-License-Identifier: MIT */
/* How two objects touch: distance or depth, normal and point; and how far one is beyond the cube.
 * Each object is a core, a box or a point, grown by a radius.
 *
 * The gap G between the cores has on each axis the distance from the first to the second, negative
 * if the second is lower, 0 where they overlap. With all axes 0 the second core leaves the first on
 * the axis and in the direction in which that takes it the shortest displacement.
 *
 * Bounds: ends of cores within 2^16, a gap within 2^16, |G|^2 at most 3 * 2^32. */
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/objects/objects.h"

typedef struct {
    int32_t low[3], high[3], radius;
} core_t;

static void set_core(core_t *core, const oct9_bounds_t *bounds)
{
    const bool box = bounds->kind == OCT9_BOUND_BOX;
    int32_t centre[3];
    oct9_point_get(&bounds->centre, centre);
    for (unsigned a = 0; a < 3; a++) {
        const int32_t half = box ? bounds->half_q6[a] : 0;
        core->low[a] = centre[a] - half;
        core->high[a] = centre[a] + half;
    }
    core->radius = box ? 0 : bounds->half_q6[0];
}

/* The direction of the normal with any length, and the sums of the two cores' nearest points. */
typedef struct {
    int32_t gap[3], sum[3];
    uint64_t square; /* |gap|^2 */
} apart_t;

static void find_apart(apart_t *apart, const core_t *a, const core_t *b)
{
    apart->square = 0;
    for (unsigned i = 0; i < 3; i++) {
        const int32_t up = b->low[i] - a->high[i], down = a->low[i] - b->high[i];
        apart->gap[i] = up > 0 ? up : down > 0 ? -down : 0;
        apart->sum[i] = (a->low[i] > b->low[i] ? a->low[i] : b->low[i]) +
                        (a->high[i] < b->high[i] ? a->high[i] : b->high[i]);
        apart->square += (uint64_t)((int64_t)apart->gap[i] * apart->gap[i]);
    }
}

/* For cores that overlap: sets the shortest displacement that parts them, as a gap of 1, and
 * returns its length, at most 2^17. */
static int32_t find_out(apart_t *apart, const core_t *a, const core_t *b)
{
    int32_t least = INT32_MAX;
    unsigned axis = 0;
    for (unsigned i = 0; i < 3; i++) {
        const int32_t up = a->high[i] - b->low[i], down = b->high[i] - a->low[i];
        const int32_t out = up <= down ? up : down;
        if (out < least) {
            least = out;
            axis = i;
        }
    }
    const bool up = a->high[axis] - b->low[axis] == least;
    apart->gap[axis] = up ? 1 : -1;
    apart->sum[axis] = up ? a->high[axis] + b->low[axis] : a->low[axis] + b->high[axis];
    apart->square = 1;
    return least;
}

/* The largest number below 2 `bit` whose square times `square` is at most `product`: bit by bit.
 * The products that are compared are below 2^64, as each caller shows. */
static uint32_t root_by_bits(uint64_t product, uint64_t square, uint32_t bit)
{
    uint32_t root = 0;
    for (; bit != 0; bit /= 2u) {
        const uint64_t next = root + bit;
        if (next * next * square <= product)
            root += bit;
    }
    return root;
}

/* gap / |G| in Q1.14, rounded to the nearest: half of the root of (2^15 gap)^2 / |G|^2, which is at
 * most 2^15. A root with its highest bit set means that |G| is the gap, within 2^16; without it,
 * the next numbers are below 2^15. */
static int16_t unit_of(const apart_t *apart, unsigned axis)
{
    const uint64_t scaled = (uint64_t)((int64_t)apart->gap[axis] * apart->gap[axis]) << 30;
    const uint32_t twice = root_by_bits(scaled, apart->square, (uint32_t)1 << 15);
    const int32_t unit = (int32_t)((twice + 1u) / 2u);
    return (int16_t)(apart->gap[axis] < 0 ? -unit : unit);
}

/* length gap / |G|, rounded down; the length is within 2^15. Bounds as in unit_of. */
static int32_t part_of_gap(const apart_t *apart, unsigned axis, int32_t length)
{
    const int64_t product = (int64_t)apart->gap[axis] * length;
    const uint64_t product2 = (uint64_t)(product * product);
    const uint32_t size = root_by_bits(product2, apart->square, (uint32_t)1 << 14);
    const bool exact = (uint64_t)size * size * apart->square == product2;
    return product < 0 ? -(int32_t)size - !exact : (int32_t)size;
}

/* A sub-cell as a coordinate: a number outside of the range is limited to it. */
static int32_t limited(int32_t at)
{
    return at < INT16_MIN ? INT16_MIN : at > INT16_MAX ? INT16_MAX : at;
}

/* Fills in a contact. Returns true if the two touch or overlap. */
static bool set_contact(oct9_object_contact_t *contact, const core_t *a, const core_t *b)
{
    const uint32_t reach = (uint32_t)(a->radius + b->radius);
    apart_t apart;
    int32_t point[3];
    find_apart(&apart, a, b);
    const bool touch = apart.square <= (uint64_t)reach * reach;
    if (apart.square != 0) /* |G| is below 2^17, so the root of 2^16 |G|^2 is below 2^25 */
        contact->distance_q14 = (int32_t)root_by_bits(apart.square << 16, 1, (uint32_t)1 << 24);
    else
        contact->distance_q14 = -find_out(&apart, a, b) * 256;
    contact->distance_q14 -= (int32_t)reach * 256;
    for (unsigned i = 0; i < 3; i++) {
        const int32_t twice = apart.sum[i] + part_of_gap(&apart, i, a->radius - b->radius);
        point[i] = limited((twice - (twice & 1)) / 2);
        contact->normal[i] = unit_of(&apart, i);
    }
    oct9_point_set(&contact->point, point);
    return touch;
}

uint16_t oct9_objects_beyond(const oct9_bounds_t *bounds)
{
    OCT9_ASSERT(bounds);
    int32_t most = 0;
    core_t core;
    set_core(&core, bounds);
    for (unsigned i = 0; i < 3; i++) {
        const int32_t below = OCT9_LOW_Q6 - (core.low[i] - core.radius);
        const int32_t above = core.high[i] + core.radius - (OCT9_HIGH_Q6 - 1);
        most = below > most ? below : most;
        most = above > most ? above : most;
    }
    return (uint16_t)most;
}

int oct9_objects_contact(const oct9_objects_t *objects, oct9_handle_t a, oct9_handle_t b,
                         oct9_object_contact_t *contact)
{
    OCT9_ASSERT(objects && contact);
    const oct9_object_t *first = oct9_objects_get(objects, a);
    const oct9_object_t *second = oct9_objects_get(objects, b);
    core_t cores[2];
    if (!first || !second)
        return OCT9_ERR_HANDLE;
    set_core(&cores[0], &first->bounds);
    set_core(&cores[1], &second->bounds);
    return set_contact(contact, &cores[0], &cores[1]);
}
