/* SPDX-License-Identifier: MIT */
/* What each question to a scene costs on a board, in instructions: the arm's fixture in flash, mean
 * and worst of random places. */
#include "bench/scene_places.h"
#include "boards/board.h"
#include "boards/print.h"
#include "oct9/linked_scene.h"

extern const unsigned char oct9_scene_fixture[];
extern const uint32_t oct9_scene_fixture_size;
extern const unsigned char oct9_linked_map_fixture[];
extern const uint32_t oct9_linked_map_fixture_size;

enum { MANY = 16, SEED = 20240611 };

static oct9_scene_find_t find;

static oct9_scene_t scene;
static oct9_linked_t leaves;
static oct9_linked_scene_t linked;
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

static void cast(const oct9_motion_t *motion, uint16_t capacity, cost_t *cost)
{
    const oct9_scene_cast_input_t input = { .motion = *motion, .capacity = capacity, .hits = hits };
    oct9_scene_output_t output;
    board_counter_begin();
    (void)oct9_scene_cast(&scene, &input, &output);
    take(cost, &output);
}

static void line(const scene_place_t *place, cost_t *cost)
{
    const oct9_motion_t motion = { .from = place->at, .to = place->far };
    cast(&motion, 1, cost);
}

static void line_all(const scene_place_t *place, cost_t *cost)
{
    const oct9_motion_t motion = { .from = place->at, .to = place->far };
    cast(&motion, MANY, cost);
}

static void line_linked(const scene_place_t *place, cost_t *cost)
{
    const oct9_scene_cast_input_t input = { .motion = { .from = place->at, .to = place->far },
                                            .capacity = 1,
                                            .hits = hits };
    oct9_scene_output_t output;
    board_counter_begin();
    (void)oct9_linked_scene_cast(&linked, &input, &output);
    take(cost, &output);
}

static void sphere(const scene_place_t *place, cost_t *cost)
{
    const oct9_motion_t motion = { .from = place->at,
                                   .to = place->at,
                                   .radius_q6 = SCENE_RADIUS_Q6 };
    cast(&motion, 1, cost);
}

static void swept(const scene_place_t *place, cost_t *cost)
{
    const oct9_motion_t motion = { .from = place->at,
                                   .to = place->to,
                                   .radius_q6 = SCENE_RADIUS_Q6 };
    cast(&motion, 1, cost);
}

static void in_ball(const scene_place_t *place, cost_t *cost)
{
    const oct9_region_t ball = { .kind = OCT9_REGION_SPHERE,
                                 .centre = place->at,
                                 .radius_q6 = SCENE_RADIUS_Q6 };
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
        .point = place->at, .range_q6 = SCENE_RANGE_Q6, .capacity = capacity, .found = found
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
} question[] = { { "line", line },         { "line-linked", line_linked }, { "line-all", line_all },
                 { "sphere", sphere },     { "sphere-swept", swept },      { "in-ball", in_ball },
                 { "nearest", nearest_1 }, { "nearest-8", nearest_8 } };
enum { QUESTIONS = sizeof question / sizeof question[0] };

/* Sums are wide: 2,000 places of a few million instructions pass 2^32. */
static void measure(unsigned which)
{
    random_t random = { SEED };
    uint64_t instructions = 0, visited = 0, tests = 0;
    uint32_t worst = 0, met = 0;
    for (uint32_t i = 0; i < SCENE_PLACES; i++) {
        const scene_place_t place = scene_place(&random);
        cost_t cost;
        question[which].ask(&place, &cost);
        instructions += cost.instructions;
        visited += cost.visited;
        tests += cost.tests;
        met += cost.found != 0;
        if (worst < cost.instructions)
            worst = cost.instructions;
    }
    print_str("scene ");
    print_left(question[which].name, 14);
    print_u32(SCENE_PLACES, 8);
    print_u32((uint32_t)(instructions / SCENE_PLACES), 10);
    print_u32(worst, 10);
    print_u32((uint32_t)(visited / SCENE_PLACES), 8);
    print_u32((uint32_t)(tests / SCENE_PLACES), 8);
    print_u32(met * 100u / SCENE_PLACES, 8);
    print_str("\n");
}

int main(void)
{
    if (oct9_scene_open(&scene, oct9_scene_fixture, oct9_scene_fixture_size, NULL) != OCT9_OK ||
        oct9_linked_open(&leaves, oct9_linked_map_fixture, oct9_linked_map_fixture_size) !=
            OCT9_OK ||
        oct9_linked_scene_open(&linked, &leaves, &scene) != OCT9_OK ||
        board_counter_unit() != BOARD_INSTRUCTIONS)
        return 1;
    for (unsigned i = 0; i < QUESTIONS; i++)
        measure(i);
    return 0;
}
