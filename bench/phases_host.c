/* SPDX-License-Identifier: MIT */
/* Questions to a map's image, one kind at a time, to be counted by callgrind inside `ask`; and how
 * many inner nodes any method must read that goes through the tree: those with an obstacle below
 * them that the shape meets up to its first contact, or the path to a leaf that it meets at once.
 *
 * Usage: phases_host IMAGE QUESTION    one of cast, sphere, swept, box, clearance; or read: paths
 * from the cube to random leaves, with nothing done but reading their nodes. Prints how many
 * questions were asked and how many nodes they need. */
#include "bench/places.h"
#include "bench/rays.h"
#include "oct9/cast.h"
#include "oct9/nearest.h"
#include "oct9/sweep.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/morton.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 2000, WORDS = 1 << 17, RADIUS = 120, EDGE = 3 * OCT9_CELL_Q6, RANGE = 1600 };

static const oct9_rules_t rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE };
static uint32_t words[WORDS];
static oct9_image_t image;
static oct9_map_t map;
static bench_place_t place[COUNT];
static bench_ray_t ray[COUNT];
static oct9_cast_output_t cast_output[COUNT];
static oct9_sweep_output_t sweep_output[COUNT];
static oct9_nearest_output_t nearest_output[COUNT];
static oct9_near_t near_output[COUNT];
static uint32_t code[COUNT], path_nodes;

/* --- the nodes that are needed ---------------------------------------------------------------- */

/* A segment from a to b that has grown: by a radius all round, or to a box. A box is half-open, so
 * that it is a part of a sub-cell smaller: what only touches it is not met. */
typedef struct {
    double a[3], b[3], radius, half;
} shape_t;

/* The square of the distance from the shape's centre at t to a node. */
static double apart2(const shape_t *shape, const double low[3], double size, double t)
{
    double sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        const double at = shape->a[i] + (shape->b[i] - shape->a[i]) * t;
        const double gap = fmax(fmax(low[i] - at, at - low[i] - size) - shape->half, 0);
        sum += gap * gap;
    }
    return sum;
}

/* The distance is convex over t. */
static bool meets(const shape_t *shape, const double low[3], double size)
{
    double from = 0, to = 1;
    for (unsigned i = 0; i < 60; i++) {
        const double third = (to - from) / 3;
        if (apart2(shape, low, size, from + third) < apart2(shape, low, size, to - third))
            to -= third;
        else
            from += third;
    }
    return apart2(shape, low, size, from) <= shape->radius * shape->radius;
}

static bool is_void(uint32_t ref, unsigned level)
{
    return level == 1 ? oct9_brick_void(oct9_image_brick(&image, ref))
                      : oct9_image_read(&image, ref).is_void;
}

static unsigned needed_below(const shape_t *shape, uint32_t ref, unsigned level,
                             const double low[3])
{
    const double size = OCT9_CELL_Q6 << level;
    unsigned sum = 1;
    if (ref >= OCT9_REF_LEAF || is_void(ref, level) || !meets(shape, low, size))
        return 0;
    for (unsigned c = 0; c < 8 && level > 1; c++) {
        const double corner[3] = { low[0] + (c & 1u) * size / 2, low[1] + (c >> 1 & 1u) * size / 2,
                                   low[2] + (c >> 2) * size / 2 };
        sum += needed_below(shape, oct9_image_below(&image, ref, level - 1, c), level - 1, corner);
    }
    return sum;
}

static unsigned needed(const oct9_point_t *a, const oct9_point_t *b, double radius, double half)
{
    const double low[3] = { OCT9_LOW_Q6, OCT9_LOW_Q6, OCT9_LOW_Q6 };
    const shape_t shape = { { a->x + half, a->y + half, a->z + half },
                            { b->x + half, b->y + half, b->z + half },
                            radius,
                            fmax(half - 0.25, 0) };
    return needed_below(&shape, oct9_map_root(&map), OCT9_LEVELS, low);
}

static unsigned needed_to(const oct9_sweep_output_t *output, const oct9_point_t *from,
                          double radius, double half)
{
    return output->hit != OCT9_HIT_NONE && output->fraction.num == 0
             ? (unsigned)(OCT9_LEVELS - output->leaf.level)
             : needed(from, &output->at, radius, half);
}

/* --- the questions ---------------------------------------------------------------------------- */

static oct9_point_t up(const oct9_point_t *point, int by)
{
    const oct9_point_t to = { (int16_t)(point->x + by), (int16_t)(point->y + by),
                              (int16_t)(point->z + by) };
    return to;
}

static void cast(unsigned i)
{
    const oct9_cast_input_t input = { .from = ray[i].from, .to = ray[i].to, .rules = rules };
    (void)oct9_cast_ray(&map, &input, &cast_output[i]);
}

static unsigned cast_needs(unsigned i)
{
    return needed(&ray[i].from, &cast_output[i].point, 0, 0);
}

static void sphere(unsigned i)
{
    const oct9_sphere_input_t input = {
        .motion = { .from = place[i].at, .to = place[i].at, .radius_q6 = RADIUS }, .rules = rules
    };
    (void)oct9_sweep_sphere(&map, &input, &sweep_output[i]);
}

static void swept(unsigned i)
{
    const oct9_sphere_input_t input = {
        .motion = { .from = place[i].at, .to = place[i].to, .radius_q6 = RADIUS }, .rules = rules
    };
    (void)oct9_sweep_sphere(&map, &input, &sweep_output[i]);
}

static unsigned sphere_needs(unsigned i)
{
    return needed_to(&sweep_output[i], &place[i].at, RADIUS, 0);
}

static void box(unsigned i)
{
    const oct9_point_t low = up(&place[i].at, -EDGE / 2);
    const oct9_box_input_t input = { .lo = low, .hi = up(&low, EDGE), .to = low, .rules = rules };
    (void)oct9_sweep_box(&map, &input, &sweep_output[i]);
}

static unsigned box_needs(unsigned i)
{
    const oct9_point_t low = up(&place[i].at, -EDGE / 2);
    return needed_to(&sweep_output[i], &low, 0, EDGE / 2.0);
}

static void clearance(unsigned i)
{
    const oct9_nearest_input_t input = { .point = place[i].at,
                                         .range_q6 = RANGE,
                                         .capacity = 1,
                                         .found = &near_output[i],
                                         .rules = rules };
    (void)oct9_nearest_find(&map, &input, &nearest_output[i]);
}

/* Nodes as near as the leaf, and not nearer, may be left out. */
static unsigned clearance_needs(unsigned i)
{
    const double square = near_output[i].distance2_q12;
    const double distance = nearest_output[i].count == 0 ? RANGE : sqrt(fmax(square - 0.5, 0));
    return needed(&place[i].at, &place[i].at, distance, 0);
}

static void read_path(unsigned i)
{
    uint32_t ref = 0;
    unsigned level = OCT9_LEVELS;
    for (; level > 1 && ref < OCT9_REF_LEAF; level--) {
        const oct9_inner_t node = oct9_image_read(&image, ref);
        ref = oct9_image_child(node.first, node.states, oct9_morton_child(code[i], level - 1));
    }
    path_nodes += OCT9_LEVELS - level;
}

static unsigned path_needs(unsigned i)
{
    (void)i;
    return 0;
}

static const struct {
    const char *name;
    void (*ask)(unsigned i);
    unsigned (*needs)(unsigned i);
} question[] = { { "cast", cast, cast_needs },
                 { "sphere", sphere, sphere_needs },
                 { "swept", swept, sphere_needs },
                 { "box", box, box_needs },
                 { "clearance", clearance, clearance_needs },
                 { "read", read_path, path_needs } };

__attribute__((noinline)) static void ask(unsigned which)
{
    for (unsigned i = 0; i < COUNT; i++)
        question[which].ask(i);
}

static bool make_questions(const char *path)
{
    FILE *file = fopen(path, "rb");
    const size_t bytes = file ? fread(words, 1, sizeof words, file) : 0;
    if (!file || fclose(file) != 0 || oct9_image_open(&image, words, bytes) != OCT9_OK)
        return false;
    map = oct9_map_of_image(&image);
    if (!bench_places(&map, COUNT, place) ||
        bench_rays(&map, 5e6 / image.frame.cell_um, COUNT, ray) == 0)
        return false;
    for (unsigned i = 0; i < COUNT; i++) {
        oct9_cell_t cell;
        oct9_point_cell(&place[i].at, &cell);
        code[i] = oct9_morton_encode(&cell);
    }
    return true;
}

int main(int argc, char **argv)
{
    if (argc != 3 || !make_questions(argv[1]))
        return 1;
    for (unsigned which = 0; which < sizeof question / sizeof question[0]; which++)
        if (strcmp(argv[2], question[which].name) == 0) {
            uint64_t nodes = 0;
            ask(which);
            for (unsigned i = 0; i < COUNT; i++)
                nodes += question[which].needs(i);
            printf("asked %u nodes %" PRIu64 "\n", COUNT, nodes + path_nodes);
            return 0;
        }
    return 2;
}
