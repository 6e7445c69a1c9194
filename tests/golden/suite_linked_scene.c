/* SPDX-License-Identifier: MIT */
/* Lines over the linked leaves of a scene: the same hits as by the scene's search. */
#include "oct9/linked_scene.h"
#include "tests/golden/octants.h"
#include "tests/golden/suites.h"
#include "tests/golden/query.h"
#include "tests/random.h"
#include "tests/test.h"

enum { THINGS = 8, LINES = 200, HITS = 2 };

static oct9_primitive_t things[THINGS];
static oct9_block_t blocks[1];
static uint32_t lists[8];
static uint16_t indices[9 * THINGS];
static oct9_scene_hit_t hits[HITS], expected[HITS];
static oct9_scene_t scene;
static oct9_linked_t leaves;
static oct9_linked_scene_t linked;
static _Alignas(4) octants_image_t image;

static oct9_point_t somewhere(random_t *random)
{
    oct9_point_t point;
    point.x = (int16_t)((int32_t)random_below(random, 32768) - 16384);
    point.y = (int16_t)((int32_t)random_below(random, 32768) - 16384);
    point.z = (int16_t)((int32_t)random_below(random, 32768) - 16384);
    return point;
}

static oct9_status_t build(void)
{
    static const oct9_scene_config_t config = { .primitives = things,
                                                .primitive_count = THINGS,
                                                .blocks = blocks,
                                                .block_count = 1,
                                                .lists = lists,
                                                .list_count = 8,
                                                .indices = indices,
                                                .index_count = sizeof indices / sizeof *indices,
                                                .few = 1,
                                                .least_level = 8 };
    return oct9_scene_build(&scene, &config);
}

static void make(random_t *random)
{
    for (unsigned i = 0; i < THINGS; i++) {
        things[i].a = somewhere(random);
        things[i].b = somewhere(random);
        things[i].c = somewhere(random);
        things[i].id = (uint16_t)i;
        things[i].kind = OCT9_PRIMITIVE_TRIANGLE;
    }
    CHECK_EQ(build(), OCT9_OK);
    const oct9_map_t map = oct9_map_of_tree(&scene.tree);
    octants_make(&image, &map);
    CHECK_EQ(oct9_linked_open(&leaves, &image, sizeof image), OCT9_OK);
    CHECK_EQ(oct9_linked_scene_open(&linked, &leaves, &scene), OCT9_OK);
}

static uint32_t add_hits(uint32_t digest, const oct9_scene_output_t *output)
{
    digest = digest_add(digest, output->count | (uint32_t)output->more << 8 | output->leaves << 16);
    for (unsigned i = 0; i < output->count; i++) {
        const oct9_contact_t *a = &hits[i].contact, *b = &expected[i].contact;
        CHECK(hits[i].index == expected[i].index && a->num == b->num);
        CHECK(a->point.x == b->point.x && a->point.y == b->point.y && a->point.z == b->point.z);
        digest = digest_add(digest, (uint32_t)hits[i].index << 16 | a->num);
    }
    return digest;
}

static void lines_as_by_the_search(void)
{
    random_t random = { 56 };
    uint32_t digest = DIGEST_BEGIN;
    make(&random);
    for (unsigned i = 0; i < LINES; i++) {
        oct9_scene_cast_input_t input = { .capacity = (uint16_t)(1u + i % 2u), .hits = expected };
        oct9_scene_output_t is, should;
        oct9_linked_scene_cast_t cast;
        oct9_status_t status;
        input.motion.from = somewhere(&random);
        input.motion.to = somewhere(&random);
        CHECK_EQ(oct9_scene_cast(&scene, &input, &should), OCT9_OK);
        input.hits = hits;
        CHECK_EQ(oct9_linked_scene_cast_begin(&cast, &linked, &input), OCT9_OK);
        do
            status = oct9_linked_scene_cast_run(&cast, 1 + i % 5, &is);
        while (status == OCT9_AGAIN);
        CHECK_EQ(status, OCT9_OK);
        CHECK(is.count == should.count && is.more == should.more && is.nodes == 0);
        digest = add_hits(digest, &is);
    }
    TEST_DIGEST("linked scene", digest);
}

static void refusals(void)
{
    random_t random = { 57 };
    oct9_scene_cast_input_t input = { .capacity = 1, .hits = hits };
    oct9_scene_output_t output;
    make(&random);
    input.motion.radius_q6 = 1;
    CHECK_EQ(oct9_linked_scene_cast(&linked, &input, &output), OCT9_ERR_ARGUMENT);
    input.motion.radius_q6 = 0;
    CHECK_EQ(oct9_linked_scene_cast(&linked, &input, &output), OCT9_OK);
    CHECK_EQ(build(), OCT9_OK);
    CHECK_EQ(oct9_linked_scene_cast(&linked, &input, &output), OCT9_ERR_STALE);
    octants_set_leaf(&image.leaves[3], 3, 0); /* another list: it is not asked for its CRC again */
    const oct9_status_t status = oct9_linked_scene_open(&linked, &leaves, &scene);
    CHECK_EQ(status, OCT9_ERR_IMAGE_INDEX);
}

void suite_linked_scene(void)
{
    RUN(lines_as_by_the_search);
    RUN(refusals);
}
