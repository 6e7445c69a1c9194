/* SPDX-License-Identifier: MIT */
/* Filters against brute force: which are refused, and what each lets through, in a tree and in an
 * image, by every query that has rules. */
#include "oct9.h"
#include "tests/golden/query.h"
#include "tests/golden/world.h"
#include "tests/random.h"
#include "tests/shared/from_low.h"
#include "tests/test.h"

#include <stdio.h>
#include <string.h>

enum { PAYLOADS = 16, FREE_BELOW = 3, OCCUPIED_FROM = 6, LOW_BITS = 1024, RANDOM = 2000000 };

static oct9_block_t pool[512];
static oct9_tree_t tree;
static oct9_image_t image;

/* --- what is refused ------------------------------------------------------------------------- */

/* Some payload from `first` to `last` matches. */
static bool some_matches(unsigned first, unsigned last, unsigned mask, unsigned value)
{
    for (unsigned payload = first; payload <= last; payload++)
        if ((payload & mask) == value)
            return true;
    return false;
}

static oct9_status_t check_filter(const oct9_map_t *map, unsigned mask, unsigned value)
{
    const oct9_rules_t rules = { .filter_mask = (uint16_t)mask, .filter_value = (uint16_t)value };
    return oct9_rules_check(&rules, map);
}

static oct9_status_t due(bool matches)
{
    return matches ? OCT9_OK : OCT9_ERR_ARGUMENT;
}

/* All masks of 16 bits with all values of their bits; a value with any other bit is refused. */
static unsigned wrong_filters(const oct9_map_t *map, unsigned first, unsigned last)
{
    static bool matches[OCT9_PAYLOAD_MAX + 1];
    unsigned wrong = 0;
    for (unsigned mask = 0; mask <= OCT9_PAYLOAD_MAX; mask++) {
        memset(matches, 0, sizeof matches);
        for (unsigned payload = first; payload <= last; payload++)
            matches[payload & mask] = true;
        unsigned value = mask + 1;
        do {
            value = (value - 1) & mask;
            wrong += check_filter(map, mask, value) != due(matches[value]);
            wrong += check_filter(map, mask | 0x8000u, value) != due(matches[value]);
            wrong += check_filter(map, mask | 0x8000u, value | 0x8000u) != OCT9_ERR_ARGUMENT;
        } while (value != 0);
        for (unsigned bit = 0; bit < 16; bit++)
            if (!(mask >> bit & 1u))
                wrong += check_filter(map, mask, 1u << bit) != OCT9_ERR_ARGUMENT;
    }
    return wrong;
}

static void every_filter_of_an_image(void)
{
    const oct9_map_t map = oct9_map_of_image(&image);
    CHECK_EQ(wrong_filters(&map, 2, 2), 0);
}

static void every_filter_of_a_tree(void)
{
    const oct9_thresholds_t at = { 1, 20001 };
    const oct9_map_t map = oct9_map_of_tree(&tree);
    CHECK_EQ(oct9_tree_init(&tree, pool, 512, &at), OCT9_OK);
    CHECK_EQ(wrong_filters(&map, at.occupied_from, OCT9_PAYLOAD_MAX), 0);
}

/* All of ten bits, whose payloads above are those of the ten bits again. */
static void every_low_filter_of_a_tree(void)
{
    static const uint16_t thresholds[] = { 1, 2, 6, 511, 512, 700, 1022, 1023 };
    static bool matches[LOW_BITS];
    const oct9_map_t map = oct9_map_of_tree(&tree);
    unsigned wrong = 0;
    for (unsigned t = 0; t < sizeof thresholds / sizeof thresholds[0]; t++) {
        const oct9_thresholds_t at = { 1, (uint16_t)(32768u - LOW_BITS + thresholds[t]) };
        CHECK_EQ(oct9_tree_init(&tree, pool, 512, &at), OCT9_OK);
        for (unsigned mask = 0; mask < LOW_BITS; mask++) {
            memset(matches, 0, sizeof matches);
            for (unsigned payload = at.occupied_from; payload <= OCT9_PAYLOAD_MAX; payload++)
                matches[payload & mask] = true;
            for (unsigned value = 0; value < LOW_BITS; value++)
                wrong += check_filter(&map, mask, value) != due(matches[value]);
        }
    }
    CHECK_EQ(wrong, 0);
}

static void any_filters_of_a_tree(void)
{
    random_t random = { 19 };
    const oct9_map_t map = oct9_map_of_tree(&tree);
    unsigned wrong = 0, refused = 0;
    for (unsigned i = 0; i < RANDOM / 1000; i++) {
        const oct9_thresholds_t at = { 1, (uint16_t)(1 + random_below(&random, OCT9_PAYLOAD_MAX)) };
        CHECK_EQ(oct9_tree_init(&tree, pool, 512, &at), OCT9_OK);
        for (unsigned k = 0; k < 20; k++) {
            const unsigned mask = random_u32(&random) & 0xFFFFu;
            const unsigned value = random_u32(&random) &
                                   (random_below(&random, 4) ? mask : 0xFFFFu);
            const bool matches = some_matches(at.occupied_from, OCT9_PAYLOAD_MAX, mask, value);
            wrong += check_filter(&map, mask, value) != due(matches);
            refused += !matches;
        }
    }
    CHECK_EQ(wrong, 0);
    CHECK(refused > 0);
}

/* --- what is let through --------------------------------------------------------------------- */

/* A row of leaves of 8 cells along x, payloads 0 to 15, in free space. */
static void make_row(void)
{
    const oct9_thresholds_t thresholds = { FREE_BELOW, OCCUPIED_FROM };
    const oct9_node_t all = { { 0, 0, 0 }, OCT9_LEVELS };
    CHECK_EQ(oct9_tree_init(&tree, pool, 512, &thresholds), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&tree, &all, 1), OCT9_OK);
    for (uint16_t payload = 0; payload < PAYLOADS; payload++) {
        const oct9_node_t node = { { (uint16_t)(64 + 16 * payload), 64, 64 }, 3 };
        CHECK_EQ(oct9_tree_set_node(&tree, &node, payload), OCT9_OK);
    }
}

static oct9_state_t state_of(unsigned payload)
{
    if (payload == 0)
        return OCT9_UNKNOWN;
    return payload < FREE_BELOW    ? OCT9_FREE
         : payload < OCCUPIED_FROM ? OCT9_UNKNOWN
                                   : OCT9_OCCUPIED;
}

/* By the letter of rules.h. */
static bool blocks(const oct9_rules_t *rules, oct9_state_t state, unsigned payload)
{
    if (state == OCT9_OCCUPIED)
        return (payload & rules->filter_mask) == rules->filter_value;
    return state == OCT9_UNKNOWN && rules->unknown == OCT9_BLOCKS;
}

static unsigned answers;

/* Whether each query meets the node of 8 cells at x, 64, 64; it is asked beside it too, where all
 * is free. Each goes along y through the node alone. */
static void ask_all(const oct9_map_t *map, const oct9_rules_t *rules, uint16_t x, bool expected)
{
    const oct9_hit_t hit = expected ? OCT9_HIT_LEAF : OCT9_HIT_NONE;
    const oct9_point_t from = cell_corner(x + 4, 60, 68), inside = cell_corner(x + 4, 68, 68);
    const oct9_point_t to = cell_corner(x + 4, 80, 68);
    const oct9_point_t ends[] = { from, to };

    const oct9_probe_point_input_t point = { inside, *rules };
    oct9_probe_point_output_t point_output;
    CHECK_EQ(oct9_probe_point(map, &point, &point_output), OCT9_OK);
    CHECK_EQ(point_output.hit, hit);

    const oct9_cast_input_t ray = { from, to, *rules };
    oct9_cast_output_t cast_output;
    CHECK_EQ(oct9_cast_ray(map, &ray, &cast_output), OCT9_OK);
    CHECK_EQ(cast_output.hit, hit);

    oct9_fan_hit_t fan_hit;
    oct9_fan_output_t fan_output;
    const oct9_fan_input_t rays = { from, &to, 1, *rules, &fan_hit };
    CHECK_EQ(oct9_cast_fan(map, &rays, &fan_output), OCT9_OK);
    CHECK_EQ(fan_hit.hit, hit);

    oct9_sweep_output_t sweep_output;
    const oct9_sphere_input_t sphere = { { from, to, 100 }, *rules, false };
    CHECK_EQ(oct9_sweep_sphere(map, &sphere, &sweep_output), OCT9_OK);
    CHECK_EQ(sweep_output.hit, hit);
    const oct9_sphere_input_t rest = { { inside, inside, 100 }, *rules, false };
    CHECK_EQ(oct9_sweep_sphere(map, &rest, &sweep_output), OCT9_OK);
    CHECK_EQ(sweep_output.hit, hit);
    const oct9_sphere_t two[] = { { from, 0 }, { inside, 100 } };
    oct9_spheres_output_t spheres_output;
    const oct9_spheres_input_t spheres = { two, 2, *rules };
    CHECK_EQ(oct9_spheres_check(map, &spheres, &spheres_output), OCT9_OK);
    CHECK_EQ(spheres_output.hit, hit);
    const oct9_point_t high = { (int16_t)(from.x + 40), (int16_t)(from.y + 40),
                                (int16_t)(from.z + 40) };
    const oct9_box_input_t box = { from, high, to, *rules, false };
    CHECK_EQ(oct9_sweep_box(map, &box, &sweep_output), OCT9_OK);
    CHECK_EQ(sweep_output.hit, hit);
    const oct9_point_t far = { (int16_t)(from.x + 40), to.y, (int16_t)(from.z + 40) };
    const oct9_box_input_t wall = { from, far, from, *rules, false };
    CHECK_EQ(oct9_sweep_box(map, &wall, &sweep_output), OCT9_OK);
    CHECK_EQ(sweep_output.hit, hit);

    oct9_path_output_t path_output;
    const oct9_path_input_t path = { ends, 2, 50, *rules, false };
    CHECK_EQ(oct9_sweep_path(map, &path, &path_output), OCT9_OK);
    CHECK_EQ(path_output.sweep.hit, hit);

    oct9_obb_output_t obb_output;
    const oct9_obb_input_t turned = { { from, { 15137, 0, 0, 6270 } },
                                      { to, { 15137, 0, 0, 6270 } },
                                      { 90, 60, 50 },
                                      *rules,
                                      false };
    CHECK_EQ(oct9_obb_sweep(map, &turned, &obb_output), OCT9_OK);
    CHECK_EQ(obb_output.hit, hit);

    oct9_near_t found;
    oct9_nearest_output_t nearest_output;
    const oct9_nearest_input_t near = { from, 400, 1, &found, *rules };
    CHECK_EQ(oct9_nearest_find(map, &near, &nearest_output), OCT9_OK);
    CHECK_EQ(nearest_output.count, expected);

    oct9_probe_node_output_t below_output;
    const oct9_probe_node_input_t node = { { { x, 64, 64 }, 3 },
                                           rules->filter_mask,
                                           rules->filter_value };
    CHECK_EQ(oct9_probe_node(map, &node, &below_output), OCT9_OK);
    if (rules->unknown == OCT9_BLOCKS)
        CHECK_EQ((below_output.states & (OCT9_STATES_UNKNOWN | OCT9_STATES_OCCUPIED)) != 0,
                 expected);
    answers += 12;
}

static void everything_that_filters_let_through(void)
{
    const oct9_map_t map = oct9_map_of_tree(&tree);
    make_row();
    for (unsigned mask = 0; mask < PAYLOADS; mask++)
        for (unsigned value = 0; value < PAYLOADS; value++)
            for (unsigned unknown = 0; unknown < 2; unknown++) {
                const oct9_rules_t rules = { .unknown = (oct9_policy_t)unknown,
                                             .outside = OCT9_FREE,
                                             .filter_mask = (uint16_t)mask,
                                             .filter_value = (uint16_t)value };
                if (oct9_rules_check(&rules, &map) != OCT9_OK)
                    continue;
                for (unsigned payload = 0; payload < PAYLOADS; payload++)
                    ask_all(&map, &rules, (uint16_t)(64 + 16 * payload),
                            blocks(&rules, state_of(payload), payload));
            }
}

/* The same of an image of one leaf of each state. */
static void everything_in_an_image(void)
{
    const oct9_map_t map = oct9_map_of_image(&image);
    const oct9_point_t at[] = { point_from_low(100, 100, 100), point_from_low(10000, 300, 300),
                                point_from_low(20000, 20000, 9000) };
    CHECK_EQ(query_open(&image), OCT9_OK);
    for (unsigned mask = 0; mask < 65536; mask += mask < 64 ? 1 : 997)
        for (unsigned value = 0; value < 4; value++) {
            const oct9_probe_point_input_t point = {
                at[mask % 3], { .filter_mask = (uint16_t)mask, .filter_value = (uint16_t)value }
            };
            oct9_probe_point_output_t output;
            const oct9_status_t status = oct9_probe_point(&map, &point, &output);
            CHECK_EQ(status, due((2u & mask) == value));
            if (status != OCT9_OK)
                continue;
            CHECK_EQ(output.hit != OCT9_HIT_NONE, output.leaf.state != OCT9_FREE);
        }
}

/* What was seen before it was mended: bit 2 is in no payload of an image, and freed a building. */
static void a_bit_that_no_payload_has(void)
{
    const oct9_map_t map = oct9_map_of_image(&image);
    const oct9_sphere_input_t sphere = { .motion.radius_q6 = 64,
                                         .rules = { .filter_mask = 4, .filter_value = 4 } };
    oct9_sweep_output_t output;
    CHECK_EQ(oct9_sweep_sphere(&map, &sphere, &output), OCT9_ERR_ARGUMENT);
}

int main(void)
{
    RUN(every_filter_of_an_image);
    RUN(every_filter_of_a_tree);
    RUN(every_low_filter_of_a_tree);
    RUN(any_filters_of_a_tree);
    RUN(everything_that_filters_let_through);
    RUN(everything_in_an_image);
    RUN(a_bit_that_no_payload_has);
    printf("%u answers of queries with filters\n", answers);
    return test_end();
}
