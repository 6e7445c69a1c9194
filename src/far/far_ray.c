/* SPDX-License-Identifier: MIT */
/* Far rays: which nodes of a cube a ray meets, exactly.
 *
 * A ray's point is in a node, [low, high) on each axis, between two times: where it crosses the
 * near plane, and where it crosses the far one. Each is a number of sub-cells over the ray's length
 * on that axis. It meets the node iff on no two axes it leaves before it enters. Lengths are below
 * 2^29, so that the products that compare two times fit 64 bits.
 *
 * Where it descends on an axis, the axis is mirrored. Its planes are then crossed late: the plane
 * itself belongs to the node that is left. Children are searched from the ray's start on: by their
 * numbers, mirrored likewise. So the first leaf that is found is the first on the ray.
 *
 * Source: slabs (Kay and Kajiya 1986, "Ray tracing complex scenes"). */
#include "src/far/far.h"

#include "port/oct9_port.h"
#include "src/number/magnitude.h"
#include "src/query/rules.h"
#include "src/query/search.h"

/* A node on an axis, mirrored where the ray descends. */
typedef struct {
    int32_t near, end; /* its planes, from the ray's start */
    int32_t length;    /* of the ray */
    bool late;
} slab_t;

static void set_slab(const oct9_far_t *far, unsigned axis, int32_t low, int32_t high, slab_t *slab)
{
    const int32_t from = far->from[axis], by = far->by[axis];
    slab->late = by < 0;
    slab->near = slab->late ? from - high : low - from;
    slab->end = slab->late ? from - low : high - from;
    slab->length = (int32_t)oct9_magnitude(by);
}

/* True if the ray is between the planes at some time from 0 to 1. */
static bool crosses(const slab_t *slab)
{
    const int32_t late = slab->late;
    return slab->near + late <= slab->length && slab->end + late > 0;
}

/* True if it enters one before it leaves the other. Both have a length. */
static bool enters_before(const slab_t *one, const slab_t *other)
{
    const int64_t enters = (int64_t)one->near * other->length;
    const int64_t leaves = (int64_t)other->end * one->length;
    return enters < leaves || (enters == leaves && !one->late && other->late);
}

static bool meets(const slab_t slab[3])
{
    for (unsigned a = 0; a < 3; a++)
        if (!crosses(&slab[a]))
            return false;
    for (unsigned a = 0; a < 3; a++)
        for (unsigned b = 0; b < 3; b++)
            if (a != b && slab[a].length != 0 && slab[b].length != 0 &&
                !enters_before(&slab[a], &slab[b]))
                return false;
    return true;
}

/* The low face of the current node on an axis, in the world. */
static int32_t low_in_world(const oct9_far_t *far, const int32_t corner[3], unsigned axis)
{
    return corner[axis] + oct9_search_low(&far->sweep.search, axis) - OCT9_LOW_Q6;
}

/* The piece's box on an axis. Its ends are rounded, so that it is longer by one. */
static int32_t box_low(const oct9_far_t *far, unsigned axis)
{
    const int32_t a = far->piece_at[0][axis], b = far->piece_at[1][axis];
    return (a < b ? a : b) - 1;
}

static int32_t box_high(const oct9_far_t *far, unsigned axis)
{
    const int32_t a = far->piece_at[0][axis], b = far->piece_at[1][axis];
    return (a < b ? b : a) + 2;
}

/* True if the ray meets the current node in the piece's box. */
static bool meets_node(const oct9_far_t *far, const int32_t corner[3])
{
    slab_t slab[3];
    for (unsigned a = 0; a < 3; a++) {
        int32_t low = low_in_world(far, corner, a),
                high = low + oct9_search_size(&far->sweep.search);
        const int32_t from = box_low(far, a), to = box_high(far, a);
        low = low < from ? from : low;
        high = high > to ? to : high;
        if (low >= high)
            return false;
        set_slab(far, a, low, high, &slab[a]);
    }
    return meets(slab);
}

/* True if the current leaf contains the ray's start. */
static bool holds_start(const oct9_far_t *far, const int32_t corner[3])
{
    for (unsigned a = 0; a < 3; a++) {
        const int32_t from = far->from[a] - low_in_world(far, corner, a);
        if (from < 0 || from >= oct9_search_size(&far->sweep.search))
            return false;
    }
    return true;
}

static unsigned far_mirror(const oct9_far_t *far)
{
    unsigned mirror = 0;
    for (unsigned a = 0; a < 3; a++)
        mirror |= (unsigned)(far->by[a] < 0) << a;
    return mirror;
}

void oct9_far_ray_search(oct9_far_t *far, const int32_t corner[3])
{
    oct9_search_t *const search = &far->sweep.search;
    const oct9_map_t map = oct9_world_map(far->world);
    oct9_search_blocking(search, &map, &far->input->rules);
    for (unsigned a = 0; a < 3; a++) {
        const int32_t to_cube = OCT9_LOW_Q6 - corner[a];
        oct9_search_span(search, a, box_low(far, a) + to_cube, box_high(far, a) - 1 + to_cube);
    }
    oct9_search_start(search);
}

int oct9_far_ray_next(oct9_far_t *far, const int32_t corner[3], uint32_t budget)
{
    oct9_search_t *const search = &far->sweep.search;
    const bool passes_start = far->input->rules.start_inside == OCT9_PASSES;
    const unsigned mirror = far_mirror(far);
    int found;
    while ((found = oct9_search_next(search, &budget)) > 0) {
        if (!meets_node(far, corner))
            continue;
        if (found == OCT9_FOUND_INNER)
            oct9_search_open(search, mirror);
        else if (!passes_start || !holds_start(far, corner))
            return found;
    }
    return found;
}

void oct9_far_ray_entry(const oct9_far_t *far, const int32_t corner[3], oct9_far_output_t *output)
{
    int32_t num = 0, den = 1;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t low = low_in_world(far, corner, a);
        slab_t slab;
        set_slab(far, a, low, low + oct9_search_size(&far->sweep.search), &slab);
        if (slab.length != 0 && (int64_t)slab.near * den > (int64_t)num * slab.length) {
            num = slab.near;
            den = slab.length;
        }
    }
    output->num = (uint32_t)num;
    output->den = (uint32_t)den;
}
