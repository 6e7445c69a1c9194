/* SPDX-License-Identifier: MIT */
/* The suite of scenes: errors and images. */
#include "tests/golden/query.h"
#include "tests/golden/scene_parts.h"
#include "tests/test.h"

/* --- errors ---------------------------------------------------------------------------------- */

static void fails(const oct9_scene_config_t *config, oct9_status_t status)
{
    oct9_scene_t painted;
    query_paint(&painted, sizeof painted);
    CHECK_EQ(oct9_scene_build(&painted, config), status);
    CHECK(query_painted(&painted, sizeof painted));
}

static void bad_numbers(void)
{
    oct9_scene_config_t config = scene_config_of(HAND);
    scene_put_row();
    config.few = 0;
    fails(&config, OCT9_ERR_CAPACITY);
    config = scene_config_of(OCT9_PRIMITIVES_MAX + 1);
    fails(&config, OCT9_ERR_CAPACITY);
    config = scene_config_of(HAND);
    config.block_count = 0;
    fails(&config, OCT9_ERR_POOL_SIZE);
    config.block_count = OCT9_BLOCKS_MAX + 1;
    fails(&config, OCT9_ERR_POOL_SIZE);
    config = scene_config_of(HAND);
    config.least_level = 10;
    fails(&config, OCT9_ERR_LEVEL);
}

static void bad_primitives(void)
{
    const oct9_scene_config_t config = scene_config_of(HAND);
    scene_put_row();
    scene_primitives[NEEDLE].kind = 4;
    fails(&config, OCT9_ERR_PRIMITIVE);
    scene_primitives[NEEDLE].a.x = -1; /* outside too, but the kind comes first */
    fails(&config, OCT9_ERR_PRIMITIVE);
    scene_primitives[BALL].a.x = 99; /* and the first primitive before all others */
    fails(&config, OCT9_ERR_OUTSIDE);
    scene_put_row();
    scene_primitives[BALL].a.x = 99;
    fails(&config, OCT9_ERR_OUTSIDE);
    scene_primitives[BALL].a.x = 32667; /* 32767 belongs to the cube */
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    scene_primitives[BALL].a.x = 32668;
    fails(&config, OCT9_ERR_OUTSIDE);
    scene_put_row();
    scene_primitives[BLOCK].b.z = 899;
    fails(&config, OCT9_ERR_PRIMITIVE);
    scene_put_row();
    scene_primitives[PILLAR].b.y = 49;
    fails(&config, OCT9_ERR_OUTSIDE);
    scene_put_row();
    scene_primitives[SAIL].c.z = -1;
    fails(&config, OCT9_ERR_OUTSIDE);
    scene_put_row();
    scene_primitives[PANE].a.x = -1;
    fails(&config, OCT9_ERR_OUTSIDE);
}

static void full_arrays(void)
{
    oct9_scene_config_t config = scene_config_of(SOME);
    scene_random_primitives();
    query_paint(&scene, sizeof scene);
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    const uint32_t blocks = scene.tree.used, list_count = scene.list_count;
    const uint32_t index_count = scene.index_count;
    CHECK(scene.tree.capacity == blocks && scene.tree.peak == blocks && scene.tree.failed == 0);
    config.block_count = blocks - 1;
    fails(&config, OCT9_ERR_POOL_FULL);
    config.block_count = blocks;
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    config.list_count = list_count - 1;
    fails(&config, OCT9_ERR_LISTS_FULL);
    config.list_count = list_count;
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    config.index_count = index_count - 1;
    fails(&config, OCT9_ERR_INDICES_FULL);
    config.index_count = 0;
    fails(&config, OCT9_ERR_INDICES_FULL);

    config = scene_config_of(0); /* nothing needs nothing */
    config.list_count = config.index_count = 0;
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    CHECK_EQ(scene_go(scene_point(0, 0, 0), scene_point(32767, 32767, 32767), 32767, 0, HITS), 0);
    CHECK_EQ(scene_ask_nearest(scene_point(0, 0, 0), 32767, 0, 1), 0);
    CHECK_EQ(scene_in_box(scene_point(0, 0, 0), scene_point(32767, 32767, 32767), 0), 0);
}

/* 256 dots in one cell, and 255. */
static void full_lists(void)
{
    const oct9_point_t none = scene_point(0, 0, 0);
    oct9_node_t full = { { 9, 9, 9 }, 9 };
    oct9_scene_config_t config = scene_config_of(PRIMITIVES);
    config.full = &full;
    for (unsigned i = 0; i < PRIMITIVES; i++)
        scene_put(i, OCT9_PRIMITIVE_SPHERE, scene_point(64 * 300 + 5, 64 * 200 + 9, 64 * 100 + 7),
                  none, none, 0);
    fails(&config, OCT9_ERR_LIST_FULL);
    CHECK(full.corner.x == 296 && full.corner.y == 200 && full.corner.z == 96 && full.level == 3);
    config.full = NULL;
    config.least_level = 7;
    fails(&config, OCT9_ERR_LIST_FULL);
    config.primitive_count = 255;
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    CHECK_EQ(scene.tree.used, 2);
    CHECK_EQ(scene.list_count, 1);
    CHECK_EQ(scene.lists[0], 255);
}

static void bad_casts(void)
{
    oct9_scene_cast_input_t in = { .motion = { .radius_q6 = 32768 },
                                   .capacity = 1,
                                   .hits = scene_hits };
    scene_build_row();
    query_paint(&scene_out, sizeof scene_out);
    CHECK_EQ(oct9_scene_cast(&scene, &in, &scene_out), OCT9_ERR_RADIUS);
    CHECK_EQ(oct9_scene_cast_begin(&scene_scratch.cast, &scene, &in), OCT9_ERR_RADIUS);
    in.motion.radius_q6 = 32767;
    in.capacity = 0;
    CHECK_EQ(oct9_scene_cast(&scene, &in, &scene_out), OCT9_ERR_CAPACITY);
    CHECK_EQ(oct9_scene_cast_begin(&scene_scratch.cast, &scene, &in), OCT9_ERR_CAPACITY);
    in.capacity = 1;
    CHECK_EQ(oct9_scene_cast_begin(&scene_scratch.cast, &scene, &in), OCT9_OK);
    CHECK_EQ(oct9_scene_cast_run(&scene_scratch.cast, 0, &scene_out), OCT9_ERR_BUDGET);
    CHECK(query_painted(&scene_out, sizeof scene_out));
    CHECK_EQ(oct9_scene_cast_run(&scene_scratch.cast, 1, &scene_out), OCT9_AGAIN);
    CHECK_EQ(scene_out.leaves + scene_out.nodes, 1);
    CHECK(query_painted(&scene_out.count, sizeof scene_out.count));
}

static void bad_nearests(void)
{
    oct9_scene_nearest_input_t in = { .range_q6 = 32768, .capacity = 1, .found = scene_found };
    scene_build_row();
    query_paint(&scene_out, sizeof scene_out);
    CHECK_EQ(oct9_scene_nearest(&scene, &in, &scene_out), OCT9_ERR_RADIUS);
    CHECK_EQ(oct9_scene_nearest_begin(&scene_scratch.nearest, &scene, &in), OCT9_ERR_RADIUS);
    in.range_q6 = 32767;
    in.capacity = 0;
    CHECK_EQ(oct9_scene_nearest(&scene, &in, &scene_out), OCT9_ERR_CAPACITY);
    in.capacity = 1;
    CHECK_EQ(oct9_scene_nearest_begin(&scene_scratch.nearest, &scene, &in), OCT9_OK);
    CHECK_EQ(oct9_scene_nearest_run(&scene_scratch.nearest, 0, &scene_out), OCT9_ERR_BUDGET);
    CHECK(query_painted(&scene_out, sizeof scene_out));
    CHECK_EQ(oct9_scene_nearest_run(&scene_scratch.nearest, 1, &scene_out), OCT9_AGAIN);
    CHECK_EQ(scene_out.leaves + scene_out.nodes, 1);
}

static void bad_finds(void)
{
    oct9_frustum_t frustum = scene_between(0, 9);
    const oct9_region_t dot = { .kind = OCT9_REGION_BOX,
                                .lo = scene_point(5, 5, 5),
                                .hi = scene_point(5, 5, 5) };
    oct9_region_t region = dot;
    uint16_t index = 0x5A5A;
    scene_build_row();
    region.hi = scene_point(9, 4, 9);
    CHECK_EQ(oct9_scene_find_begin(&scene_scratch.find, &scene, &region, 0, scene_seen),
             OCT9_ERR_EXTENT);
    region.kind = OCT9_REGION_SPHERE;
    region.radius_q6 = 32768;
    CHECK_EQ(oct9_scene_find_begin(&scene_scratch.find, &scene, &region, 0, scene_seen),
             OCT9_ERR_RADIUS);
    region.kind = OCT9_REGION_FRUSTUM;
    region.frustum = &frustum;
    frustum.plane[5].normal[2] = 0;
    CHECK_EQ(oct9_scene_find_begin(&scene_scratch.find, &scene, &region, 0, scene_seen),
             OCT9_ERR_PLANE);
    frustum.plane[5].normal[2] = OCT9_ONE_Q14 + 1;
    CHECK_EQ(oct9_scene_find_begin(&scene_scratch.find, &scene, &region, 0, scene_seen),
             OCT9_ERR_PLANE);
    region.kind = (oct9_region_kind_t)4;
    CHECK_EQ(oct9_scene_find_begin(&scene_scratch.find, &scene, &region, 0, scene_seen),
             OCT9_ERR_POLICY);
    CHECK_EQ(oct9_scene_find_begin(&scene_scratch.find, &scene, &dot, 0, scene_seen), OCT9_OK);
    CHECK_EQ(oct9_scene_find_next(&scene_scratch.find, 0, &index), OCT9_ERR_BUDGET);
    region.kind = OCT9_REGION_SPHERE;
    region.centre = scene_point(5, 5, 5);
    region.radius_q6 = 32767;
    CHECK_EQ(oct9_scene_find_begin(&scene_scratch.find, &scene, &region, 0, scene_seen), OCT9_OK);
    CHECK_EQ(oct9_scene_find_next(&scene_scratch.find, 1, &index), OCT9_AGAIN);
    CHECK_EQ(index, 0x5A5A);
    CHECK_EQ(scene_found_bits(1), 255);
}

/* --- the image ------------------------------------------------------------------------------- */

scene_image_t scene_image;

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
    scene_image.header.crc = oct9_rom_crc32(0, oct9_rom_of_ram(scene_image.bytes + behind),
                                            (size_t)(scene_image.header.bytes - behind));
}

static void make_image(void)
{
    scene_build_row();
    for (unsigned i = 0; i < IMAGE_WORDS; i++)
        scene_image.words[i] = 0;
    unsigned char *at = scene_image.bytes + sizeof scene_image.header;
    at = append(at, scene.lists, scene.list_count * sizeof *scene.lists);
    at = append(at, scene.tree.pool, scene.tree.used * sizeof(oct9_block_t));
    at = append(at, scene.indices, (size_t)(scene.index_count * sizeof *scene.indices));
    at = append(at, scene_primitives, HAND * sizeof *scene_primitives);
    scene_image.header = (oct9_scene_header_t){ .magic = OCT9_SCENE_MAGIC,
                                                .version = OCT9_SCENE_VERSION,
                                                .bytes = (uint32_t)(at - scene_image.bytes + 3) /
                                                         WORD * WORD,
                                                .origin_mm = { -1000, 2000, 5 },
                                                .cell_um = 4000,
                                                .root = scene.tree.root,
                                                .primitive_count = HAND,
                                                .block_count = scene.tree.used,
                                                .list_count = scene.list_count,
                                                .index_count = scene.index_count };
    seal();
}

static oct9_primitive_t *image_primitive(unsigned i)
{
    unsigned char *at = scene_image.bytes + sizeof scene_image.header;
    at += scene_image.header.list_count * WORD +
          scene_image.header.block_count * sizeof(oct9_block_t) +
          scene_image.header.index_count * 2;
    return (oct9_primitive_t *)(void *)at + i;
}

static oct9_status_t open_image(size_t size)
{
    return oct9_scene_open(&scene, scene_image.bytes, size, NULL);
}

static void from_an_image(void)
{
    oct9_frame_t frame;
    make_image();
    CHECK(scene_image.header.bytes <= sizeof scene_image);
    CHECK_EQ(oct9_scene_open(&scene, scene_image.bytes, (size_t)scene_image.header.bytes, &frame),
             OCT9_OK);
    CHECK(frame.origin_mm.x == -1000 && frame.origin_mm.y == 2000 && frame.origin_mm.z == 5);
    CHECK_EQ(frame.cell_um, 4000);
    scene_primitives[BALL].a.x = 0; /* nothing is left there */
    world_pool[0].slot[0] = scene_indices[0] = 0;
    scene_lists[0] = 0;
    CHECK_EQ(scene_go(scene_point(0, 1000, 1000), scene_point(10000, 1000, 1000), 0, 0, HITS),
             HAND);
    CHECK(scene_hit_is(0, BALL, 5898) && scene_hit_is(7, NEEDLE, 45874));
    CHECK_EQ(scene.primitives[scene_hits[2].index].id, 100 + PILLAR);
    CHECK_EQ(scene_in_sphere(scene_point(5500, 1000, 1000), 500),
             1u << DOT | 1u << SAME_DOT | 1u << PANE);
}

/* A word of the header that is wrong, with a CRC that is right. */
static void wrong_word(uint32_t *word, uint32_t value, oct9_status_t status)
{
    const uint32_t before = *word;
    *word = value;
    seal();
    CHECK_EQ(open_image(sizeof scene_image), status);
    *word = before;
    seal();
    CHECK_EQ(open_image(sizeof scene_image), OCT9_OK);
}

static void wrong_half(uint16_t *half, uint16_t value, oct9_status_t status)
{
    const uint16_t before = *half;
    *half = value;
    seal();
    CHECK_EQ(open_image(sizeof scene_image), status);
    *half = before;
    seal();
}

static void bad_images(void)
{
    make_image();
    oct9_scene_header_t *h = &scene_image.header;
    CHECK_EQ(oct9_scene_open(&scene, scene_image.bytes + 2, sizeof scene_image - 2, NULL),
             OCT9_ERR_IMAGE_ALIGN);
    CHECK_EQ(open_image(sizeof *h - 1), OCT9_ERR_IMAGE_SHORT);
    CHECK_EQ(open_image((size_t)(h->bytes - 1)), OCT9_ERR_IMAGE_SHORT);
    wrong_word(&h->magic, 0x6f633973u, OCT9_ERR_IMAGE_ENDIAN);
    wrong_word(&h->magic, OCT9_IMAGE_MAGIC, OCT9_ERR_IMAGE_MAGIC);
    wrong_word(&h->version, 2, OCT9_ERR_IMAGE_VERSION);
    wrong_word(&h->primitive_count, HAND + 2, OCT9_ERR_IMAGE_COUNT);
    wrong_word(&h->block_count, h->block_count - 1, OCT9_ERR_IMAGE_COUNT);
    wrong_word(&h->list_count, 0xFFFFFFFFu, OCT9_ERR_IMAGE_COUNT);
    wrong_word(&h->index_count, h->index_count + 4, OCT9_ERR_IMAGE_COUNT);
    wrong_word(&h->cell_um, 0, OCT9_ERR_FRAME);
    wrong_word(&h->cell_um, OCT9_CELL_UM_MAX + 1, OCT9_ERR_FRAME);
    wrong_word(&h->root, h->block_count, OCT9_ERR_IMAGE_INDEX);
    scene_image.bytes[sizeof *h] ^= 1;
    CHECK_EQ(open_image(sizeof scene_image), OCT9_ERR_IMAGE_CRC);
    scene_image.bytes[sizeof *h] ^= 1;
    uint32_t *list = &scene_image.words[sizeof *h / WORD];
    wrong_word(list, h->index_count << 8 | 1u, OCT9_ERR_IMAGE_INDEX);
    wrong_half(&image_primitive(0)->kind, 4, OCT9_ERR_PRIMITIVE);
    wrong_half((uint16_t *)(void *)&image_primitive(SAIL)->a.x, 65535, OCT9_ERR_OUTSIDE);
    wrong_half((uint16_t *)(void *)image_primitive(0) - 1, HAND, OCT9_ERR_IMAGE_INDEX);
    uint16_t *slot = (uint16_t *)(void *)(list + h->list_count);
    wrong_half(slot, (uint16_t)(OCT9_SLOT_LEAF | (h->list_count + 1)), OCT9_ERR_IMAGE_INDEX);
    wrong_half(slot, (uint16_t)h->block_count, OCT9_ERR_IMAGE_INDEX);
    wrong_half(slot, 0, OCT9_ERR_IMAGE_INDEX);
    CHECK_EQ(open_image(sizeof scene_image), OCT9_OK);
}

void scene_errors(void)
{
    RUN(bad_numbers);
    RUN(bad_primitives);
    RUN(full_arrays);
    RUN(full_lists);
    RUN(bad_casts);
    RUN(bad_nearests);
    RUN(bad_finds);
    RUN(from_an_image);
    RUN(bad_images);
}
