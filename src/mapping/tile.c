/* SPDX-License-Identifier: MIT */
/* The update of a tile: the descent to its slot, and its three levels, each in its own function.
 * Counting follows the same path without a write: a leaf that would be split stands for its
 * children. */
#include "src/mapping/tile.h"

#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/mapping/make_room.h"

void oct9_marks_clear(oct9_marks_t *marks)
{
    for (unsigned i = 0; i < OCT9_TILE_WORDS; i++)
        marks->passed[i] = marks->hit[i] = 0;
}

void oct9_tile_begin(oct9_tile_t *tile, oct9_occupancy_t *occupancy, const oct9_marks_t *marks,
                     uint32_t corner)
{
    OCT9_ASSERT(corner < OCT9_MORTON_END && (corner & oct9_morton_below(OCT9_TILE_LEVEL)) == 0);
    tile->occupancy = occupancy;
    tile->marks = marks;
    tile->corner = corner;
    tile->changed = 0;
    tile->most = OCT9_PAYLOAD_MAX;
    tile->clearest = oct9_leaf_slot(oct9_occupancy_payload(occupancy->model.lowest, 0));
    tile->only_hits = false;
}

/* What the scan saw of a node. */
typedef struct {
    bool any_passed, any_hit, all_passed, all_hit;
} seen_t;

/* The payload for these log-odds in a leaf that was seen in part. An obstacle is young; free space
 * is as old as the part that was not seen. */
static uint16_t seen_in_part(int log_odds, uint16_t before)
{
    return oct9_occupancy_payload(log_odds, log_odds > 0 ? 0 : oct9_occupancy_age(before));
}

/* The payload after a hit of which nothing comes that is above `most`. */
static uint16_t capped(uint16_t most, uint16_t before)
{
    return before > most ? (uint16_t)(before - before % OCT9_AGES) : most;
}

static inline uint16_t seen_payload(const oct9_tile_t *tile, uint16_t slot, bool hit)
{
    const uint16_t before = slot & OCT9_PAYLOAD_MAX;
    if (!hit && tile->only_hits)
        return seen_in_part(oct9_occupancy_log_odds(before), before);
    const uint16_t after = oct9_payload_seen(&tile->occupancy->model, before, hit);
    return hit && after > tile->most ? capped(tile->most, before) : after;
}

/* Gives a leaf of `level` a payload. */
static inline void write_tile_leaf(oct9_tile_t *tile, uint16_t *slot, unsigned level,
                                   uint32_t corner, uint16_t payload)
{
    OCT9_ASSERT(*slot >= OCT9_SLOT_LEAF && payload <= OCT9_PAYLOAD_MAX);
    const uint16_t before = *slot & OCT9_PAYLOAD_MAX;
    if (payload == before)
        return;
    oct9_slot_set(slot, oct9_leaf_slot(payload));
    tile->changed++;
    oct9_occupancy_note(tile->occupancy, corner, level, before, payload);
}

/* Splits a leaf that was seen in part, or counts the block for it. Returns false if no block is
 * free. */
static bool split_seen_leaf(oct9_tile_t *tile, uint16_t *slot)
{
    if (tile->counting)
        tile->need++;
    else if (oct9_occupancy_free(tile->occupancy) != 0)
        (void)oct9_tree_split(&tile->occupancy->tree, slot);
    else
        return false;
    return true;
}

/* Updates a leaf that is marked: one above the tile, the tile, or one in it. Returns true if its
 * children are to be updated one by one, even if they are only counted. If they would be but no
 * block is free, it updates the leaf as a whole. */
static bool update_leaf(oct9_tile_t *tile, uint16_t *slot, unsigned level, uint32_t corner,
                        const seen_t *seen)
{
    OCT9_ASSERT(*slot >= OCT9_SLOT_LEAF && level != 0);
    const uint16_t before = *slot & OCT9_PAYLOAD_MAX;
    uint16_t after = seen_payload(tile, before, false);
    const uint16_t hit = seen->any_hit ? seen_payload(tile, before, true) : before;
    if (hit == before && (!seen->any_passed || after == before))
        return false;
    if (seen->all_hit) {
        after = hit;
    } else if (seen->any_hit || !(seen->all_passed || tile->only_hits)) {
        if (split_seen_leaf(tile, slot))
            return true;
        tile->occupancy->grown += hit != before;
        after = seen_in_part(oct9_occupancy_log_odds(hit), before);
    }
    if (!tile->counting)
        write_tile_leaf(tile, slot, level, corner, after);
    return false;
}

/* The slot of a node's child. A leaf that would be split has one slot for all its children. */
static inline uint16_t *child_slot(const oct9_tile_t *tile, uint16_t *slot, unsigned child)
{
    return *slot >= OCT9_SLOT_LEAF ? slot : &tile->occupancy->tree.pool[*slot].slot[child];
}

/* Updates the marked cells of a node of level 1. Returns true if one has changed. Counting needs
 * nothing of them. */
static inline bool update_cells(oct9_tile_t *tile, const uint16_t *slot, uint32_t corner,
                                unsigned passed, unsigned hit)
{
    const oct9_thresholds_t *const thresholds = &tile->occupancy->tree.thresholds;
    const uint32_t changed = tile->changed;
    unsigned noted = 0;
    if (tile->counting)
        return false;
    OCT9_ASSERT(*slot < tile->occupancy->tree.capacity);
    uint16_t *const cells = tile->occupancy->tree.pool[*slot].slot;
    const uint16_t clearest = tile->clearest; /* passed again, it stays as it is */
    for (unsigned marked = passed | hit; marked != 0; marked &= marked - 1u) {
        const unsigned child = oct9_port_low_bit(marked);
        if (cells[child] == clearest && !(hit >> child & 1u))
            continue;
        const uint16_t before = cells[child] & OCT9_PAYLOAD_MAX;
        const uint16_t after = seen_payload(tile, before, hit >> child & 1u);
        if (after == before)
            continue;
        oct9_slot_set(&cells[child], oct9_leaf_slot(after));
        tile->changed++;
        if (oct9_thresholds_state(thresholds, before) != oct9_thresholds_state(thresholds, after))
            noted |= 1u << child;
    }
    if (noted != 0)
        oct9_occupancy_note_cells(tile->occupancy, corner, noted);
    return tile->changed != changed;
}

/* Leaves a node and merges it if its children have become equal leaves. */
static void leave(const oct9_tile_t *tile, uint16_t *slot)
{
    if (!tile->counting)
        (void)oct9_tree_merge(&tile->occupancy->tree, slot);
}

/* Each updates what is marked in a node of the tile, and merges the node if it was split or
 * something in it has changed. */
static void update_level1(oct9_tile_t *tile, uint16_t *slot, uint32_t corner, unsigned passed,
                          unsigned hit)
{
    const bool leaf = *slot >= OCT9_SLOT_LEAF;
    passed &= ~hit;
    if (leaf) {
        const seen_t seen = { passed != 0, hit != 0, passed == 0xFFu, hit == 0xFFu };
        if (!update_leaf(tile, slot, 1, corner, &seen))
            return;
    }
    if (update_cells(tile, slot, corner, passed, hit) || leaf)
        leave(tile, slot);
}

/* What is marked in `count` words from `first` on. */
static void look_at_marks(const oct9_marks_t *marks, unsigned first, unsigned count, seen_t *seen)
{
    OCT9_ASSERT(first + count <= OCT9_TILE_WORDS);
    uint32_t any_passed = 0, any_hit = 0, all_passed = UINT32_MAX, all_hit = UINT32_MAX;
    for (unsigned word = first; word < first + count; word++) {
        const uint32_t passed = marks->passed[word], hit = marks->hit[word];
        any_passed |= passed & ~hit;
        any_hit |= hit;
        all_passed &= passed;
        all_hit &= hit;
    }
    seen->any_passed = any_passed != 0;
    seen->any_hit = any_hit != 0;
    seen->all_passed = all_passed == UINT32_MAX;
    seen->all_hit = all_hit == UINT32_MAX;
}

static void update_level2(oct9_tile_t *tile, uint16_t *slot, uint32_t corner, unsigned word)
{
    const bool leaf = *slot >= OCT9_SLOT_LEAF;
    const uint32_t changed = tile->changed;
    if (leaf) {
        seen_t seen;
        look_at_marks(tile->marks, word, 2, &seen);
        if (!update_leaf(tile, slot, 2, corner, &seen))
            return;
    }
    for (unsigned first = 0; first < 8; first += 4, word++) {
        uint32_t passed = tile->marks->passed[word], hit = tile->marks->hit[word];
        for (unsigned child = first; (passed | hit) != 0; child++, passed >>= 8, hit >>= 8)
            if (((passed | hit) & 0xFFu) != 0)
                update_level1(tile, child_slot(tile, slot, child), corner | child << 3,
                              passed & 0xFFu, hit & 0xFFu);
    }
    if (leaf || tile->changed != changed)
        leave(tile, slot);
}

static void update_level3(oct9_tile_t *tile, uint16_t *slot)
{
    const uint32_t *const passed = tile->marks->passed, *const hit = tile->marks->hit;
    for (unsigned word = 0; word < OCT9_TILE_WORDS; word += 2)
        if ((passed[word] | passed[word + 1] | hit[word] | hit[word + 1]) != 0)
            update_level2(tile, child_slot(tile, slot, word / 2), tile->corner | word << 5, word);
    leave(tile, slot);
}

/* Descends to the tile. Returns its slot, or NULL at a leaf, of the tile or above it, that is not
 * to be updated part by part. */
static OCT9_APART uint16_t *descend_to_tile(oct9_tile_t *tile, uint32_t before)
{
    seen_t seen;
    bool looked = false;
    uint16_t *slot = &tile->occupancy->tree.root;
    for (unsigned level = OCT9_LEVELS;; level--) {
        if (*slot >= OCT9_SLOT_LEAF) {
            const uint32_t need = tile->need;
            if (!looked)
                look_at_marks(tile->marks, 0, OCT9_TILE_WORDS, &seen);
            looked = true;
            const bool whole = level == OCT9_TILE_LEVEL;
            const seen_t part = { seen.any_passed, seen.any_hit, whole && seen.all_passed,
                                  whole && seen.all_hit };
            if (!update_leaf(tile, slot, level, oct9_morton_corner(tile->corner, level), &part))
                return NULL;
            if (!whole && (tile->corner ^ before) >> 3u * level == 0)
                tile->need = need; /* it was split for the tile before */
        }
        if (level == OCT9_TILE_LEVEL)
            return slot;
        slot = child_slot(tile, slot, oct9_morton_child(tile->corner, level - 1u));
    }
}

/* Merges the nodes above the tile's leaf, or above the larger leaf that contains it. */
static OCT9_APART void merge_above(oct9_tile_t *tile)
{
    oct9_descent_t descent;
    oct9_descent_find(&descent, &tile->occupancy->tree, tile->corner, OCT9_TILE_LEVEL);
    oct9_descent_merge(&descent, &tile->occupancy->tree);
}

static void update(oct9_tile_t *tile, uint32_t before)
{
    uint16_t *const slot = descend_to_tile(tile, before);
    if (slot)
        update_level3(tile, slot);
    if (!tile->counting && (!slot || *slot >= OCT9_SLOT_LEAF))
        merge_above(tile);
}

uint32_t oct9_tile_need(oct9_tile_t *tile, uint32_t before)
{
    tile->counting = true;
    tile->need = 0;
    update(tile, before);
    OCT9_ASSERT(tile->need <= OCT9_LEVELS - OCT9_TILE_LEVEL + OCT9_TILE_BLOCKS);
    return tile->need;
}

/* The number of blocks that only hits may take. */
enum { RESERVE_MOST = 2 * OCT9_LEVELS };

static uint32_t reserve(const oct9_tree_t *tree)
{
    const unsigned part = tree->capacity / 8u;
    return part < RESERVE_MOST ? part : RESERVE_MOST;
}

/* Makes room for the tile. If there is not enough, only hits count. */
static void make_room(oct9_tile_t *tile)
{
    oct9_occupancy_t *const occupancy = tile->occupancy;
    const uint32_t need = oct9_tile_need(tile, OCT9_MORTON_END);
    if (need == 0 || oct9_room_make(occupancy, need + reserve(&occupancy->tree)))
        return;
    occupancy->skipped++;
    tile->only_hits = true;
}

void oct9_tile_apply(oct9_tile_t *tile)
{
    oct9_occupancy_t *const occupancy = tile->occupancy;
    const unsigned most = OCT9_LEVELS - OCT9_TILE_LEVEL + OCT9_TILE_BLOCKS + RESERVE_MOST;
    oct9_occupancy_begin(occupancy);
    if (occupancy->model.full == OCT9_COARSEN && oct9_occupancy_free(occupancy) < most)
        make_room(tile);
    tile->counting = false;
    update(tile, OCT9_MORTON_END);
    oct9_occupancy_end(occupancy);
}
