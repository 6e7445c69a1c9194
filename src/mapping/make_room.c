/* SPDX-License-Identifier: MIT */
/* Room in a full pool: a hand goes round the tree and merges blocks of eight leaves that the map
 * can spare. A block whose leaves all have the same state can always be merged. Another block can
 * be merged if its distance from the robot, in multiples of its size, is large enough. Each round
 * of its age halves the distance needed. If nothing in it is occupied, an eighth of the distance is
 * enough, because then no obstacle grows. Each round of the hand finds the distance needed for the
 * next round, such that a sixteenth of the pool can be merged.
 *
 * Source: the clock algorithm of page replacement (Corbato 1968, "A paging experiment with the
 * Multics system"). */
#include "src/mapping/make_room.h"

#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/number/morton.h"

enum { NO_REACH = 0xFF, SAME_STATE = OCT9_LEVELS };

void oct9_room_refresh(oct9_occupancy_t *occupancy)
{
    if (occupancy->reach == NO_REACH)
        occupancy->reach = 0;
}

/* The properties of a block. Where a child is no leaf, the rest is not looked for. */
typedef struct {
    bool leaves; /* all its children are leaves */
    bool same_state, obstacle;
    unsigned age; /* of the youngest leaf */
} look_t;

static look_t look_at_block(const oct9_tree_t *tree, const oct9_block_t *block)
{
    look_t look = { false, false, false, OCT9_AGE_MAX };
    unsigned states = 0; /* as bits */
    for (unsigned i = 0; i < 8; i++) {
        if (block->slot[i] < OCT9_SLOT_LEAF)
            return look;
        const uint16_t payload = block->slot[i] & OCT9_PAYLOAD_MAX;
        const unsigned age = payload % (unsigned)OCT9_AGES;
        states |= 1u << oct9_thresholds_state(&tree->thresholds, payload);
        if (payload != 0 && age < look.age)
            look.age = age;
    }
    look.leaves = true;
    look.same_state = (states & (states - 1u)) == 0;
    look.obstacle = (states & 1u << OCT9_OCCUPIED) != 0;
    return look;
}

/* The payload of the leaf to which a block of leaves merges. */
static uint16_t joined_leaves(const oct9_block_t *block)
{
    uint16_t joined = block->slot[0] & OCT9_PAYLOAD_MAX;
    for (unsigned i = 0; i < 8; i++)
        joined = oct9_payload_join(joined, block->slot[i] & OCT9_PAYLOAD_MAX);
    return joined;
}

/* The distance from a cell to an interval of cells, on one axis. */
static unsigned gap(unsigned at, unsigned low, unsigned size)
{
    if (at < low)
        return low - at;
    return at >= low + size ? at - low - size + 1u : 0;
}

unsigned oct9_room_distance(const oct9_occupancy_t *occupancy, uint32_t corner, unsigned level)
{
    oct9_cell_t low;
    oct9_morton_decode(corner, &low);
    const unsigned x = gap(occupancy->robot.x, low.x, 1u << level);
    const unsigned y = gap(occupancy->robot.y, low.y, 1u << level);
    const unsigned z = gap(occupancy->robot.z, low.z, 1u << level);
    const unsigned xy = x > y ? x : y;
    return xy > z ? xy : z;
}

/* How well the map can spare a block of leaves: SAME_STATE, or the logarithm of its distance in
 * node sizes, at most 8. Returns -1 if the block must stay. */
static int worth(const oct9_occupancy_t *occupancy, const look_t *look, uint32_t corner,
                 unsigned level)
{
    if (look->same_state)
        return SAME_STATE;
    /* The distance is at most 511 << 6. All distances above 511 count as 511. */
    const unsigned far = oct9_room_distance(occupancy, corner, level)
                          << look->age << (look->obstacle ? 0 : 3) >>
                         level;
    return far == 0 ? -1 : (int)oct9_port_top_bit(far < OCT9_CELLS ? far : OCT9_CELLS - 1u);
}

/* Finds the path to the deepest block that contains the hand. */
static void find_hand(oct9_occupancy_t *occupancy, oct9_descent_t *descent)
{
    oct9_descent_find(descent, &occupancy->tree, occupancy->hand, 0);
    OCT9_ASSERT(occupancy->hand < OCT9_MORTON_END && descent->level < OCT9_LEVELS);
    descent->level++; /* from a leaf to the block that contains it */
}

static void merge(oct9_occupancy_t *occupancy, oct9_descent_t *descent, uint32_t corner)
{
    oct9_tree_t *const tree = &occupancy->tree;
    const uint16_t slot = *oct9_descent_end(descent);
    OCT9_ASSERT(slot < tree->capacity);
    const uint16_t joined = joined_leaves(&tree->pool[slot]);
    OCT9_ASSERT(joined <= OCT9_PAYLOAD_MAX);
    oct9_occupancy_note_children(occupancy, corner, descent->level, &tree->pool[slot], joined);
    oct9_descent_set(descent, tree, oct9_leaf_slot(joined));
    occupancy->merged++;
    oct9_descent_merge(descent, tree);
}

/* Moves the hand past the block, or past its leaves up to the next inner child. */
static void move_on(oct9_occupancy_t *occupancy, const oct9_descent_t *descent, uint32_t corner,
                    bool whole)
{
    const oct9_block_t *const block = &occupancy->tree.pool[*oct9_descent_end(descent)];
    const unsigned level = descent->level - 1u;
    unsigned child = oct9_morton_child(occupancy->hand, level);
    while (child < 8 && (whole || block->slot[child] >= OCT9_SLOT_LEAF))
        child++;
    occupancy->hand = corner + ((uint32_t)child << 3u * level);
    OCT9_ASSERT(occupancy->hand > corner && occupancy->hand <= OCT9_MORTON_END);
}

/* Ends a round: finds the distance needed for the next one. */
static void adapt(oct9_occupancy_t *occupancy)
{
    const unsigned enough = occupancy->tree.capacity / 16u + 1u;
    uint32_t found = 0; /* at most 10 times 65535 */
    unsigned reach = OCT9_LEVELS + 1;
    while (reach > 0 && found < enough)
        found += occupancy->worth[--reach];
    occupancy->reach = (uint8_t)(found == 0 ? NO_REACH : reach);
    for (unsigned i = 0; i <= OCT9_LEVELS; i++)
        occupancy->worth[i] = 0;
}

/* Handles one block. Returns false if it ended a round in which no block could be spared. */
static bool handle_block(oct9_occupancy_t *occupancy)
{
    oct9_descent_t descent;
    find_hand(occupancy, &descent);
    const uint32_t corner = oct9_morton_corner(occupancy->hand, descent.level);
    const look_t look = look_at_block(&occupancy->tree,
                                      &occupancy->tree.pool[*oct9_descent_end(&descent)]);
    move_on(occupancy, &descent, corner, look.leaves);
    OCT9_ASSERT(look.age <= OCT9_AGE_MAX);
    const int value = look.leaves ? worth(occupancy, &look, corner, descent.level) : -1;
    if (value >= 0 && occupancy->worth[value] < UINT16_MAX) /* a round may meet more */
        occupancy->worth[value]++;
    OCT9_ASSERT(value <= SAME_STATE);
    if (value >= (int)occupancy->reach)
        merge(occupancy, &descent, corner);
    if (occupancy->hand < OCT9_MORTON_END)
        return true;
    occupancy->hand = 0;
    adapt(occupancy);
    return occupancy->reach != NO_REACH;
}

bool oct9_room_make(oct9_occupancy_t *occupancy, uint32_t need)
{
    unsigned steps = occupancy->reach == NO_REACH ? 0 : OCT9_ROOM_STEPS;
    while (oct9_occupancy_free(occupancy) < need) {
        if (steps-- == 0 || occupancy->tree.root >= OCT9_SLOT_LEAF)
            return oct9_occupancy_free(occupancy) >= need;
        if (!handle_block(occupancy))
            steps = 0;
    }
    return true;
}
