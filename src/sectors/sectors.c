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
#define HEIGHT 13

/* Children are bits, a byte for each of: those to be visited; those that have something occupied,
 * or may have; and those that are leaves and occupied, or unknown if that is asked. */
enum { FILLED = 8, OCCUPIED = 16, UNKNOWN = 24 };

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

/* The child, of `level`, of a node. One of a pair is opened in `slab`, where its image is set. */
static uint32_t child_of_slab(const oct9_sectors_t *sectors, const oct9_sectors_slab_t *above,
                              unsigned level, unsigned child, oct9_sectors_slab_t *slab)
{
    const oct9_map_t *const map = &sectors->map;
    const oct9_opened_t *const at = &above->opened;
    slab->tile = above->tile;
    if (map->tree)
        return oct9_tree_child(map->tree, at->first, child);
    const uint32_t ref = oct9_image_child(at->first, at->states, child);
    return ref - OCT9_REF_PAIRS < OCT9_REF_PAIRS
             ? oct9_pair_child(map->image, at, &slab->opened, oct9_pair_number(level, child),
                               &slab->tile)
             : ref;
}

/* --- a square --------------------------------------------------------------------------------- */

/* What is above a square. */
typedef struct {
    bool occupied, unknown; /* a leaf that settles it */
    unsigned count;         /* of its slabs */
    uint32_t children;      /* of these */
} above_t;

/* `bits`: of the children of the square above, from this one on. */
static void begin_above(above_t *above, uint32_t bits)
{
    above->occupied = (bits >> OCCUPIED & 1u) != 0;
    above->unknown = (bits >> UNKNOWN & 1u) != 0;
    above->count = 0;
    above->children = 0;
}

/* The children, of `level`, of an opened node that the layer meets, as it meets the node. */
static inline unsigned met_children(const oct9_sectors_t *sectors, unsigned z, unsigned level)
{
    const int32_t middle = (int32_t)(z + (1u << level));
    return (middle > sectors->low ? 0x0Fu : 0) | (middle <= sectors->high ? 0xF0u : 0);
}

/* Adds an opened node at z, whose children have `level`, unless nothing in it matters. */
static void add_slab(const oct9_sectors_t *sectors, unsigned z, unsigned level,
                     oct9_sectors_slab_t *slab, above_t *above)
{
    const unsigned met = met_children(sectors, z, level);
    const unsigned one = (unsigned)slab->opened.states & met;
    const unsigned two = (unsigned)(slab->opened.states >> 8) & met;
    const unsigned inner = one & two, occupied = two & ~one;
    const unsigned filled = slab->is_void ? 0 : two;
    const bool is_free = sectors->input->free_q6 != NULL;
    const unsigned unknown = is_free ? met & ~(one | two) : 0;
    const unsigned pending = is_free ? two | unknown : filled;
    if (pending == 0)
        return;
    slab->z = (uint16_t)z;
    slab->inner = (uint8_t)inner;
    above->children |= pending | (uint32_t)filled << FILLED | (uint32_t)occupied << OCCUPIED |
                       (uint32_t)unknown << UNKNOWN;
    above->count++;
}

/* Adds what a reference names, of `level` and at z: a leaf, or a node that is opened in `slab`. */
static void add_node(const oct9_sectors_t *sectors, uint32_t ref, unsigned z, unsigned level,
                     oct9_sectors_slab_t *slab, above_t *above)
{
    if (ref < OCT9_REF_LEAF) {
        if (ref == OCT9_REF_PAIR)
            slab->is_void = false;
        else
            open_slab(sectors, ref, level, slab);
        add_slab(sectors, z, level - 1u, slab, above);
        return;
    }
    const unsigned state = leaf_state(sectors, oct9_ref_payload(ref));
    above->occupied = above->occupied || state == OCT9_OCCUPIED;
    above->unknown = above->unknown || (state == OCT9_UNKNOWN && sectors->input->free_q6);
}

/* Gathers the nodes of `level` above a square, a child of the one that is in use, behind the slabs
 * that are in use. */
static void gather(oct9_sectors_t *sectors, unsigned level, unsigned child, above_t *above)
{
    const oct9_sectors_level_t *const at = &sectors->at[level];
    const oct9_sectors_slab_t *slab = &sectors->slab[at->slab];
    const oct9_sectors_slab_t *const end = &sectors->slab[at->end];
    const unsigned column = (sectors->pitch ? 0x01u : 0x11u) << child;
    for (; slab < end && !above->occupied; slab++)
        for (unsigned left = slab->inner & column; left != 0; left &= left - 1u) {
            const unsigned c = oct9_port_low_bit(left), z = slab->z + (c >> 2 << level);
            oct9_sectors_slab_t *const next = &sectors->slab[at->end + above->count];
            add_node(sectors, child_of_slab(sectors, slab, level, c, next), z, level, next, above);
        }
}

/* Goes down to the squares, of `level`, below the one of a box, those nearest to the robot first.
 * Its slabs are from `first` on. */
static void enter(oct9_sectors_t *sectors, unsigned level, const oct9_sectors_box_t *box,
                  const above_t *above, unsigned first)
{
    oct9_sectors_level_t *const at = &sectors->at[level];
    const uint32_t all = above->children;
    unsigned order = 0;
    for (unsigned a = 0; a < (sectors->pitch ? 3u : 2u); a++)
        if (box->low[a] + box->high[a] <= 0)
            order |= 1u << a;
    /* In a search by heights the children above a square count as one. */
    at->children = sectors->pitch ? all : (all | all >> 4) & 0x0F0F0F0Fu;
    at->pending = (uint8_t)oct9_children_reorder((unsigned)(at->children & 0xFFu), order);
    at->order = (uint8_t)order;
    at->slab = (uint8_t)first;
    at->end = (uint8_t)(first + above->count);
    sectors->level = (uint8_t)level;
}

/* Makes the box of the square at x and y, or of the node at x, y and z. */
static inline void make_box(const oct9_sectors_t *sectors, unsigned level, unsigned z,
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
}

/* Moves to a child of the squares in use, which have `level`, and makes its box. */
static void move_to(oct9_sectors_t *sectors, unsigned level, unsigned child,
                    oct9_sectors_box_t *box)
{
    const unsigned above = ~((2u << level) - 1u);
    const unsigned z = sectors->slab[sectors->at[level].slab].z;
    sectors->x = (uint16_t)((sectors->x & above) | (child & 1u) << level);
    sectors->y = (uint16_t)((sectors->y & above) | (child >> 1 & 1u) << level);
    make_box(sectors, level, z + (child >> 2 << level), box);
}

/* Puts the leaf that settles a square, if there is one, and goes down to the squares below, of
 * `level`, if something in them matters. `obstacle`: it mattered for obstacle_q6. */
static void go_on(oct9_sectors_t *sectors, unsigned level, oct9_sectors_box_t *box,
                  const above_t *above, bool obstacle, unsigned first)
{
    const oct9_sectors_input_t *const input = sectors->input;
    const bool filled = obstacle && (above->children >> FILLED & 0xFFu) != 0;
    const unsigned layer = sectors->layer;
    if (above->occupied ||
        (above->unknown && (!obstacle || oct9_sectors_matters(input, layer, false, box))))
        oct9_sectors_put(input, box, above->occupied);
    if (above->occupied || above->count == 0 || (above->unknown && !filled))
        return;
    if (filled || !obstacle || oct9_sectors_matters(input, layer, false, box))
        enter(sectors, level, box, above, first);
}

/* Visits a child of the squares in use. */
static void visit(oct9_sectors_t *sectors, unsigned child)
{
    const oct9_sectors_input_t *const input = sectors->input;
    const unsigned level = sectors->level;
    const oct9_sectors_level_t *const at = &sectors->at[level];
    const uint32_t bits = at->children >> child;
    const bool obstacle = input->obstacle_q6 && (bits >> FILLED & 1u) != 0;
    oct9_sectors_box_t box;
    above_t above;
    begin_above(&above, bits);
    move_to(sectors, level, child, &box);
    if (!oct9_sectors_matters(input, sectors->layer, obstacle, &box))
        return;
    gather(sectors, level, child, &above);
    go_on(sectors, level - 1u, &box, &above, obstacle, at->end);
}

/* --- a part of a layer ------------------------------------------------------------------------ */

/* The cell at a height in sub-cells, also above and below the cube. */
static int32_t cell_of_height(int32_t height)
{
    return (height - OCT9_LOW_Q6 + OCT9_CUBE_Q6) / OCT9_CELL_Q6 - OCT9_CELLS;
}

/* Opens the cube for the next 13 cells of height, where a layer has more. */
static void start_part(oct9_sectors_t *sectors)
{
    const bool obstacle = sectors->input->obstacle_q6 != NULL;
    oct9_sectors_slab_t *const cube = &sectors->slab[0];
    oct9_sectors_box_t box;
    above_t above;
    begin_above(&above, 0);
    cube->tile = sectors->map.image;
    const uint32_t ref = oct9_map_cube(&sectors->map, &cube->opened, &cube->tile);
    sectors->x = sectors->y = 0;
    make_box(sectors, OCT9_LEVELS, 0, &box);
    if (!oct9_sectors_matters(sectors->input, sectors->layer, obstacle, &box))
        return;
    add_node(sectors, ref, 0, OCT9_LEVELS, cube, &above);
    go_on(sectors, OCT9_LEVELS - 1u, &box, &above, obstacle, 0);
}

/* Goes to the next part of a layer, or of the next layer; false behind the last. */
static bool start_next(oct9_sectors_t *sectors)
{
    while (sectors->layer < oct9_sectors_searches(sectors->input)) {
        int32_t heights[2];
        oct9_sectors_heights(sectors->input, sectors->layer, heights);
        int32_t low = cell_of_height(heights[0] - 1), high = cell_of_height(heights[1]);
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

static void put_outside(const oct9_sectors_input_t *input, unsigned layer, oct9_sectors_box_t *box)
{
    if (oct9_sectors_matters(input, layer, false, box))
        oct9_sectors_put(input, box, false);
}

/* The half space beyond each face of the cube is not known to be free. A layer of heights meets
 * those beyond z all around the robot, or not. */
static void put_faces(const oct9_sectors_input_t *input, unsigned layer)
{
    const bool pitch = input->kind == OCT9_SECTORS_PITCH;
    oct9_sectors_box_t box;
    for (unsigned face = 0; face < 6; face++) {
        const unsigned a = face / 2u;
        const int32_t at = oct9_point_axis(&input->point, a);
        make_endless(&box);
        if (face % 2u == 0)
            box.high[a] = OCT9_LOW_Q6 - at;
        else
            box.low[a] = OCT9_HIGH_Q6 - at;
        if (a < 2u || pitch)
            put_outside(input, layer, &box);
    }
    int32_t heights[2];
    oct9_sectors_heights(input, layer, heights);
    make_endless(&box);
    if (!pitch && (heights[0] <= OCT9_LOW_Q6 || heights[1] >= OCT9_HIGH_Q6))
        put_outside(input, layer, &box);
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
    for (unsigned layer = 0; input->free_q6 && layer < oct9_sectors_searches(input); layer++)
        put_faces(input, layer);
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
