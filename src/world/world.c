/* SPDX-License-Identifier: MIT */
/* Worlds: the cube among the tiles.
 *
 * A world's cube poses as an image (src/map/image.h). Its root is a pair whose eight children are
 * octants of tiles: octant c of the cube is octant c, with its bit flipped on each axis on which
 * the cube begins between two halves of a tile, of one of the eight tiles. Below an octant there
 * are only nodes of that tile's image. */
#include "port/oct9_hot.h"

#include "oct9/world.h"

#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "src/map/image.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/frame.h"
#include "src/number/morton.h"
#include "src/world/world.h"

#define TILES_BEFORE ((int32_t)32768) /* tile 0, on an axis */
#define HALVES_BEFORE ((uint32_t)65536)
#define WORLD_CRC_FROM offsetof(oct9_world_header_t, version)

OCT9_STATIC_ASSERT(sizeof(oct9_world_header_t) == 40, "the header's layout is the format's");
OCT9_STATIC_ASSERT(sizeof(oct9_world_tile_t) == 20, "the table's layout is the format's");

/* --- the nodes -------------------------------------------------------------------------------- */

static inline unsigned tile_of(const oct9_tiles_t *tiles, unsigned octant)
{
    return (octant & tiles->between) | tiles->next;
}

static uint32_t cube_opened(oct9_opened_t *cube)
{
    cube->first = OCT9_REF_PAIRS;
    cube->states = 0xFFFFu;
    return OCT9_REF_PAIR;
}

static uint32_t octant_of(const oct9_tiles_t *tiles, unsigned octant, const oct9_image_t **tile)
{
    const unsigned number = tile_of(tiles, octant);
    const oct9_image_t *const image = tiles->tile[number];
    if (!image)
        return oct9_tiles_leaf(tiles, number, OCT9_REF_LEAF + OCT9_UNKNOWN);
    *tile = image;
    return image->root != OCT9_IMAGE_INNER
             ? OCT9_REF_LEAF + image->root
             : oct9_image_below(image, 0, OCT9_LEVELS - 1u, octant ^ tiles->between);
}

/* As oct9_pair_child (src/map/image.h). */
static uint32_t cube_child(const oct9_layers_t *layers, const oct9_opened_t *at,
                           oct9_opened_t *below, unsigned number, const oct9_image_t **tile)
{
    (void)at;
    OCT9_ASSERT(number / 8u >= OCT9_LEVELS - 1u);
    return number / 8u == OCT9_LEVELS ? cube_opened(below)
                                      : octant_of((const oct9_tiles_t *)layers, number % 8u, tile);
}

/* As oct9_descend_pairs. It goes on to the node from which the tile's directory leads. */
static uint32_t descend_cube(const oct9_layers_t *layers, uint32_t code, unsigned *level,
                             oct9_opened_t *cube, const oct9_image_t **tile)
{
    const oct9_tiles_t *const tiles = (const oct9_tiles_t *)layers;
    const unsigned octant = oct9_morton_child(code, OCT9_LEVELS - 1u);
    const oct9_image_t *const image = tiles->tile[tile_of(tiles, octant)];
    if (*level == OCT9_LEVELS)
        return cube_opened(cube);
    uint32_t ref;
    if (image && *level <= OCT9_IMAGE_START) {
        *tile = image;
        code ^= (uint32_t)tiles->between << 3u * (OCT9_LEVELS - 1u);
        ref = oct9_image_start(image, oct9_image_entry(code), level);
        if (*level < OCT9_LEVELS)
            return ref;
    } else {
        ref = octant_of(tiles, octant, tile);
    }
    *level = OCT9_LEVELS - 1u;
    return ref;
}

/* --- open ------------------------------------------------------------------------------------- */

static oct9_status_t check_world_header(const oct9_world_input_t *input)
{
    const oct9_rom_t bytes = input->bytes;
    if (input->size < sizeof(oct9_world_header_t))
        return OCT9_ERR_IMAGE_SHORT;
    if (OCT9_WORLD_WORD(bytes, magic) != OCT9_WORLD_MAGIC)
        return OCT9_ERR_IMAGE_MAGIC;
    if (OCT9_WORLD_WORD(bytes, version) != OCT9_WORLD_VERSION)
        return OCT9_ERR_IMAGE_VERSION;
    const uint32_t count = OCT9_WORLD_WORD(bytes, tile_count);
    if (count == 0 || count > OCT9_WORLD_TILES_MAX)
        return OCT9_ERR_IMAGE_COUNT;
    if (input->size - sizeof(oct9_world_header_t) < count * sizeof(oct9_world_tile_t))
        return OCT9_ERR_IMAGE_SHORT;
    const uint32_t cell_um = OCT9_WORLD_WORD(bytes, cell_um);
    return cell_um != 0 && cell_um <= OCT9_CELL_UM_MAX && cell_um % 125u == 0
             ? OCT9_OK
             : OCT9_ERR_IMAGE_STATE;
}

static void place_base(oct9_world_t *world)
{
    const oct9_rom_t bytes = world->input->bytes;
    const uint32_t cell_um = OCT9_WORLD_WORD(bytes, cell_um);
    world->base.origin_mm.x = (int32_t)OCT9_WORLD_WORD(bytes, origin_mm[0]);
    world->base.origin_mm.y = (int32_t)OCT9_WORLD_WORD(bytes, origin_mm[1]);
    world->base.origin_mm.z = (int32_t)OCT9_WORLD_WORD(bytes, origin_mm[2]);
    (void)oct9_frame_set_cell(&world->base, cell_um);
    world->half_mm = cell_um / 125u * 32u;
    world->margin_mm = cell_um / (OCT9_FRAME_SCALE / 2u) + 2u;
}

static void place_image(oct9_world_t *world)
{
    oct9_image_t *const image = &world->image;
    image->frame.origin_mm.x = world->base.origin_mm.x;
    image->frame.origin_mm.y = world->base.origin_mm.y;
    image->frame.origin_mm.z = world->base.origin_mm.z;
    oct9_frame_copy_cell(&image->frame, &world->base);
    image->root = OCT9_IMAGE_LAYERED;
    image->layers = &world->tiles.layers;
    image->bytes = 0;
}

static void begin_tiles(oct9_tiles_t *tiles, oct9_state_t absent)
{
    tiles->layers.child = cube_child;
    tiles->layers.descend = descend_cube;
    tiles->layers.upper = tiles->layers.lower = NULL;
    tiles->layers.beneath = NULL;
    tiles->between = tiles->next = 0;
    tiles->absent = (uint8_t)absent;
}

static void begin_world(oct9_world_t *world)
{
    static const oct9_cube_t nowhere = { { 0, 0, 0 }, 0, { 0, 0, 0 }, { 0, 0, 0 } };
    const oct9_world_input_t *const input = world->input;
    begin_tiles(&world->tiles, input->absent);
    world->count = OCT9_WORLD_WORD(input->bytes, tile_count);
    world->crc = oct9_rom_crc32(0, oct9_rom_behind(input->bytes, WORLD_CRC_FROM),
                                sizeof(oct9_world_header_t) - WORLD_CRC_FROM);
    world->at = 0;
    world->table = OCT9_AGAIN;
    for (unsigned a = 0; a < 3; a++)
        world->half[a] = 0;
    world->placed = false;
    world->filling = NULL;
    for (unsigned i = 0; i < input->slot_count; i++)
        input->slots[i].open = false;
    for (uint32_t i = 0; input->checked && i < input->checked_words; i++)
        input->checked[i] = 0;
    oct9_world_meet(world, &nowhere);
    world->wanted = 0; /* before the first oct9_world_at */
}

/* True if the slots have memory where they need it, and there is a bit for each tile. */
static bool world_input_good(const oct9_world_input_t *input)
{
    bool good = input->slot_count != 0 && (unsigned)input->absent < OCT9_OCCUPIED;
    for (unsigned i = 0; input->load && i < input->slot_count; i++)
        good = good && input->slots[i].memory &&
               oct9_rom_aligned(oct9_rom_of_ram(input->slots[i].memory));
    return good && oct9_rom_aligned(input->bytes);
}

oct9_status_t oct9_world_open(oct9_world_t *world, const oct9_world_input_t *input)
{
    OCT9_ASSERT(world && input && input->bytes != 0 && input->slots);
    if (!world_input_good(input))
        return OCT9_REFUSE();
    const oct9_status_t status = check_world_header(input);
    if (status != OCT9_OK)
        return status;
    if (input->checked && OCT9_WORLD_WORD(input->bytes, tile_count) > 32u * input->checked_words)
        return OCT9_REFUSE();
    oct9_layers_write(&world->tiles.layers);
    world->tiles.layers.moves = world->tiles.layers.moves + 1u;
    world->input = input;
    begin_world(world);
    place_base(world);
    place_image(world);
    oct9_layers_written(&world->tiles.layers, 1);
    return OCT9_OK;
}

/* --- the place of the cube -------------------------------------------------------------------- */

/* A place on an axis of the world: `halves` halves of a tile and a rest. */
typedef struct {
    int32_t halves;
    uint32_t rest;
} along_t;

/* Returns false if it is too far away. */
static bool find_along(const oct9_world_t *world, int32_t at_mm, int32_t origin_mm, along_t *along)
{
    const bool before = at_mm < origin_mm;
    const uint32_t half_mm = world->half_mm;
    /* Before the origin, count from it to the millimetre that follows. */
    const uint32_t mm = before ? (uint32_t)origin_mm - (uint32_t)at_mm - 1u
                               : (uint32_t)at_mm - (uint32_t)origin_mm;
    const uint32_t halves = mm / half_mm, rest = mm % half_mm;
    if (halves > 2u * INT16_MAX)
        return false;
    along->halves = before ? -1 - (int32_t)halves : (int32_t)halves;
    along->rest = before ? half_mm - 1u - rest : rest;
    return true;
}

/* Finds a place in mm. Returns false if it is too far away. */
static bool find_place(const oct9_world_t *world, const oct9_mm_t *place_mm, along_t along[3])
{
    const oct9_mm_t *const origin = &world->base.origin_mm;
    for (unsigned a = 0; a < 3; a++)
        if (!find_along(world, oct9_mm_axis(place_mm, a), oct9_mm_axis(origin, a), &along[a]))
            return false;
    return true;
}

/* A place in the unit in which half a tile is `unit` long, and all within `reach` of it. */
typedef struct {
    along_t along[3];
    uint32_t reach, unit;
} about_t;

/* True if it is within `size` halves of a tile from `half` on, on an axis. */
static bool fits(const about_t *about, unsigned axis, uint32_t reach, int32_t half, int32_t size)
{
    const along_t *const along = &about->along[axis];
    const int32_t from = along->halves - half;
    if (from < 0 || from >= size)
        return false;
    const uint32_t at = (uint32_t)from * about->unit + along->rest;
    return at >= reach && at + reach <= (uint32_t)size * about->unit;
}

/* Finds the cube's corner on an axis, and its tiles: where they are, if that will do. Returns false
 * if it is out of range. The tiles contain half a tile on both sides of the place, so that those
 * ahead come early; the cube's middle is within a quarter of its edge of the place, unless the
 * tiles end before. */
static bool find_corner(const oct9_world_t *world, const about_t *about, unsigned axis,
                        oct9_cube_t *cube)
{
    const along_t *const along = &about->along[axis];
    int32_t first = cube->first[axis], half = cube->half[axis];
    if (!world->placed || !fits(about, axis, about->unit, 2 * first, 4))
        first = (along->halves + 2 * TILES_BEFORE - 1) / 2 - TILES_BEFORE;
    const bool among = half >= 2 * first && half <= 2 * first + 2;
    if (!world->placed || !among || !fits(about, axis, about->reach, half, 2)) {
        half = along->halves - (along->rest < about->unit / 2u);
        half = half < 2 * first ? 2 * first : half > 2 * first + 2 ? 2 * first + 2 : half;
    }
    cube->first[axis] = (int16_t)first;
    cube->half[axis] = half;
    return first >= INT16_MIN && first < INT16_MAX;
}

/* Finds where the cube should be. Returns false if a number is out of range. */
static bool find_cube(const oct9_world_t *world, const about_t *about, oct9_cube_t *cube)
{
    const oct9_world_place_t *const first = &world->tiles.first;
    const oct9_mm_t *const origin = &world->base.origin_mm;
    cube->first[0] = first->x;
    cube->first[1] = first->y;
    cube->first[2] = first->z;
    cube->nearest = 0;
    for (unsigned a = 0; a < 3; a++) {
        cube->half[a] = world->half[a];
        if (!find_corner(world, about, a, cube))
            return false;
        const int32_t at = about->along[a].halves - 2 * (int32_t)cube->first[a];
        cube->nearest |= (unsigned)at / 2u << a;
        const int64_t corner_mm = oct9_mm_axis(origin, a) + (int64_t)cube->half[a] * world->half_mm;
        if (corner_mm < INT32_MIN || corner_mm > INT32_MAX)
            return false;
        cube->origin_mm[a] = (int32_t)corner_mm;
    }
    return true;
}

/* Lays the cube among its tiles. */
static void lay_cube(oct9_world_t *world, const oct9_cube_t *cube)
{
    oct9_tiles_t *const tiles = &world->tiles;
    unsigned between = 0, next = 0;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t from = cube->half[a] - 2 * (int32_t)cube->first[a];
        OCT9_ASSERT(from >= 0 && from <= 2);
        between |= (unsigned)from % 2u << a;
        next |= (unsigned)from / 2u << a;
        world->half[a] = cube->half[a];
    }
    tiles->between = (uint8_t)between;
    tiles->next = (uint8_t)next;
    world->image.frame.origin_mm.x = cube->origin_mm[0];
    world->image.frame.origin_mm.y = cube->origin_mm[1];
    world->image.frame.origin_mm.z = cube->origin_mm[2];
}

/* Moves the cube, if need be. */
static oct9_status_t hold(oct9_world_t *world, const about_t *about)
{
    oct9_cube_t cube;
    if (!find_cube(world, about, &cube))
        return OCT9_ERR_RANGE;
    const oct9_world_place_t *const first = &world->tiles.first;
    const bool others = !world->placed || cube.first[0] != first->x || cube.first[1] != first->y ||
                        cube.first[2] != first->z;
    if (others || cube.half[0] != world->half[0] || cube.half[1] != world->half[1] ||
        cube.half[2] != world->half[2]) {
        oct9_layers_write(&world->tiles.layers);
        if (others)
            oct9_world_meet(world, &cube);
        lay_cube(world, &cube);
        world->tiles.layers.moves = world->tiles.layers.moves + 1u;
        oct9_layers_written(&world->tiles.layers, 1);
        world->placed = true;
    }
    return oct9_world_status(world);
}

oct9_status_t oct9_world_at(oct9_world_t *world, const oct9_mm_t *place_mm, uint32_t reach_mm)
{
    OCT9_ASSERT(world && place_mm);
    about_t about;
    about.unit = world->half_mm;
    about.reach = reach_mm + world->margin_mm;
    return reach_mm <= world->half_mm && about.reach <= world->half_mm / 2u &&
                   find_place(world, place_mm, about.along)
             ? hold(world, &about)
             : OCT9_ERR_RANGE;
}

/* --- in sub-cells of the world ---------------------------------------------------------------- */

oct9_status_t oct9_world_hold(oct9_world_t *world, const int32_t middle[3], uint32_t reach)
{
    about_t about;
    OCT9_ASSERT(reach <= OCT9_HALF_Q6 / 2u);
    about.unit = OCT9_HALF_Q6;
    about.reach = reach;
    for (unsigned a = 0; a < 3; a++) {
        /* Not below 0. */
        const uint32_t from = (uint32_t)middle[a] + OCT9_HALF_Q6 * HALVES_BEFORE;
        about.along[a].halves = (int32_t)(from / OCT9_HALF_Q6) - (int32_t)HALVES_BEFORE;
        about.along[a].rest = from % OCT9_HALF_Q6;
    }
    return hold(world, &about);
}

/* True if a cube about the place has a corner in int32_t: it begins less than a tile before it. */
static bool corner_before(const oct9_world_t *world, const oct9_mm_t *mm)
{
    const int64_t tile_mm = 2 * (int64_t)world->half_mm;
    return mm->x - tile_mm >= INT32_MIN && mm->y - tile_mm >= INT32_MIN &&
           mm->z - tile_mm >= INT32_MIN;
}

oct9_status_t oct9_world_point(const oct9_world_t *world, const oct9_mm_t *mm, int32_t radius_mm,
                               int32_t at[3], uint16_t *radius_q6)
{
    along_t along[3];
    oct9_motion_t motion;
    if (!find_place(world, mm, along) || !corner_before(world, mm))
        return OCT9_ERR_RANGE;
    /* From the corner of its half of a tile it is less than half a tile. */
    const oct9_mm_t rest = { (int32_t)along[0].rest, (int32_t)along[1].rest,
                             (int32_t)along[2].rest };
    oct9_frame_t frame;
    frame.origin_mm.x = frame.origin_mm.y = frame.origin_mm.z = 0;
    oct9_frame_copy_cell(&frame, &world->base);
    const oct9_status_t status = oct9_mm_sphere(&frame, &rest, &rest, radius_mm, &motion);
    if (status != OCT9_OK)
        return status;
    for (unsigned a = 0; a < 3; a++)
        at[a] = along[a].halves * (int32_t)OCT9_HALF_Q6 + oct9_point_axis(&motion.from, a) -
                OCT9_LOW_Q6;
    *radius_q6 = motion.radius_q6;
    return OCT9_OK;
}
