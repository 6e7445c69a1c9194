/* SPDX-License-Identifier: MIT */
/* What each question to a scene costs on a board, in instructions: the arm's fixture and a level in
 * flash, mean and worst of random places. */
#include "bench/scene_places.h"
#include "boards/board.h"
#include "boards/print.h"
#include "oct9/scene.h"

extern const unsigned char oct9_scene_fixture[];
extern const uint32_t oct9_scene_fixture_size;
extern const unsigned char oct9_scene_level[];
extern const uint32_t oct9_scene_level_size;

enum { MANY = 16, SEED = 20240611 };

static oct9_scene_find_t find;

static const scene_site_t *site;
static oct9_scene_t scene;
static oct9_scene_hit_t hits[MANY];
static oct9_scene_near_t found[MANY];
static uint8_t seen[(OCT9_PRIMITIVES_MAX + 7) / 8];

typedef struct {
    uint32_t instructions, visited, tests; /* visited: nodes and leaves */
    uint32_t found;
} cost_t;

static void take(cost_t *cost, const oct9_scene_output_t *output)
{
    cost->instructions = board_counter_end();
    cost->visited = output->leaves + output->nodes;
    cost->tests = output->tests;
    cost->found = output->count;
}

static void cast(const oct9_motion_t *motion, uint16_t capacity, bool any, cost_t *cost)
{
    const oct9_scene_cast_input_t input = {
        .motion = *motion, .capacity = capacity, .hits = hits, .any_contact = any
    };
    oct9_scene_output_t output;
    board_counter_begin();
    (void)oct9_scene_cast(&scene, &input, &output);
    take(cost, &output);
}

static void line(const scene_place_t *place, cost_t *cost)
{
    const oct9_motion_t motion = { .from = place->at, .to = place->far };
    cast(&motion, 1, false, cost);
}

static void line_any(const scene_place_t *place, cost_t *cost)
{
    const oct9_motion_t motion = { .from = place->at, .to = place->far };
    cast(&motion, 1, true, cost);
}

static void line_all(const scene_place_t *place, cost_t *cost)
{
    const oct9_motion_t motion = { .from = place->at, .to = place->far };
    cast(&motion, MANY, false, cost);
}

static void sphere(const scene_place_t *place, cost_t *cost)
{
    const oct9_motion_t motion = { .from = place->at,
                                   .to = place->at,
                                   .radius_q6 = site->radius_q6 };
    cast(&motion, 1, false, cost);
}

static void swept(const scene_place_t *place, cost_t *cost)
{
    const oct9_motion_t motion = { .from = place->at,
                                   .to = place->to,
                                   .radius_q6 = site->radius_q6 };
    cast(&motion, 1, false, cost);
}

static void swept_any(const scene_place_t *place, cost_t *cost)
{
    const oct9_motion_t motion = { .from = place->at,
                                   .to = place->to,
                                   .radius_q6 = site->radius_q6 };
    cast(&motion, 1, true, cost);
}

static void in_ball(const scene_place_t *place, cost_t *cost)
{
    const oct9_region_t ball = { .kind = OCT9_REGION_SPHERE,
                                 .centre = place->at,
                                 .radius_q6 = site->radius_q6 };
    uint16_t index;
    uint32_t count = 0;
    board_counter_begin();
    (void)oct9_scene_find_begin(&find, &scene, &ball, 0, seen);
    while (oct9_scene_find_next(&find, UINT32_MAX, &index) > 0)
        count++;
    const oct9_search_t *search = &find.visit.search;
    const oct9_scene_output_t output = { .leaves = search->leaves,
                                         .nodes = search->nodes,
                                         .tests = find.list.tests };
    take(cost, &output);
    cost->found = count;
}

static void nearest(const scene_place_t *place, uint16_t capacity, cost_t *cost)
{
    const oct9_scene_nearest_input_t input = {
        .point = place->at, .range_q6 = site->range_q6, .capacity = capacity, .found = found
    };
    oct9_scene_output_t output;
    board_counter_begin();
    (void)oct9_scene_nearest(&scene, &input, &output);
    take(cost, &output);
}

static void nearest_1(const scene_place_t *place, cost_t *cost)
{
    nearest(place, 1, cost);
}

static void nearest_8(const scene_place_t *place, cost_t *cost)
{
    nearest(place, 8, cost);
}

static const struct {
    const char *name;
    void (*ask)(const scene_place_t *place, cost_t *cost);
} question[] = { { "line", line },       { "line-any", line_any },  { "line-all", line_all },
                 { "sphere", sphere },   { "sphere-swept", swept }, { "swept-any", swept_any },
                 { "in-ball", in_ball }, { "nearest", nearest_1 },  { "nearest-8", nearest_8 } };
enum { QUESTIONS = sizeof question / sizeof question[0] };

static void print_row(const char *name, const uint32_t *values, unsigned count)
{
    print_str("scene ");
    print_left(site->name, 8);
    print_left(name, 14);
    for (unsigned i = 0; i < count; i++)
        print_u32(values[i], 10);
    print_str("\n");
}

/* Sums are wide: 2,000 places of a few million instructions pass 2^32. */
static void measure(unsigned which)
{
    random_t random = { SEED };
    uint64_t instructions = 0, visited = 0, tests = 0;
    uint32_t worst = 0, met = 0;
    for (uint32_t i = 0; i < site->places; i++) {
        const scene_place_t place = scene_place(site, &random);
        cost_t cost;
        question[which].ask(&place, &cost);
        instructions += cost.instructions;
        visited += cost.visited;
        tests += cost.tests;
        met += cost.found != 0;
        if (worst < cost.instructions)
            worst = cost.instructions;
    }
    const uint32_t values[] = { site->places,
                                (uint32_t)(instructions / site->places),
                                worst,
                                (uint32_t)(visited / site->places),
                                (uint32_t)(tests / site->places),
                                met * 100u / site->places };
    print_row(question[which].name, values, sizeof values / sizeof values[0]);
}

static bool ask(const scene_site_t *at, const unsigned char *bytes, uint32_t size)
{
    site = at;
    if (oct9_scene_open(&scene, bytes, size, NULL) != OCT9_OK)
        return false;
    for (unsigned i = 0; i < QUESTIONS; i++)
        measure(i);
    return true;
}

int main(void)
{
    return board_counter_unit() == BOARD_INSTRUCTIONS &&
                   ask(&scene_fixture, oct9_scene_fixture, oct9_scene_fixture_size) &&
                   ask(&scene_level, oct9_scene_level, oct9_scene_level_size)
             ? 0
             : 1;
}
