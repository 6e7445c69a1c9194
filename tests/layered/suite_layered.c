/* SPDX-License-Identifier: MIT */
/* Layered maps: another tree over the world's image, the same on every machine; and by hand what is
 * refused, what is stale and where a shift leads. test_layered_oracle checks the answers. */
#include "oct9/layered.h"
#include "oct9/cast.h"
#include "oct9/sweep.h"
#include "oct9/visit.h"
#include "oct9/walk.h"
#include "oct9/window.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { QUESTIONS = 60, BLOCKS = 96 };

static oct9_image_t image;
static oct9_layered_t layered;
static oct9_block_t pool[40]; /* of lower trees */
static oct9_visit_t visit;

/* The world's tree over the world's image. */
static oct9_map_t begin(oct9_layered_policy_t policy)
{
    const oct9_map_t lower = oct9_map_of_image(&image);
    CHECK_EQ(oct9_layered_init(&layered, &world_tree, NULL, &lower, NULL, policy), OCT9_OK);
    return oct9_layered_map(&layered);
}

static uint32_t ask(uint32_t digest, const oct9_map_t *map, random_t *random)
{
    static oct9_cast_t cast;
    static oct9_sweep_t sweep;
    const oct9_rules_t rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE };
    const oct9_cast_input_t ray = { world_point(random), world_point(random), rules };
    const oct9_sphere_input_t ball = { { ray.from, ray.to, query_radius(random) }, rules, false };
    oct9_cast_output_t hit;
    oct9_sweep_output_t met;
    CHECK_EQ(oct9_cast_begin(&cast, map, &ray), OCT9_OK);
    CHECK_EQ(oct9_cast_run(&cast, UINT32_MAX, &hit), OCT9_OK);
    CHECK_EQ(oct9_sweep_sphere_begin(&sweep, map, &ball), OCT9_OK);
    CHECK_EQ(oct9_sweep_run(&sweep, UINT32_MAX, &met), OCT9_OK);
    digest = digest_add(digest, (uint32_t)hit.hit << 8 | (uint32_t)met.hit);
    digest = query_add_fraction(digest, &hit.fraction);
    digest = query_add_fraction(digest, &met.fraction);
    return digest_add(digest, hit.leaves << 16 | hit.nodes);
}

static void answers(void)
{
    static const oct9_offset_t shifts[] = { { 0, 0, 0 }, { 64, -128, 0 }, { 24, 0, -8 } };
    random_t random = { 91 };
    uint32_t digest = DIGEST_BEGIN;
    world_build_within(2, BLOCKS);
    CHECK_EQ(query_open(&image), OCT9_OK);
    for (unsigned i = 0; i < 12; i++) {
        const oct9_map_t map = begin((oct9_layered_policy_t)(i % 2u));
        CHECK_EQ(oct9_layered_place(&layered, &shifts[i / 4u], i % 4u), OCT9_OK);
        for (unsigned k = 0; k < QUESTIONS / 12; k++)
            digest = ask(digest, &map, &random);
    }
    TEST_DIGEST("layered", digest);
}

static unsigned state_at(const oct9_map_t *map, int x, int y, int z)
{
    const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    oct9_leaf_t leaf;
    CHECK_EQ(oct9_map_locate(map, cell, &leaf), OCT9_OK);
    CHECK_EQ(leaf.payload, leaf.state);
    return leaf.state;
}

/* By hand: one occupied cell of a lower tree, seen through free and unknown upper space. */
static void policies_and_poses(void)
{
    oct9_tree_t tree = { 0 };
    const oct9_cell_t cell = { 10, 20, 30 };
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_init(&tree, pool, 9, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&tree, cell, 2), OCT9_OK);
    const oct9_map_t lower = oct9_map_of_tree(&tree);
    for (unsigned policy = 0; policy < 2; policy++) {
        CHECK_EQ(oct9_layered_init(&layered, &world_tree, NULL, &lower, NULL,
                                   (oct9_layered_policy_t)policy),
                 OCT9_OK);
        const oct9_map_t map = oct9_layered_map(&layered);
        CHECK_EQ(state_at(&map, 10, 20, 30), OCT9_OCCUPIED);
        CHECK_EQ(state_at(&map, 11, 20, 30), OCT9_UNKNOWN);
        CHECK_EQ(oct9_tree_set_cell(&world_tree, cell, 1), OCT9_OK);
        CHECK_EQ(state_at(&map, 10, 20, 30), policy ? OCT9_FREE : OCT9_OCCUPIED);
        CHECK_EQ(oct9_tree_set_cell(&world_tree, cell, 0), OCT9_OK);
        CHECK_EQ(oct9_layered_place(&layered, &(const oct9_offset_t){ 5, -7, 64 }, 0), OCT9_OK);
        CHECK_EQ(state_at(&map, 15, 13, 94), OCT9_OCCUPIED);
        CHECK_EQ(oct9_layered_place(&layered, &(const oct9_offset_t){ 0, 0, 0 }, 1), OCT9_OK);
        CHECK_EQ(state_at(&map, 491, 10, 30), OCT9_OCCUPIED);
        CHECK_EQ(oct9_layered_place(&layered, &(const oct9_offset_t){ 1, 0, 0 }, 2), OCT9_OK);
        CHECK_EQ(state_at(&map, 502, 491, 30), OCT9_OCCUPIED);
        CHECK_EQ(oct9_layered_place(&layered, &(const oct9_offset_t){ 0, 0, 0 }, 3), OCT9_OK);
        CHECK_EQ(state_at(&map, 20, 501, 30), OCT9_OCCUPIED);
        CHECK_EQ(oct9_layered_place(&layered, &(const oct9_offset_t){ 512, 0, 0 }, 0), OCT9_OK);
        CHECK_EQ(state_at(&map, 10, 20, 30), OCT9_UNKNOWN);
    }
}

static void errors(void)
{
    const oct9_map_t map = begin(OCT9_LAYERED_UNION);
    const oct9_map_t tree = oct9_map_of_tree(&world_tree), lower = oct9_map_of_image(&image);
    const oct9_offset_t none = { 0, 0, 0 };
    static oct9_layered_t other;
    CHECK_EQ(oct9_layered_init(&other, &world_tree, NULL, &tree, NULL, OCT9_LAYERED_UNION),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_layered_init(&other, &world_tree, NULL, &map, NULL, OCT9_LAYERED_UNION),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_layered_init(&other, &world_tree, NULL, &lower, NULL, (oct9_layered_policy_t)2),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_layered_init(&other, &world_tree, NULL, &lower, &none, OCT9_LAYERED_UNION),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_layered_place(&layered, &none, 4), OCT9_ERR_ARGUMENT);
}

/* The slot of a cell, below blocks on all levels. */
static uint16_t *slot_of(oct9_tree_t *tree, oct9_cell_t cell)
{
    uint16_t *slot = &tree->root;
    for (unsigned level = OCT9_LEVELS; level-- != 0;) {
        const uint32_t half = (uint32_t)1 << level;
        const unsigned child = ((cell.x & half) != 0) + 2u * ((cell.y & half) != 0) +
                               4u * ((cell.z & half) != 0);
        CHECK(*slot < tree->capacity);
        slot = &tree->pool[*slot].slot[child];
    }
    return slot;
}

static unsigned leaves_near(const oct9_map_t *map, const oct9_region_t *region)
{
    oct9_leaf_t leaf;
    unsigned count = 0;
    CHECK_EQ(oct9_visit_begin(&visit, map, region, OCT9_STATES_ALL), OCT9_OK);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        count++;
    return count;
}

/* In a write a block's index may stand where a cell should be: queries end there as at a leaf. In
 * the upper tree it is unknown. */
static void a_block_for_a_cell(void)
{
    oct9_tree_t tree = { 0 };
    const oct9_cell_t cell = { 10, 20, 30 };
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_init(&tree, pool, 9, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&tree, cell, 2), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&world_tree, cell, 1), OCT9_OK);
    const oct9_map_t lower = oct9_map_of_tree(&tree);
    const oct9_region_t near = { .kind = OCT9_REGION_SPHERE,
                                 .centre = { -15712, -15072, -14432 },
                                 .radius_q6 = OCT9_CELL_Q6 };
    CHECK_EQ(oct9_layered_init(&layered, &world_tree, NULL, &lower, NULL, OCT9_LAYERED_UPPER_FIRST),
             OCT9_OK);
    const oct9_map_t map = oct9_layered_map(&layered);
    CHECK_EQ(state_at(&map, 10, 20, 30), OCT9_FREE);
    *slot_of(&world_tree, cell) = 3;
    CHECK_EQ(state_at(&map, 10, 20, 30), OCT9_OCCUPIED);
    const unsigned leaves = leaves_near(&lower, &near);
    *slot_of(&tree, cell) = 3;
    CHECK(leaves > 1 && leaves_near(&lower, &near) == leaves);
    CHECK(state_at(&map, 10, 20, 30) <= OCT9_OCCUPIED);
    CHECK_EQ(state_at(&map, 11, 20, 30), OCT9_UNKNOWN);
}

/* A write to either tree, and one in progress. */
static void stale(void)
{
    static oct9_walk_t walk;
    const oct9_point_t from = POINT(0, 0, 0), to = POINT(0, 0, 100);
    oct9_tree_t under = { 0 };
    oct9_leaf_t leaf;
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_init(&under, pool, 9, NULL), OCT9_OK);
    const oct9_map_t lower = oct9_map_of_tree(&under);
    CHECK_EQ(oct9_layered_init(&layered, &world_tree, NULL, &lower, NULL, OCT9_LAYERED_UNION),
             OCT9_OK);
    const oct9_map_t map = oct9_layered_map(&layered);
    oct9_tree_t *const trees[] = { &under, &world_tree };
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t seen = oct9_map_read_begin(&map);
        CHECK_EQ(oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_ALL), OCT9_OK);
        CHECK_EQ(oct9_visit_next(&visit, 100, &leaf), 1);
        CHECK(oct9_walk_begin(&walk, &map, &from, &to));
        CHECK_EQ(oct9_map_read_end(&map, seen), OCT9_OK);
        trees[i]->generation++; /* as if a writer were interrupted here */
        CHECK_EQ(oct9_map_read_begin(&map) % 2, 1);
        CHECK_EQ(oct9_visit_next(&visit, 100, &leaf), OCT9_ERR_STALE);
        CHECK_EQ(oct9_walk_next(&walk), OCT9_ERR_STALE);
        CHECK_EQ(oct9_map_read_end(&map, seen), OCT9_ERR_STALE);
        trees[1 - i]->generation++; /* both are */
        CHECK_EQ(oct9_map_read_begin(&map) % 2, 1);
        trees[0]->generation++;
        trees[1]->generation++;
        CHECK_EQ(oct9_visit_next(&visit, 100, &leaf), OCT9_ERR_STALE);
        CHECK_EQ(oct9_map_read_end(&map, seen), OCT9_ERR_STALE);
    }
}

/* A window's move carries the pose along; a query that interrupts it or began before is stale. */
static void window(void)
{
    static oct9_occupancy_t live;
    oct9_tree_t under = { 0 };
    oct9_leaf_t leaf;
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    const oct9_cell_t cell = { 200, 20, 30 };
    const oct9_offset_t by = { 1, 0, -1 }, back = { -1, 0, 1 };
    CHECK_EQ(oct9_occupancy_init(&live, world_pool, WORLD_BLOCKS, &model, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_init(&under, pool, 9, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&under, cell, 2), OCT9_OK);
    const oct9_map_t lower = oct9_map_of_tree(&under);
    CHECK_EQ(
        oct9_layered_init(&layered, &live.tree, &live.window, &lower, NULL, OCT9_LAYERED_UNION),
        OCT9_OK);
    const oct9_map_t map = oct9_layered_map(&layered);
    CHECK_EQ(state_at(&map, 200, 20, 30), OCT9_OCCUPIED);
    CHECK_EQ(oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_ALL), OCT9_OK);
    CHECK_EQ(oct9_window_move(&live, &by, 6), OCT9_OK);
    CHECK_EQ(oct9_visit_next(&visit, 100, &leaf), OCT9_ERR_STALE);
    CHECK_EQ(state_at(&map, 136, 20, 94), OCT9_OCCUPIED);
    CHECK_EQ(state_at(&map, 200, 20, 30), OCT9_UNKNOWN);
    CHECK_EQ(oct9_window_move(&live, &back, 3), OCT9_OK);
    CHECK_EQ(state_at(&map, 144, 20, 86), OCT9_OCCUPIED);
    live.tree.generation++; /* as if a move were interrupted here */
    live.window.x++;
    CHECK_EQ(oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_ALL), OCT9_OK);
    CHECK_EQ(oct9_visit_next(&visit, 100, &leaf), OCT9_ERR_STALE);
    live.tree.generation++;
    CHECK_EQ(oct9_visit_next(&visit, 100, &leaf), OCT9_ERR_STALE);
    CHECK_EQ(state_at(&map, 143, 20, 86), OCT9_OCCUPIED);
}

/* A move of a lower tree's window: what is below stays where it is, and queries are stale. */
static void lower_window(void)
{
    static oct9_occupancy_t below;
    oct9_leaf_t leaf;
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    const oct9_offset_t by = { 1, -1, -1 };
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_occupancy_init(&below, pool, 40, &model, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&below.tree, (oct9_cell_t){ 200, 20, 30 },
                                below.tree.thresholds.occupied_from),
             OCT9_OK);
    const oct9_map_t lower = oct9_map_of_tree(&below.tree);
    for (unsigned turns = 0; turns < 2; turns++) {
        const int x = turns ? 491 : 200, y = turns ? 200 : 20;
        CHECK_EQ(oct9_layered_init(&layered, &world_tree, NULL, &lower, &below.window,
                                   OCT9_LAYERED_UNION),
                 OCT9_OK);
        const oct9_map_t map = oct9_layered_map(&layered);
        CHECK_EQ(oct9_layered_place(&layered, &(const oct9_offset_t){ 0, 0, 0 }, turns), OCT9_OK);
        CHECK_EQ(state_at(&map, x, y, 30), OCT9_OCCUPIED);
        CHECK_EQ(oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_ALL), OCT9_OK);
        CHECK_EQ(oct9_window_move(&below, &by, 4), OCT9_OK);
        CHECK_EQ(oct9_visit_next(&visit, 100, &leaf), OCT9_ERR_STALE);
        CHECK_EQ(state_at(&map, x, y, 30), OCT9_OCCUPIED);
    }
}

/* A pose that is set, and one that is being set; and other trees. */
static void pose_stale(void)
{
    const oct9_offset_t shift = { 1, 2, 3 }, most = { 0, INT32_MAX - OCT9_CELLS, 0 };
    const int32_t more = INT32_MAX - OCT9_CELLS + 1;
    const oct9_offset_t beyond[] = { { more, 0, 0 }, { 0, more, 0 }, { 0, 0, more } };
    oct9_leaf_t leaf;
    const oct9_map_t map = begin(OCT9_LAYERED_UNION);
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t seen = oct9_map_read_begin(&map);
        CHECK_EQ(oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_ALL), OCT9_OK);
        if (i == 0)
            CHECK_EQ(oct9_layered_place(&layered, &shift, 3), OCT9_OK);
        else if (i == 1)
            layered.layers.generation++; /* as if oct9_layered_place were interrupted here */
        else
            (void)begin(OCT9_LAYERED_UPPER_FIRST);
        CHECK_EQ(oct9_visit_next(&visit, 100, &leaf), OCT9_ERR_STALE);
        CHECK_EQ(oct9_map_read_end(&map, seen), OCT9_ERR_STALE);
        layered.layers.generation += i == 1;
    }
    const uint32_t seen = oct9_map_read_begin(&map);
    for (unsigned i = 0; i < 3; i++)
        CHECK_EQ(oct9_layered_place(&layered, &beyond[i], 0), OCT9_ERR_RANGE);
    CHECK_EQ(oct9_layered_place(&layered, &shift, 4), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_map_read_end(&map, seen), OCT9_OK);
    CHECK_EQ(oct9_layered_place(&layered, &most, 0), OCT9_OK);
}

static oct9_status_t shift_of(int32_t upper, int32_t lower, uint32_t cell_um, int32_t *cells)
{
    const oct9_frame_t above = OCT9_FRAME(0, upper, 0, cell_um),
                       below = OCT9_FRAME(0, lower, 0, cell_um);
    oct9_offset_t shift = { 7, 7, 7 };
    const oct9_status_t status = oct9_layered_shift(&above, &below, &shift);
    *cells = shift.y;
    CHECK_EQ(shift.x, status == OCT9_OK ? 0 : 7);
    return status;
}

static void shifts(void)
{
    int32_t cells;
    CHECK_EQ(shift_of(0, 800, 80000, &cells), OCT9_OK);
    CHECK_EQ(cells, 10);
    CHECK_EQ(shift_of(800, -80, 80000, &cells), OCT9_OK);
    CHECK_EQ(cells, -11);
    CHECK_EQ(shift_of(0, 81, 80000, &cells), OCT9_ERR_ARGUMENT);
    CHECK_EQ(shift_of(0, 25, 12500, &cells), OCT9_OK);
    CHECK_EQ(cells, 2);
    CHECK_EQ(shift_of(0, 13, 12500, &cells), OCT9_ERR_ARGUMENT);
    CHECK_EQ(shift_of(INT32_MIN, INT32_MAX, 1, &cells), OCT9_ERR_RANGE);
    CHECK_EQ(shift_of(INT32_MAX, INT32_MAX - 2147483, 1, &cells), OCT9_OK);
    CHECK_EQ(cells, -2147483000);
    CHECK_EQ(shift_of(0, INT32_MIN, 1000, &cells), OCT9_OK);
    CHECK_EQ(cells, INT32_MIN);
    CHECK_EQ(shift_of(0, -((int32_t)1 << 30), 500, &cells), OCT9_OK);
    CHECK_EQ(cells, INT32_MIN);
    CHECK_EQ(shift_of(0, (int32_t)1 << 30, 500, &cells), OCT9_ERR_RANGE);
    CHECK_EQ(shift_of(0, 0, 0, &cells), OCT9_ERR_ARGUMENT);
    const oct9_frame_t far = OCT9_FRAME(INT32_MIN, 0, 0, 3000),
                       odd = OCT9_FRAME(INT32_MAX, 1, 0, 3000);
    const oct9_frame_t fine = OCT9_FRAME(0, 0, 0, 40000), coarse = OCT9_FRAME(0, 0, 0, 80000);
    oct9_offset_t shift;
    const oct9_frame_t from = OCT9_FRAME(INT32_MIN, 0, 0, 12), /* 3 mm are 250 cells */
        to = OCT9_FRAME(INT32_MAX, 3, 0, 12), off = OCT9_FRAME(INT32_MAX, 1, 0, 12);
    CHECK_EQ(oct9_layered_shift(&far, &odd, &shift), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_layered_shift(&from, &to, &shift), OCT9_ERR_RANGE);
    CHECK_EQ(oct9_layered_shift(&from, &off, &shift), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_layered_shift(&fine, &coarse, &shift), OCT9_ERR_ARGUMENT);
}

GOLDEN_SUITE(layered)
{
    RUN(answers);
    RUN(policies_and_poses);
    RUN(errors);
    RUN(a_block_for_a_cell);
    RUN(stale);
    RUN(window);
    RUN(lower_window);
    RUN(pose_stale);
    RUN(shifts);
}
