/* SPDX-License-Identifier: MIT */
/* Target: a scene's image of hostile bytes is refused, or every question that is asked of it ends
 * within its budget and names primitives that there are. */
#include "oct9/scene.h"
#include "verify/fuzz/ask.h"
#include "verify/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(oct9_scene_header_t, field)
#define HEADER sizeof(oct9_scene_header_t)

/* A count of the header, brought to where that many of `each` bytes fit into *room. */
static uint32_t repair_count(uint8_t *bytes, size_t at, uint32_t each, uint32_t *room)
{
    uint32_t count = word_at(bytes, at);
    if (count > *room / each)
        count %= *room / each + 1u;
    set_word(bytes, at, count);
    *room -= count * each;
    return count;
}

static void repair_counts(uint8_t *bytes, size_t size)
{
    const uint32_t all = (uint32_t)(size - HEADER) & ~3u;
    uint32_t room = all;
    (void)repair_count(bytes, AT(primitive_count), 26, &room);
    (void)repair_count(bytes, AT(block_count), 16, &room);
    (void)repair_count(bytes, AT(list_count), 4, &room);
    set_word(bytes, AT(index_count), room / 2u);
    set_word(bytes, AT(bytes), (uint32_t)HEADER + ((all - room + room / 2u * 2u + 3u) & ~3u));
}

/* Where the parts lie; false where the counts and the size contradict each other. */
typedef struct {
    uint32_t primitives, blocks, lists, indices; /* how many */
    uint8_t *list, *block, *index, *primitive;
} parts_t;

static bool find_parts(parts_t *parts, uint8_t *bytes, size_t size)
{
    parts->primitives = word_at(bytes, AT(primitive_count));
    parts->blocks = word_at(bytes, AT(block_count));
    parts->lists = word_at(bytes, AT(list_count));
    parts->indices = word_at(bytes, AT(index_count));
    if ((parts->primitives | parts->blocks | parts->lists | parts->indices) >> 16)
        return false;
    parts->list = bytes + HEADER;
    parts->block = parts->list + 4u * parts->lists;
    parts->index = parts->block + 16u * parts->blocks;
    parts->primitive = parts->index + 2u * parts->indices;
    return (size_t)(parts->primitive - bytes) + 26u * parts->primitives <= size;
}

/* Slots in the order of a depth-first walk: an inner one names the next block if there is one. */
static void repair_blocks(uint8_t *bytes, const parts_t *parts)
{
    uint32_t block[OCT9_LEVELS + 1], child[OCT9_LEVELS + 1] = { 0 }, next = 1, level = OCT9_LEVELS;
    set_word(bytes, AT(root), parts->blocks ? 0 : OCT9_SLOT_LEAF);
    block[level] = 0;
    while (parts->blocks != 0 && level <= OCT9_LEVELS) {
        if (child[level] == 8) {
            level++;
            continue;
        }
        uint8_t *at = parts->block + 16u * block[level] + 2u * child[level]++;
        uint16_t slot;
        memcpy(&slot, at, 2);
        if (next < parts->blocks && level > 1 && !(slot & OCT9_SLOT_LEAF)) {
            block[--level] = slot = (uint16_t)next++;
            child[level] = 0;
        } else {
            slot = (uint16_t)(OCT9_SLOT_LEAF | (slot & OCT9_PAYLOAD_MAX) % (parts->lists + 1u));
        }
        memcpy(at, &slot, 2);
    }
}

static void repair_lists(const parts_t *parts)
{
    for (uint32_t i = 0; i < parts->lists && parts->indices != 0; i++) {
        const uint32_t word = word_at(parts->list, 4u * i);
        const uint32_t offset = (word >> 8) % parts->indices, room = parts->indices - offset;
        const uint32_t most = room < OCT9_LIST_MAX ? room : OCT9_LIST_MAX;
        set_word(parts->list, 4u * i, offset << 8 | (1u + (word & 0xFFu) % most));
    }
    for (uint32_t i = 0; i < parts->indices && parts->primitives != 0; i++) {
        uint16_t index;
        memcpy(&index, parts->index + 2u * i, 2);
        index = (uint16_t)(index % parts->primitives);
        memcpy(parts->index + 2u * i, &index, 2);
    }
}

/* A coordinate at least a cell from the faces of the cube. */
static int16_t in_cube(int16_t at)
{
    return (int16_t)(OCT9_LOW_Q6 + 64 + (int)((uint16_t)at % 32600u));
}

/* Inside the cube, with little or no radius, boxes with their low corner first. */
static void repair_primitives(const parts_t *parts)
{
    for (uint32_t i = 0; i < parts->primitives; i++) {
        oct9_primitive_t p;
        memcpy(&p, parts->primitive + 26u * i, sizeof p);
        int16_t *const a[] = { &p.a.x, &p.a.y, &p.a.z };
        int16_t *const b[] = { &p.b.x, &p.b.y, &p.b.z };
        int16_t *const c[] = { &p.c.x, &p.c.y, &p.c.z };
        p.kind = (uint16_t)(p.kind % 4u);
        p.radius_q6 = (uint16_t)(p.radius_q6 % 64u);
        for (unsigned axis = 0; axis < 3; axis++) {
            *a[axis] = in_cube(*a[axis]);
            *b[axis] = in_cube(*b[axis]);
            *c[axis] = in_cube(*c[axis]);
            if (*b[axis] < *a[axis])
                *b[axis] = *a[axis];
        }
        memcpy(parts->primitive + 26u * i, &p, sizeof p);
    }
}

static void repair(uint8_t *bytes, size_t size, unsigned bits)
{
    parts_t parts;
    if (bits & 1u) {
        set_word(bytes, AT(magic), OCT9_SCENE_MAGIC);
        set_word(bytes, AT(version), OCT9_SCENE_VERSION);
        set_word(bytes, AT(cell_um), word_at(bytes, AT(cell_um)) % 1000000u + 1u);
    }
    if (bits & 2u)
        repair_counts(bytes, size);
    if (!find_parts(&parts, bytes, size))
        return;
    if (bits & 4u)
        repair_blocks(bytes, &parts);
    if (bits & 8u)
        repair_lists(&parts);
    if (bits & 16u)
        repair_primitives(&parts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    questions_t questions;
    oct9_scene_t scene;
    uint8_t *bytes = hostile_image(&questions, data, &size, HEADER, AT(bytes), repair);
    if (oct9_scene_open(&scene, bytes, size, NULL) == OCT9_OK)
        ask_scene(&scene, &questions);
    free(bytes);
    return 0;
}
