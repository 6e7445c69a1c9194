/* SPDX-License-Identifier: MIT */
/* Scenes that cannot be built or asked: every error, of images too. */
#include "tests/golden/query.h"
#include "tests/scene/row.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { SOME = 30 };

/* --- errors ---------------------------------------------------------------------------------- */

static oct9_scene_build_t building;

/* Builds in slices: what the begin or the last run returns. */
static oct9_status_t build_slices(oct9_scene_t *scene, const oct9_scene_config_t *config,
                                  uint32_t budget)
{
    oct9_status_t status = oct9_scene_build_begin(&building, scene, config);
    if (status != OCT9_OK)
        return status;
    do
        status = oct9_scene_build_run(&building, budget);
    while (status == OCT9_AGAIN);
    CHECK_EQ(oct9_scene_build_run(&building, budget), status); /* and so again */
    return status;
}

static void fails(const oct9_scene_config_t *config, oct9_status_t status)
{
    oct9_scene_t painted;
    query_paint(&painted, sizeof painted);
    CHECK_EQ(oct9_scene_build(&painted, config), status);
    CHECK_EQ(build_slices(&painted, config, 3), status);
    CHECK(query_painted(&painted, sizeof painted));
}

/* After one that fails while building there is no scene, and a write does not end. */
static void fails_late(const oct9_scene_config_t *config, oct9_status_t status)
{
    for (unsigned slices = 0; slices < 2; slices++) {
        oct9_scene_t none;
        query_paint(&none, sizeof none);
        CHECK_EQ(slices ? build_slices(&none, config, 50) : oct9_scene_build(&none, config),
                 status);
        CHECK(none.tree.generation & 1u);
        CHECK(none.tree.root == OCT9_SLOT_LEAF && none.primitive_count == 0);
    }
}

static void bad_numbers(void)
{
    oct9_scene_config_t config = row_config(HAND);
    row_put_all();
    config.few = 0;
    fails(&config, OCT9_ERR_ARGUMENT);
    config = row_config(OCT9_PRIMITIVES_MAX + 1);
    fails(&config, OCT9_ERR_ARGUMENT);
    config = row_config(HAND);
    config.block_count = 0;
    fails(&config, OCT9_ERR_ARGUMENT);
    config.block_count = OCT9_BLOCKS_MAX + 1;
    fails(&config, OCT9_ERR_ARGUMENT);
    config = row_config(HAND);
    config.least_level = 10;
    fails(&config, OCT9_ERR_ARGUMENT);
}

static void bad_primitives(void)
{
    const oct9_scene_config_t config = row_config(HAND);
    row_put_all();
    row_primitives[NEEDLE].kind = 4;
    fails(&config, OCT9_ERR_ARGUMENT);
    row_primitives[NEEDLE].a.x = AT(-1); /* outside too, but the kind comes first */
    fails(&config, OCT9_ERR_ARGUMENT);
    row_primitives[BALL].a.x = AT(99); /* and the first primitive before all others */
    fails(&config, OCT9_ERR_OUTSIDE);
    row_put_all();
    row_primitives[BALL].a.x = AT(99);
    fails(&config, OCT9_ERR_OUTSIDE);
    row_primitives[BALL].a.x = AT(32667); /* 32767 belongs to the cube */
    CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
    row_primitives[BALL].a.x = AT(32668);
    fails(&config, OCT9_ERR_OUTSIDE);
    row_put_all();
    row_primitives[BLOCK].b.z = AT(899);
    fails(&config, OCT9_ERR_ARGUMENT);
    row_put_all();
    row_primitives[PILLAR].b.y = AT(49);
    fails(&config, OCT9_ERR_OUTSIDE);
    row_put_all();
    row_primitives[SAIL].c.z = AT(-1);
    fails(&config, OCT9_ERR_OUTSIDE);
    row_put_all();
    row_primitives[PANE].a.x = AT(-1);
    fails(&config, OCT9_ERR_OUTSIDE);
    row_put_all();
    row_primitives[SAIL].b.y = AT(32768);
    fails(&config, OCT9_ERR_OUTSIDE);
    row_primitives[SAIL].b.y = AT(32767);
    CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
    row_primitives[DOT].a.z = AT(49151);
    fails(&config, OCT9_ERR_OUTSIDE);
}

static void full_arrays(void)
{
    oct9_scene_config_t config = row_config(SOME);
    row_randomize();
    query_paint(&row_scene, sizeof row_scene);
    CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
    const uint32_t blocks = row_scene.tree.used, list_count = row_scene.list_count;
    const uint32_t index_count = row_scene.index_count;
    CHECK(row_scene.tree.capacity == blocks && row_scene.tree.peak == blocks &&
          row_scene.tree.failed == 0);
    config.block_count = blocks - 1;
    fails_late(&config, OCT9_ERR_POOL_FULL);
    config.block_count = blocks;
    CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
    config.list_count = list_count - 1;
    fails_late(&config, OCT9_ERR_LISTS_FULL);
    config.list_count = list_count;
    CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
    config.index_count = index_count - 1;
    fails_late(&config, OCT9_ERR_INDICES_FULL);
    config.index_count = 0;
    fails_late(&config, OCT9_ERR_INDICES_FULL);

    config = row_config(0); /* nothing needs nothing */
    config.list_count = config.index_count = 0;
    CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
    CHECK_EQ(row_cast(point(0, 0, 0), point(32767, 32767, 32767), 32767, 0, ROW_HITS), 0);
    CHECK_EQ(row_nearest(point(0, 0, 0), 32767, 0, 1), 0);
    CHECK_EQ(row_in_box(point(0, 0, 0), point(32767, 32767, 32767), 0), 0);
}

/* 256 dots in one cell, and 255. */
static void full_lists(void)
{
    const oct9_point_t none = point(0, 0, 0);
    oct9_node_t full = { { 9, 9, 9 }, 9 };
    oct9_scene_config_t config = row_config(ROW_PRIMITIVES);
    config.full = &full;
    for (unsigned i = 0; i < ROW_PRIMITIVES; i++)
        row_put(i, OCT9_PRIMITIVE_SPHERE, point(64 * 300 + 5, 64 * 200 + 9, 64 * 100 + 7), none,
                none, 0);
    fails_late(&config, OCT9_ERR_LIST_FULL);
    CHECK(full.corner.x == 296 && full.corner.y == 200 && full.corner.z == 96 && full.level == 3);
    config.full = NULL;
    config.least_level = 7;
    fails_late(&config, OCT9_ERR_LIST_FULL);
    config.primitive_count = 255;
    CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
    CHECK_EQ(row_scene.tree.used, 2);
    CHECK_EQ(row_scene.list_count, 1);
    CHECK_EQ(row_scene.lists[0], 255);
}

/* --- builds in slices ------------------------------------------------------------------------ */

static uint32_t digest_of_scene(void)
{
    const oct9_tree_t *tree = &row_scene.tree;
    uint32_t digest = digest_add(digest_add(DIGEST_BEGIN, tree->used), tree->root);
    for (uint32_t i = 0; i < tree->used; i++)
        for (unsigned c = 0; c < 8; c++)
            digest = digest_add(digest, tree->pool[i].slot[c]);
    for (uint32_t i = 0; i < row_scene.list_count; i++)
        digest = digest_add(digest, row_scene.lists[i]);
    for (uint32_t i = 0; i < row_scene.index_count; i++)
        digest = digest_add(digest, row_scene.indices[i]);
    return digest;
}

/* Any budget makes the same scene; while it is made there is none. */
static void slices(void)
{
    const oct9_scene_config_t config = row_config(SOME);
    row_randomize();
    CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
    const uint32_t whole = digest_of_scene(), generation = row_scene.tree.generation;
    CHECK_EQ(oct9_scene_build_begin(&building, &row_scene, &config), OCT9_OK);
    CHECK_EQ(oct9_scene_build_run(&building, 0), OCT9_ERR_ARGUMENT);
    for (unsigned i = 0; i < SOME; i++)
        CHECK_EQ(oct9_scene_build_run(&building, 1), OCT9_AGAIN);
    CHECK(row_scene.tree.generation == generation && digest_of_scene() == whole);
    CHECK_EQ(oct9_scene_build_run(&building, 1), OCT9_AGAIN);
    CHECK(row_scene.tree.generation & 1u);
    while (oct9_scene_build_run(&building, 1) == OCT9_AGAIN)
        CHECK(row_scene.tree.generation & 1u);
    CHECK(digest_of_scene() == whole);
    for (uint32_t budget = 2; budget < 5000; budget *= 3) {
        CHECK_EQ(build_slices(&row_scene, &config, budget), OCT9_OK);
        CHECK(digest_of_scene() == whole);
    }
}

/* A build that another one overtakes writes no more, also when that one has failed. */
static void overtaken(void)
{
    const oct9_scene_config_t config = row_config(SOME);
    oct9_scene_config_t other = config;
    row_randomize();
    for (unsigned i = 0; i < 4; i++) { /* the first two while it lists, the others while it tests */
        const unsigned good = i % 2;
        CHECK_EQ(oct9_scene_build_begin(&building, &row_scene, &config), OCT9_OK);
        CHECK_EQ(oct9_scene_build_run(&building, 2 * SOME + i), OCT9_AGAIN);
        other.block_count = good ? config.block_count : 1;
        CHECK_EQ(oct9_scene_build(&row_scene, &other), good ? OCT9_OK : OCT9_ERR_POOL_FULL);
        const uint32_t generation = row_scene.tree.generation, after = digest_of_scene();
        CHECK_EQ(oct9_scene_build_run(&building, UINT32_MAX), OCT9_ERR_STALE);
        CHECK_EQ(oct9_scene_build_run(&building, 1), OCT9_ERR_STALE);
        CHECK(row_scene.tree.generation == generation && digest_of_scene() == after);
    }
}

/* --- queries ---------------------------------------------------------------------------------- */

static void bad_casts(void)
{
    oct9_scene_cast_input_t in = { .motion = { .radius_q6 = 32768 },
                                   .capacity = 1,
                                   .hits = row_hits };
    row_build();
    query_paint(&row_out, sizeof row_out);
    CHECK_EQ(oct9_scene_cast(&row_scene, &in, &row_out), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_scene_cast_begin(&row_scratch.cast, &row_scene, &in), OCT9_ERR_ARGUMENT);
    in.motion.radius_q6 = 32767;
    in.capacity = 0;
    CHECK_EQ(oct9_scene_cast(&row_scene, &in, &row_out), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_scene_cast_begin(&row_scratch.cast, &row_scene, &in), OCT9_ERR_ARGUMENT);
    in.capacity = 1;
    CHECK_EQ(oct9_scene_cast_begin(&row_scratch.cast, &row_scene, &in), OCT9_OK);
    CHECK_EQ(oct9_scene_cast_run(&row_scratch.cast, 0, &row_out), OCT9_ERR_ARGUMENT);
    CHECK(query_painted(&row_out, sizeof row_out));
    CHECK_EQ(oct9_scene_cast_run(&row_scratch.cast, 1, &row_out), OCT9_AGAIN);
    CHECK_EQ(row_out.leaves + row_out.nodes, 1);
    CHECK(query_painted(&row_out.count, sizeof row_out.count));
}

static void bad_nearests(void)
{
    oct9_scene_nearest_input_t in = { .range_q6 = 32768, .capacity = 1, .found = row_found };
    row_build();
    query_paint(&row_out, sizeof row_out);
    CHECK_EQ(oct9_scene_nearest(&row_scene, &in, &row_out), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_scene_nearest_begin(&row_scratch.nearest, &row_scene, &in), OCT9_ERR_ARGUMENT);
    in.range_q6 = 32767;
    in.capacity = 0;
    CHECK_EQ(oct9_scene_nearest(&row_scene, &in, &row_out), OCT9_ERR_ARGUMENT);
    in.capacity = 1;
    CHECK_EQ(oct9_scene_nearest_begin(&row_scratch.nearest, &row_scene, &in), OCT9_OK);
    CHECK_EQ(oct9_scene_nearest_run(&row_scratch.nearest, 0, &row_out), OCT9_ERR_ARGUMENT);
    CHECK(query_painted(&row_out, sizeof row_out));
    CHECK_EQ(oct9_scene_nearest_run(&row_scratch.nearest, 1, &row_out), OCT9_AGAIN);
    CHECK_EQ(row_out.leaves + row_out.nodes, 1);
}

static void bad_finds(void)
{
    oct9_frustum_t frustum = row_between(0, 9);
    const oct9_region_t dot = { .kind = OCT9_REGION_BOX,
                                .lo = point(5, 5, 5),
                                .hi = point(5, 5, 5) };
    oct9_region_t region = dot;
    uint16_t index = 0x5A5A;
    row_build();
    region.hi = point(9, 4, 9);
    CHECK_EQ(oct9_scene_find_begin(&row_scratch.find, &row_scene, &region, 0, row_seen),
             OCT9_ERR_ARGUMENT);
    region.kind = OCT9_REGION_SPHERE;
    region.radius_q6 = 32768;
    CHECK_EQ(oct9_scene_find_begin(&row_scratch.find, &row_scene, &region, 0, row_seen),
             OCT9_ERR_ARGUMENT);
    region.kind = OCT9_REGION_FRUSTUM;
    region.frustum = &frustum;
    frustum.plane[5].normal[2] = 0;
    CHECK_EQ(oct9_scene_find_begin(&row_scratch.find, &row_scene, &region, 0, row_seen),
             OCT9_ERR_ARGUMENT);
    frustum.plane[5].normal[2] = OCT9_ONE_Q14 + 1;
    CHECK_EQ(oct9_scene_find_begin(&row_scratch.find, &row_scene, &region, 0, row_seen),
             OCT9_ERR_ARGUMENT);
    region.kind = (oct9_region_kind_t)4;
    CHECK_EQ(oct9_scene_find_begin(&row_scratch.find, &row_scene, &region, 0, row_seen),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_scene_find_begin(&row_scratch.find, &row_scene, &dot, 0, row_seen), OCT9_OK);
    CHECK_EQ(oct9_scene_find_next(&row_scratch.find, 0, &index), OCT9_ERR_ARGUMENT);
    region.kind = OCT9_REGION_SPHERE;
    region.centre = point(5, 5, 5);
    region.radius_q6 = 32767;
    CHECK_EQ(oct9_scene_find_begin(&row_scratch.find, &row_scene, &region, 0, row_seen), OCT9_OK);
    CHECK_EQ(oct9_scene_find_next(&row_scratch.find, 1, &index), OCT9_AGAIN);
    CHECK_EQ(index, 0x5A5A);
    CHECK_EQ(row_found_bits(1), 255);
}

/* --- the image ------------------------------------------------------------------------------- */

enum { IMAGE_WORDS = 800, WORD = 4 };

/* The row as an image, made here: the machine's byte order is the image's. */
static union {
    oct9_scene_header_t header;
    uint32_t words[IMAGE_WORDS];
    unsigned char bytes[IMAGE_WORDS * WORD];
} image;

static unsigned char *append(unsigned char *at, const void *from, size_t size)
{
    const unsigned char *bytes = from;
    for (size_t i = 0; i < size; i++)
        *at++ = bytes[i];
    return at;
}

static void seal(void)
{
    const size_t behind = offsetof(oct9_scene_header_t, version);
    image.header.crc = oct9_rom_crc32(0, oct9_rom_of_ram(image.bytes + behind),
                                      (size_t)(image.header.bytes - behind));
}

static void make_image(void)
{
    row_build();
    for (unsigned i = 0; i < IMAGE_WORDS; i++)
        image.words[i] = 0;
    unsigned char *at = image.bytes + sizeof image.header;
    at = append(at, row_scene.lists, row_scene.list_count * sizeof *row_scene.lists);
    at = append(at, row_scene.tree.pool, row_scene.tree.used * sizeof(oct9_block_t));
    at = append(at, row_scene.indices, (size_t)(row_scene.index_count * sizeof *row_scene.indices));
    at = append(at, row_primitives, HAND * sizeof *row_primitives);
    image.header = (oct9_scene_header_t){ .magic = OCT9_SCENE_MAGIC,
                                          .version = OCT9_SCENE_VERSION,
                                          .bytes = (uint32_t)(at - image.bytes + 3) / WORD * WORD,
                                          .origin_mm = { -1000, 2000, 5 },
                                          .cell_um = 4000,
                                          .root = row_scene.tree.root,
                                          .primitive_count = HAND,
                                          .block_count = row_scene.tree.used,
                                          .list_count = row_scene.list_count,
                                          .index_count = row_scene.index_count };
    seal();
}

static oct9_primitive_t *image_primitive(unsigned i)
{
    unsigned char *at = image.bytes + sizeof image.header;
    at += image.header.list_count * WORD + image.header.block_count * sizeof(oct9_block_t) +
          image.header.index_count * 2;
    return (oct9_primitive_t *)(void *)at + i;
}

static oct9_status_t open_image(size_t size)
{
    return oct9_scene_open(&row_scene, image.bytes, size, NULL);
}

static void from_an_image(void)
{
    oct9_frame_t frame;
    make_image();
    CHECK(image.header.bytes <= sizeof image);
    CHECK_EQ(oct9_scene_open(&row_scene, image.bytes, (size_t)image.header.bytes, &frame), OCT9_OK);
    CHECK(frame.origin_mm.x == -1000 && frame.origin_mm.y == 2000 && frame.origin_mm.z == 5);
    CHECK_EQ(frame.cell_um, 4000);
    row_primitives[BALL].a.x = AT(0); /* nothing is left there */
    world_pool[0].slot[0] = row_indices[0] = 0;
    row_lists[0] = 0;
    CHECK_EQ(row_cast(point(0, 1000, 1000), point(10000, 1000, 1000), 0, 0, ROW_HITS), HAND);
    CHECK(row_hit_is(0, BALL, 5898) && row_hit_is(7, NEEDLE, 45874));
    CHECK_EQ(row_scene.primitives[row_hits[2].index].id, 100 + PILLAR);
    CHECK_EQ(row_in_sphere(point(5500, 1000, 1000), 500), 1u << DOT | 1u << SAME_DOT | 1u << PANE);
}

/* A word of the header that is wrong, with a CRC that is right. */
static void wrong_word(uint32_t *word, uint32_t value, oct9_status_t status)
{
    const uint32_t before = *word;
    *word = value;
    seal();
    CHECK_EQ(open_image(sizeof image), status);
    *word = before;
    seal();
    CHECK_EQ(open_image(sizeof image), OCT9_OK);
}

static void wrong_half(uint16_t *half, uint16_t value, oct9_status_t status)
{
    const uint16_t before = *half;
    *half = value;
    seal();
    CHECK_EQ(open_image(sizeof image), status);
    *half = before;
    seal();
}

static void bad_images(void)
{
    make_image();
    oct9_scene_header_t *h = &image.header;
    CHECK_EQ(oct9_scene_open(&row_scene, image.bytes + 2, sizeof image - 2, NULL),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(open_image(sizeof *h - 1), OCT9_ERR_IMAGE_SHORT);
    CHECK_EQ(open_image((size_t)(h->bytes - 1)), OCT9_ERR_IMAGE_SHORT);
    wrong_word(&h->magic, 0x6f633973u, OCT9_ERR_IMAGE_ENDIAN);
    wrong_word(&h->magic, OCT9_IMAGE_MAGIC, OCT9_ERR_IMAGE_MAGIC);
    wrong_word(&h->version, OCT9_SCENE_VERSION - 1, OCT9_ERR_IMAGE_VERSION);
    wrong_word(&h->version, OCT9_SCENE_VERSION + 1, OCT9_ERR_IMAGE_VERSION);
    wrong_word(&h->primitive_count, HAND + 2, OCT9_ERR_IMAGE_COUNT);
    wrong_word(&h->block_count, h->block_count - 1, OCT9_ERR_IMAGE_COUNT);
    wrong_word(&h->list_count, 0xFFFFFFFFu, OCT9_ERR_IMAGE_COUNT);
    wrong_word(&h->index_count, h->index_count + 4, OCT9_ERR_IMAGE_COUNT);
    wrong_word(&h->cell_um, 0, OCT9_ERR_IMAGE_STATE);
    wrong_word(&h->cell_um, OCT9_CELL_UM_MAX + 1, OCT9_ERR_IMAGE_STATE);
    wrong_word(&h->root, h->block_count, OCT9_ERR_IMAGE_INDEX);
    image.bytes[sizeof *h] ^= 1;
    CHECK_EQ(open_image(sizeof image), OCT9_ERR_IMAGE_CRC);
    image.bytes[sizeof *h] ^= 1;
    uint32_t *list = &image.words[sizeof *h / WORD];
    wrong_word(list, h->index_count << 8 | 1u, OCT9_ERR_IMAGE_INDEX);
    wrong_half(&image_primitive(0)->kind, 4, OCT9_ERR_IMAGE_STATE);
    uint16_t *const x = (uint16_t *)(void *)&image_primitive(SAIL)->a.x;
    wrong_half(x, (uint16_t)AT(-1), OCT9_ERR_IMAGE_STATE);
    wrong_half(x, (uint16_t)AT(32768), OCT9_ERR_IMAGE_STATE);
    wrong_half((uint16_t *)(void *)image_primitive(0) - 1, HAND, OCT9_ERR_IMAGE_INDEX);
    uint16_t *slot = (uint16_t *)(void *)(list + h->list_count);
    wrong_half(slot, (uint16_t)(OCT9_SLOT_LEAF | (h->list_count + 1)), OCT9_ERR_IMAGE_INDEX);
    wrong_half(slot, (uint16_t)h->block_count, OCT9_ERR_IMAGE_INDEX);
    wrong_half(slot, 0, OCT9_ERR_IMAGE_INDEX);
    CHECK_EQ(open_image(sizeof image), OCT9_OK);
}

GOLDEN_SUITE(scene_errors)
{
    RUN(bad_numbers);
    RUN(bad_primitives);
    RUN(full_arrays);
    RUN(full_lists);
    RUN(slices);
    RUN(overtaken);
    RUN(bad_casts);
    RUN(bad_nearests);
    RUN(bad_finds);
    RUN(from_an_image);
    RUN(bad_images);
}
