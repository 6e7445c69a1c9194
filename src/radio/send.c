/* SPDX-License-Identifier: MIT */
/* The sender. It sends nodes that changed, and a round of the whole cube. What is left of a node
 * that changed is a range of Morton codes of the world, modulo the cube, so that the window may
 * move in between. The round goes through the codes of the cube, so that each leaf is one record.
 */
#include "oct9/image.h"
#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/map/tree.h"
#include "src/mapping/changes.h"
#include "src/mapping/occupancy.h"
#include "src/number/morton.h"
#include "src/radio/packet.h"

/* The run has the whole cube to send: from where it stands, round to there. */
static void send_all(oct9_sender_t *sender, bool known)
{
    sender->left = OCT9_MORTON_END;
    sender->known = known;
}

/* What was at one place of the round is at another when the window has moved. */
static void follow_window(oct9_sender_t *sender)
{
    const oct9_offset_t *const window = &sender->occupancy->window;
    const bool same = window->x == sender->window.x && window->y == sender->window.y &&
                      window->z == sender->window.z;
    if (same)
        return;
    sender->window.x = window->x;
    sender->window.y = window->y;
    sender->window.z = window->z;
    if (sender->left != 0)
        sender->left = OCT9_MORTON_END;
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
    sender->from = sender->end = 0;
    sender->at = 0;
    sender->window.x = occupancy->window.x;
    sender->window.y = occupancy->window.y;
    sender->window.z = occupancy->window.z;
    sender->owes = true;
    sender->round_first = false;
    send_all(sender, true);
    return OCT9_OK;
}

/* --- a packet that is being written ---------------------------------------------------------- */

typedef struct {
    uint8_t *bytes;
    uint32_t at, end; /* where the next record begins, and where the CRC must */
    uint32_t budget;  /* steps that are left */
} draft_t;

/* Takes a step of the budget. Returns false if none is left. */
static bool take_step(draft_t *draft)
{
    if (draft->budget == 0)
        return false;
    draft->budget--;
    return true;
}

static uint32_t record_length(const oct9_record_t *record)
{
    uint32_t length = 3;
    if (record->state != OCT9_PACKET_INNER)
        return length;
    for (unsigned i = 0; i < OCT9_PACKET_CHILDREN; i++)
        length += oct9_record_state(record->states, i) == OCT9_PACKET_INNER ? 2u : 0u;
    return length + 1u;
}

static void write_half(uint8_t *bytes, const oct9_record_t *record)
{
    *bytes++ = record->states;
    for (unsigned i = 0; i < OCT9_PACKET_CHILDREN; i++)
        if (oct9_record_state(record->states, i) == OCT9_PACKET_INNER) {
            oct9_put_le16(bytes, record->cells[i]);
            bytes += 2;
        }
}

/* Appends a record. Returns false if there is no room for it. */
static bool append_record(draft_t *draft, const oct9_record_t *record)
{
    const uint32_t length = record_length(record);
    uint32_t node = record->corner / OCT9_PACKET_HALF_CELLS;
    if (length > draft->end - draft->at)
        return false;
    uint8_t *const bytes = draft->bytes + draft->at;
    if (record->state != OCT9_PACKET_INNER)
        node += oct9_morton_below(record->level - OCT9_PACKET_TILE) + 1u;
    oct9_put_le16(bytes, (uint16_t)(node % 65536u));
    bytes[2] = (uint8_t)(node / 65536u + record->state * 64u);
    if (record->state == OCT9_PACKET_INNER)
        write_half(bytes + 3, record);
    draft->at += length;
    OCT9_ASSERT(draft->at <= draft->end);
    return true;
}

/* --- records --------------------------------------------------------------------------------- */

static inline unsigned state_of(const oct9_tree_t *tree, uint16_t slot)
{
    return slot >= OCT9_SLOT_LEAF
             ? (unsigned)oct9_thresholds_state(&tree->thresholds, slot & OCT9_PAYLOAD_MAX)
             : (unsigned)OCT9_PACKET_INNER;
}

/* The state of all of a block's children, or OCT9_PACKET_INNER if one is inner or two differ.
 * Different payloads may have the same state. */
static unsigned state_of_all(const oct9_tree_t *tree, const oct9_block_t *block)
{
    const unsigned state = state_of(tree, block->slot[0]);
    for (unsigned i = 1; i < 8; i++)
        if (state_of(tree, block->slot[i]) != state)
            return OCT9_PACKET_INNER;
    return state;
}

/* Reads the child of a tile: its state, and if it is inner the states of its cells. */
static unsigned read_child(const oct9_tree_t *tree, uint16_t slot, uint16_t *cells)
{
    if (slot >= OCT9_SLOT_LEAF)
        return state_of(tree, slot);
    const oct9_block_t *const block = &tree->pool[slot];
    unsigned states = 0;
    for (unsigned i = 8; i-- != 0;)
        states = states * 4u + state_of(tree, block->slot[i]);
    *cells = (uint16_t)states;
    return states == (states & 3u) * 0x5555u ? states & 3u : (unsigned)OCT9_PACKET_INNER;
}

/* Reads the half with the record's corner, of a tile that is not one leaf. */
static void read_half(const oct9_tree_t *tree, uint16_t block, oct9_record_t *record)
{
    const unsigned first = record->corner / 8u % 8u;
    unsigned states = 0;
    for (unsigned i = 0; i < OCT9_PACKET_CHILDREN; i++)
        states |= read_child(tree, tree->pool[block].slot[first + i], &record->cells[i]) << 2u * i;
    record->states = (uint8_t)states;
    record->state = OCT9_PACKET_INNER;
}

/* Reads the largest node around the half tile at a corner that is one leaf, or a tile whose
 * children are leaves of one state; else the half. */
static void read_record(const oct9_tree_t *tree, uint32_t corner, oct9_record_t *record)
{
    uint16_t slot = tree->root;
    unsigned level = OCT9_LEVELS;
    for (; level > OCT9_PACKET_TILE && slot < OCT9_SLOT_LEAF; level--)
        slot = tree->pool[slot].slot[oct9_morton_child(corner, level - 1u)];
    record->level = level;
    record->corner = corner;
    record->state = state_of(tree, slot);
    if (record->state == OCT9_PACKET_INNER)
        record->state = state_of_all(tree, &tree->pool[slot]);
    if (record->state == OCT9_PACKET_INNER) {
        read_half(tree, slot, record);
        return;
    }
    record->corner = oct9_morton_corner(corner, level);
}

/* The number of cells of a record, as Morton codes. */
static uint32_t cells_of(const oct9_record_t *record)
{
    return record->state == OCT9_PACKET_INNER ? OCT9_PACKET_HALF_CELLS
                                              : oct9_morton_below(record->level) + 1u;
}

/* --- the round ------------------------------------------------------------------------------- */

/* True if all that a record says is that cells are unknown. */
static bool is_unknown(const oct9_record_t *record)
{
    return record->state == OCT9_UNKNOWN ||
           (record->state == OCT9_PACKET_INNER && record->states == 0);
}

/* Writes a part of the round: of what the run has not sent yet, or of a whole round. */
static void write_round(oct9_sender_t *sender, draft_t *draft, uint32_t cells, bool known)
{
    oct9_record_t record;
    while (cells != 0 && take_step(draft)) {
        OCT9_ASSERT(sender->at < OCT9_MORTON_END && sender->at % OCT9_PACKET_HALF_CELLS == 0);
        read_record(&sender->occupancy->tree, sender->at, &record);
        if (!(known && is_unknown(&record)) && !append_record(draft, &record))
            return;
        const uint32_t end = record.corner + cells_of(&record), by = end - sender->at;
        sender->at = end % OCT9_MORTON_END;
        sender->left -= by < sender->left ? by : sender->left;
        cells -= by < cells ? by : cells;
    }
}

/* --- what changed ---------------------------------------------------------------------------- */

/* Removes all other notes about the half tile that begins at `from`. */
static void drop_half(oct9_sender_t *sender)
{
    for (uint32_t i = 0; i < OCT9_PACKET_CHILDREN; i++)
        oct9_changes_drop(sender->occupancy->changes, sender->from + 8u * i);
}

/* Begins with the next node that changed. Returns false if there is none, or the budget is used
 * up. */
static bool next_change(oct9_sender_t *sender, draft_t *draft)
{
    oct9_change_t change;
    const int taken = oct9_changes_take(sender->occupancy->changes, &draft->budget, &change);
    if (taken == OCT9_ERR_CHANGES_LOST)
        send_all(sender, false);
    if (taken <= 0)
        return false;
    sender->from = oct9_morton_encode(&change.node.corner);
    sender->end = sender->from + oct9_morton_below(change.node.level) + 1u;
    if (change.node.level < OCT9_PACKET_TILE) {
        sender->from -= sender->from % OCT9_PACKET_HALF_CELLS;
        sender->end = sender->from + OCT9_PACKET_HALF_CELLS;
        drop_half(sender);
    }
    return true;
}

/* True if the tile at `from` begins a node of this level that ends within the range. */
static bool in_range(const oct9_sender_t *sender, unsigned level)
{
    OCT9_ASSERT(sender->from < sender->end && sender->end <= OCT9_MORTON_END);
    const uint32_t tile = oct9_morton_corner(sender->from, OCT9_PACKET_TILE);
    const uint32_t below = oct9_morton_below(level);
    return (tile & below) == 0 && tile + below < sender->end;
}

/* Reads what to send at `from`. A leaf may be larger than the range, or lie at another place in the
 * world's nodes: then the largest part of it that is a node in both, a tile at least. */
static void read_change(const oct9_sender_t *sender, oct9_record_t *record)
{
    oct9_cell_t cell;
    oct9_morton_decode(sender->from, &cell);
    oct9_cell_to_window(sender->occupancy, &cell);
    const uint32_t corner = oct9_morton_encode(&cell);
    const uint32_t tile = oct9_morton_corner(corner, OCT9_PACKET_TILE);
    read_record(&sender->occupancy->tree, corner, record);
    if (record->state == OCT9_PACKET_INNER)
        return;
    while (record->level > OCT9_PACKET_TILE &&
           ((tile & oct9_morton_below(record->level)) != 0 || !in_range(sender, record->level)))
        record->level--;
    record->corner = tile;
}

static void write_changes(oct9_sender_t *sender, draft_t *draft)
{
    oct9_record_t record;
    while (sender->from < sender->end || next_change(sender, draft)) {
        if (!take_step(draft))
            return;
        read_change(sender, &record);
        OCT9_ASSERT(record.level >= OCT9_PACKET_TILE && record.corner < OCT9_MORTON_END);
        if (!append_record(draft, &record))
            return;
        if (record.state != OCT9_PACKET_INNER)
            sender->from = oct9_morton_corner(sender->from, OCT9_PACKET_TILE);
        sender->from += cells_of(&record);
    }
}

/* --- packets --------------------------------------------------------------------------------- */

static void write_header(const oct9_sender_t *sender, uint8_t *bytes)
{
    oct9_put_le16(bytes, (uint16_t)(sender->run.sender % 65536u));
    oct9_put_le32(bytes + 2, sender->run.start);
    oct9_put_le32(bytes + 6, sender->number);
    oct9_put_le32(bytes + 10, oct9_packet_place(&sender->occupancy->window) |
                                  (uint32_t)OCT9_PACKET_VERSION << 27);
}

/* Begins a packet. Returns what both calls return for wrong arguments and a run that has ended. */
static oct9_status_t begin_packet(oct9_sender_t *sender, draft_t *draft, uint8_t *bytes,
                                  uint32_t size, uint32_t budget)
{
    OCT9_ASSERT(sender && bytes);
    if (size < OCT9_PACKET_MIN || size > OCT9_PACKET_MAX || budget == 0)
        return OCT9_REFUSE();
    if (!sender->occupancy->changes)
        return OCT9_REFUSE();
    if (sender->number == 0)
        return OCT9_ERR_PACKET_LAST;
    draft->bytes = bytes;
    draft->at = OCT9_PACKET_HEADER;
    draft->end = size - OCT9_PACKET_CRC;
    draft->budget = budget;
    oct9_occupancy_heed(sender->occupancy);
    follow_window(sender);
    return OCT9_OK;
}

static int32_t end_packet(oct9_sender_t *sender, const draft_t *draft)
{
    sender->owes = false;
    write_header(sender, draft->bytes);
    sender->number++; /* 0 after the last number */
    oct9_put_le32(
        draft->bytes + draft->at,
        oct9_packet_crc(draft->bytes, draft->at, sender->run.sender, &sender->occupancy->window));
    return (int32_t)(draft->at + OCT9_PACKET_CRC);
}

int32_t oct9_packet_write(oct9_sender_t *sender, uint8_t *bytes, uint32_t size, uint32_t budget)
{
    draft_t draft;
    const oct9_status_t status = begin_packet(sender, &draft, bytes, size, budget);
    if (status != OCT9_OK)
        return status;
    if (sender->round_first)
        write_round(sender, &draft, sender->left, sender->known);
    write_changes(sender, &draft);
    write_round(sender, &draft, sender->left, sender->known);
    if (draft.at != OCT9_PACKET_HEADER) {
        sender->round_first = !sender->round_first; /* the next one begins with the other */
        return end_packet(sender, &draft);
    }
    if (draft.budget == 0)
        return OCT9_AGAIN;
    return sender->owes ? end_packet(sender, &draft) : 0;
}

int32_t oct9_packet_repeat(oct9_sender_t *sender, uint8_t *bytes, uint32_t size, uint32_t budget)
{
    draft_t draft;
    const oct9_status_t status = begin_packet(sender, &draft, bytes, size, budget);
    if (status != OCT9_OK)
        return status;
    write_round(sender, &draft, OCT9_MORTON_END, false);
    return end_packet(sender, &draft);
}

/* --- what was lost --------------------------------------------------------------------------- */

/* Notes a node of the world as changed, in parts that are aligned to their size in the world. */
static void note_again(oct9_changes_t *changes, const oct9_offset_t *corner, unsigned level)
{
    const unsigned part = oct9_aligned_level(corner, level);
    const uint32_t count = (uint32_t)1 << 3u * (level - part);
    oct9_node_t node;
    node.level = (uint8_t)part;
    for (uint32_t i = 0; i < count && !changes->lost; i++) {
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
    const oct9_status_t status = oct9_packet_open(&packet, bytes, size, sender->run.sender,
                                                  &sender->occupancy->window);
    if (status != OCT9_OK)
        return status;
    if (!sender->occupancy->changes)
        return OCT9_REFUSE();
    sender->owes = true;
    while (oct9_packet_next(&packet, &record)) {
        oct9_offset_t corner;
        record.corner = oct9_morton_corner(record.corner, record.level); /* the whole tile */
        oct9_packet_corner(&packet, &record, 0, &corner);
        note_again(sender->occupancy->changes, &corner, record.level);
    }
    return OCT9_OK;
}
