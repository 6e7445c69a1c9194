/* SPDX-License-Identifier: MIT */
/* Layered maps: pairs of nodes.
 *
 * A layered map poses as its lower image (src/map/image.h). A pair is a node of the upper tree and
 * the node of the lower map at the same place. A child of a pair is a leaf where the policy can
 * decide, else a pair. Where the upper map knows nothing, it is the lower image's node: a query
 * that goes on from there reads the image alone.
 *
 * A pair that is open is an oct9_opened_t:
 *
 *   states  the upper slot in the high half; all ones in the low half: eight inner children
 *   first   OCT9_REF_PAIRS, and from bit 3 on the lower reference
 *
 * A pair of level 1 becomes a brick when it is opened.
 *
 * With a shift, a node of the cube may lie across several lower nodes. Then the pair has its
 * locational code, below a bit that is set, in place of the lower reference. Its child that lies in
 * one lower leaf or is one lower node finds that from the lower root; a cell always does. So the
 * window may change at any time: references stay good, and the generation makes the query stale.
 *
 * Over a world the pairs have their codes, too. The lower map is then the cube of 1,024 cells of
 * the world's eight tiles, and a lower reference has the tile's number (OCT9_TILE_NODES). */
#include "port/oct9_hot.h"

#include "oct9/layered.h"

#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/frame.h"
#include "src/number/morton.h"
#include "src/world/world.h"

/* A pair. Either side may be a leaf of the same size or larger, but not both. */
typedef struct {
    uint32_t lower; /* a reference, with a leaf's state as payload; or the code */
    bool above;     /* it is the code */
    uint16_t slot;  /* of the upper tree */
} layer_pair_t;

/* The lower reference of an open pair has 27 bits: an index; or NO_NODE and a state, or NO_NODE and
 * 3 + 4 * code, of at most 22 + 2 bits, as pairs of level 1 become bricks; or NO_NODE + 4. */
#define NO_NODE 0x4000000u

/* The lower reference where a world's tile is not there. An upper leaf that is free does not make
 * that free. */
#define NOT_THERE (OCT9_REF_LEAF + 4u)

/* What oct9_layered_init adds to an odd generation: more than writes to trees make up for, as the
 * generations of other trees may be less. */
#define OTHER_TREES 0x10000001u

/* --- the lower map ---------------------------------------------------------------------------- */

static inline const oct9_tiles_t *tiles_below(const oct9_layered_t *layered)
{
    return (const oct9_tiles_t *)layered->layers.beneath;
}

/* A lower tree's reference, with a leaf's state as payload. In a write a block's index may stand
 * where a cell should be: it counts as a leaf. */
static uint32_t of_tree(const oct9_tree_t *tree, uint32_t ref, unsigned level)
{
    if (ref < OCT9_REF_LEAF && level != 0)
        return ref;
    return OCT9_REF_LEAF + (uint32_t)oct9_tree_state(tree, oct9_ref_payload(ref));
}

static uint32_t lower_root(const oct9_layered_t *layered)
{
    const oct9_tree_t *tree = layered->layers.lower;
    if (!tree)
        return layered->root;
    return of_tree(tree, oct9_tree_ref(oct9_port_slot(tree->root, tree->capacity)), OCT9_LEVELS);
}

/* The number, before the turn, of the child at a place. A quarter turn moves (x, y) to (1 - y,
 * x). */
static unsigned turned_back(unsigned child, unsigned turns)
{
    for (; turns != 0; turns--)
        child = (child & 4u) | (child >> 1 & 1u) | (~child & 1u) << 1;
    return child;
}

/* The reference of a node of tile `number`, from that in its image. */
static inline uint32_t of_tile(unsigned number, uint32_t ref)
{
    return ref < OCT9_REF_LEAF ? ref + number * OCT9_TILE_NODES : ref;
}

/* The child of a tile's node. The tile may have gone in the meantime. */
static uint32_t tile_child(const oct9_tiles_t *tiles, uint32_t ref, unsigned level, unsigned child)
{
    const unsigned number = (unsigned)(ref / OCT9_TILE_NODES);
    const oct9_image_t *const image = tiles->tile[number];
    return image ? of_tile(number, oct9_image_below(image, ref % OCT9_TILE_NODES, level, child))
                 : NOT_THERE;
}

/* The child at a place of a lower node that is not a leaf. */
static uint32_t lower_child(const oct9_layered_t *layered, uint32_t ref, unsigned level,
                            unsigned child)
{
    const oct9_tree_t *tree = layered->layers.lower;
    if (layered->layers.beneath)
        return tile_child(tiles_below(layered), ref, level, child);
    child = turned_back(child, layered->turns);
    return tree ? of_tree(tree, oct9_tree_child(tree, ref, child), level)
                : oct9_image_below(&layered->image, ref, level, child);
}

/* Adds the window of a lower tree, turned as the tree is: a quarter turn makes (x, y) (-y, x). */
static void add_lower_window(const oct9_layered_t *layered, uint32_t corner[3])
{
    const oct9_offset_t *window = layered->lower_window;
    uint32_t x = (uint32_t)window->x, y = (uint32_t)window->y;
    for (unsigned turns = layered->turns; turns != 0; turns--) {
        const uint32_t before = x;
        x = ~y + 1u; /* -y */
        y = before;
    }
    corner[0] += x;
    corner[1] += y;
    corner[2] += (uint32_t)window->z;
}

/* Adds the place of a world's tiles. */
static void add_tiles(const oct9_tiles_t *tiles, uint32_t corner[3])
{
    const oct9_world_place_t *const first = &tiles->first;
    corner[0] += (uint32_t)(int32_t)first->x * OCT9_CELLS;
    corner[1] += (uint32_t)(int32_t)first->y * OCT9_CELLS;
    corner[2] += (uint32_t)(int32_t)first->z * OCT9_CELLS;
}

/* Where the lower map's cube, or that of a world's tiles, is in the cube, modulo 2^32. */
static void lower_corner(const oct9_layered_t *layered, uint32_t corner[3])
{
    const oct9_offset_t *shift = &layered->shift, *window = layered->window;
    corner[0] = (uint32_t)shift->x - (uint32_t)window->x;
    corner[1] = (uint32_t)shift->y - (uint32_t)window->y;
    corner[2] = (uint32_t)shift->z - (uint32_t)window->z;
    if (layered->layers.lower)
        add_lower_window(layered, corner);
    if (layered->layers.beneath)
        add_tiles(tiles_below(layered), corner);
}

/* The number of the tile that contains a cell of the cube of a world's tiles. */
static inline unsigned tile_at(const oct9_cell_t *cell)
{
    return (unsigned)(cell->x / OCT9_CELLS) | (unsigned)(cell->y / OCT9_CELLS) << 1 |
           (unsigned)(cell->z / OCT9_CELLS) << 2;
}

/* Where a descent in a tile starts: at the cube if `level` is that of the cube, else by the tile's
 * directory. */
static uint32_t tile_start(const oct9_tiles_t *tiles, unsigned number, uint32_t code,
                           unsigned *level)
{
    const oct9_image_t *const image = tiles->tile[number];
    if (image && *level != OCT9_LEVELS)
        return of_tile(number, oct9_image_start(image, oct9_image_entry(code), level));
    *level = OCT9_LEVELS;
    return !image                          ? oct9_tiles_leaf(tiles, number, NOT_THERE)
         : image->root != OCT9_IMAGE_INNER ? OCT9_REF_LEAF + image->root
                                           : of_tile(number, 0);
}

/* Finds the lower node that contains the cells from `first` to `last`, which are in the lower map's
 * cube: a leaf, or a node of `level`. Returns false if none contains them all. */
static bool lower_find(const oct9_layered_t *layered, const oct9_cell_t *first,
                       const oct9_cell_t *last, unsigned level, uint32_t *found)
{
    const uint32_t code = oct9_morton_encode(first), differ = code ^ oct9_morton_encode(last);
    const bool by_directory = layered->alone && level <= OCT9_IMAGE_START;
    unsigned at = by_directory ? level : OCT9_LEVELS;
    uint32_t ref;
    if (layered->layers.beneath) {
        if (tile_at(first) != tile_at(last))
            return false;
        ref = tile_start(tiles_below(layered), tile_at(first), code, &at);
    } else {
        ref = by_directory ? oct9_image_start(&layered->image, oct9_image_entry(code), &at)
                           : lower_root(layered);
    }
    while (at > level && ref < OCT9_REF_LEAF) {
        at--;
        ref = lower_child(layered, ref, at, oct9_morton_child(code, at));
    }
    *found = ref;
    return differ >> 3u * at == 0;
}

/* Sets the lower part of a pair that has its code as that part, if it has one lower node there. */
static void lower_meet(const oct9_layered_t *layered, layer_pair_t *pair, unsigned level)
{
    const uint32_t size = (uint32_t)1 << level, code = pair->lower;
    uint32_t corner[3], ref = layered->layers.beneath ? NOT_THERE : OCT9_REF_LEAF + OCT9_UNKNOWN;
    oct9_cell_t first, last;
    oct9_morton_decode(code << 3u * level, &first);
    lower_corner(layered, corner);
    const uint32_t x = first.x - corner[0], y = first.y - corner[1], z = first.z - corner[2];
    const uint32_t x_end = x + size - 1u, y_end = y + size - 1u, z_end = z + size - 1u;
    const uint32_t cells = layered->layers.beneath ? 2u * OCT9_CELLS : OCT9_CELLS;
    const uint32_t end = cells + size - 1u; /* the ends of nodes that are not outside */
    if (x_end < end && y_end < end && z_end < end) {
        if ((x | y | z | x_end | y_end | z_end) >= cells)
            return; /* in part */
        first.x = (uint16_t)x;
        first.y = (uint16_t)y;
        first.z = (uint16_t)z;
        last.x = (uint16_t)x_end;
        last.y = (uint16_t)y_end;
        last.z = (uint16_t)z_end;
        if (!lower_find(layered, &first, &last, level, &ref))
            return;
    }
    pair->lower = ref;
    pair->above = false;
}

/* Makes the lower part of a pair that of its child of `level`. */
static void lower_go(const oct9_layered_t *layered, layer_pair_t *pair, unsigned level,
                     unsigned child)
{
    if (pair->lower >= OCT9_REF_LEAF)
        return;
    if (!pair->above) {
        pair->lower = lower_child(layered, pair->lower, level, child);
        return;
    }
    pair->lower = pair->lower << 3 | child;
    lower_meet(layered, pair, level);
}

/* --- pairs ------------------------------------------------------------------------------------ */

static void pack(const layer_pair_t *pair, oct9_opened_t *opened)
{
    uint32_t lower = pair->lower;
    if (pair->above)
        lower = NO_NODE + 3u + 4u * lower;
    else if (lower >= OCT9_REF_LEAF)
        lower = NO_NODE + (lower & 7u);
    OCT9_ASSERT(lower < 2u * NO_NODE);
    opened->first = OCT9_REF_PAIRS + 8u * lower;
    opened->states = (uint32_t)pair->slot << 16 | 0xFFFFu;
}

static void unpack(const oct9_opened_t *opened, layer_pair_t *pair)
{
    const uint32_t lower = (opened->first - OCT9_REF_PAIRS) / 8u, rest = lower - NO_NODE;
    pair->slot = (uint16_t)(opened->states >> 16);
    pair->above = lower >= NO_NODE && (rest & 3u) == 3u;
    pair->lower = lower < NO_NODE ? lower : pair->above ? rest / 4u : OCT9_REF_LEAF + rest;
}

/* True if the cube may be other than the lower map's. */
static inline bool is_moved(const oct9_layered_t *layered)
{
    const oct9_offset_t *shift = &layered->shift, *window = layered->window;
    return shift->x != window->x || shift->y != window->y || shift->z != window->z ||
           layered->layers.lower || layered->layers.beneath;
}

/* The cube's pair. */
static OCT9_INLINE void begin_at_cube(const oct9_layered_t *layered, layer_pair_t *pair)
{
    const oct9_tree_t *upper = layered->layers.upper;
    pair->slot = oct9_port_slot(upper->root, upper->capacity);
    pair->above = is_moved(layered);
    pair->lower = pair->above ? 1 : layered->root;
}

/* Goes to a child of `level`. */
static void go(const oct9_layered_t *layered, layer_pair_t *pair, unsigned level, unsigned child)
{
    const oct9_tree_t *upper = layered->layers.upper;
    if (pair->slot < OCT9_SLOT_LEAF)
        pair->slot = oct9_port_slot(upper->pool[pair->slot].slot[child], upper->capacity);
    lower_go(layered, pair, level, child);
}

/* The state of an upper slot: unknown if its payload is 0. In a write a block's index may stand
 * where a cell should be. */
static unsigned upper_state(const oct9_tree_t *tree, uint16_t slot)
{
    return slot <= OCT9_SLOT_LEAF
             ? OCT9_UNKNOWN
             : oct9_thresholds_state(&tree->thresholds, slot & (uint16_t)OCT9_PAYLOAD_MAX);
}

/* The reference of a pair of `level`: a leaf if that is decided, or the image's node, or
 * OCT9_REF_PAIR. */
static OCT9_INLINE uint32_t decide(const oct9_layered_t *layered, const layer_pair_t *pair,
                                   unsigned level)
{
    const uint32_t lower = pair->lower;
    const bool first = layered->policy == OCT9_LAYERED_UPPER_FIRST;
    if (pair->slot < OCT9_SLOT_LEAF && level != 0)
        return lower == OCT9_REF_LEAF + OCT9_OCCUPIED && !first ? lower : OCT9_REF_PAIR;
    const unsigned upper = upper_state(layered->layers.upper, pair->slot);
    if (upper == OCT9_OCCUPIED || (upper == OCT9_FREE && first))
        return OCT9_REF_LEAF + upper;
    if (lower == NOT_THERE)
        return OCT9_REF_LEAF + OCT9_UNKNOWN;
    if (lower >= OCT9_REF_LEAF)
        return upper == OCT9_UNKNOWN || lower == OCT9_REF_LEAF + OCT9_OCCUPIED
                 ? lower
                 : OCT9_REF_LEAF + OCT9_FREE;
    return upper == OCT9_UNKNOWN && layered->alone && !pair->above ? lower : OCT9_REF_PAIR;
}

/* The brick of a pair of level 1. */
static uint32_t brick_of(const oct9_layered_t *layered, const layer_pair_t *pair)
{
    uint32_t brick = 0;
    for (unsigned child = 0; child < 8; child++) {
        layer_pair_t cell;
        cell.lower = pair->lower;
        cell.above = pair->above;
        cell.slot = pair->slot;
        go(layered, &cell, 0, child);
        const uint32_t state = decide(layered, &cell, 0) & 3u;
        brick |= ((state & 1u) | (state & 2u) << 7) << child;
    }
    return brick;
}

/* The reference in its image of a lower node, which that image, `tile`, has. */
static inline uint32_t in_image(const oct9_layered_t *layered, uint32_t ref,
                                const oct9_image_t **tile)
{
    if (!layered->layers.beneath || ref >= OCT9_REF_LEAF)
        return ref;
    *tile = tiles_below(layered)->tile[ref / OCT9_TILE_NODES % 8u];
    return *tile ? ref % OCT9_TILE_NODES : OCT9_REF_LEAF + OCT9_UNKNOWN;
}

/* The reference of a pair, which is opened if it stays one. */
static inline uint32_t settle_pair(const oct9_layered_t *layered, const layer_pair_t *pair,
                                   unsigned level, oct9_opened_t *opened, const oct9_image_t **tile)
{
    const uint32_t ref = decide(layered, pair, level);
    if (ref != OCT9_REF_PAIR)
        return in_image(layered, ref, tile);
    if (level == 1)
        opened->states = brick_of(layered, pair);
    else
        pack(pair, opened);
    return ref;
}

/* As oct9_pair_child (src/map/image.h). */
static uint32_t pair_child(const oct9_layers_t *layers, const oct9_opened_t *at,
                           oct9_opened_t *below, unsigned number, const oct9_image_t **tile)
{
    const oct9_layered_t *layered = (const oct9_layered_t *)layers;
    const unsigned level = number / 8u;
    layer_pair_t pair;
    OCT9_ASSERT(level != 0 && level <= OCT9_LEVELS);
    if (level == OCT9_LEVELS) {
        begin_at_cube(layered, &pair);
    } else {
        unpack(at, &pair);
        go(layered, &pair, level, number % 8u);
    }
    return settle_pair(layered, &pair, level, below, tile);
}

/* As oct9_descend_pairs. */
static uint32_t descend_layers(const oct9_layers_t *layers, uint32_t code, unsigned *level,
                               oct9_opened_t *opened, const oct9_image_t **tile)
{
    const oct9_layered_t *layered = (const oct9_layered_t *)layers;
    const unsigned stop = *level;
    unsigned at = OCT9_LEVELS;
    layer_pair_t pair;
    begin_at_cube(layered, &pair);
    uint32_t ref = settle_pair(layered, &pair, at, opened, tile);
    while (ref == OCT9_REF_PAIR && at > stop) {
        at--;
        const unsigned child = oct9_morton_child(code, at);
        if (at == 0) {
            ref = oct9_leaf_ref(opened->states, child);
        } else {
            go(layered, &pair, at, child);
            ref = settle_pair(layered, &pair, at, opened, tile);
        }
    }
    *level = at;
    return ref;
}

/* --- the map ---------------------------------------------------------------------------------- */

static void set_pose(oct9_layered_t *layered, const oct9_offset_t *shift, unsigned turns)
{
    layered->shift.x = shift->x;
    layered->shift.y = shift->y;
    layered->shift.z = shift->z;
    layered->turns = (uint8_t)turns;
    layered->alone = turns == 0 && !layered->layers.lower;
}

/* Over a tree or a world the parts of an image are not read. */
static void set_image(oct9_layered_t *layered, const oct9_map_t *lower)
{
    static const oct9_frame_t none = { { 0, 0, 0 }, 0, 0, 0, 0 };
    oct9_image_t *image = &layered->image;
    const oct9_frame_t *frame = lower->image ? &lower->image->frame : &none;
    image->frame.origin_mm.x = frame->origin_mm.x;
    image->frame.origin_mm.y = frame->origin_mm.y;
    image->frame.origin_mm.z = frame->origin_mm.z;
    oct9_frame_copy_cell(&image->frame, frame);
    image->root = OCT9_IMAGE_LAYERED;
    image->layers = &layered->layers;
    image->bytes = 0;
    layered->root = 0;
    if (!lower->image)
        return;
    image->bytes = lower->image->bytes;
    image->directory = lower->image->directory;
    image->pages = lower->image->pages;
    image->nodes = lower->image->nodes;
    image->bricks = lower->image->bricks;
    layered->root = oct9_map_root(lower);
}

oct9_status_t oct9_layered_init(oct9_layered_t *layered, const oct9_tree_t *upper,
                                const oct9_offset_t *window, const oct9_map_t *lower,
                                const oct9_offset_t *lower_window, oct9_layered_policy_t policy)
{
    static const oct9_offset_t none = { 0, 0, 0 };
    OCT9_ASSERT(layered && upper && lower);
    if ((unsigned)policy > OCT9_LAYERED_UPPER_FIRST || lower->tree == upper ||
        (lower->image && (oct9_image_layered(lower->image) || lower_window)))
        return OCT9_REFUSE();
    oct9_layers_write(&layered->layers);
    layered->layers.child = pair_child;
    layered->layers.descend = descend_layers;
    layered->layers.upper = upper;
    layered->layers.lower = lower->tree;
    layered->layers.beneath = lower->image ? lower->image->layers : NULL;
    layered->window = window ? window : &none;
    layered->lower_window = lower_window ? lower_window : &none;
    layered->policy = (uint8_t)policy;
    set_image(layered, lower);
    set_pose(layered, &none, 0);
    layered->layers.moves = layered->layers.moves + 1u;
    oct9_layers_written(&layered->layers, OTHER_TREES);
    return OCT9_OK;
}

/* True if the lower map's cells on an axis, and the one after the last, fit. */
static bool shift_fits(int32_t shift)
{
    return shift <= INT32_MAX - OCT9_CELLS;
}

oct9_status_t oct9_layered_place(oct9_layered_t *layered, const oct9_offset_t *shift,
                                 unsigned turns)
{
    OCT9_ASSERT(layered && shift);
    if (turns > 3 || (turns != 0 && layered->layers.beneath))
        return OCT9_REFUSE();
    if (!shift_fits(shift->x) || !shift_fits(shift->y) || !shift_fits(shift->z))
        return OCT9_ERR_RANGE;
    oct9_layers_write(&layered->layers);
    set_pose(layered, shift, turns);
    layered->layers.moves = layered->layers.moves + 1u;
    oct9_layers_written(&layered->layers, 1);
    return OCT9_OK;
}

/* --- the shift between frames ----------------------------------------------------------------- */

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b != 0) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* An offset of `mm` has mm * 1000 / cell_um cells. In lowest terms the quotient is whole iff the
 * denominator divides mm. */
static oct9_status_t axis_of_shift(int32_t base, int32_t lower, uint32_t cell_um, int32_t *cells)
{
    const uint32_t common = common_divisor(cell_um, 1000);
    const bool less = lower < base;
    const uint32_t mm = less ? (uint32_t)base - (uint32_t)lower : (uint32_t)lower - (uint32_t)base;
    const uint32_t most = (uint32_t)INT32_MAX + less, each = 1000u / common;
    const uint32_t steps = mm / (cell_um / common);
    if (mm % (cell_um / common) != 0)
        return OCT9_REFUSE();
    if (steps > most / each)
        return OCT9_ERR_RANGE;
    const uint32_t distance = steps * each;
    *cells = less ? -(int32_t)(distance - 1u) - 1 : (int32_t)distance;
    return OCT9_OK;
}

/* The worse of two: an offset that is not whole is refused with any other axes. */
static oct9_status_t worse(oct9_status_t a, oct9_status_t b)
{
    return a == OCT9_OK || b == OCT9_ERR_ARGUMENT ? b : a;
}

oct9_status_t oct9_layered_shift(const oct9_frame_t *base, const oct9_frame_t *lower,
                                 oct9_offset_t *shift)
{
    OCT9_ASSERT(base && lower && shift);
    if (!oct9_frame_good(base) || base->cell_um != lower->cell_um)
        return OCT9_REFUSE();
    const oct9_mm_t *from = &base->origin_mm, *to = &lower->origin_mm;
    oct9_offset_t cells = { 0, 0, 0 };
    oct9_status_t status = axis_of_shift(from->x, to->x, base->cell_um, &cells.x);
    status = worse(status, axis_of_shift(from->y, to->y, base->cell_um, &cells.y));
    status = worse(status, axis_of_shift(from->z, to->z, base->cell_um, &cells.z));
    if (status != OCT9_OK)
        return status;
    shift->x = cells.x;
    shift->y = cells.y;
    shift->z = cells.z;
    return OCT9_OK;
}
