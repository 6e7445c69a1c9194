/* SPDX-License-Identifier: MIT */
/* What a check costs in a world beside one image: in the part's image alone, in a world of which it
 * is a tile, and in a live tree over each. It prints "in NAME" and what calls_run prints, for each
 * of the four; the answers must be the same in the first two, and in the last two. */
#include "bench/calls.h"
#include "bench/calls_checks.h"
#include "bench/calls_part.h"
#include "boards/print.h"
#include "oct9/layered.h"
#include "oct9/world.h"

enum { PART_WORDS = 8192, BLOCKS = 2000, BOXES = 40, EDGE = 3, SLICE = 1000 };

typedef struct {
    oct9_world_header_t header;
    oct9_world_tile_t tile;
    uint32_t image[PART_WORDS];
} file_t;

static _Alignas(4) file_t file;
static oct9_world_slot_t slots[8];
static oct9_world_input_t input;
static oct9_world_t world;
OCT9_POOL(static, pool, BLOCKS);
static oct9_tree_t tree;
static oct9_layered_t layered;

/* The part as tile (0, 0, 0) of a world. */
static bool make_file(const oct9_map_t *part)
{
    const uint32_t *const image = part->image->bytes;
    const uint32_t bytes = oct9_map_geb079_part_size;
    if (bytes > sizeof file.image)
        return false;
    for (uint32_t i = 0; i < bytes / 4u; i++)
        file.image[i] = image[i];
    file.header.magic = OCT9_WORLD_MAGIC;
    file.header.version = OCT9_WORLD_VERSION;
    file.header.tile_count = 1;
    file.header.origin_mm[0] = part->image->frame.origin_mm.x;
    file.header.origin_mm[1] = part->image->frame.origin_mm.y;
    file.header.origin_mm[2] = part->image->frame.origin_mm.z;
    file.header.cell_um = part->image->frame.cell_um;
    file.tile.offset = (sizeof file.header + sizeof file.tile) / 4u;
    file.tile.bytes = bytes;
    file.tile.crc = image[1];
    file.header.crc = oct9_rom_crc32(0, &file.header.version,
                                     sizeof file.header + sizeof file.tile - 8u);
    return true;
}

/* The world's cube, which is the tile. */
static bool open_world(const oct9_map_t *part)
{
    const oct9_frame_t *const frame = &part->image->frame;
    const int32_t half = (int32_t)(frame->cell_um / 1000u) * OCT9_CELLS / 2;
    const oct9_mm_t middle = { frame->origin_mm.x + half, frame->origin_mm.y + half,
                               frame->origin_mm.z + half };
    input.bytes = &file;
    input.size = sizeof file;
    input.slots = slots;
    input.slot_count = 8;
    if (!make_file(part) || oct9_world_open(&world, &input) != OCT9_OK)
        return false;
    oct9_status_t status = oct9_world_at(&world, &middle, 1000);
    while (status == OCT9_AGAIN)
        status = oct9_world_run(&world, SLICE);
    return status == OCT9_OK;
}

/* A tree with what sensors saw, free space and obstacles, whose window has moved. */
static bool make_live(void)
{
    bool good = oct9_tree_init(&tree, pool, BLOCKS, NULL) == OCT9_OK;
    for (unsigned i = 0; i < BOXES; i++) {
        const oct9_cell_t at = part_cell();
        const oct9_box_t box = {
            at, { (uint16_t)(at.x + EDGE), (uint16_t)(at.y + EDGE), (uint16_t)(at.z + EDGE) }
        };
        good = oct9_tree_fill_box(&tree, &box, i % 4u ? 1 : 2) == OCT9_OK && good;
    }
    return good;
}

static int run_live(const oct9_map_t *lower)
{
    static const oct9_offset_t window = { 64, 0, 0 };
    if (oct9_layered_init(&layered, &tree, &window, lower, NULL, OCT9_LAYERED_UNION) != OCT9_OK)
        return 1;
    const oct9_map_t map = oct9_layered_map(&layered);
    return checks_run(&map);
}

int main(void)
{
    const oct9_map_t *const part = part_map();
    if (!part || !open_world(part) || !make_live())
        return 1;
    const oct9_map_t tiles = oct9_world_map(&world);
    print_str("in image\n");
    int failed = checks_run(part);
    print_str("in world\n");
    failed |= checks_run(&tiles);
    print_str("in live\n");
    failed |= run_live(part);
    print_str("in live_world\n");
    return failed | run_live(&tiles);
}
