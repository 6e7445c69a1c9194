/* SPDX-License-Identifier: MIT */
/* Each byte of a real image is set to 0x00, to 0xFF, and each of its bits is flipped: ten variants
 * a byte. Each is opened twice: as it is, when it must be refused unless the byte was that already,
 * and with its CRC made right, when it is refused or answers, each query within its budget.
 *
 * What opens is asked at random, and a map also at the place whose node or brick the byte is a part
 * of. A variant's CRC follows from the good one's, as a CRC is linear. The bytes end where memory
 * ends: at a page that cannot be read, or in a block of the sanitizer's.
 *
 * Usage: bytes IMAGE [PART PARTS]: a .o9, .o9l or .o9s; only that part of its bytes, from 0.
 * Prints how many variants there were, and "N passed, N failed". */
#define _GNU_SOURCE

#include "oct9/probe.h"
#include "tests/random.h"
#include "tools/format/bytes.h"
#include "verify/fuzz/ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { VARIANTS = 10, CRC_FROM = 8 };

typedef struct {
    oct9_node_t node; /* whose bytes they are */
    bool noted;
} place_t;

typedef struct {
    uint8_t *bytes; /* the image, to be changed and put right again */
    size_t size;
    place_t *place; /* of each half-word, in a map */
    unsigned long opened, refused, same, unsigned_refused;
} world_t;

/* --- memory that ends where the image does --------------------------------------------------- */

static uint8_t *guarded(size_t size)
{
#ifdef __SANITIZE_ADDRESS__
    return malloc(size);
#else
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (size + page - 1) / page * page;
    uint8_t *begin = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                          -1, 0);
    if (begin == MAP_FAILED || mprotect(begin + room, page, PROT_NONE) != 0)
        abort();
    return begin + room - size;
#endif
}

static void release(world_t *world)
{
#ifdef __SANITIZE_ADDRESS__
    free(world->bytes);
#endif
    free(world->place);
}

/* --- the CRC of a change --------------------------------------------------------------------- */

/* crc_table[n][byte]: of a byte with n zeros behind it. */
static uint32_t crc_table[8][256];

static void make_tables(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        crc_table[0][i] = i;
        for (unsigned bit = 0; bit < 8; bit++)
            crc_table[0][i] = crc_table[0][i] >> 1 ^ (crc_table[0][i] & 1u ? 0xEDB88320u : 0);
    }
    for (unsigned n = 1; n < 8; n++)
        for (uint32_t i = 0; i < 256; i++)
            crc_table[n][i] = crc_table[n - 1][i] >> 8 ^ crc_table[0][crc_table[n - 1][i] & 0xFFu];
}

/* In the library's place, eight bytes at a time: opening reads them all, twice for each variant.
 * It must return the same: the good image checks that. */
uint32_t oct9_rom_crc32(uint32_t crc, oct9_rom_t bytes, oct9_rom_size_t size)
{
    const uint8_t *at = bytes;
    crc = ~crc;
    for (; size >= 8; size -= 8, at += 8) {
        const uint32_t low = crc ^ word_at(at, 0);
        crc = crc_table[3][at[4]] ^ crc_table[2][at[5]] ^ crc_table[1][at[6]] ^ crc_table[0][at[7]];
        for (unsigned i = 0; i < 4; i++)
            crc ^= crc_table[7 - i][low >> 8 * i & 0xFFu];
    }
    for (; size > 0; size--, at++)
        crc = crc >> 8 ^ crc_table[0][(crc ^ *at) & 0xFFu];
    return ~crc;
}

/* From what the flips of a byte's bits do to the CRC to what those of the byte before it do. */
static void step_flips(uint32_t flips[8])
{
    for (unsigned bit = 0; bit < 8; bit++)
        flips[bit] = flips[bit] >> 8 ^ crc_table[0][flips[bit] & 0xFFu];
}

/* What they do `behind` bytes before the last one. */
static void begin_flips(uint32_t flips[8], size_t behind)
{
    for (unsigned bit = 0; bit < 8; bit++)
        flips[bit] = crc_table[0][1u << bit];
    while (behind-- > 0)
        step_flips(flips);
}

static uint32_t crc_change(const uint32_t flips[8], unsigned difference)
{
    uint32_t change = 0;
    for (unsigned bit = 0; bit < 8; bit++)
        change ^= difference >> bit & 1u ? flips[bit] : 0;
    return change;
}

/* --- where in the map the bytes of its image are --------------------------------------------- */

static void note_place(world_t *world, const void *at, size_t size, const oct9_node_t *node)
{
    const size_t begin = (size_t)((const uint8_t *)at - world->bytes);
    for (size_t i = begin / 2; i < (begin + size) / 2; i++) {
        world->place[i].node = *node;
        world->place[i].noted = true;
    }
}

static void note_node(world_t *world, const oct9_image_t *image, const oct9_node_t *node,
                      uint32_t ref)
{
    if (node->level == 1) {
        note_place(world, image->bricks + ref, 2, node);
        return;
    }
    const uint32_t word = image->nodes[ref], inner = word & word >> 8 & 0xFFu;
    const uint32_t *page = image->pages + 2u * (ref / OCT9_IMAGE_PAGE);
    uint32_t next = page[0] + (word >> 16);
    note_place(world, image->nodes + ref, 4, node);
    if (!world->place[(size_t)((const uint8_t *)page - world->bytes) / 2].noted)
        note_place(world, page, 8, node);
    for (unsigned child = 0; child < 8; child++) {
        if (!(inner >> child & 1u))
            continue;
        const unsigned half = 1u << (node->level - 1u);
        const oct9_node_t below = { { (uint16_t)(node->corner.x + (child & 1u) * half),
                                      (uint16_t)(node->corner.y + (child >> 1 & 1u) * half),
                                      (uint16_t)(node->corner.z + (child >> 2) * half) },
                                    (uint8_t)(node->level - 1u) };
        note_node(world, image, &below, next++);
    }
}

static void note_places(world_t *world, const oct9_image_t *image)
{
    const oct9_node_t cube = { { 0, 0, 0 }, OCT9_LEVELS };
    world->place = calloc(world->size / 2 + 1, sizeof *world->place);
    if (!world->place)
        abort();
    if (image->root == OCT9_IMAGE_INNER)
        note_node(world, image, &cube, 0);
}

/* --- questions ------------------------------------------------------------------------------- */

/* Through the node's middle, from somewhere: both methods of stepping end, and agree. */
static void walk_through(const oct9_map_t *map, const oct9_node_t *node, random_t *random)
{
    const unsigned half = (1u << node->level) * OCT9_CELL_Q6 / 2u;
    const oct9_point_t to = { (int16_t)(node->corner.x * OCT9_CELL_Q6 + half - OCT9_HIGH_Q6),
                              (int16_t)(node->corner.y * OCT9_CELL_Q6 + half - OCT9_HIGH_Q6),
                              (int16_t)(node->corner.z * OCT9_CELL_Q6 + half - OCT9_HIGH_Q6) };
    const oct9_point_t from = { (int16_t)(to.x ^ (int16_t)(random_u32(random) & 511u)),
                                (int16_t)(to.y ^ (int16_t)(random_u32(random) & 511u)),
                                (int16_t)(to.z ^ (int16_t)(random_u32(random) & 511u)) };
    walks_agree(map, &from, &to);
}

static void look_at(const oct9_map_t *map, const place_t *place, random_t *random)
{
    const oct9_probe_node_input_t input = { place->node, 0, 0 };
    slices_t slices = { 1u + random_below(random, 64), 0, 0 };
    oct9_probe_node_t below;
    oct9_probe_node_output_t output;
    oct9_leaf_t leaf;
    FUZZ_CHECK(oct9_map_locate(map, place->node.corner, &leaf) == OCT9_OK && leaf_good(&leaf));
    oct9_status_t status = oct9_probe_node_begin(&below, map, &input);
    FUZZ_CHECK(status == OCT9_OK);
    do
        status = oct9_probe_node_run(&below, slices.budget, &output);
    while (goes_on(&slices, status, output.leaves + output.nodes));
    walk_through(map, &place->node, random);
}

static void ask_image(const world_t *world, size_t at, const oct9_image_t *image,
                      questions_t *questions, random_t *random)
{
    const oct9_map_t map = oct9_map_of_image(image);
    if (world->place[at / 2].noted)
        look_at(&map, &world->place[at / 2], random);
    ask_map(&map, questions);
}

/* Opens what the bytes are now, and asks; false: refused. */
static bool try_bytes(const world_t *world, size_t at, uint64_t seed)
{
    random_t random = { seed };
    uint32_t words[QUESTION_BYTES / 4];
    oct9_image_t image;
    oct9_linked_t linked;
    oct9_scene_t scene;
    for (size_t i = 0; i < QUESTION_BYTES / 4; i++)
        words[i] = random_u32(&random);
    questions_t questions = { (const uint8_t *)words, QUESTION_BYTES };
    if (oct9_image_open(&image, world->bytes, world->size) == OCT9_OK && world->place)
        ask_image(world, at, &image, &questions, &random);
    else if (oct9_linked_open(&linked, world->bytes, world->size) == OCT9_OK)
        ask_linked(&linked, &questions);
    else if (oct9_scene_open(&scene, world->bytes, world->size, NULL) == OCT9_OK)
        ask_scene(&scene, &questions);
    else
        return false;
    return true;
}

/* --- each byte ------------------------------------------------------------------------------- */

static uint8_t variant(uint8_t byte, unsigned number)
{
    return (uint8_t)(number == 0 ? 0x00u : number == 1 ? 0xFFu : byte ^ 1u << (number - 2u));
}

static void try_byte(world_t *world, size_t at, const uint32_t flips[8])
{
    uint8_t *byte = &world->bytes[at];
    const uint8_t good = *byte;
    const uint32_t crc = word_at(world->bytes, 4);
    const bool covered = at >= CRC_FROM;
    for (unsigned number = 0; number < VARIANTS; number++) {
        *byte = variant(good, number);
        if (*byte == good) {
            world->same++;
            continue;
        }
        FUZZ_CHECK(!try_bytes(world, at, 0));
        world->unsigned_refused++;
        if (covered)
            set_word(world->bytes, 4, crc ^ crc_change(flips, (unsigned)(*byte ^ good)));
        if (try_bytes(world, at, at * VARIANTS + number))
            world->opened++;
        else
            world->refused++;
        *byte = good;
        if (covered)
            set_word(world->bytes, 4, crc);
    }
    *byte = good;
}

static void try_range(world_t *world, size_t begin, size_t end)
{
    uint32_t flips[8];
    begin_flips(flips, world->size - end);
    for (size_t at = end; at-- > begin; step_flips(flips))
        try_byte(world, at, flips);
}

static void prepare(world_t *world, const char *path)
{
    bytes_t file;
    oct9_image_t image;
    if (!bytes_read(&file, path))
        exit(1);
    world->size = file.size;
    world->bytes = guarded(file.size);
    memcpy(world->bytes, file.data, file.size);
    bytes_free(&file);
    if (oct9_image_open(&image, world->bytes, world->size) == OCT9_OK)
        note_places(world, &image);
    FUZZ_CHECK(try_bytes(world, 0, 1));
}

int main(int count, char **arguments)
{
    if (count != 2 && count != 4)
        return 2;
    const size_t part = count == 4 ? strtoul(arguments[2], NULL, 10) : 0;
    const size_t parts = count == 4 ? strtoul(arguments[3], NULL, 10) : 1;
    world_t world = { 0 };
    make_tables();
    prepare(&world, arguments[1]);
    const size_t begin = world.size * part / parts, end = world.size * (part + 1) / parts;
    try_range(&world, begin, end);
    printf("%s, bytes %zu to %zu of %zu: %lu variants; %lu refused by their CRC or before it; "
           "signed: %lu refused, %lu opened and asked; %lu were what the byte was\n",
           arguments[1], begin, end, world.size, (unsigned long)(end - begin) * VARIANTS,
           world.unsigned_refused, world.refused, world.opened, world.same);
    release(&world);
    printf("1 passed, 0 failed\n");
    return 0;
}
