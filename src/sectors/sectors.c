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

static inline bool by_pitch(const oct9_sectors_t *sectors)
{
    return sectors->input->kind == OCT9_SECTORS_PITCH;
}

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
static void open_node(const oct9_sectors_t *sectors, uint32_t ref, unsigned level,
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
    slab->z = (uint16_t)(above->z + (child / 4u << level));
    if (!map->tree && ref - OCT9_REF_PAIRS < OCT9_REF_PAIRS)
        ref = oct9_pair_child(map->image, at, &slab->opened, oct9_pair_number(level, child),
                              &slab->tile);
    if (ref >= OCT9_REF_LEAF)
        return leaf_state(sectors, oct9_ref_payload(ref));
    if (ref == OCT9_REF_PAIR)
        slab->is_void = false;
    else
        open_node(sectors, ref, level, slab);
    return 3;
}

/* --- a square --------------------------------------------------------------------------------- */

/* Of the states of a node the children that are inner nodes, and those that have a state. */
static inline uint32_t inner_of(uint32_t states)
{
    return states & states >> 8 & 0xFFu;
}

static inline uint32_t occupied_of(uint32_t states)
{
    return states >> 8 & ~states & 0xFFu;
}

static inline uint32_t unknown_of(const oct9_sectors_t *sectors, uint32_t states)
{
    return sectors->input->free_q6 ? ~(states | states >> 8) & 0xFFu : 0;
}

/* The children, of `level`, of a node at z that the layer meets, as bits. */
static inline unsigned met_by_layer(const oct9_sectors_t *sectors, int32_t z, unsigned level)
{
    const int32_t size = (int32_t)1 << level;
    unsigned met = 0;
    if (z <= sectors->high && z + size > sectors->low)
        met = 0x0Fu;
    if (z + size <= sectors->high && z + 2 * size > sectors->low)
        met |= 0xF0u;
    return met;
}

/* In a search by heights the children above a square count as one. */
static inline unsigned joined(const oct9_sectors_t *sectors, unsigned children)
{
    return by_pitch(sectors) ? children : (children | children >> 4) & 0x0Fu;
}

/* The box of the square at x and y, or of the node at x, y and z, seen from the robot. */
static void box_of(const oct9_sectors_t *sectors, unsigned level, unsigned z,
                   oct9_sectors_box_t *box)
{
    const oct9_point_t *const point = &sectors->input->point;
    const unsigned corner[3] = { sectors->x, sectors->y, z };
    for (unsigned a = 0; a < 3; a++) {
        box->low[a] = oct9_cell_low(corner[a]) - oct9_point_axis(point, a);
        box->high[a] = box->low[a] + ((int32_t)OCT9_CELL_Q6 << level);
    }
}

/* Goes down to the squares below one that has `level`, those nearest to the robot first. */
static void enter(oct9_sectors_t *sectors, unsigned level, unsigned first, unsigned count)
{
    const oct9_point_t *const point = &sectors->input->point;
    const unsigned below = level - 1u;
    oct9_sectors_level_t *const at = &sectors->at[below];
    unsigned inner = 0, occupied = 0, unknown = 0, order = 0;
    for (unsigned i = first; i < first + count; i++) {
        const oct9_sectors_slab_t *const slab = &sectors->slab[i];
        const unsigned met = met_by_layer(sectors, slab->z, below);
        const uint32_t states = slab->opened.states;
        inner |= inner_of(states) & met;
        occupied |= occupied_of(states) & met;
        unknown |= unknown_of(sectors, states) & met;
    }
    const unsigned middle[3] = { sectors->x + (1u << below), sectors->y + (1u << below),
                                 sectors->slab[first].z + (1u << below) };
    for (unsigned a = 0; a < (by_pitch(sectors) ? 3u : 2u); a++)
        if (oct9_point_axis(point, a) >= oct9_cell_low(middle[a]))
            order |= 1u << a;
    const unsigned pending = joined(sectors, inner | occupied | unknown);
    at->pending = (uint8_t)oct9_children_reorder(pending, order);
    at->order = (uint8_t)order;
    at->first = (uint8_t)first;
    at->count = (uint8_t)count;
    sectors->occupied = (uint8_t)joined(sectors, occupied);
    sectors->unknown = (uint8_t)joined(sectors, unknown);
    sectors->level = (uint8_t)below;
}

/* What is above a square. */
typedef struct {
    bool occupied, unknown; /* a leaf that settles it */
    bool is_void;           /* no slab has anything occupied */
    unsigned count;         /* of slabs */
} above_t;

/* Notes what a child of a slab is, and keeps it, behind those that are in use, if it matters. */
static void note_child(const oct9_sectors_t *sectors, oct9_sectors_slab_t *slab, unsigned state,
                       above_t *above)
{
    if (state == 3) {
        const uint32_t states = slab->opened.states;
        slab->is_void = slab->is_void || (inner_of(states) | occupied_of(states)) == 0;
        if (slab->is_void && !sectors->input->free_q6)
            return;
        above->is_void = above->is_void && slab->is_void;
        above->count++;
    } else if (state == OCT9_OCCUPIED) {
        above->occupied = true;
    } else if (state == OCT9_UNKNOWN) {
        above->unknown = above->unknown || sectors->input->free_q6 != NULL;
    }
}

/* Gathers the nodes of `level` above a square, a child of those that are in use there. */
static void gather(oct9_sectors_t *sectors, unsigned level, unsigned child, above_t *above)
{
    const oct9_sectors_level_t *const at = &sectors->at[level];
    const unsigned end = at->first + (unsigned)at->count;
    const unsigned wanted = by_pitch(sectors) ? 1u << child : 0x11u << child;
    above->occupied = above->unknown = false;
    above->is_void = true;
    above->count = 0;
    for (unsigned i = at->first; i < end; i++) {
        const oct9_sectors_slab_t *const slab = &sectors->slab[i];
        const unsigned met = met_by_layer(sectors, slab->z, level) & wanted;
        for (unsigned c = 0; c < 8u && !above->occupied; c++)
            if (met >> c & 1u) {
                OCT9_ASSERT(end + above->count < OCT9_SECTORS_SLABS);
                oct9_sectors_slab_t *const next = &sectors->slab[end + above->count];
                note_child(sectors, next, open_child(sectors, slab, level, c, next), above);
            }
    }
}

static void put(oct9_sectors_t *sectors, const oct9_sectors_box_t *box,
                const oct9_sectors_look_t *look, const above_t *above)
{
    if (above->occupied || above->unknown)
        oct9_sectors_put(sectors->input, box, look, above->occupied);
}

/* True if what is above a square, and not a leaf there, may be nearer than what was found. */
static bool matters(const oct9_sectors_input_t *input, const oct9_sectors_look_t *look,
                    const above_t *above)
{
    if (above->occupied || above->count == 0 || (above->unknown && !input->obstacle_q6))
        return false;
    return (input->free_q6 && oct9_sectors_nearer(input, look, false)) ||
           (input->obstacle_q6 && !above->is_void && oct9_sectors_nearer(input, look, true));
}

/* Visits a child of the squares in use, of their level. */
static void visit(oct9_sectors_t *sectors, unsigned child)
{
    const oct9_sectors_input_t *const input = sectors->input;
    const unsigned level = sectors->level, size = 1u << level;
    const oct9_sectors_level_t *const at = &sectors->at[level];
    const unsigned z = sectors->slab[at->first].z + (child / 4u << level);
    oct9_sectors_box_t box;
    oct9_sectors_look_t look;
    above_t above;
    sectors->x = (uint16_t)((sectors->x & ~(2u * size - 1u)) | (child % 2u) * size);
    sectors->y = (uint16_t)((sectors->y & ~(2u * size - 1u)) | (child / 2u % 2u) * size);
    box_of(sectors, level, z, &box);
    if (!oct9_sectors_look(input, &box, sectors->layer, &look))
        return;
    if (level == 0) {
        above.occupied = sectors->occupied >> child & 1u;
        above.unknown = sectors->unknown >> child & 1u;
        put(sectors, &box, &look, &above);
        return;
    }
    gather(sectors, level, child, &above);
    put(sectors, &box, &look, &above);
    if (matters(input, &look, &above))
        enter(sectors, level, at->first + (unsigned)at->count, above.count);
}

/* --- a part of a layer ------------------------------------------------------------------------ */

/* The cell at a height in sub-cells, also above and below the cube. */
static int32_t cell_at(int32_t height)
{
    return (height - OCT9_LOW_Q6 + OCT9_CUBE_Q6) / OCT9_CELL_Q6 - OCT9_CELLS;
}

static void find_layer(const oct9_sectors_t *sectors, int32_t *low, int32_t *high)
{
    const oct9_sectors_input_t *const input = sectors->input;
    const int32_t z = input->point.z, reach = (int32_t)oct9_sectors_reach(input);
    const bool pitch = by_pitch(sectors);
    *low = cell_at(z + (pitch ? -reach : input->borders[sectors->layer]) - 1);
    *high = cell_at(z + (pitch ? reach : input->borders[sectors->layer + 1u]));
}

/* Opens the cube for the next 12 cells of height, where a layer has more. */
static void start_part(oct9_sectors_t *sectors)
{
    oct9_sectors_slab_t *const cube = &sectors->slab[0];
    cube->tile = sectors->map.image;
    cube->z = 0;
    cube->is_void = false;
    const uint32_t ref = oct9_map_cube(&sectors->map, &cube->opened, &cube->tile);
    sectors->x = sectors->y = 0;
    if (ref < OCT9_REF_PAIR)
        open_node(sectors, ref, OCT9_LEVELS, cube);
    if (ref < OCT9_REF_LEAF) {
        enter(sectors, OCT9_LEVELS, 0, 1);
        return;
    }
    const unsigned state = leaf_state(sectors, oct9_ref_payload(ref));
    above_t above = { false, false, true, 0 };
    oct9_sectors_box_t box;
    oct9_sectors_look_t look;
    note_child(sectors, cube, state, &above);
    box_of(sectors, OCT9_LEVELS, 0, &box);
    if (oct9_sectors_look(sectors->input, &box, sectors->layer, &look))
        put(sectors, &box, &look, &above);
}

/* Goes to the next part of a layer, or of the next layer; false behind the last. */
static bool next_part(oct9_sectors_t *sectors)
{
    const unsigned layers = by_pitch(sectors) ? 1u : sectors->input->layers;
    while (sectors->layer < layers) {
        int32_t low, high;
        find_layer(sectors, &low, &high);
        low = low > sectors->next ? low : sectors->next;
        high = high < OCT9_CELLS ? high : OCT9_CELLS - 1;
        if (low <= high) {
            if (!by_pitch(sectors) && high - low >= HEIGHT)
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

#define FAR 65535

static void put_outside(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box)
{
    const unsigned layers = input->kind == OCT9_SECTORS_PITCH ? 1u : input->layers;
    for (unsigned layer = 0; layer < layers; layer++) {
        oct9_sectors_look_t look;
        if (oct9_sectors_look(input, box, layer, &look))
            oct9_sectors_put(input, box, &look, false);
    }
}

/* The half space beyond each face of the cube is not known to be free. */
static void put_faces(const oct9_sectors_input_t *input)
{
    for (unsigned face = 0; face < 6; face++) {
        oct9_sectors_box_t box = { { -FAR, -FAR, -FAR }, { FAR, FAR, FAR } };
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
    const oct9_sectors_box_t all = { { -FAR, -FAR, -FAR }, { FAR, FAR, FAR } };
    for (unsigned layer = 0; layer < input->layers; layer++) {
        const int32_t low = input->point.z + input->borders[layer];
        const int32_t high = input->point.z + input->borders[layer + 1u];
        oct9_sectors_look_t look;
        if ((low < OCT9_LOW_Q6 || high >= OCT9_HIGH_Q6) &&
            oct9_sectors_look(input, &all, layer, &look))
            oct9_sectors_put(input, &all, &look, false);
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
    sectors->layer = 0;
    sectors->next = 0;
    sectors->level = OCT9_LEVELS;
    if (input->free_q6) {
        put_faces(input);
        if (!by_pitch(sectors))
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
    while (sectors->level < OCT9_LEVELS || next_part(sectors)) {
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
    return oct9_sectors_end(sectors->input, oct9_sectors_search(sectors, &budget));
}

oct9_status_t oct9_sectors_find(const oct9_map_t *map, const oct9_sectors_input_t *input)
{
    oct9_sectors_t sectors;
    const oct9_status_t status = oct9_sectors_begin(&sectors, map, input);
    return status == OCT9_OK ? oct9_sectors_run(&sectors, UINT32_MAX) : status;
}
