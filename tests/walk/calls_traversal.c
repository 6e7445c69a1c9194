/* SPDX-License-Identifier: MIT */
/* Other traversals: splitting planes on the rays of the casts; linked leaves through 113 leaves. */
#include "bench/calls.h"
#include "bench/calls_part.h"
#include "bench/calls_place.h"
#include "oct9/linked.h"
#include "oct9/planes.h"

enum { COARSE_EDGE = 4 * OCT9_CELL_Q6 };

extern const unsigned char oct9_linked_map_geb079_coarse[];
extern const uint32_t oct9_linked_map_geb079_coarse_size;

static const oct9_map_t *map;
static oct9_planes_t planes;
static oct9_linked_t linked;
static oct9_linked_walk_t walk;

static void answer_leaf(const oct9_leaf_t *leaf)
{
    calls_answer(leaf->corner.x);
    calls_answer(leaf->corner.y);
    calls_answer(leaf->corner.z);
    calls_answer(leaf->level);
    calls_answer(leaf->payload);
}

static bool begin_planes(void)
{
    const oct9_point_t from = part_free(), to = part_away(&from, PART_5_M);
    return oct9_planes_begin(&planes, map, &from, &to);
}

static void planes_begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_point_t from = part_free(), to = part_away(&from, PART_5_M);
        bool more;
        CALL(more = oct9_planes_begin(&planes, map, &from, &to));
        calls_answer(more);
        calls_answer(planes.payload);
    }
}

static void planes_next(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        bool more = begin_planes();
        while (more && planes.payload != OCT9_OCCUPIED) {
            CALL(more = oct9_planes_next(&planes) > 0);
            calls_answer(planes.payload);
        }
    }
}

static void planes_leaf(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_leaf_t leaf;
        (void)begin_planes();
        CALL(oct9_planes_leaf(&planes, &leaf));
        answer_leaf(&leaf);
    }
}

static oct9_status_t open_linked(void)
{
    return oct9_linked_open(&linked, oct9_linked_map_geb079_coarse,
                            (size_t)oct9_linked_map_geb079_coarse_size);
}

static void linked_open(void)
{
    oct9_status_t status;
    CALL(status = open_linked());
    calls_answer((uint32_t)status);
    calls_answer(linked.leaf_count);
}

static void linked_begin(void)
{
    (void)open_linked();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_point_t from = place_point(0, COARSE_EDGE), to = place_point(0, COARSE_EDGE);
        bool more;
        CALL(more = oct9_linked_begin(&walk, &linked, &from, &to));
        calls_answer(more);
        calls_answer(walk.leaf);
    }
}

static bool begin_linked(void)
{
    const oct9_point_t from = place_point(0, COARSE_EDGE), to = place_point(0, COARSE_EDGE);
    return oct9_linked_begin(&walk, &linked, &from, &to);
}

static void linked_next(void)
{
    (void)open_linked();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        bool more = begin_linked();
        while (more) {
            CALL(more = oct9_linked_next(&walk));
            calls_answer(walk.leaf);
        }
    }
}

static void linked_leaf(void)
{
    (void)open_linked();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_leaf_t leaf;
        (void)begin_linked();
        CALL(oct9_linked_leaf(&walk, &leaf));
        answer_leaf(&leaf);
    }
}

static void planes_entry(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_fraction_t time;
        oct9_face_t face;
        (void)(begin_planes() && oct9_planes_next(&planes));
        CALL(face = oct9_planes_entry(&planes, &time));
        calls_answer((uint32_t)face);
        calls_answer(time.num);
    }
}

static void linked_entry(void)
{
    (void)open_linked();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_fraction_t time;
        oct9_face_t face;
        (void)(begin_linked() && oct9_linked_next(&walk));
        CALL(face = oct9_linked_entry(&walk, &time));
        calls_answer((uint32_t)face);
        calls_answer(time.num);
    }
}

static const call_t call[] = { { "planes_begin", planes_begin }, { "planes_next", planes_next },
                               { "planes_leaf", planes_leaf },   { "linked_open", linked_open },
                               { "linked_begin", linked_begin }, { "linked_next", linked_next },
                               { "linked_leaf", linked_leaf },   { "planes_entry", planes_entry },
                               { "linked_entry", linked_entry } };

int main(void)
{
    map = part_map();
    return map != NULL ? calls_run(call, sizeof call / sizeof call[0]) : 1;
}
