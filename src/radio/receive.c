/* SPDX-License-Identifier: MIT */
/* The receiver. Several half tiles share an entry, which stores the greatest number of the packets
 * that wrote one of them. So a packet with that number or a greater one is not older than what is
 * known of the half tile. A record is applied as a whole, or not at all. A packet is one write: a
 * reader that comes in between finds no obstacle between its old place and its new one. */
#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/mapping/occupancy.h"
#include "src/number/hash.h"
#include "src/radio/packet.h"

/* Follows a run that begins: makes the map unknown, and forgets when it was received. Called within
 * a write. */
static void follow(oct9_receiver_t *receiver, uint32_t start)
{
    receiver->run.start = start;
    for (uint32_t i = 0; i < receiver->size; i++)
        receiver->seen[i] = 0;
    (void)oct9_occupancy_put(receiver->occupancy, 0, OCT9_LEVELS, 0); /* takes no block */
}

oct9_status_t oct9_packet_receiver_init(oct9_receiver_t *receiver, oct9_occupancy_t *occupancy,
                                        uint32_t *seen, uint32_t size, const oct9_run_t *run)
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
    oct9_occupancy_begin(occupancy);
    follow(receiver, run->start);
    oct9_occupancy_end(occupancy);
    return OCT9_OK;
}

static uint16_t payload_of(const oct9_model_t *model, unsigned state)
{
    if (state == OCT9_FREE)
        return oct9_occupancy_payload(model->lowest, 0);
    return state == OCT9_OCCUPIED ? oct9_occupancy_payload(model->highest, 0) : 0;
}

/* The corner of a place in the receiver's cube. Returns false if it is outside. */
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

/* The entry of half a tile. Its place in the cube of the world is that of its code there, modulo
 * the table. */
static uint32_t *half_entry(const oct9_receiver_t *receiver, const oct9_offset_t *world)
{
    OCT9_ASSERT(oct9_table_size_good(receiver->size));
    const oct9_cell_t cell = { (uint16_t)((uint32_t)world->x % OCT9_CELLS),
                               (uint16_t)((uint32_t)world->y % OCT9_CELLS),
                               (uint16_t)((uint32_t)world->z % OCT9_CELLS) };
    return &receiver
                ->seen[oct9_morton_encode(&cell) / OCT9_PACKET_HALF_CELLS & (receiver->size - 1u)];
}

/* --- entries --------------------------------------------------------------------------------- */

/* True if the places of a node take every entry. A node that need not be aligned in the world
 * contains one of the next lower level that is. */
static bool takes_all(const oct9_receiver_t *receiver, unsigned level)
{
    return (oct9_morton_below(level - 1u) + 1u) / OCT9_PACKET_HALF_CELLS >= receiver->size;
}

/* The number of entries that a record's places take: of each half tile one. */
static uint32_t entries_of(const oct9_receiver_t *receiver, const oct9_record_t *record)
{
    if (record->state == OCT9_PACKET_INNER)
        return 1;
    return takes_all(receiver, record->level)
             ? receiver->size
             : (oct9_morton_below(record->level) + 1u) / OCT9_PACKET_HALF_CELLS;
}

static uint32_t *entry_at(const oct9_receiver_t *receiver, const oct9_packet_t *packet,
                          const oct9_record_t *record, uint32_t i)
{
    oct9_offset_t world;
    if (takes_all(receiver, record->level))
        return &receiver->seen[i];
    oct9_packet_corner(packet, record, i * OCT9_PACKET_HALF_CELLS, &world);
    return half_entry(receiver, &world);
}

/* --- records --------------------------------------------------------------------------------- */

/* Stores the states of half a tile, if it is in the window. Returns the status of the first part
 * that failed. */
static oct9_status_t put_half(oct9_occupancy_t *occupancy, const oct9_packet_t *packet,
                              const oct9_record_t *record)
{
    const oct9_model_t *const model = &occupancy->model;
    oct9_offset_t world;
    uint32_t corner;
    oct9_status_t status = OCT9_OK;
    oct9_packet_corner(packet, record, 0, &world);
    if (!in_window(occupancy, &world, &corner))
        return OCT9_OK;
    OCT9_ASSERT(corner < OCT9_MORTON_END && corner % OCT9_PACKET_HALF_CELLS == 0);
    for (unsigned i = 0; i < OCT9_PACKET_HALF_CELLS; i++) {
        unsigned state = oct9_record_state(record->states, i / 8u);
        const bool inner = state == OCT9_PACKET_INNER;
        if (!inner && i % 8u != 0)
            continue; /* the whole child has been stored */
        if (inner)
            state = oct9_record_state(record->cells[i / 8u], i % 8u);
        const oct9_status_t now = oct9_occupancy_put(occupancy, corner + i, inner ? 0 : 1,
                                                     payload_of(model, state));
        if (status == OCT9_OK)
            status = now;
    }
    return status;
}

/* Gives what is in the window of a node one payload, in parts that are nodes here. Returns as
 * put_half does. */
static oct9_status_t put_node(oct9_occupancy_t *occupancy, const oct9_packet_t *packet,
                              const oct9_record_t *record)
{
    const oct9_offset_t *const there = &packet->window, *const here = &occupancy->window;
    const oct9_offset_t apart = { (int32_t)((uint32_t)there->x - (uint32_t)here->x),
                                  (int32_t)((uint32_t)there->y - (uint32_t)here->y),
                                  (int32_t)((uint32_t)there->z - (uint32_t)here->z) };
    const unsigned part = oct9_aligned_level(&apart, record->level);
    const uint16_t payload = payload_of(&occupancy->model, record->state);
    const uint32_t end = oct9_morton_below(record->level);
    oct9_status_t status = OCT9_OK;
    for (uint32_t i = 0; i <= end; i += oct9_morton_below(part) + 1u) {
        oct9_offset_t world;
        uint32_t corner;
        oct9_packet_corner(packet, record, i, &world);
        if (!in_window(occupancy, &world, &corner))
            continue;
        const oct9_status_t now = oct9_occupancy_put(occupancy, corner, part, payload);
        if (status == OCT9_OK)
            status = now;
    }
    return status;
}

/* Applies a record whose places have no greater number. Also if only a part of it has room, or is
 * in the window, nothing older may be applied later. */
static oct9_status_t apply_record(oct9_receiver_t *receiver, const oct9_packet_t *packet,
                                  const oct9_record_t *record)
{
    OCT9_ASSERT(packet->number != 0 && receiver->run.start != 0);
    const uint32_t entries = entries_of(receiver, record);
    for (uint32_t i = 0; i < entries; i++)
        if (*entry_at(receiver, packet, record, i) > packet->number)
            return OCT9_ERR_PACKET_LATE;
    for (uint32_t i = 0; i < entries; i++)
        *entry_at(receiver, packet, record, i) = packet->number;
    return record->state == OCT9_PACKET_INNER ? put_half(receiver->occupancy, packet, record)
                                              : put_node(receiver->occupancy, packet, record);
}

oct9_status_t oct9_packet_apply(oct9_receiver_t *receiver, const uint8_t *bytes, uint32_t size)
{
    OCT9_ASSERT(receiver && bytes);
    oct9_packet_t packet;
    oct9_record_t record;
    if (size >= 2 && oct9_get_le16(bytes) != receiver->run.sender % 65536u)
        return OCT9_ERR_PACKET_SENDER;
    oct9_status_t status = oct9_packet_open(&packet, bytes, size, receiver->run.sender,
                                            &receiver->occupancy->window);
    if (status != OCT9_OK)
        return status;
    if (packet.run.start < receiver->run.start)
        return OCT9_ERR_PACKET_RUN;
    oct9_occupancy_begin(receiver->occupancy);
    if (packet.run.start > receiver->run.start)
        follow(receiver, packet.run.start);
    while (oct9_packet_next(&packet, &record)) {
        const oct9_status_t now = apply_record(receiver, &packet, &record);
        if (status == OCT9_OK)
            status = now;
    }
    oct9_occupancy_end(receiver->occupancy);
    return status;
}
