/* SPDX-License-Identifier: MIT */
/* Linked leaves: the same walks as over the tree that they were made of, and each error by its name
 * on a small image that is written here by hand. */
#include "oct9/image.h"
#include "oct9/linked.h"
#include "oct9/walk.h"
#include "tests/golden/linked_world.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/golden/world.h"
#include "tests/test.h"

enum { SEGMENTS = 200, LEAVES = 15, QUADS = 3, OUTSIDE = 0xFFFF };

static oct9_linked_t linked;

static uint32_t same_walk(uint32_t digest, const oct9_point_t *from, const oct9_point_t *to)
{
    oct9_linked_walk_t walk;
    oct9_walk_t other;
    bool more = oct9_linked_begin(&walk, &linked, from, to);
    CHECK_EQ(more, oct9_walk_begin(&other, &world_map, from, to));
    while (more) {
        oct9_leaf_t a, b;
        oct9_linked_leaf(&walk, &a);
        oct9_walk_leaf(&other, &b);
        CHECK(a.corner.x == b.corner.x && a.corner.y == b.corner.y && a.corner.z == b.corner.z);
        CHECK(a.level == b.level && a.payload == b.payload && a.state == b.state);
        digest = digest_add(digest, (uint32_t)a.corner.x << 16 | a.corner.y);
        digest = digest_add(digest, (uint32_t)a.corner.z << 16 | (uint32_t)a.level << 8 | a.state);
        more = oct9_linked_next(&walk);
        CHECK_EQ(more, oct9_walk_next(&other));
    }
    return digest;
}

static void same_walks_as_the_tree(void)
{
    random_t random = { 54 };
    uint32_t digest = DIGEST_BEGIN;
    world_build_within(1, LINKED_BLOCKS);
    CHECK_EQ(oct9_linked_open(&linked, oct9_linked_map_world, (size_t)oct9_linked_map_world_size),
             OCT9_OK);
    CHECK(linked.page_count > 1);
    for (unsigned i = 0; i < SEGMENTS + 2 * WORLD_EDGES; i++) {
        oct9_point_t from, to;
        if (i < SEGMENTS) {
            from = world_point(&random);
            to = world_point(&random);
        } else {
            world_edge(i / 2 % WORLD_EDGES, i % 2 ? &to : &from, i % 2 ? &from : &to);
        }
        digest = same_walk(digest, &from, &to);
    }
    TEST_DIGEST("linked", digest);
}

/* The cube in eight leaves, the first of them in eight again: leaves 0..7 are of level 7, leaf
 * 7 + c is child c of the cube; each of the three that touch the first child's high faces has a
 * quad. Payload 2 in leaf 7, 1 elsewhere. Behind it there is room for one more quad. */
static struct {
    oct9_linked_header_t header;
    oct9_linked_record_t leaves[LEAVES];
    oct9_linked_quad_t quads[QUADS + 1];
} small;

enum { SMALL_BYTES = sizeof small - sizeof(oct9_linked_quad_t) };

static uint32_t word(uint32_t value) /* native to little-endian */
{
    union {
        unsigned char byte[4];
        uint32_t word;
    } u;
    for (unsigned i = 0; i < 4; i++)
        u.byte[i] = (unsigned char)(value >> 8 * i);
    return u.word;
}

static uint16_t half(unsigned value)
{
    union {
        unsigned char byte[2];
        uint16_t half;
    } u;
    u.byte[0] = (unsigned char)value;
    u.byte[1] = (unsigned char)(value >> 8);
    return u.half;
}

static uint32_t dimensions(unsigned level, unsigned child)
{
    const uint32_t size = (uint32_t)1 << level;
    return (uint32_t)level << 27 | ((child >> 2 & 1u) * size + size - 1u) << 18 |
           ((child >> 1 & 1u) * size + size - 1u) << 9 | ((child & 1u) * size + size - 1u);
}

static void make_header(void)
{
    oct9_linked_header_t *h = &small.header;
    h->magic = word(OCT9_LINKED_MAGIC);
    h->version = word(OCT9_LINKED_VERSION);
    h->bytes = word(SMALL_BYTES);
    h->cell_um = word(80000);
    h->leaf_count = word(LEAVES);
    h->quad_count = word(QUADS);
    h->free_below = h->occupied_from = half(2);
}

static void make_leaf(unsigned number, uint32_t leaf_dimensions, const unsigned next[6])
{
    small.leaves[number].dimensions = word(leaf_dimensions);
    for (unsigned face = 0; face < 6; face++)
        small.leaves[number].next[face] = half(next[face]);
    small.leaves[number].payload = half(number == 7 ? 2 : 1);
    small.leaves[number].spare = 0;
}

static void make_small(void)
{
    unsigned quads = 0;
    make_header();
    for (unsigned c = 0; c < 8; c++) {
        unsigned next[6];
        for (unsigned axis = 0; axis < 3; axis++) {
            const unsigned bit = 1u << axis;
            next[2 * axis] = c & bit ? c ^ bit : OUTSIDE;
            next[2 * axis + 1] = c & bit ? 7u + bit : c ^ bit;
        }
        make_leaf(c, dimensions(7, c), next);
    }
    for (unsigned c = 1; c < 8; c++) {
        unsigned next[6];
        for (unsigned axis = 0; axis < 3; axis++) {
            const unsigned bit = 1u << axis;
            next[2 * axis] = c == bit ? LEAVES + quads++ : c & bit ? 7u + (c ^ bit) : OUTSIDE;
            next[2 * axis + 1] = c & bit ? OUTSIDE : 7u + (c | bit);
        }
        make_leaf(7u + c, dimensions(8, c), next);
    }
    for (unsigned axis = 0; axis < 3; axis++)
        for (unsigned q = 0; q < 4; q++) {
            const unsigned first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
            small.quads[axis].next[q] = half(1u << axis | (q & 1u) << first | (q >> 1) << second);
        }
}

static oct9_status_t open_small(void)
{
    return oct9_linked_open(&linked, &small, sizeof small);
}

/* As someone who wants the image to be taken for good would. */
static oct9_status_t open_signed(void)
{
    const uint32_t bytes = word(small.header.bytes);
    small.header.crc = word(
        oct9_rom_crc32(0, oct9_rom_of_ram((const unsigned char *)&small + 8), (size_t)(bytes - 8)));
    return open_small();
}

static oct9_status_t open_counts(uint32_t leaves, uint32_t quads, uint32_t bytes)
{
    small.header.leaf_count = word(leaves);
    small.header.quad_count = word(quads);
    small.header.bytes = word(bytes);
    return open_signed();
}

/* Back from the far corner, and from outside, through the cube's centre, then through the quad of
 * leaf 8. */
static void small_walks(void)
{
    static const oct9_point_t zero = POINT(0, 0, 0);
    static const oct9_point_t high[2] = { POINT(32767, 32767, 32767), POINT(49151, 49151, 49151) };
    static const oct9_point_t from = POINT(20000, 12000, 4000), to = POINT(100, 12000, 4000);
    static const unsigned through[3] = { 14, 7, 0 }, along[3] = { 8, 3, 2 };
    oct9_linked_walk_t walk;
    oct9_leaf_t leaf;
    make_small();
    CHECK_EQ(open_signed(), OCT9_OK);
    for (unsigned h = 0; h < 2; h++) {
        CHECK(oct9_linked_begin(&walk, &linked, &high[h], &zero));
        for (unsigned i = 0; i < 3; i++) {
            CHECK_EQ(walk.leaf, through[i]);
            CHECK_EQ(oct9_linked_next(&walk), i < 2);
        }
    }
    CHECK(oct9_linked_begin(&walk, &linked, &from, &to));
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQ(walk.leaf, along[i]);
        CHECK_EQ(oct9_linked_next(&walk), i < 2);
    }
    CHECK(!oct9_linked_next(&walk)); /* and stays where it was */
    oct9_linked_leaf(&walk, &leaf);
    CHECK(leaf.corner.x == 0 && leaf.corner.y == 128 && leaf.corner.z == 0);
    CHECK(leaf.level == 7 && leaf.payload == 1 && leaf.state == OCT9_FREE);
}

/* Along the line where a quad's quarters meet, across each of the three: it is the upper ones'. */
static void between_quarters(void)
{
    make_small();
    CHECK_EQ(open_signed(), OCT9_OK);
    for (unsigned axis = 0; axis < 3; axis++) {
        int16_t from[3] = POINT(8192, 8192, 8192), to[3] = POINT(8192, 8192, 8192);
        from[axis] = AT(20000);
        to[axis] = AT(100);
        const oct9_point_t a = { from[0], from[1], from[2] }, b = { to[0], to[1], to[2] };
        const unsigned through[3] = { 7u + (1u << axis), 7, 7u - (1u << axis) };
        oct9_linked_walk_t walk;
        CHECK(oct9_linked_begin(&walk, &linked, &a, &b));
        for (unsigned i = 0; i < 3; i++) {
            CHECK_EQ(walk.leaf, through[i]);
            CHECK_EQ(oct9_linked_next(&walk), i < 2);
        }
    }
}

static void header_fields(void)
{
    make_small();
    for (unsigned a = 0; a < 3; a++)
        small.header.origin_mm[a] = (int32_t)word(0u - 70000u * (a + 1u));
    small.header.free_below = half(1);
    small.header.occupied_from = half(3);
    query_paint(&linked, sizeof linked);
    CHECK_EQ(open_signed(), OCT9_OK);
    CHECK_EQ(linked.frame.origin_mm.x, -70000);
    CHECK_EQ(linked.frame.origin_mm.y, -140000);
    CHECK_EQ(linked.frame.origin_mm.z, -210000);
    CHECK_EQ(linked.frame.cell_um, 80000);
    CHECK_EQ(linked.thresholds.free_below, 1);
    CHECK_EQ(linked.thresholds.occupied_from, 3);
    CHECK_EQ(linked.leaf_count, LEAVES);
    for (unsigned a = 0; a < 3; a++)
        small.header.origin_mm[a] = 0;
}

static void header_errors(void)
{
    oct9_linked_header_t *h = &small.header;
    make_small();
    CHECK_EQ(open_signed(), OCT9_OK);
    CHECK_EQ(oct9_linked_open(&linked, (const unsigned char *)&small + 2, SMALL_BYTES),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_linked_open(&linked, &small, 0), OCT9_ERR_IMAGE_SHORT);
    CHECK_EQ(oct9_linked_open(&linked, &small, sizeof *h - 1), OCT9_ERR_IMAGE_SHORT);
    CHECK_EQ(oct9_linked_open(&linked, &small, SMALL_BYTES - 1), OCT9_ERR_IMAGE_SHORT);
    h->magic = 0;
    CHECK_EQ(open_small(), OCT9_ERR_IMAGE_MAGIC);
    make_header();
    h->version = word(2);
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_VERSION);
    make_header();
    h->crc = ~h->crc;
    CHECK_EQ(open_small(), OCT9_ERR_IMAGE_CRC);
    h->cell_um = 0;
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_STATE);
    make_header();
    h->free_below = half(3);
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_STATE);
    h->free_below = 0;
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_STATE);
    h->free_below = h->occupied_from = half(32768);
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_STATE);
}

static void count_errors(void)
{
    static const uint32_t bad[][2] = {
        { 0, 3 },           { 65533, 3 },        { 65536, 0 },       { 14, 3 }, { 15, 4 },
        { 0xFFFFFFFFu, 3 }, { 15, 0xFFFFFFFFu }, { 15, 0x20000003u } /* 2^29 quads are 2^32 bytes */
    };
    make_small();
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK_EQ(open_counts(bad[i][0], bad[i][1], SMALL_BYTES), OCT9_ERR_IMAGE_COUNT);
    CHECK_EQ(open_counts(LEAVES, QUADS, SMALL_BYTES - 4), OCT9_ERR_IMAGE_COUNT);
    CHECK_EQ(open_counts(0, 0, sizeof small.header), OCT9_ERR_IMAGE_COUNT);
    CHECK_EQ(open_counts(13, 8, SMALL_BYTES), OCT9_ERR_IMAGE_INDEX);
    make_small(); /* a quad that nothing names */
    CHECK_EQ(open_counts(LEAVES, QUADS + 1, sizeof small), OCT9_ERR_IMAGE_INDEX);
}

static void content_errors(void)
{
    make_small();
    small.leaves[3].payload = half(32768);
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_STATE);
    make_small();
    small.leaves[14].spare = half(1);
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_STATE);
    make_small();
    small.leaves[14].dimensions = word((uint32_t)31 << 27 | 0x7FFFFFFu);
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_INDEX);
    make_small();
    small.leaves[1].dimensions = word(dimensions(7, 2)); /* out of order */
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_INDEX);
    make_small();
    small.leaves[2].next[1] = half(2); /* itself */
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_INDEX);
    make_small();
    small.leaves[0].next[0] = half(1); /* where the outside is */
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_INDEX);
    make_small();
    small.quads[1].next[3] = half(LEAVES + 1); /* a quad below itself */
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_INDEX);
    make_small();
    small.leaves[8].next[0] = half(LEAVES + QUADS); /* behind the last quad */
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_INDEX);
    make_small();
    small.leaves[8].next[0] = half(5); /* covers a quarter only */
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_INDEX);
}

/* A leaf that covers the first quarter in the place of a quad, all else in good order. */
static void quad_left_out(void)
{
    make_small();
    small.leaves[8].next[0] = half(1);
    small.leaves[9].next[2] = half(LEAVES);
    small.leaves[11].next[4] = half(LEAVES + 1);
    for (unsigned axis = 1; axis < 3; axis++)
        for (unsigned q = 0; q < 4; q++)
            small.quads[axis - 1].next[q] = small.quads[axis].next[q];
    CHECK_EQ(open_counts(LEAVES, QUADS - 1, SMALL_BYTES - sizeof(oct9_linked_quad_t)),
             OCT9_ERR_IMAGE_INDEX);
}

/* Where the second of two pages begins: at most at the image's end, and not where the first does.
 * The references are those of one page. */
static void page_errors(void)
{
    static const uint32_t begins[][2] = { { 0, 0 },          { LEAVES, QUADS }, { LEAVES + 1, 0 },
                                          { 8, QUADS + 1 },  { 8, 0 },          { 14, QUADS },
                                          { 0x80000000u, 0 } };
    make_small();
    for (unsigned i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        for (unsigned q = 0; q < 4; q++)
            small.quads[QUADS].next[q] = half(
                (uint16_t)((q < 2 ? begins[i][0] : begins[i][1]) >> 16u * (q % 2u)));
        CHECK_EQ(open_counts(LEAVES, QUADS, sizeof small), OCT9_ERR_IMAGE_INDEX);
    }
}

GOLDEN_SUITE(linked)
{
    RUN(same_walks_as_the_tree);
    RUN(small_walks);
    RUN(between_quarters);
    RUN(header_fields);
    RUN(header_errors);
    RUN(count_errors);
    RUN(content_errors);
    RUN(quad_left_out);
    RUN(page_errors);
}
