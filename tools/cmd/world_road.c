/* SPDX-License-Identifier: MIT */
/* oct9 world road: from a world to a road map of it, in parts. */
#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "tools/beside.h"
#include "tools/cmd/asked.h"
#include "tools/cmd/road.h"
#include "tools/fail.h"
#include "tools/format/output.h"
#include "tools/format/world_file.h"
#include "tools/road/part.h"

#include <stdio.h>
#include <stdlib.h>

static const char help[] =
    "usage: oct9 world road WORLD.o9w --radius MM [--heights LOW,HIGH] [--bytes N] [-j N]\n"
    "                       -o OUT.o9r\n\n"
    "Bakes a road map of a world, for oct9/road.h: places from which a sphere can go to all\n"
    "others, and straight lines between them. Unknown space blocks. It serves that world and\n"
    "that radius alone. With --heights it is baked far sooner, and is smaller.\n"
    "  --radius MM         the radius of the sphere in whole millimetres; it grows by up to a\n"
    "                      sub-cell, as oct9_mm_sphere makes it\n"
    "  --heights LOW,HIGH  the heights in mm at which the centre may be: those of the centres of\n"
    "                      cells count. For a robot on a floor a cell's height will do\n"
    "  --bytes N           the most bytes that it may have, 65536 by default\n"
    "  -j, --jobs N        bakes N parts of 256 cells at a time, 1 by default\n"
    "  -o, --output OUT    the road map; OUT.c: as a C array, oct9_road_OUT\n";

/* A part: the corner of its cube, in halves of a tile. */
typedef struct {
    int32_t half[3];
} part_place_t;

typedef struct {
    const road_request_t *request;
    asked_t *asked;
    uint16_t radius_q6;
    int64_t layers[2]; /* from tile 0 0 0 on */
    part_place_t *parts;
    size_t count;
    web_t web;
} world_road_t;

/* --- which parts ------------------------------------------------------------------------------ */

static int by_place(const void *a, const void *b)
{
    const part_place_t *first = a, *second = b;
    for (unsigned axis = 3; axis-- > 0;)
        if (first->half[axis] != second->half[axis])
            return first->half[axis] < second->half[axis] ? -1 : 1;
    return 0;
}

/* Whether a part has cells at the heights. */
static bool has_heights(const world_road_t *making, const part_place_t *part)
{
    const int64_t corner = (int64_t)part->half[2] * PART_STEP;
    return corner + PART_LOW < making->layers[1] && corner + PART_HIGH > making->layers[0];
}

/* The parts that have cells of a tile. */
static void list_around(world_road_t *making, const oct9_world_tile_t *tile)
{
    for (int i = 0; i < 27; i++) {
        const part_place_t part = { { 2 * tile->x + i % 3 - 1, 2 * tile->y + i / 3 % 3 - 1,
                                      2 * tile->z + i / 9 - 1 } };
        if (has_heights(making, &part))
            making->parts[making->count++] = part;
    }
}

static bool list_parts(world_road_t *making)
{
    world_file_t world;
    size_t kept = 0;
    bool good = world_file_open(&world, making->request->path);
    if (good) {
        making->parts = malloc(27u * (size_t)world.tile_count * sizeof *making->parts);
        good = making->parts || fail(making->request->path, "out of memory");
    }
    for (uint32_t i = 0; good && i < world.tile_count; i++)
        list_around(making, &world.tiles[i]);
    world_file_free(&world);
    if (making->count != 0)
        qsort(making->parts, making->count, sizeof *making->parts, by_place);
    for (size_t i = 0; i < making->count; i++)
        if (kept == 0 || by_place(&making->parts[kept - 1u], &making->parts[i]) != 0)
            making->parts[kept++] = making->parts[i];
    making->count = kept;
    return good;
}

/* --- one part --------------------------------------------------------------------------------- */

/* The middle of a part's cube. False: it is out of the range of millimetres. */
static bool middle_of(const oct9_frame_t *base, const part_place_t *part, int32_t middle[3])
{
    const int32_t origin[3] = { base->origin_mm.x, base->origin_mm.y, base->origin_mm.z };
    for (unsigned a = 0; a < 3; a++) {
        const int64_t cells = ((int64_t)part->half[a] + 1) * PART_STEP;
        const int64_t mm = origin[a] + cells * base->cell_um / 1000;
        if (mm < INT32_MIN || mm > INT32_MAX)
            return false;
        middle[a] = (int32_t)mm;
    }
    return true;
}

/* Has the world's cube where that of a part is. False: an error was printed. */
static bool go_to(asked_t *asked, const part_place_t *place)
{
    int32_t middle[3];
    const char *wrong = middle_of(oct9_world_base(&asked->world), place, middle)
                          ? asked_about(asked, middle, 1, 1)
                          : oct9_status_text(OCT9_ERR_RANGE);
    return !wrong || fail(asked->path, "the cube at tile %g %g %g: %s", place->half[0] / 2.,
                          place->half[1] / 2., place->half[2] / 2., wrong);
}

static bool bake_part(void *context, size_t number, FILE *file)
{
    const world_road_t *const making = context;
    asked_t *const asked = making->asked;
    part_t part = { .path = asked->path, .map = asked->map, .radius_q6 = making->radius_q6 };
    web_t web;
    web_begin(&web, asked->path);
    bool good = go_to(asked, &making->parts[number]);
    asked_corner(asked, part.corner);
    road_layers_in(making->layers, part.corner[2], part.heights);
    good = good && part_bake(&web, &part) && web_put(&web, file);
    web_free(&web);
    return good;
}

static bool take_part(void *context, size_t number, FILE *file)
{
    world_road_t *const making = context;
    (void)number;
    return web_take(&making->web, file);
}

/* --- all -------------------------------------------------------------------------------------- */

static bool choose(const world_road_t *making, road_t *road)
{
    const web_t *web = &making->web;
    const char *const path = making->request->path;
    bool fit;
    if (web->vertex_count == 0)
        return fail(path, "has no place for the sphere: it is at no centre of a cell clear");
    if (!road_choose(road, web, making->request->bytes, &fit))
        return false;
    return fit || fail(path,
                       "its road map of %zu places has no room in %lu bytes, or in 65532 places "
                       "and 32767 lines: give more --bytes, or fewer --heights",
                       web->vertex_count, (unsigned long)making->request->bytes);
}

static bool make_parts(world_road_t *making)
{
    const beside_t beside = { "baking parts", making->count, making->request->jobs,
                              bake_part,      take_part,     making };
    return beside_run(&beside) && web_join(&making->web);
}

static bool make_road(world_road_t *making)
{
    const oct9_world_t *world = &making->asked->world;
    road_t road = { 0 };
    if (!road_radius(making->request, oct9_world_base(world), &making->radius_q6))
        return false;
    if (!part_holds(making->radius_q6))
        return fail(making->request->path, "a sphere of %lu mm is too large for its cells",
                    (unsigned long)making->request->radius_mm);
    road_layers(making->request, oct9_world_base(world), making->layers);
    const oct9_world_header_t *header = world->input->bytes;
    const road_head_t head = { oct9_world_base(world), oct9_port_le32(header->crc),
                               making->radius_q6 };
    const bool good = list_parts(making) && make_parts(making) && choose(making, &road) &&
                      road_write(making->request, &road, &making->web, &head, NULL, world);
    road_free(&road);
    return good;
}

int cmd_world_road(int argc, char **argv)
{
    enum { BYTES_USUAL = 65536 };
    static asked_t asked;
    road_request_t request = { .bytes = BYTES_USUAL, .jobs = 1 };
    const int status = road_request(argc, argv, help, &request);
    if (status >= 0)
        return status;
    if (!output_check(request.out, request.path))
        return STATUS_BAD_DATA;
    if (!world_file_is(request.path)) {
        fail(request.path, "is no world");
        return STATUS_BAD_DATA;
    }
    if (!asked_open(&asked, request.path, true))
        return STATUS_BAD_DATA;
    world_road_t making = { .request = &request, .asked = &asked };
    web_begin(&making.web, request.path);
    const bool good = make_road(&making);
    web_free(&making.web);
    free(making.parts);
    asked_close(&asked);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
