/* SPDX-License-Identifier: MIT */
/* The receiver. Several tiles share an entry. It has the greatest number of all packets from which
 * one of them came. So a packet with that number or a greater one is not older than what is known
 * of the tile. */
#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/mapping/occupancy.h"
#include "src/number/hash.h"
#include "src/radio/packet.h"

#define NO_TILE UINT32_MAX /* names have 30 bits */

/* Follows a run that begins: makes the map unknown, and forgets when its tiles were received. */
static void follow(oct9_receiver_t *receiver, uint32_t start)
{
    receiver->run.start = start;
    for (uint32_t i = 0; i < receiver->size; i++)
        receiver->seen[i].number = 0; /* the tile's name then does not matter */
    (void)oct9_occupancy_put(receiver->occupancy, 0, OCT9_LEVELS, 0); /* takes no block */
}

oct9_status_t oct9_packet_receiver_init(oct9_receiver_t *receiver, oct9_occupancy_t *occupancy,
                                        oct9_tile_seen_t *seen, uint32_t size,
                                        const oct9_run_t *run)
{
    OCT9_ASSERT(receiver && occupancy && seen && run);
    if (!oct9_table_size_good(size))
        return OCT9_REFUSE();
    if (run->start == 0)
        return OCT9_ERR_PACKET_RUN;
    receiver->occupancy = occupancy;
    receiver->seen = seen;
    receiver->size = size;
    receiver->run.sender = run->sender;
    follow(receiver, run->start);
    return OCT9_OK;
}

static uint16_t payload_of(const oct9_model_t *model, unsigned state)
{
    if (state == OCT9_FREE)
        return oct9_occupancy_payload(model->lowest, 0);
    return state == OCT9_OCCUPIED ? oct9_occupancy_payload(model->highest, 0) : 0;
}

/* The corner of a tile in the receiver's cube. Returns false if it is outside. */
static bool in_window(const oct9_occupancy_t *occupancy, const oct9_offset_t *world,
                      uint32_t *corner)
{
    const uint32_t x = (uint32_t)world->x - (uint32_t)occupancy->window.x;
    const uint32_t y = (uint32_t)world->y - (uint32_t)occupancy->window.y;
    const uint32_t z = (uint32_t)world->z - (uint32_t)occupancy->window.z;
    const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    if ((x | y | z) >= OCT9_CELLS)
        return false;
    *corner = oct9_morton_encode(&cell);
    return true;
}

/* The state that a record gives a cell of its tile. */
static unsigned state_in_record(const oct9_record_t *record, unsigned cell)
{
    const unsigned state = oct9_record_state(record->states, cell / 8u);
    return state == OCT9_PACKET_INNER ? oct9_record_state(record->cells[cell / 8u], cell % 8u)
                                      : state;
}

/* Stores the states of a tile. In a larger record all states are equal. */
static oct9_status_t put_tile(oct9_occupancy_t *occupancy, const oct9_record_t *record,
                              uint32_t corner)
{
    OCT9_ASSERT(corner < OCT9_MORTON_END && corner % OCT9_PACKET_TILE_CELLS == 0);
    const oct9_model_t *const model = &occupancy->model;
    if (record->states == oct9_record_all(record->states & 3u) &&
        (record->states & 3u) != OCT9_PACKET_INNER)
        return oct9_occupancy_put(occupancy, corner, OCT9_PACKET_TILE,
                                  payload_of(model, record->states & 3u));
    for (unsigned i = 0; i < OCT9_PACKET_TILE_CELLS; i++) {
        const bool inner = oct9_record_state(record->states, i / 8u) == OCT9_PACKET_INNER;
        if (!inner && i % 8u != 0)
            continue; /* the whole child has been stored */
        const oct9_status_t status = oct9_occupancy_put(
            occupancy, corner | i, inner ? 0 : 1, payload_of(model, state_in_record(record, i)));
        if (status != OCT9_OK)
            return status;
    }
    return OCT9_OK;
}

/* True if each cell of the tile is already as the record says. */
static bool is_so(oct9_occupancy_t *occupancy, const oct9_record_t *record, uint32_t corner)
{
    oct9_descent_t descent;
    oct9_descent_find(&descent, &occupancy->tree, corner, OCT9_PACKET_TILE);
    for (unsigned i = 0; i < OCT9_PACKET_TILE_CELLS; i++) {
        const oct9_block_t *const pool = occupancy->tree.pool;
        uint16_t slot = *oct9_descent_end(&descent);
        if (slot < OCT9_SLOT_LEAF)
            slot = pool[slot].slot[i / 8u];
        if (slot < OCT9_SLOT_LEAF)
            slot = pool[slot].slot[i % 8u];
        if (oct9_tree_state(&occupancy->tree, slot & OCT9_PAYLOAD_MAX) !=
            (oct9_state_t)state_in_record(record, i))
            return false;
    }
    return true;
}

/* A tile's name in a world of 8 x 8 x 8 cubes: its Morton code in the cube, and the cube's
 * number. */
static uint32_t name_of_tile(const oct9_offset_t *world)
{
    const uint32_t x = (uint32_t)world->x, y = (uint32_t)world->y, z = (uint32_t)world->z;
    const oct9_cell_t cell = { (uint16_t)(x % OCT9_CELLS), (uint16_t)(y % OCT9_CELLS),
                               (uint16_t)(z % OCT9_CELLS) };
    return oct9_morton_encode(&cell) >> 6 | (x >> 9 & 7u) << 21 | (y >> 9 & 7u) << 24 |
           (z >> 9 & 7u) << 27;
}

/* For a tile outside the window: notes its packet's number, because older packets must not be
 * applied after the window has moved. It notes no tile's name, because places more than 8 cubes
 * apart share one. */
static void pass_over(oct9_tile_seen_t *seen, uint32_t number)
{
    if (number > seen->number) {
        seen->tile = NO_TILE;
        seen->number = number;
    }
}

static oct9_status_t apply_tile(oct9_receiver_t *receiver, uint32_t number,
                                const oct9_record_t *record, const oct9_offset_t *world)
{
    const uint32_t tile = name_of_tile(world);
    OCT9_ASSERT(number != 0 && receiver->run.start != 0 && oct9_table_size_good(receiver->size));
    oct9_tile_seen_t *const seen = &receiver->seen[tile & (receiver->size - 1u)];
    uint32_t corner;
    if (!in_window(receiver->occupancy, world, &corner)) {
        pass_over(seen, number);
        return OCT9_OK;
    }
    if (number < seen->number)
        return seen->tile == tile || is_so(receiver->occupancy, record, corner)
                 ? OCT9_OK
                 : OCT9_ERR_PACKET_LATE;
    seen->tile = tile; /* also if only a part of it has room */
    seen->number = number;
    return put_tile(receiver->occupancy, record, corner);
}

/* Applies all tiles of a record, which is moved from one to the next. Returns the status of the
 * first that failed. */
static oct9_status_t apply_record(oct9_receiver_t *receiver, const oct9_packet_t *packet,
                                  oct9_record_t *record)
{
    oct9_status_t status = OCT9_OK;
    oct9_offset_t world;
    const uint32_t end = record->corner + oct9_morton_below(record->level);
    for (; record->corner <= end; record->corner += OCT9_PACKET_TILE_CELLS) {
        oct9_packet_corner(packet, record, &world);
        const oct9_status_t now = apply_tile(receiver, packet->number, record, &world);
        if (status == OCT9_OK)
            status = now;
    }
    return status;
}

oct9_status_t oct9_packet_apply(oct9_receiver_t *receiver, const uint8_t *bytes, uint32_t size)
{
    OCT9_ASSERT(receiver && bytes);
    oct9_packet_t packet;
    oct9_record_t record;
    oct9_status_t status = oct9_packet_open(&packet, bytes, size);
    if (status != OCT9_OK)
        return status;
    if (packet.run.sender != receiver->run.sender)
        return OCT9_ERR_PACKET_SENDER;
    if (packet.run.start < receiver->run.start)
        return OCT9_ERR_PACKET_RUN;
    if (packet.run.start > receiver->run.start)
        follow(receiver, packet.run.start);
    while (oct9_packet_next(&packet, &record)) {
        const oct9_status_t now = apply_record(receiver, &packet, &record);
        if (status == OCT9_OK)
            status = now;
    }
    return status;
}
