/* SPDX-License-Identifier: MIT */
/* One search for all sectors: squares of the map from near to far, each with all nodes above it
 * that a layer of heights meets. An occupied leaf among them settles the square. A square is left
 * out if something as near was found in each sector in which it is seen.
 *
 * With layers of pitch there is one node above each square, and its children are eight. */
#include "src/sectors/sectors.h"

#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/morton.h"
#include "src/query/rules.h"
#include "src/sectors/ring.h"

/* How many cells of height are searched together: OCT9_SECTORS_SLABS has room for their nodes. */
#define HEIGHT 12

/* What a child is beside the states of leaves. */
#define INNER 3u

/* --- nodes ------------------------------------------------------------------------------------ */

/* The state of a leaf; free if it is an obstacle that does not pass the filter. */
static unsigned leaf_state(const oct9_sectors_t *sectors, uint16_t payload)
{
    const oct9_sectors_input_t *const input = sectors->input;
    const oct9_state_t state = oct9_map_state(&sectors->map, payload);
    return state == OCT9_OCCUPIED && (payload & input->filter_mask) != input->filter_value
             ? (unsigned)OCT9_FREE
             : (unsigned)state;
}

/* The states of a tree's block as those of an image's node. */
static uint32_t block_states(const oct9_sectors_t *sectors, const oct9_block_t *block)
{
    uint32_t states = 0;
    for (unsigned i = 0; i < 8; i++) {
        const uint16_t slot = block->slot[i];
        const unsigned state = slot < OCT9_SLOT_LEAF ? 3u
                                                     : leaf_state(sectors, slot % OCT9_SLOT_LEAF);
        states |= (uint32_t)((state & 1u) | (state & 2u) << 7) << i;
    }
    return states;
}

/* Opens an inner node of an image or a tree that has `level`. */
static void open_slab(const oct9_sectors_t *sectors, uint32_t ref, unsigned level,
                      oct9_sectors_slab_t *slab)
{
    slab->is_void = false;
    if (sectors->map.tree) {
        slab->opened.first = ref;
        slab->opened.states = block_states(sectors, &sectors->map.tree->pool[ref]);
    } else if (level == 1) {
        slab->opened.states = oct9_image_brick(slab->tile, ref);
    } else {
        const oct9_inner_t node = oct9_image_read(slab->tile, ref);
        slab->opened.first = node.first;
        slab->opened.states = oct9_image_states(node.states);
        slab->is_void = node.is_void;
    }
}

/* Makes `slab` a child of a node, which has `level`. Returns its state if it is a leaf, 3 if it is
 * an inner node, which was opened. */
static unsigned open_child(const oct9_sectors_t *sectors, const oct9_sectors_slab_t *above,
                           unsigned level, unsigned child, oct9_sectors_slab_t *slab)
{
    const oct9_map_t *const map = &sectors->map;
    const oct9_opened_t *const at = &above->opened;
    uint32_t ref = map->tree ? oct9_tree_child(map->tree, at->first, child)
                             : oct9_image_child(at->first, at->states, child);
    slab->tile = above->tile;
    if (!map->tree && ref - OCT9_REF_PAIRS < OCT9_REF_PAIRS)
        ref = oct9_pair_child(map->image, at, &slab->opened, oct9_pair_number(level, child),
                              &slab->tile);
    if (ref >= OCT9_REF_LEAF)
        return leaf_state(sectors, oct9_ref_payload(ref));
    if (ref == OCT9_REF_PAIR)
        slab->is_void = false;
    else
        open_slab(sectors, ref, level, slab);
    return INNER;
}

/* Notes where an opened node is, and its children, of `level`, that the layer meets. */
static void place_slab(const oct9_sectors_t *sectors, unsigned z, unsigned level,
                       oct9_sectors_slab_t *slab)
{
    const int32_t low = (int32_t)z, size = (int32_t)1 << level;
    unsigned met = 0;
    if (low <= sectors->high && low + size > sectors->low)
        met = 0x0Fu;
    if (low + size <= sectors->high && low + 2 * size > sectors->low)
        met |= 0xF0u;
    slab->z = (uint16_t)z;
    slab->met = (uint8_t)met;
}

/* --- a square --------------------------------------------------------------------------------- */

/* Children as bits, by what they are. */
typedef struct {
    unsigned inner, occupied, unknown; /* unknown: if that is asked */
} children_t;

/* Adds the children of a node that the layer meets. */
static inline void add_children(const oct9_sectors_t *sectors, const oct9_sectors_slab_t *slab,
                                children_t *children)
{
    const unsigned one = (unsigned)(slab->opened.states & slab->met);
    const unsigned two = (unsigned)(slab->opened.states >> 8 & slab->met);
    children->inner |= one & two;
    children->occupied |= two & ~one;
    if (sectors->input->free_q6)
        children->unknown |= slab->met & ~(one | two);
}

/* In a search by heights the children above a square count as one. */
static inline unsigned joined(const oct9_sectors_t *sectors, unsigned children)
{
    return sectors->pitch ? children : (children | children >> 4) & 0x0Fu;
}

static inline unsigned axes_of(const oct9_sectors_t *sectors)
{
    return sectors->pitch ? 3u : 2u;
}

/* Makes the box of the square at x and y, or of the node at x, y and z. False if it is out of
 * reach. */
static bool make_box(const oct9_sectors_t *sectors, unsigned level, unsigned z,
                     oct9_sectors_box_t *box)
{
    const oct9_point_t *const point = &sectors->input->point;
    const int32_t size = (int32_t)OCT9_CELL_Q6 << level;
    box->low[0] = oct9_cell_low(sectors->x) - point->x;
    box->low[1] = oct9_cell_low(sectors->y) - point->y;
    box->high[0] = box->low[0] + size;
    box->high[1] = box->low[1] + size;
    if (sectors->pitch) {
        box->low[2] = oct9_cell_low(z) - point->z;
        box->high[2] = box->low[2] + size;
    }
    return oct9_sectors_near(box, axes_of(sectors), oct9_sectors_reach(sectors->input));
}

/* What is above a square. */
typedef struct {
    bool occupied, unknown; /* a leaf that settles it */
    bool is_void;           /* no slab has anything occupied */
    unsigned count;         /* of slabs */
    children_t children;    /* of these */
} above_t;

/* Goes down to the squares, of `level`, below the one of a box, those nearest to the robot first.
 * Its slabs are from `first` on. */
static void enter(oct9_sectors_t *sectors, unsigned level, const oct9_sectors_box_t *box,
                  const above_t *above, unsigned first)
{
    oct9_sectors_level_t *const at = &sectors->at[level];
    const children_t *const children = &above->children;
    const unsigned pending = joined(sectors,
                                    children->inner | children->occupied | children->unknown);
    unsigned order = 0;
    for (unsigned a = 0; a < axes_of(sectors); a++)
        if (box->low[a] + box->high[a] <= 0)
            order |= 1u << a;
    at->pending = (uint8_t)oct9_children_reorder(pending, order);
    at->order = (uint8_t)order;
    at->slab = (uint8_t)first;
    at->slabs = (uint8_t)above->count;
    at->is_void = above->is_void;
    sectors->occupied = (uint8_t)joined(sectors, children->occupied);
    sectors->unknown = (uint8_t)joined(sectors, children->unknown);
    sectors->level = (uint8_t)level;
}

/* Notes an inner node, which has `level`, unless nothing in it matters. */
static void note_inner(const oct9_sectors_t *sectors, unsigned z, unsigned level,
                       oct9_sectors_slab_t *slab, above_t *above)
{
    children_t children = { 0, 0, 0 };
    place_slab(sectors, z, level - 1u, slab);
    add_children(sectors, slab, &children);
    slab->is_void = slab->is_void || (children.inner | children.occupied) == 0;
    if ((children.inner | children.occupied | children.unknown) == 0 ||
        (slab->is_void && !sectors->input->free_q6))
        return;
    above->children.inner |= children.inner;
    above->children.occupied |= children.occupied;
    above->children.unknown |= children.unknown;
    above->is_void = above->is_void && slab->is_void;
    above->count++;
}

static void settle_leaf(const oct9_sectors_t *sectors, unsigned state, above_t *above)
{
    if (state == OCT9_OCCUPIED)
        above->occupied = true;
    else if (state == OCT9_UNKNOWN && sectors->input->free_q6)
        above->unknown = true;
}

/* Gathers a child, of `level`, of a slab, behind the slabs that are in use. */
static inline void gather_child(const oct9_sectors_t *sectors, const oct9_sectors_slab_t *slab,
                                unsigned level, unsigned child, oct9_sectors_slab_t *next,
                                above_t *above)
{
    const uint32_t states = slab->opened.states >> child;
    unsigned state = (unsigned)((states & 1u) | (states >> 7 & 2u));
    if (state == INNER)
        state = open_child(sectors, slab, level, child, next);
    if (state == INNER)
        note_inner(sectors, slab->z + (child / 4u << level), level, next, above);
    else
        settle_leaf(sectors, state, above);
}

/* Gathers the nodes of `level` above a square, a child of the one that is in use. */
static void gather(oct9_sectors_t *sectors, unsigned level, unsigned child, above_t *above)
{
    const oct9_sectors_level_t *const at = &sectors->at[level];
    const oct9_sectors_slab_t *slab = &sectors->slab[at->slab];
    oct9_sectors_slab_t *const end = &sectors->slab[at->slab + (unsigned)at->slabs];
    above->occupied = above->unknown = false;
    above->is_void = true;
    above->count = 0;
    above->children.inner = above->children.occupied = above->children.unknown = 0;
    for (; slab < end && !above->occupied; slab++)
        for (unsigned c = child; c < (sectors->pitch ? child + 1u : 8u); c += 4u)
            if ((unsigned)slab->met >> c & 1u)
                gather_child(sectors, slab, level, c, end + above->count, above);
}

/* Puts the box of what is above a square, if that settles it and is nearer than what was found. */
static void settle(oct9_sectors_t *sectors, const oct9_sectors_box_t *box, bool occupied,
                   bool unknown)
{
    const oct9_sectors_input_t *const input = sectors->input;
    const bool obstacle = occupied && input->obstacle_q6;
    if (!occupied && !unknown)
        return;
    if (oct9_sectors_nearer(input, &box->view, box->near2, obstacle))
        oct9_sectors_put(input, box, occupied);
}

/* Moves to a child of the squares in use, which have `level`, and makes its box. False if that is
 * out of reach. */
static bool move_to(oct9_sectors_t *sectors, unsigned level, unsigned child,
                    oct9_sectors_box_t *box)
{
    const unsigned above = ~((2u << level) - 1u);
    const unsigned z = sectors->slab[sectors->at[level].slab].z;
    sectors->x = (uint16_t)((sectors->x & above) | (child & 1u) << level);
    sectors->y = (uint16_t)((sectors->y & above) | (child >> 1 & 1u) << level);
    return make_box(sectors, level, z + (child >> 2 << level), box);
}

/* Visits a child of the squares in use. */
static void visit(oct9_sectors_t *sectors, unsigned child)
{
    const oct9_sectors_input_t *const input = sectors->input;
    const unsigned level = sectors->level;
    const oct9_sectors_level_t *const at = &sectors->at[level];
    const bool obstacle = input->obstacle_q6 && !at->is_void;
    oct9_sectors_box_t box;
    above_t above;
    if (!move_to(sectors, level, child, &box) || !oct9_sectors_look(input, sectors->layer, &box))
        return;
    if (level == 0) {
        const unsigned occupied = sectors->occupied, unknown = sectors->unknown;
        settle(sectors, &box, occupied >> child & 1u, unknown >> child & 1u);
        return;
    }
    if (!oct9_sectors_nearer(input, &box.view, box.near2, obstacle))
        return;
    gather(sectors, level, child, &above);
    settle(sectors, &box, above.occupied, above.unknown);
    if (above.occupied || above.count == 0 || (above.unknown && !obstacle))
        return;
    if (above.is_void && obstacle && !oct9_sectors_nearer(input, &box.view, box.near2, false))
        return;
    enter(sectors, level - 1u, &box, &above, at->slab + (unsigned)at->slabs);
}

/* --- a part of a layer ------------------------------------------------------------------------ */

/* The cell at a height in sub-cells, also above and below the cube. */
static int32_t cell_of_height(int32_t height)
{
    return (height - OCT9_LOW_Q6 + OCT9_CUBE_Q6) / OCT9_CELL_Q6 - OCT9_CELLS;
}

static void find_layer(const oct9_sectors_t *sectors, int32_t *low, int32_t *high)
{
    const oct9_sectors_input_t *const input = sectors->input;
    const int32_t z = input->point.z, reach = (int32_t)oct9_sectors_reach(input);
    const bool pitch = sectors->pitch;
    *low = cell_of_height(z + (pitch ? -reach : input->borders[sectors->layer]) - 1);
    *high = cell_of_height(z + (pitch ? reach : input->borders[sectors->layer + 1u]));
}

/* Opens the cube for the next 12 cells of height, where a layer has more. */
static void start_part(oct9_sectors_t *sectors)
{
    oct9_sectors_slab_t *const cube = &sectors->slab[0];
    above_t above = { false, false, true, 0, { 0, 0, 0 } };
    oct9_sectors_box_t box;
    cube->tile = sectors->map.image;
    cube->is_void = false;
    const uint32_t ref = oct9_map_cube(&sectors->map, &cube->opened, &cube->tile);
    sectors->x = sectors->y = 0;
    if (!make_box(sectors, OCT9_LEVELS, 0, &box) ||
        !oct9_sectors_look(sectors->input, sectors->layer, &box))
        return;
    if (ref >= OCT9_REF_LEAF) {
        settle_leaf(sectors, leaf_state(sectors, oct9_ref_payload(ref)), &above);
        settle(sectors, &box, above.occupied, above.unknown);
        return;
    }
    if (ref != OCT9_REF_PAIR)
        open_slab(sectors, ref, OCT9_LEVELS, cube);
    note_inner(sectors, 0, OCT9_LEVELS, cube, &above);
    if (above.count != 0)
        enter(sectors, OCT9_LEVELS - 1u, &box, &above, 0);
}

/* Goes to the next part of a layer, or of the next layer; false behind the last. */
static bool start_next(oct9_sectors_t *sectors)
{
    const unsigned layers = sectors->pitch ? 1u : sectors->input->layers;
    while (sectors->layer < layers) {
        int32_t low, high;
        find_layer(sectors, &low, &high);
        low = low > sectors->next ? low : sectors->next;
        high = high < OCT9_CELLS ? high : OCT9_CELLS - 1;
        if (low <= high) {
            if (!sectors->pitch && high - low >= HEIGHT)
                high = low + HEIGHT - 1;
            sectors->low = (int16_t)low;
            sectors->high = (int16_t)high;
            sectors->next = (int16_t)(high + 1);
            start_part(sectors);
            return true;
        }
        sectors->layer++;
        sectors->next = 0;
    }
    return false;
}

/* --- the space outside the cube --------------------------------------------------------------- */

#define FARTHEST_Q6 65535

static void make_endless(oct9_sectors_box_t *box)
{
    for (unsigned a = 0; a < 3; a++) {
        box->low[a] = -FARTHEST_Q6;
        box->high[a] = FARTHEST_Q6;
    }
}

static void put_outside(const oct9_sectors_input_t *input, oct9_sectors_box_t *box)
{
    const bool pitch = input->kind == OCT9_SECTORS_PITCH;
    const unsigned layers = pitch ? 1u : input->layers, axes = pitch ? 3u : 2u;
    for (unsigned layer = 0; layer < layers; layer++) {
        if (oct9_sectors_near(box, axes, oct9_sectors_reach(input)) &&
            oct9_sectors_look(input, layer, box))
            oct9_sectors_put(input, box, false);
    }
}

/* The half space beyond each face of the cube is not known to be free. */
static void put_faces(const oct9_sectors_input_t *input)
{
    for (unsigned face = 0; face < 6; face++) {
        oct9_sectors_box_t box;
        make_endless(&box);
        const unsigned a = face / 2u;
        const int32_t at = oct9_point_axis(&input->point, a);
        if (face % 2u == 0)
            box.high[a] = OCT9_LOW_Q6 - at;
        else
            box.low[a] = OCT9_HIGH_Q6 - at;
        if (a < 2u || input->kind == OCT9_SECTORS_PITCH)
            put_outside(input, &box);
    }
}

/* A layer of heights that leaves the cube has space on all sides that is not known. */
static void put_heights(const oct9_sectors_input_t *input)
{
    oct9_sectors_box_t all;
    make_endless(&all);
    for (unsigned layer = 0; layer < input->layers; layer++) {
        const int32_t z = input->point.z;
        const int32_t low = z + input->borders[layer], high = z + input->borders[layer + 1u];
        if ((low <= OCT9_LOW_Q6 || high >= OCT9_HIGH_Q6) &&
            oct9_sectors_near(&all, 2, oct9_sectors_reach(input)) &&
            oct9_sectors_look(input, layer, &all))
            oct9_sectors_put(input, &all, false);
    }
}

/* --- calls ------------------------------------------------------------------------------------ */

static bool good_borders(const oct9_sectors_input_t *input)
{
    const bool pitch = input->kind == OCT9_SECTORS_PITCH;
    for (unsigned l = 0; l < input->layers; l++)
        if (input->borders[l] > input->borders[l + 1u])
            return false;
    return !pitch || (input->borders[0] >= -16384 && input->borders[input->layers] <= 16384);
}

static bool good_sizes(const oct9_sectors_input_t *input)
{
    return input->sectors - 1u < OCT9_SECTORS_MAX && input->layers - 1u < OCT9_SECTORS_MAX &&
           (uint32_t)input->sectors * input->layers <= OCT9_SECTORS_MAX;
}

static bool good_numbers(const oct9_sectors_input_t *input)
{
    return input->kind <= OCT9_SECTORS_PITCH && input->range_q6 != 0 &&
           oct9_sectors_reach(input) <= 32767u && good_borders(input);
}

oct9_status_t oct9_sectors_prepare(const oct9_sectors_input_t *input, const oct9_map_t *map)
{
    if (!good_sizes(input) || (!input->obstacle_q6 && !input->free_q6))
        return OCT9_REFUSE();
    oct9_sectors_set(input, 0);
    if (!good_numbers(input))
        return OCT9_REFUSE();
    if (map && !oct9_filter_good(map, input->filter_mask, input->filter_value))
        return OCT9_REFUSE();
    oct9_sectors_set(input, (uint16_t)(oct9_sectors_reach(input) + 1u));
    return OCT9_OK;
}

void oct9_sectors_start(oct9_sectors_t *sectors, const oct9_map_t *map,
                        const oct9_sectors_input_t *input)
{
    sectors->input = input;
    sectors->map.tree = map->tree;
    sectors->map.image = map->image;
    sectors->generation = oct9_map_generation(map);
    sectors->pitch = input->kind == OCT9_SECTORS_PITCH;
    sectors->ended = false;
    sectors->layer = 0;
    sectors->next = 0;
    sectors->level = OCT9_LEVELS;
    if (input->free_q6) {
        put_faces(input);
        if (!sectors->pitch)
            put_heights(input);
    }
}

oct9_status_t oct9_sectors_begin(oct9_sectors_t *sectors, const oct9_map_t *map,
                                 const oct9_sectors_input_t *input)
{
    OCT9_ASSERT(sectors && map && input && input->borders);
    const oct9_status_t status = oct9_sectors_prepare(input, map);
    if (status == OCT9_OK)
        oct9_sectors_start(sectors, map, input);
    return status;
}

/* Visits squares until the search or the budget ends. */
static oct9_status_t visit_squares(oct9_sectors_t *sectors, uint32_t *budget)
{
    while (sectors->level < OCT9_LEVELS || start_next(sectors)) {
        if (sectors->level == OCT9_LEVELS)
            continue;
        oct9_sectors_level_t *const at = &sectors->at[sectors->level];
        const unsigned pending = at->pending;
        if (pending == 0) {
            sectors->level++;
            continue;
        }
        if (*budget == 0)
            return OCT9_AGAIN;
        --*budget;
        at->pending = (uint8_t)(pending & (pending - 1u));
        visit(sectors, oct9_port_low_bit(pending) ^ at->order);
    }
    return OCT9_OK;
}

oct9_status_t oct9_sectors_search(oct9_sectors_t *sectors, uint32_t *budget)
{
    return oct9_map_stale(&sectors->map, sectors->generation) ? OCT9_ERR_STALE
                                                              : visit_squares(sectors, budget);
}

oct9_status_t oct9_sectors_run(oct9_sectors_t *sectors, uint32_t budget)
{
    OCT9_ASSERT(sectors);
    if (budget == 0)
        return OCT9_REFUSE();
    const oct9_status_t status = oct9_sectors_search(sectors, &budget);
    if (status == OCT9_OK && sectors->ended)
        return OCT9_OK;
    sectors->ended = status == OCT9_OK;
    return oct9_sectors_end(sectors->input, status);
}

oct9_status_t oct9_sectors_find(const oct9_map_t *map, const oct9_sectors_input_t *input)
{
    oct9_sectors_t sectors;
    const oct9_status_t status = oct9_sectors_begin(&sectors, map, input);
    return status == OCT9_OK ? oct9_sectors_run(&sectors, UINT32_MAX) : status;
}
