/* SPDX-License-Identifier: MIT */
/* The set of changes: a hash table with open addressing, one word for each entry, 0 for none.
 *
 * A word is a key of 24 bits above 8 bits for cells. For a node of level 1 the key is its Morton
 * code / 8. A larger node has no bits for cells. Its key is its Morton code / 32, with a one just
 * below the lowest bit that the code of a node of its level can have. So the lowest one in the key
 * gives the level. */
#include "src/mapping/changes.h"

#include "port/oct9_port.h"
#include "src/number/hash.h"
#include "src/number/morton.h"

enum { KEY_PROBES = 16 };

void oct9_changes_empty(oct9_changes_t *changes)
{
    for (uint32_t i = 0; i < changes->size; i++)
        changes->table[i] = 0;
    changes->used = 0;
    changes->next = 0;
    changes->largest = changes->deepest = 0;
    changes->lost = false;
}

oct9_status_t oct9_occupancy_changes_init(oct9_changes_t *changes, uint32_t *table, uint32_t size)
{
    OCT9_ASSERT(changes && table);
    if (!oct9_table_size_good(size))
        return OCT9_REFUSE();
    changes->table = table;
    changes->size = size;
    oct9_changes_empty(changes);
    return OCT9_OK;
}

/* The next place. The first place follows the last. */
static uint32_t after(const oct9_changes_t *changes, uint32_t place)
{
    return place + 1u < changes->size ? place + 1u : 0;
}

/* Adds a key, or adds cells to its word. Words of larger nodes have no cells and match only each
 * other. */
static void put_key(oct9_changes_t *changes, uint32_t key, uint8_t cells, unsigned level)
{
    OCT9_ASSERT(key < (uint32_t)1 << 24 && level != 0 && level <= OCT9_LEVELS &&
                changes->used <= changes->size);
    if (changes->lost) /* every leaf may have changed */
        return;
    uint32_t place = oct9_table_place(key, changes->size);
    for (unsigned i = 0; i < KEY_PROBES; i++, place = after(changes, place)) {
        uint32_t *const word = &changes->table[place];
        if (*word == 0)
            changes->used++;
        else if (*word >> 8 != key || ((*word & 0xFFu) == 0) != (cells == 0))
            continue;
        *word |= key * 256u + cells;
        if (changes->largest < level)
            changes->largest = (uint8_t)level;
        if (changes->deepest < i)
            changes->deepest = (uint8_t)i;
        return;
    }
    changes->lost = true;
}

void oct9_changes_note_cells(oct9_changes_t *changes, uint32_t corner, uint8_t cells)
{
    if (cells != 0)
        put_key(changes, corner >> 3, cells, 1);
}

void oct9_changes_note_code(oct9_changes_t *changes, uint32_t corner, unsigned level)
{
    if (level == 0)
        put_key(changes, corner >> 3, (uint8_t)(1u << corner % 8u), 1);
    else if (level == 1)
        put_key(changes, corner >> 3, 0xFF, 1);
    else
        put_key(changes, corner / 32u + oct9_morton_below(level - 2u) + 1u, 0, level);
}

void oct9_changes_note(oct9_changes_t *changes, const oct9_node_t *node)
{
    OCT9_ASSERT(changes && node);
    oct9_changes_note_code(changes, oct9_morton_encode(&node->corner), node->level);
}

void oct9_changes_erase(oct9_changes_t *changes, uint32_t i)
{
    OCT9_ASSERT(i < changes->size && changes->table[i] != 0 && changes->used != 0);
    changes->table[i] = 0;
    changes->used--;
    if (changes->used == 0)
        changes->largest = changes->deepest = 0;
}

void oct9_changes_drop(oct9_changes_t *changes, uint32_t corner)
{
    const uint32_t key = corner >> 3;
    uint32_t place = oct9_table_place(key, changes->size);
    for (unsigned i = changes->deepest + 1u; i != 0; i--, place = after(changes, place)) {
        const uint32_t word = changes->table[place];
        if (word >> 8 == key && (word & 0xFFu) != 0)
            oct9_changes_erase(changes, place);
    }
}

bool oct9_changes_read(const oct9_changes_t *changes, uint32_t i, oct9_change_t *change)
{
    const uint32_t word = changes->table[i], key = word / 256u;
    uint32_t code = key << 3;
    if (word == 0)
        return false;
    change->cells = (uint8_t)(word % 256u);
    change->node.level = 1;
    if (change->cells == 0) {
        const unsigned one = oct9_port_low_bit(key);
        change->cells = 0xFF;
        change->node.level = (uint8_t)(one / 3u + 2u);
        code = (key - ((uint32_t)1 << one)) << 5;
        OCT9_ASSERT(change->node.level <= OCT9_LEVELS);
    }
    oct9_morton_decode(code, &change->node.corner);
    return true;
}

int oct9_changes_take(oct9_changes_t *changes, uint32_t *budget, oct9_change_t *change)
{
    OCT9_ASSERT(changes && budget && change);
    while (changes->used != 0) {
        if (*budget == 0)
            return OCT9_AGAIN;
        --*budget;
        for (unsigned i = 0; i < KEY_PROBES; i++) {
            const uint32_t at = changes->next;
            OCT9_ASSERT(at < changes->size && changes->used <= changes->size);
            changes->next = after(changes, at);
            if (!oct9_changes_read(changes, at, change))
                continue;
            oct9_changes_erase(changes, at);
            if (!changes->lost)
                return 1;
        }
    }
    if (!changes->lost)
        return 0;
    changes->lost = false;
    return OCT9_ERR_CHANGES_LOST;
}
