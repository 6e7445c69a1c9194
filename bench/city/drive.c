/* SPDX-License-Identifier: MIT */
/* Drives through a city by the library, which asks for tiles by `load`, and counts what it brings.
 *
 * The city has a header and a table alone: tile (x, y) is tile (x mod w, y mod h) of a campus,
 * moved there. Streets cross every PITCH_MM; at a crossing half of the drives go on, a quarter
 * turns to each side.
 *
 * Usage: drive CAMPUS.o9w CITY SLOTS KM SEED
 * Prints the tiles and bytes that were brought, and the most tiles after one step. */
#include "bench/city/city.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PITCH_MM = 100000, STEP_MM = 500, REACH_MM = 5000, FIRST_MM = 37000, HEIGHT_MM = 500 };

typedef struct {
    bytes_t campus;
    int width, height;    /* of the campus in tiles */
    uint32_t tiles, most; /* brought: in all, and after one step */
    uint64_t bytes;
} card_t;

/* --- the card that has the city's tiles ------------------------------------------------------- */

static bool card_open(card_t *card, const char *path)
{
    if (!bytes_read(&card->campus, path))
        return false;
    const uint32_t count = city_header(&card->campus)->tile_count;
    const oct9_world_tile_t *const last = city_tile(&card->campus, count - 1);
    card->width = last->x + 1;
    card->height = last->y + 1;
    return (uint32_t)(card->width * card->height) == count;
}

static oct9_status_t load(void *context, const oct9_world_tile_t *tile, void *memory)
{
    card_t *const card = context;
    oct9_image_header_t *const image = memory;
    const uint32_t number = (uint32_t)(tile->y % card->height * card->width +
                                       tile->x % card->width);
    const oct9_world_header_t *const campus = city_header(&card->campus);
    const int32_t edge_mm = (int32_t)(campus->cell_um / 125u * (OCT9_CELLS / 8u));
    memcpy(memory, city_image(&card->campus, number), tile->bytes);
    image->crc = tile->crc;
    image->origin_mm[0] = campus->origin_mm[0] + tile->x * edge_mm;
    image->origin_mm[1] = campus->origin_mm[1] + tile->y * edge_mm;
    card->tiles++;
    card->bytes += tile->bytes;
    return OCT9_OK;
}

/* --- the world -------------------------------------------------------------------------------- */

static oct9_world_slot_t *make_slots(const bytes_t *city, uint16_t count)
{
    uint32_t largest = 0;
    for (uint32_t i = 0; i < city_header(city)->tile_count; i++)
        if (city_tile(city, i)->bytes > largest)
            largest = city_tile(city, i)->bytes;
    oct9_world_slot_t *const slots = calloc(count, sizeof *slots);
    for (uint16_t i = 0; slots && i < count; i++) {
        slots[i].memory = malloc(largest);
        slots[i].size = largest;
        if (!slots[i].memory)
            return NULL;
    }
    return slots;
}

/* Brings all that is needed at a place. */
static bool is_at(oct9_world_t *world, card_t *card, const int32_t place[2])
{
    const oct9_mm_t mm = { place[0], place[1], HEIGHT_MM };
    const uint32_t before = card->tiles;
    oct9_status_t status = oct9_world_at(world, &mm, REACH_MM);
    while (status == OCT9_AGAIN)
        status = oct9_world_run(world, UINT32_MAX);
    if (card->tiles - before > card->most)
        card->most = card->tiles - before;
    return status == OCT9_OK && oct9_world_at(world, &mm, REACH_MM) == OCT9_OK;
}

/* --- the drive -------------------------------------------------------------------------------- */

/* Numbers below `below` (Marsaglia 2003, "Xorshift RNGs"). */
static uint32_t draw(uint64_t *random, uint32_t below)
{
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return (uint32_t)(*random >> 32) % below;
}

/* Whether the next crossing in direction d (+x +y -x -y) is in the city. */
static bool leads_on(const int32_t place[2], unsigned d, int32_t edge_mm)
{
    const int32_t there = place[d % 2] + (d < 2 ? PITCH_MM : -PITCH_MM);
    return there > 0 && there < edge_mm;
}

static unsigned turn(uint64_t *random, const int32_t place[2], unsigned d, int32_t edge_mm)
{
    static const unsigned turns[] = { 0, 0, 1, 3 };
    unsigned next;
    do
        next = (d + turns[draw(random, 4)]) % 4;
    while (!leads_on(place, next, edge_mm) && leads_on(place, d, edge_mm));
    return leads_on(place, next, edge_mm) ? next : (d + 1 + 2 * draw(random, 2)) % 4;
}

static bool drive(oct9_world_t *world, card_t *card, int32_t edge_mm, uint32_t km, uint64_t seed)
{
    uint64_t random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    const int32_t streets = edge_mm / PITCH_MM;
    int32_t place[2] = { FIRST_MM + streets / 2 * PITCH_MM, FIRST_MM + streets / 2 * PITCH_MM };
    unsigned d = 0;
    if (!is_at(world, card, place))
        return false;
    card->tiles = card->most = 0; /* those at the start do not count */
    card->bytes = 0;
    for (uint32_t crossing = 0; crossing < km * (1000000 / PITCH_MM); crossing++) {
        do
            d = turn(&random, place, d, edge_mm);
        while (!leads_on(place, d, edge_mm));
        for (int32_t gone = 0; gone < PITCH_MM; gone += STEP_MM) {
            place[d % 2] += d < 2 ? STEP_MM : -STEP_MM;
            if (!is_at(world, card, place))
                return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    static card_t card;
    static oct9_world_t world;
    bytes_t city;
    if (argc != 6 || !card_open(&card, argv[1]) || !bytes_read(&city, argv[2]))
        return 2;
    oct9_world_input_t input = { .bytes = city.data,
                                 .size = (oct9_rom_size_t)city.size,
                                 .slot_count = (uint16_t)atoi(argv[3]),
                                 .load = load,
                                 .context = &card };
    input.slots = make_slots(&city, input.slot_count);
    const oct9_world_header_t *const header = city_header(&city);
    const int32_t edge_mm = (city_tile(&city, header->tile_count - 1)->x + 1) *
                            (int32_t)(header->cell_um / 125u * (OCT9_CELLS / 8u));
    if (!input.slots || oct9_world_open(&world, &input) != OCT9_OK ||
        !drive(&world, &card, edge_mm, (uint32_t)atoi(argv[4]), (uint64_t)atoll(argv[5])))
        return 1;
    printf("%" PRIu32 " %" PRIu64 " %" PRIu32 "\n", card.tiles, card.bytes, card.most);
    return 0;
}
