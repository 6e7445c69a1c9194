/* SPDX-License-Identifier: MIT */
/* A move of the window. The new tree is built from the old one depth first: a node of it comes from
 * up to eight nodes of its level, and is done where these are one leaf's. The nodes of the move's
 * level are taken out one by one. The blocks above them are built anew: eight children are joined
 * to a node of the level above, or merged if they are equal leaves. Nothing is written before the
 * count of these blocks is known to fit. */
#include "oct9/mm.h"
#include "oct9/window.h"
#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/mapping/changes.h"
#include "src/mapping/make_room.h"
#include "src/mapping/occupancy.h"
#include "src/number/frame.h"
#include "src/number/morton.h"

enum {
    SMALLEST = 3, /* the level of the smallest step */
    ABOVE = OCT9_LEVELS - SMALLEST,
    ROOM_TRIES = 8
};

typedef struct {
    oct9_tree_t *tree;
    uint32_t by;     /* in cells, as a code of ten digits: modulo 1024 on each axis */
    uint32_t across; /* at a level, the axes on which it is not by whole nodes of this level */
    unsigned level;
    bool counting;
    uint32_t made, freed; /* blocks */
    oct9_block_t *node;   /* [ABOVE]: while it is built, the new nodes of levels 4 to 9 */
    oct9_block_t *from;   /* [ABOVE]: and the old ones from which they come */
} move_t;

/* The bits of one axis in a code of ten digits: one more than a cell's, which is set outside the
 * cube. */
static inline uint32_t digits_of(unsigned axis)
{
    return (OCT9_MORTON_EACH | OCT9_MORTON_END) << axis;
}

/* The corner to which the node at this corner goes. Returns false if it is outside the cube: a cell
 * and a move, -512..512, differ by -512..1023, which is 512..1023 modulo 1024 iff it is outside. */
static bool target_of(const move_t *move, uint32_t *corner)
{
    uint32_t sum = 0;
    for (unsigned axis = 0; axis < 3; axis++) {
        const uint32_t digits = digits_of(axis);
        sum |= ((*corner & digits) - (move->by & digits)) & digits;
    }
    *corner = sum & (OCT9_MORTON_END - 1u);
    return sum < OCT9_MORTON_END;
}

/* --- what leaves ----------------------------------------------------------------------------- */

/* Counts the blocks of the nodes that leave the cube, or gives them back. */
static void drop_leaving(move_t *move)
{
    oct9_descent_t descent;
    for (uint32_t corner = 0; corner < OCT9_MORTON_END;
         corner += oct9_morton_below(descent.level) + 1u) {
        uint32_t to = corner;
        oct9_descent_find(&descent, move->tree, corner, move->level);
        if (*oct9_descent_end(&descent) >= OCT9_SLOT_LEAF || target_of(move, &to))
            continue;
        if (move->counting)
            move->freed += oct9_descent_blocks(&descent, move->tree, false);
        else
            oct9_descent_set(&descent, move->tree, OCT9_SLOT_LEAF);
    }
}

/* --- what stays and enters ------------------------------------------------------------------- */

/* Three digits of a code: the axes' bits of this level. */
static inline unsigned digits_at(uint32_t code, unsigned level)
{
    return code >> 3u * level & 7u;
}

/* A node comes from the one that contains its corner's source and, on the axes that the move cuts
 * across, from the next ones: node i of them is the next on the axes whose bits i has. This is the
 * slot of node i of a child, or of the leaf that contains it: on each axis the digits of the move,
 * the child and i sum up to the number of the parent's node and that of the child in it. */
static inline uint16_t *source_of(move_t *move, unsigned level, unsigned child, unsigned i)
{
    const unsigned by = digits_at(move->by, level);
    uint16_t *const parent = &move->from[level - SMALLEST].slot[(by & child) | ((by | child) & i)];
    return *parent < OCT9_SLOT_LEAF ? &move->tree->pool[*parent].slot[by ^ child ^ i] : parent;
}

/* Finds the nodes from which a child of `level`, above the move's, comes. Returns true if they are
 * one leaf or equal ones. */
static bool find_sources(move_t *move, unsigned level, unsigned child)
{
    const unsigned across = digits_at(move->across, level);
    uint16_t *const from = move->from[level - SMALLEST - 1].slot;
    bool equal = true;
    unsigned i = 0;
    do {
        from[i] = *source_of(move, level, child, i);
        equal = equal && from[i] == from[0];
        i = (i - across) & across; /* the next number without other bits */
    } while (i != 0);
    return equal && from[0] >= OCT9_SLOT_LEAF;
}

/* The same for the root. What is outside the cube is unknown. */
static bool find_root(move_t *move)
{
    uint16_t *const from = move->from[ABOVE - 1].slot;
    const unsigned inside = digits_at(move->by, OCT9_LEVELS);
    for (unsigned i = 0; i < 8; i++)
        from[i] = OCT9_SLOT_LEAF;
    if ((inside & ~digits_at(move->across, OCT9_LEVELS)) != 0)
        return true;
    from[inside] = move->tree->root;
    return move->tree->root == OCT9_SLOT_LEAF;
}

/* Takes the nodes that come to the children of a node, of the move's level, out of the tree. */
static void take_nodes(move_t *move, oct9_block_t *node)
{
    for (unsigned child = 0; child < 8; child++) {
        uint16_t *const slot = source_of(move, move->level, child, 0);
        node->slot[child] = *slot;
        if (!move->counting && *slot < OCT9_SLOT_LEAF)
            oct9_slot_set(slot, OCT9_SLOT_LEAF);
    }
}

/* Makes a slot that is not in the tree an inner node of eight unknown leaves. Returns their
 * slots. */
static uint16_t *take_block(oct9_tree_t *tree, uint16_t *slot)
{
    *slot = OCT9_SLOT_LEAF;
    return oct9_tree_split(tree, slot);
}

/* Returns the slot of the node with these eight children. */
static uint16_t join_children(move_t *move, const oct9_block_t *node)
{
    if (oct9_block_uniform(node))
        return node->slot[0];
    OCT9_ASSERT(move->made < OCT9_BLOCKS_MAX + (uint32_t)OCT9_MORTON_END / 512u);
    move->made++;
    if (move->counting)
        return 0; /* any slot that is not a leaf */
    uint16_t slot;
    uint16_t *const children = take_block(move->tree, &slot);
    for (unsigned i = 0; i < 8; i++)
        children[i] = node->slot[i];
    return slot;
}

/* Makes the node of `level` whose sources are found; `whole` if they are one leaf. Goes down to
 * what it is made of, and moves the corner and the level behind the last of that. */
static uint16_t make(move_t *move, uint32_t *corner, unsigned *level, bool whole)
{
    unsigned l = *level;
    while (!whole && l > move->level + 1u) {
        l--;
        whole = find_sources(move, l, 0);
    }
    oct9_block_t *const node = &move->node[l - SMALLEST - 1];
    const uint16_t leaf = move->from[l - SMALLEST - 1].slot[0];
    *corner += oct9_morton_below(l) + 1u;
    *level = l;
    if (whole)
        return leaf;
    take_nodes(move, node);
    return join_children(move, node);
}

/* Builds the new tree above the nodes in place of the old one, or counts its blocks. */
static OCT9_APART void build(move_t *move)
{
    oct9_block_t built[ABOVE], source[ABOVE];
    move->node = built;
    move->from = source;
    uint32_t corner = 0;
    unsigned l = OCT9_LEVELS;
    bool whole = find_root(move);
    uint16_t node;
    move->made = 0;
    for (;;) {
        node = make(move, &corner, &l, whole);
        unsigned child = 7;
        for (; l < OCT9_LEVELS; l++) {
            OCT9_ASSERT(l >= SMALLEST);
            child = oct9_morton_child(corner - 1u, l);
            move->node[l - SMALLEST].slot[child] = node;
            if (child != 7)
                break;
            node = join_children(move, &move->node[l - SMALLEST]);
        }
        if (l == OCT9_LEVELS)
            break;
        whole = find_sources(move, l, child + 1u);
    }
    if (move->counting)
        return;
    oct9_descent_t descent; /* the nodes of the level have been taken out */
    oct9_descent_begin(&descent, &move->tree->root, 0);
    oct9_descent_set(&descent, move->tree, OCT9_SLOT_LEAF);
    move->tree->root = node; /* the last corner completed the root */
}

/* The number of blocks that must be free for the move. */
static uint32_t blocks_for_move(move_t *move)
{
    move->counting = true;
    move->freed = 0;
    drop_leaving(move);
    build(move);
    return move->made > move->freed ? move->made - move->freed : 0;
}

/* Checks whether the pool is large enough, and first makes room if the model coarsens. A merge may
 * change what the move needs, so that a second try may be necessary. With a free block for each
 * node above those of the level, 1 + 8 + .., nothing is counted. */
static bool move_fits(move_t *move, oct9_occupancy_t *occupancy)
{
    if (oct9_occupancy_free(occupancy) >= oct9_morton_below(OCT9_LEVELS - move->level) / 7u)
        return true;
    for (unsigned tries = 0;; tries++) {
        const uint32_t blocks = blocks_for_move(move);
        if (blocks <= oct9_occupancy_free(occupancy))
            return true;
        if (occupancy->model.full != OCT9_COARSEN || tries == ROOM_TRIES)
            return false;
        if (tries == 0)
            oct9_room_refresh(occupancy);
        oct9_occupancy_begin(occupancy);
        (void)oct9_room_make(occupancy, blocks);
        oct9_occupancy_end(occupancy);
    }
}

static void carry_out(move_t *move)
{
    move->counting = false;
    drop_leaving(move);
    build(move);
}

/* --- the window ------------------------------------------------------------------------------ */

static int32_t clamped(int32_t x, int32_t low, int32_t high)
{
    return x < low ? low : x > high ? high : x;
}

/* A move by nodes, -512..512, as a code of ten digits. Beyond 512 cells all is outside the cube. */
static uint32_t code_of_move(const oct9_offset_t *by, unsigned level)
{
    const uint32_t x = (uint32_t)clamped(by->x * (1 << level), -OCT9_CELLS, OCT9_CELLS);
    const uint32_t y = (uint32_t)clamped(by->y * (1 << level), -OCT9_CELLS, OCT9_CELLS);
    const uint32_t z = (uint32_t)clamped(by->z * (1 << level), -OCT9_CELLS, OCT9_CELLS);
    const oct9_cell_t low = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    const uint32_t high = (x / OCT9_CELLS & 1u) | (y / OCT9_CELLS & 1u) << 1 |
                          (z / OCT9_CELLS & 1u) << 2;
    return oct9_morton_encode(&low) | high * OCT9_MORTON_END;
}

/* At each level, the axes on which a move has digits below. The lowest of its digits is 0. */
static uint32_t across_of(uint32_t by)
{
    uint32_t below = by << 3;
    below |= below << 3;
    below |= below << 6;
    return below | below << 12;
}

/* x + (by << level). Returns false if one of the window's cells would not fit. */
static bool moved_place(int32_t x, int32_t by, unsigned level, int32_t *to)
{
    const int64_t sum = x + (int64_t)by * (1 << level);
    if (sum < INT32_MIN || sum > INT32_MAX - OCT9_CELLS)
        return false;
    *to = (int32_t)sum;
    return true;
}

static void move_robot(oct9_cell_t *robot, const oct9_offset_t *by, unsigned level)
{
    const int32_t last = OCT9_CELLS - 1; /* at most 511 + 512 * 512 */
    robot->x = (uint16_t)clamped(robot->x - by->x * (1 << level), 0, last);
    robot->y = (uint16_t)clamped(robot->y - by->y * (1 << level), 0, last);
    robot->z = (uint16_t)clamped(robot->z - by->z * (1 << level), 0, last);
}

/* Removes the notes for cells that leave, because other cells take their places modulo the cube. A
 * node that is larger than those that move may no longer be aligned to its size. */
static void drop_noted(const oct9_occupancy_t *occupancy, const move_t *move)
{
    oct9_changes_t *const changes = occupancy->changes;
    oct9_change_t change;
    if (changes->largest > move->level) /* 0 when the last note is erased */
        changes->lost = true;
    for (uint32_t i = 0; i < changes->size; i++) {
        if (!oct9_changes_read(changes, i, &change))
            continue;
        oct9_cell_to_window(occupancy, &change.node.corner);
        const uint32_t corner = oct9_morton_encode(&change.node.corner);
        uint32_t to = oct9_morton_corner(corner, move->level);
        if (target_of(move, &to))
            continue;
        if (corner != oct9_morton_corner(corner, change.node.level))
            changes->lost = true; /* noted for another window: a part of it may stay */
        oct9_changes_erase(changes, i);
    }
}

oct9_status_t oct9_window_move(oct9_occupancy_t *occupancy, const oct9_offset_t *by, unsigned level)
{
    OCT9_ASSERT(occupancy && by);
    if (level < SMALLEST || level > OCT9_LEVELS)
        return OCT9_REFUSE();
    oct9_offset_t window;
    if (!moved_place(occupancy->window.x, by->x, level, &window.x) ||
        !moved_place(occupancy->window.y, by->y, level, &window.y) ||
        !moved_place(occupancy->window.z, by->z, level, &window.z))
        return OCT9_ERR_RANGE;
    move_t move; /* set by field: no memset in the core */
    move.tree = &occupancy->tree;
    move.level = level;
    const oct9_offset_t nodes = { clamped(by->x, -OCT9_CELLS, OCT9_CELLS),
                                  clamped(by->y, -OCT9_CELLS, OCT9_CELLS),
                                  clamped(by->z, -OCT9_CELLS, OCT9_CELLS) };
    move.by = code_of_move(&nodes, level);
    if (move.by == 0)
        return OCT9_OK;
    move.across = across_of(move.by);
    if (!move_fits(&move, occupancy)) {
        occupancy->tree.failed++;
        return OCT9_ERR_POOL_FULL;
    }
    oct9_occupancy_begin(occupancy);
    carry_out(&move);
    if (occupancy->changes)
        drop_noted(occupancy, &move);
    move_robot(&occupancy->robot, &nodes, level);
    occupancy->window.x = window.x;
    occupancy->window.y = window.y;
    occupancy->window.z = window.z;
    oct9_occupancy_end(occupancy);
    return OCT9_OK;
}

/* base + cells um / 1000, which must be an integer. With cells = 1000 q + r and r < 1000 no 64-bit
 * product has to be divided. */
static oct9_status_t axis_of_frame(int32_t base_mm, int32_t cells, uint32_t cell_um, int32_t *mm)
{
    int32_t q = cells / 1000, r = cells % 1000;
    if (r < 0) {
        r += 1000;
        q--;
    }
    /* At most 1000 * 67109, and 10^6 / 1000. */
    const uint32_t rest = (uint32_t)r * (cell_um % 1000u);
    const uint32_t part = (uint32_t)r * (cell_um / 1000u) + rest / 1000u;
    const int64_t sum = (int64_t)q * cell_um + part + base_mm; /* below 2^22 2^26 + 2^32 */
    if (rest % 1000u != 0)
        return OCT9_REFUSE();
    if (sum < INT32_MIN || sum > INT32_MAX)
        return OCT9_ERR_RANGE;
    *mm = (int32_t)sum;
    return OCT9_OK;
}

oct9_status_t oct9_window_frame(const oct9_offset_t *window, const oct9_frame_t *base,
                                oct9_frame_t *frame)
{
    OCT9_ASSERT(window && base && frame);
    oct9_mm_t origin;
    oct9_status_t status = oct9_frame_good(base) ? OCT9_OK : OCT9_REFUSE();
    if (status == OCT9_OK)
        status = axis_of_frame(base->origin_mm.x, window->x, base->cell_um, &origin.x);
    if (status == OCT9_OK)
        status = axis_of_frame(base->origin_mm.y, window->y, base->cell_um, &origin.y);
    if (status == OCT9_OK)
        status = axis_of_frame(base->origin_mm.z, window->z, base->cell_um, &origin.z);
    if (status != OCT9_OK)
        return status;
    frame->origin_mm.x = origin.x;
    frame->origin_mm.y = origin.y;
    frame->origin_mm.z = origin.z;
    oct9_frame_copy_cell(frame, base);
    return OCT9_OK;
}
