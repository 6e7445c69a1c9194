/* SPDX-License-Identifier: MIT */
/* Worlds: one of three tiles, each of which is one leaf. */
#include "bench/calls.h"
#include "bench/calls_place.h"
#include "oct9/far.h"
#include "oct9/world.h"
#include "port/oct9_port.h"

#include <stddef.h>

enum { TILES = 3, CELL_UM = 125000, EDGE_MM = 64000 };

typedef struct {
    oct9_world_header_t header;
    oct9_world_tile_t tile[TILES];
    struct {
        oct9_image_header_t header;
        uint16_t directory[OCT9_IMAGE_ENTRIES];
    } image[TILES];
} file_t;

static _Alignas(4) file_t file;
static oct9_world_slot_t slots[8];
static oct9_world_t world;
static oct9_world_input_t given;

static uint32_t crc_of(const void *bytes, uint32_t size)
{
    return oct9_port_le32(oct9_rom_crc32(0, oct9_rom_of_ram(bytes), size));
}

static void make_tile(unsigned i)
{
    oct9_image_header_t *const header = &file.image[i].header;
    oct9_world_tile_t *const tile = &file.tile[i];
    const uint32_t size = sizeof file.image[i];
    header->magic = oct9_port_le32(OCT9_IMAGE_MAGIC);
    header->version = oct9_port_le32(OCT9_IMAGE_VERSION);
    header->bytes = oct9_port_le32(size);
    header->origin_mm[0] = (int32_t)oct9_port_le32((uint32_t)EDGE_MM * i);
    header->cell_um = oct9_port_le32(CELL_UM);
    header->root = oct9_port_le32(OCT9_FREE);
    for (unsigned e = 0; e < OCT9_IMAGE_ENTRIES; e++) /* one leaf of level 9 */
        file.image[i].directory[e] = (uint16_t)(oct9_port_le32(UINT32_C(0x8025) * 0x10001u) &
                                                0xFFFFu);
    header->crc = crc_of(&header->version, size - 8u);
    tile->x = (int16_t)(oct9_port_le32(i * UINT32_C(0x10001)) & 0xFFFFu);
    tile->offset = oct9_port_le32((uint32_t)offsetof(file_t, image) / 4u + i * (size / 4u));
    tile->bytes = header->bytes;
    tile->crc = header->crc;
}

static void make_file(void)
{
    file.header.magic = oct9_port_le32(OCT9_WORLD_MAGIC);
    file.header.version = oct9_port_le32(OCT9_WORLD_VERSION);
    file.header.tile_count = oct9_port_le32(TILES);
    file.header.cell_um = oct9_port_le32(CELL_UM);
    for (unsigned i = 0; i < TILES; i++)
        make_tile(i);
    file.header.crc = crc_of(&file.header.version, sizeof file.header + sizeof file.tile - 8u);
    given.bytes = oct9_rom_of_ram(&file);
    given.size = sizeof file;
    given.slots = slots;
    given.slot_count = 8;
}

static void open_world(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_status_t status;
        CALL(status = oct9_world_open(&world, &given));
        calls_answer((uint32_t)status);
    }
}

static oct9_mm_t somewhere(void)
{
    const oct9_mm_t place = { (int32_t)calls_below(UINT32_C(3) * EDGE_MM / 4u) * 4,
                              (int32_t)calls_below(EDGE_MM), (int32_t)calls_below(EDGE_MM) };
    return place;
}

/* Each place is in other tiles than the last one, or beside them. */
static void at(void)
{
    (void)oct9_world_open(&world, &given);
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_mm_t place = somewhere();
        oct9_status_t status;
        CALL(status = oct9_world_at(&world, &place, 5000));
        calls_answer((uint32_t)status);
        calls_answer((uint32_t)oct9_world_frame(&world)->origin_mm.x);
    }
}

/* Slices of 1, about one place after the other. */
static void run(void)
{
    oct9_status_t status = OCT9_OK;
    (void)oct9_world_open(&world, &given);
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        if (status != OCT9_AGAIN) {
            const oct9_mm_t place = somewhere();
            (void)oct9_world_at(&world, &place, 5000);
        }
        CALL(status = oct9_world_run(&world, 1));
        calls_answer((uint32_t)status);
    }
}

/* Segments along the tiles. */
static oct9_far_t far;
static oct9_far_input_t segment;

static void next_segment(void)
{
    segment.from_mm = somewhere();
    segment.to_mm = somewhere();
    segment.radius_mm = 100 + (int32_t)calls_below(1000);
}

static void far_ray_begin(void)
{
    (void)oct9_world_open(&world, &given);
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_status_t status;
        next_segment();
        CALL(status = oct9_far_ray_begin(&far, &world, &segment));
        calls_answer((uint32_t)status);
    }
}

static void far_sphere_begin(void)
{
    (void)oct9_world_open(&world, &given);
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_status_t status;
        next_segment();
        CALL(status = oct9_far_sphere_begin(&far, &world, &segment));
        calls_answer((uint32_t)status);
    }
}

/* Slices of 1, of rays and spheres in turn. */
static void far_run(void)
{
    oct9_status_t status = OCT9_OK;
    oct9_far_output_t output;
    (void)oct9_world_open(&world, &given);
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        if (status != OCT9_AGAIN) {
            next_segment();
            (void)(i % 2 ? oct9_far_ray_begin(&far, &world, &segment)
                         : oct9_far_sphere_begin(&far, &world, &segment));
        }
        CALL(status = oct9_far_run(&far, 1, &output));
        calls_answer((uint32_t)status);
        if (status == OCT9_OK)
            calls_answer(output.num ^ output.den ^ (uint32_t)output.stop_mm.x);
    }
}

int main(void)
{
    static const call_t calls[] = {
        { "world_open", open_world },
        { "world_at", at },
        { "world_run", run },
        { "far_ray_begin", far_ray_begin },
        { "far_sphere_begin", far_sphere_begin },
        { "far_run", far_run },
    };
    make_file();
    return calls_run(calls, sizeof calls / sizeof calls[0]);
}
