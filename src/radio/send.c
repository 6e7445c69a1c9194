/* SPDX-License-Identifier: MIT */
/* The sender. It sends ranges of Morton codes, tile by tile. A range is a node that changed, or the
 * whole cube. The codes are of cells of the world, modulo the cube, so that the window may move in
 * between. */
#include "oct9/image.h"
#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/map/tree.h"
#include "src/mapping/changes.h"
#include "src/mapping/occupancy.h"
#include "src/number/morton.h"
#include "src/radio/packet.h"

static void send_all(oct9_sender_t *sender, bool known)
{
    sender->at = 0;
    sender->end = OCT9_MORTON_END;
    sender->known = known;
}

oct9_status_t oct9_packet_sender_init(oct9_sender_t *sender, oct9_occupancy_t *occupancy,
                                      const oct9_run_t *run)
{
    OCT9_ASSERT(sender && occupancy && run);
    if (run->start == 0)
        return OCT9_ERR_PACKET_RUN;
    if (!occupancy->changes)
        return OCT9_REFUSE();
    oct9_changes_empty(occupancy->changes); /* the whole map is sent first */
    oct9_occupancy_noted(occupancy);
    sender->occupancy = occupancy;
    sender->run.sender = run->sender;
    sender->run.start = run->start;
    sender->number = 1;
    sender->owes = true;
    send_all(sender, true);
    return OCT9_OK;
}

/* --- what to send next ----------------------------------------------------------------------- */

/* Prepares to send the whole tile of a cell that changed, in cells of the world: removes all other
 * notes about the tile. */
static void take_tile(oct9_sender_t *sender, oct9_node_t *node)
{
    node->level = OCT9_PACKET_TILE;
    const uint32_t tile = oct9_morton_encode(&node->corner) & ~(OCT9_PACKET_TILE_CELLS - 1u);
    for (unsigned i = 0; i < 8; i++) {
        oct9_morton_decode(tile | i << 3, &node->corner);
        oct9_changes_drop(sender->occupancy->changes, node->corner);
    }
    oct9_morton_decode(tile, &node->corner);
}

/* Begins the next range. Returns false if nothing has changed. */
static bool next_range(oct9_sender_t *sender)
{
    oct9_change_t change;
    const int taken = oct9_changes_take(sender->occupancy->changes, &change);
    if (taken == OCT9_ERR_CHANGES_LOST) {
        send_all(sender, false);
        return true;
    }
    if (taken == 0)
        return false;
    if (change.node.level < OCT9_PACKET_TILE)
        take_tile(sender, &change.node);
    sender->at = oct9_morton_encode(&change.node.corner);
    sender->end = sender->at + oct9_morton_below(change.node.level) + 1u;
    sender->known = false;
    return true;
}

/* --- records --------------------------------------------------------------------------------- */

static unsigned state_of(const oct9_tree_t *tree, uint16_t slot)
{
    return slot >= OCT9_SLOT_LEAF ? (unsigned)oct9_tree_state(tree, slot & OCT9_PAYLOAD_MAX)
                                  : (unsigned)OCT9_PACKET_INNER;
}

static uint16_t states_of(const oct9_tree_t *tree, const oct9_block_t *block)
{
    unsigned states = 0;
    for (unsigned i = 0; i < 8; i++)
        states |= state_of(tree, block->slot[i]) << 2u * i;
    return (uint16_t)states;
}

/* Reads a tile that is not one leaf. Different payloads may have the same state. */
static void read_tile(const oct9_tree_t *tree, uint16_t block, oct9_record_t *record)
{
    record->states = states_of(tree, &tree->pool[block]);
    unsigned left = record->states;
    for (unsigned i = 0; left != 0; i++, left /= 4u)
        if ((left & 3u) == OCT9_PACKET_INNER)
            record->cells[i] = states_of(tree, &tree->pool[tree->pool[block].slot[i]]);
}

/* True if the node is unknown and this run has sent nothing about it. */
static bool is_passed(const oct9_sender_t *sender, const oct9_record_t *record)
{
    return sender->known && record->states == 0;
}

/* True if a node of this level begins at `at` and ends within the range. */
static bool in_range(const oct9_sender_t *sender, unsigned level)
{
    OCT9_ASSERT(sender->at < sender->end && sender->end <= OCT9_MORTON_END);
    const uint32_t below = oct9_morton_below(level);
    return (sender->at & below) == 0 && sender->at + below < sender->end;
}

/* The level of the largest node at this corner in the window that a record can contain. */
static unsigned level_to_send(const oct9_sender_t *sender, uint32_t corner, unsigned level)
{
    if (level > OCT9_PACKET_LARGEST)
        level = OCT9_PACKET_LARGEST;
    while ((corner & oct9_morton_below(level)) != 0 || !in_range(sender, level))
        level--;
    return level;
}

/* True if a node that begins at this cell fits into the leaf. */
static bool has_room(uint16_t cell, unsigned leaf, unsigned level)
{
    const unsigned within = cell & ((1u << leaf) - 1u);
    return within + (1u << level) <= 1u << leaf;
}

/* The level of the largest node within this leaf. It need not be aligned in the window. */
static unsigned level_to_pass(const oct9_sender_t *sender, const oct9_cell_t *cell, unsigned leaf)
{
    unsigned level = leaf;
    while (!(has_room(cell->x, leaf, level) && has_room(cell->y, leaf, level) &&
             has_room(cell->z, leaf, level) && in_range(sender, level)))
        level--;
    return level;
}

/* Reads the node to send at `at`: a tile, or the largest part of a larger leaf that a record can
 * contain. A node that is passed over may be even larger. */
static void read_record(const oct9_sender_t *sender, oct9_record_t *record)
{
    const oct9_tree_t *const tree = &sender->occupancy->tree;
    uint16_t slot = tree->root;
    unsigned level = OCT9_LEVELS;
    oct9_cell_t cell;
    oct9_morton_decode(sender->at, &cell);
    oct9_cell_to_window(sender->occupancy, &cell);
    record->corner = oct9_morton_encode(&cell);
    for (; level > OCT9_PACKET_TILE && slot < OCT9_SLOT_LEAF; level--)
        slot = tree->pool[slot].slot[oct9_morton_child(record->corner, level - 1u)];
    if (slot >= OCT9_SLOT_LEAF)
        record->states = oct9_record_all(state_of(tree, slot));
    else
        read_tile(tree, slot, record);
    record->level = is_passed(sender, record) ? level_to_pass(sender, &cell, level)
                                              : level_to_send(sender, record->corner, level);
}

static uint32_t length_of(const oct9_record_t *record)
{
    uint32_t length = 6;
    for (unsigned left = record->states; left != 0; left /= 4u)
        length += (left & 3u) == OCT9_PACKET_INNER ? 2u : 0u;
    return length;
}

static uint8_t *write_states(uint8_t *bytes, uint16_t states)
{
    oct9_put_le16(bytes, states);
    return bytes + 2;
}

static void write_record(uint8_t *bytes, const oct9_record_t *record)
{
    oct9_put_le32(bytes, record->corner | (uint32_t)record->level << 27);
    bytes = write_states(bytes + 4, record->states);
    unsigned left = record->states;
    for (unsigned i = 0; left != 0; i++, left /= 4u)
        if ((left & 3u) == OCT9_PACKET_INNER)
            bytes = write_states(bytes, record->cells[i]);
}

/* --- packets --------------------------------------------------------------------------------- */

/* Writes records up to `size` bytes. Returns where they end. */
static uint32_t write_records(oct9_sender_t *sender, uint8_t *bytes, uint32_t at, uint32_t size)
{
    oct9_record_t record;
    while (sender->at < sender->end || next_range(sender)) {
        read_record(sender, &record);
        OCT9_ASSERT(record.level >= OCT9_PACKET_TILE && record.corner < OCT9_MORTON_END);
        if (!is_passed(sender, &record)) {
            if (length_of(&record) > size - at)
                break;
            write_record(bytes + at, &record);
            at += length_of(&record);
            OCT9_ASSERT(at <= size);
        }
        sender->at += oct9_morton_below(record.level) + 1u;
    }
    return at;
}

static void write_header(const oct9_sender_t *sender, uint8_t *bytes)
{
    const oct9_offset_t *const window = &sender->occupancy->window;
    bytes[0] = 'o';
    bytes[1] = '9';
    bytes[2] = OCT9_PACKET_VERSION;
    bytes[3] = 0;
    oct9_put_le32(bytes + 4, sender->run.sender);
    oct9_put_le32(bytes + 8, sender->run.start);
    oct9_put_le32(bytes + 12, sender->number);
    oct9_put_le32(bytes + 16, (uint32_t)window->x);
    oct9_put_le32(bytes + 20, (uint32_t)window->y);
    oct9_put_le32(bytes + 24, (uint32_t)window->z);
}

int32_t oct9_packet_write(oct9_sender_t *sender, uint8_t *bytes, uint32_t size)
{
    OCT9_ASSERT(sender && bytes);
    if (size < OCT9_PACKET_MIN || size > OCT9_PACKET_MAX)
        return OCT9_REFUSE();
    if (!sender->occupancy->changes)
        return OCT9_REFUSE();
    if (sender->number == 0)
        return OCT9_ERR_PACKET_LAST;
    oct9_occupancy_heed(sender->occupancy);
    const uint32_t end = write_records(sender, bytes, OCT9_PACKET_HEADER, size - OCT9_PACKET_CRC);
    if (end == OCT9_PACKET_HEADER && !sender->owes)
        return 0;
    sender->owes = false;
    write_header(sender, bytes);
    sender->number++; /* 0 after the last number */
    oct9_put_le32(bytes + end, oct9_rom_crc32(0, oct9_rom_of_ram(bytes), end));
    return (int32_t)(end + OCT9_PACKET_CRC);
}

/* Notes a node of the world as changed, in parts that are aligned to their size in the world. */
static void note_again(oct9_changes_t *changes, const oct9_offset_t *corner, unsigned level)
{
    const unsigned part = oct9_aligned_level(corner, level);
    const uint32_t count = (uint32_t)1 << 3u * (level - part);
    oct9_node_t node;
    node.level = (uint8_t)part;
    for (uint32_t i = 0; i < count; i++) {
        oct9_cell_t offset;
        oct9_morton_decode(i << 3u * part, &offset);
        node.corner.x = (uint16_t)(((uint32_t)corner->x + offset.x) % OCT9_CELLS);
        node.corner.y = (uint16_t)(((uint32_t)corner->y + offset.y) % OCT9_CELLS);
        node.corner.z = (uint16_t)(((uint32_t)corner->z + offset.z) % OCT9_CELLS);
        oct9_changes_note(changes, &node);
    }
}

oct9_status_t oct9_packet_lost(oct9_sender_t *sender, const uint8_t *bytes, uint32_t size)
{
    OCT9_ASSERT(sender && bytes);
    oct9_packet_t packet;
    oct9_record_t record;
    const oct9_status_t status = oct9_packet_open(&packet, bytes, size);
    if (status != OCT9_OK)
        return status;
    if (!sender->occupancy->changes)
        return OCT9_REFUSE();
    sender->owes = true;
    while (oct9_packet_next(&packet, &record)) {
        oct9_offset_t corner;
        oct9_packet_corner(&packet, &record, &corner);
        note_again(sender->occupancy->changes, &corner, record.level);
    }
    return OCT9_OK;
}
