/* SPDX-License-Identifier: MIT */
/* Scans. Beams wait in lists at the nodes that they enter. The nodes are visited depth first,
 * nearest first. In a tile the beams are walked, and then their marks are applied.
 *
 * A beam is walked as in src/walk/walk.c, cell by cell: each axis on which it descends is mirrored,
 * and events are pairs (t, late). For axes a and b let u be the distance from the origin to the far
 * plane of the beam's cell and D the beam's length; then
 *
 *   lag = 2 (u_a D_b - u_b D_a) + late_a - late_b
 *
 * is negative iff a's plane comes first, and 0 iff both come at once. When the beam crosses a plane
 * of a, lag grows by 128 D_b, one cell; for b it falls by 128 D_a. It begins within 128 * 65535 + 1
 * of 0, and only an axis that is not behind crosses. So it stays below 2^24.
 *
 * Sources: Bresenham 1965, "Algorithm for computer control of a digital plotter"; as a DDA on a
 * grid, Amanatides and Woo 1987, "A fast voxel traversal algorithm for ray tracing". The pairs and
 * the lists are this library's own. */
#include "oct9/scan.h"
#include "port/oct9_port.h"
#include "src/mapping/make_room.h"
#include "src/mapping/tile.h"
#include "src/number/axes.h"
#include "src/number/morton.h"

enum { TILE = OCT9_TILE_LEVEL };

#define NO_BEAM 0xFFFFu
#define NOT_BEGUN 1u /* a generation that is always stale, because it is odd */

/* An axis of a beam: the distance to the cell's far plane, and the whole length. */
typedef struct {
    int32_t distance, length, late;
} axis_t;

/* How many faces of tiles the beam crosses on an axis, at most 127: tiles begin at multiples of
 * their edge. */
static inline unsigned faces_of(int32_t from, int32_t to)
{
    const unsigned a = (unsigned)((uint32_t)(from + 32768) / (OCT9_CELL_Q6 << TILE)),
                   b = (unsigned)((uint32_t)(to + 32768) / (OCT9_CELL_Q6 << TILE));
    return a < b ? b - a : a - b;
}

static axis_t axis_of(int32_t from, int32_t to)
{
    const int32_t inside = from & (OCT9_CELL_Q6 - 1);
    axis_t axis = { OCT9_CELL_Q6 - inside, to - from, 0 };
    if (to < from) {
        axis.distance = inside;
        axis.length = from - to;
        axis.late = 1;
    }
    return axis;
}

static int32_t lag_of(axis_t a, axis_t b)
{
    return 2 * (a.distance * b.length - b.distance * a.length) + a.late - b.late;
}

/* A position in a tile has 12 bits, four for each axis: three, and one that a step out of the tile
 * sets. A row is a byte for the positions that differ only in z. A beam seldom steps up or down
 * twice within a row, so a byte is mostly written once. */
enum { PLACES = 0x777, BEYOND = 0x888, ONE_Z = 0x001, ONE_X = 0x010, ONE_Y = 0x100 };

/* A beam's cell: the Morton code of its tile above the position in the tile, whose highest bit is
 * not set in a cell. Above the code are the axes that the beam descends. A step out of the cube
 * changes the bit of its axis there. */
enum { TILE_SHIFT = 11, MIRROR_SHIFT = TILE_SHIFT + 3 * (OCT9_LEVELS - TILE) };

/* XOR with these masks mirrors a position on the axes of the index. */
static const uint16_t place_mirror[8] = {
    0,           0x7 * ONE_X,           0x7 * ONE_Y,           0x7 * (ONE_X | ONE_Y),
    0x7 * ONE_Z, 0x7 * (ONE_X | ONE_Z), 0x7 * (ONE_Y | ONE_Z), PLACES
};

/* The position of a point of the cube in its tile. Tiles begin at multiples of their edge. */
static inline uint32_t place_of(const oct9_point_t *point)
{
    const uint32_t x = (uint32_t)(uint16_t)point->x / OCT9_CELL_Q6 & 7u;
    const uint32_t y = (uint32_t)(uint16_t)point->y / OCT9_CELL_Q6 & 7u;
    const uint32_t z = (uint32_t)(uint16_t)point->z / OCT9_CELL_Q6 & 7u;
    return z | x << 4 | y << 8;
}

static void start_beam(const oct9_scan_t *scan, oct9_beam_t *beam)
{
    const oct9_point_t *const from = &scan->origin, *const to = &beam->end;
    const axis_t x = axis_of(from->x, to->x), y = axis_of(from->y, to->y),
                 z = axis_of(from->z, to->z);
    const unsigned mirror = (unsigned)(x.late | y.late << 1 | z.late << 2);
    const unsigned faces = faces_of(from->x, to->x) + faces_of(from->y, to->y) +
                           faces_of(from->z, to->z);
    beam->faces = (uint8_t)(faces < 255 ? faces : 255); /* within the cube there are at most 189 */
    beam->at = (uint32_t)mirror << MIRROR_SHIFT |
               (scan->start ^ mirror * OCT9_MORTON_EACH) >> 3 * TILE << TILE_SHIFT |
               (place_of(from) ^ place_mirror[mirror]);
    beam->lag[0] = lag_of(x, y);
    beam->lag[1] = lag_of(x, z);
    beam->lag[2] = lag_of(y, z);
}

/* Puts a beam into the list of the node of `level` that contains it. */
static inline void wait(oct9_scan_t *scan, oct9_beam_t *beam, unsigned number, unsigned level)
{
    OCT9_ASSERT(number < scan->count && level >= TILE && level < OCT9_LEVELS);
    const unsigned shift = 3u * (level - TILE) + TILE_SHIFT;
    const unsigned child = (unsigned)((beam->at >> shift & 7u) ^ beam->at >> MIRROR_SHIFT);
    uint16_t *const list = &scan->waiting[level - TILE][child];
    beam->next = *list;
    *list = (uint16_t)number;
}

/* --- the walk in a tile ---------------------------------------------------------------------- */

/* Moves the three bits of one axis apart, to bits 0, 3 and 6. */
static inline unsigned spread(unsigned bits)
{
    bits &= 7u;
    return (bits | bits << 2 | bits << 4) & 0x49u;
}

/* The Morton code of a position within the tile. */
static inline unsigned code_of(uint32_t place)
{
    const unsigned bits = (unsigned)place; /* z, x, y from bits 0, 4, 8 */
    return spread(bits >> 4) | spread(bits >> 8) << 1 | spread(bits) << 2;
}

/* A beam that is being walked: its position in the tile, the lags between its axes, and what a step
 * on each axis adds to the lags. The position is mirrored; the row and the bit in it are not. */
typedef struct {
    uint32_t place;
    int32_t xy, xz, yz;
    int32_t step_x, step_y, step_z;
    size_t row, row_x, row_y; /* the row, and what a step on x and on y adds to it, modulo 2^n */
    unsigned bit;
    bool down; /* a step on z goes to a lower bit */
} going_t;

static inline void cross_x(going_t *going)
{
    going->xy += going->step_y;
    going->xz += going->step_z;
    going->place += ONE_X;
    going->row += going->row_x;
}

static inline void cross_y(going_t *going)
{
    going->xy -= going->step_x;
    going->yz += going->step_z;
    going->place += ONE_Y;
    going->row += going->row_y;
}

static inline void cross_z(going_t *going)
{
    going->xz -= going->step_x;
    going->yz -= going->step_y;
    going->place += ONE_Z;
    going->bit = going->down ? going->bit >> 1 : going->bit << 1;
}

/* Crosses the planes that meet at the next event, at least two; none comes alone before them. */
static void cross_together(going_t *going)
{
    const int32_t xy = going->xy, xz = going->xz;
    if (xy <= 0) {
        cross_x(going);
        if (xy == 0)
            cross_y(going);
        if (xz == 0)
            cross_z(going);
    } else {
        cross_y(going);
        cross_z(going);
    }
}

/* Crosses the next plane, or on an edge or corner all planes that meet there. */
static inline void step(going_t *going)
{
    if ((going->xy & going->xz) < 0)
        cross_x(going);
    else if (going->xy > 0 && going->yz < 0)
        cross_y(going);
    else if (going->xz > 0 && going->yz > 0)
        cross_z(going);
    else
        cross_together(going);
}

static inline int32_t step_of(int32_t from, int32_t to)
{
    const int32_t length = to - from;
    return (length < 0 ? -length : length) * (2 * OCT9_CELL_Q6);
}

static inline void mark_row(uint8_t *rows, const going_t *going)
{
    OCT9_ASSERT(going->row < 0x78 && going->bit != 0 && going->bit <= 0x80);
    const unsigned marks = rows[going->row] | going->bit;
    rows[going->row] = (uint8_t)marks;
}

/* The cell one tile further on an axis. */
static inline uint32_t next_tile_on(uint32_t cell, unsigned axis)
{
    const uint32_t bits = (OCT9_MORTON_EACH << axis) << TILE_SHIFT;
    return (((cell | ~bits) + ((uint32_t)1 << axis << TILE_SHIFT)) & bits) | (cell & ~bits);
}

/* Moves a beam that has stepped from a cell in a tile to a position outside it. Returns the bits in
 * which its cells differ. */
static inline uint32_t move_beyond(oct9_beam_t *beam, uint32_t place)
{
    const uint32_t before = beam->at;
    uint32_t cell = before;
    unsigned faces = beam->faces;
    if (place & 8u * ONE_X) {
        cell = next_tile_on(cell, 0);
        faces--;
    }
    if (place & 8u * ONE_Y) {
        cell = next_tile_on(cell, 1);
        faces--;
    }
    if (place & 8u * ONE_Z) {
        cell = next_tile_on(cell, 2);
        faces--;
    }
    OCT9_ASSERT(faces <= 255);
    cell = (cell & ~(uint32_t)PLACES) | (place & PLACES);
    beam->at = cell;
    beam->faces = (uint8_t)faces;
    return cell ^ before;
}

/* Walks a beam to its end, or into the first cell outside the tile. Returns the bits in which its
 * cells differ, or 0 at its end. */
static uint32_t walk_tile(oct9_scan_t *scan, oct9_beam_t *beam)
{
    const unsigned mirror = (unsigned)(beam->at >> MIRROR_SHIFT);
    const uint32_t flip = place_mirror[mirror];
    const bool ends = beam->faces == 0;
    /* In the tile of its end, its position is shifted: a step after the end leaves the tile. */
    const uint32_t moved = ends ? (place_of(&beam->end) ^ flip) ^ PLACES : 0;
    const unsigned from = (unsigned)((beam->at & PLACES) ^ flip);
    uint8_t *const rows = (uint8_t *)scan->rows;
    going_t going = { (beam->at & PLACES) + moved,
                      beam->lag[0],
                      beam->lag[1],
                      beam->lag[2],
                      step_of(scan->origin.x, beam->end.x),
                      step_of(scan->origin.y, beam->end.y),
                      step_of(scan->origin.z, beam->end.z),
                      from >> 4,
                      (size_t)1 - 2u * (mirror & 1u),
                      (size_t)16 - 16u * (mirror & 2u),
                      1u << from % 8u,
                      (mirror & 4u) != 0 };
    do {
        mark_row(rows, &going);
        step(&going);
    } while (!(going.place & BEYOND));
    OCT9_ASSERT(going.xy >> 24 == going.xy >> 31 && going.xz >> 24 == going.xz >> 31);
    OCT9_ASSERT(going.yz >> 24 == going.yz >> 31);
    if (ends) {
        if (beam->met == OCT9_BEAM_HIT)
            oct9_marks_set(scan->marks.hit, code_of(place_of(&beam->end)));
        return 0;
    }
    beam->lag[0] = going.xy;
    beam->lag[1] = going.xz;
    beam->lag[2] = going.yz;
    return move_beyond(beam, going.place);
}

/* The level of the children of the smallest node that contains two tiles, from the bits in which
 * their cells differ. */
static unsigned level_apart(uint32_t differ)
{
    return TILE + (oct9_port_top_bit(differ >> TILE_SHIFT) * 11u / 32u); /* a third of 0..17 */
}

/* Walks the beams of the tile. A beam that leaves the tile waits at the smallest node that contains
 * both the tile and the next one. */
static void walk_beams(oct9_scan_t *scan, unsigned list)
{
    while (list != NO_BEAM) {
        const unsigned number = list;
        oct9_beam_t *const beam = &scan->beams[number];
        list = beam->next;
        const uint32_t differ = walk_tile(scan, beam);
        if (differ != 0 && differ >> MIRROR_SHIFT == 0) /* it is still in the cube */
            wait(scan, beam, number, level_apart(differ));
    }
}

/* Moves the marks of a row to the bits of their cells' Morton codes. A step in z is 4 codes, a step
 * of two cells 32, of four cells 256. */
static void gather_row(oct9_scan_t *scan, unsigned row)
{
    const uint8_t *const rows = (const uint8_t *)scan->rows;
    const uint32_t cells = rows[row];
    const unsigned code = code_of((uint32_t)row << 4);
    OCT9_ASSERT(code >> 5 <= OCT9_TILE_WORDS - 10u);
    uint32_t *const word = &scan->marks.passed[code >> 5];
    const unsigned bit = code & 31u;
    word[0] |= ((cells & 1u) | (cells & 2u) << 3) << bit;
    word[1] |= ((cells >> 2 & 1u) | (cells >> 2 & 2u) << 3) << bit;
    word[8] |= ((cells >> 4 & 1u) | (cells >> 4 & 2u) << 3) << bit;
    word[9] |= ((cells >> 6 & 1u) | (cells >> 6 & 2u) << 3) << bit;
}

/* Gathers all rows, four at a time: most are empty. */
static void gather_rows(oct9_scan_t *scan)
{
    const uint8_t *const rows = (const uint8_t *)scan->rows;
    for (unsigned word = 0; word < 32; word++)
        if (scan->rows[word] != 0)
            for (unsigned row = 4 * word; row / 4 == word; row++)
                if (rows[row] != 0)
                    gather_row(scan, row);
}

/* --- the search ------------------------------------------------------------------------------- */

/* The number, as a child, of the node of `level` nearest to the origin. Its parent is at `at`. */
static unsigned nearest_child(const oct9_scan_t *scan, unsigned level)
{
    const uint32_t middle = scan->at | (uint32_t)7 << 3u * level;
    unsigned child = 0;
    for (unsigned a = 0; a < 3; a++) {
        const uint32_t axis = OCT9_MORTON_EACH << a;
        child |= (unsigned)((scan->start & axis) >= (middle & axis)) << a;
    }
    return child;
}

/* Takes the next list of the children of `level`, nearest first. Returns its first beam, or
 * NO_BEAM. Farther children come later on each axis, and no beam goes back on an axis. */
static unsigned take_list(oct9_scan_t *scan, unsigned level)
{
    const unsigned nearest = nearest_child(scan, level);
    for (unsigned i = 0; i < 8; i++) {
        const unsigned child = i ^ nearest;
        uint16_t *const list = &scan->waiting[level - TILE][child];
        const unsigned first = *list;
        if (first == NO_BEAM)
            continue;
        *list = NO_BEAM;
        scan->at |= (uint32_t)child << 3u * level;
        return first;
    }
    return NO_BEAM;
}

static void visit_tile(oct9_scan_t *scan, unsigned list)
{
    oct9_occupancy_t *const occupancy = scan->occupancy;
    const uint32_t merged = occupancy->merged, grown = occupancy->grown,
                   skipped = occupancy->skipped;
    oct9_tile_t tile;
    oct9_marks_clear(&scan->marks);
    for (unsigned i = 0; i < 32; i++)
        scan->rows[i] = 0;
    walk_beams(scan, list);
    gather_rows(scan);
    oct9_tile_begin(&tile, occupancy, &scan->marks, scan->at);
    scan->tiles++;
    if (scan->counting) {
        const uint32_t need = oct9_tile_need(&tile, scan->before);
        scan->made += need;
        if (need != 0)
            scan->before = tile.corner;
        return;
    }
    oct9_tile_apply(&tile);
    scan->changed += tile.changed;
    scan->merged += occupancy->merged - merged;
    scan->grown += occupancy->grown - grown;
    scan->skipped += occupancy->skipped - skipped;
}

/* Goes to the next tile in which beams wait, and visits it. Returns false if there is none. */
static bool next_tile(oct9_scan_t *scan)
{
    for (;;) {
        const unsigned level = scan->level - 1u;
        OCT9_ASSERT(level >= TILE && level < OCT9_LEVELS);
        unsigned list = take_list(scan, level);
        if (list == NO_BEAM) {
            if (scan->level == OCT9_LEVELS)
                return false;
            scan->level++;
            scan->at = oct9_morton_corner(scan->at, scan->level);
        } else if (level == TILE) {
            visit_tile(scan, list);
            scan->at = oct9_morton_corner(scan->at, scan->level);
            return true;
        } else {
            scan->level--;
            while (list != NO_BEAM) {
                const unsigned number = list;
                oct9_beam_t *const beam = &scan->beams[number];
                list = beam->next;
                wait(scan, beam, number, level - 1u);
            }
        }
    }
}

/* --- the scan --------------------------------------------------------------------------------- */

/* Puts all beams at the origin, in the tile that contains it. */
static void start(oct9_scan_t *scan, bool counting)
{
    scan->counting = counting;
    scan->tiles = 0;
    scan->made = 0;
    scan->before = OCT9_MORTON_END;
    scan->level = TILE + 1;
    scan->at = oct9_morton_corner(scan->start, TILE + 1);
    for (unsigned level = 0; level < OCT9_LEVELS - TILE; level++)
        for (unsigned child = 0; child < 8; child++)
            scan->waiting[level][child] = NO_BEAM;
    for (uint32_t i = 0; i < scan->count; i++) {
        start_beam(scan, &scan->beams[i]);
        wait(scan, &scan->beams[i], (unsigned)i, TILE);
    }
}

oct9_status_t oct9_scan_begin(oct9_scan_t *scan, oct9_occupancy_t *occupancy,
                              const oct9_point_t *origin, oct9_beam_t *beams, uint32_t count)
{
    OCT9_ASSERT(scan && occupancy && origin && beams);
    scan->occupancy = occupancy;
    scan->generation = NOT_BEGUN;
    if (!oct9_point_inside(origin))
        return OCT9_ERR_OUTSIDE;
    if (count == 0 || count > OCT9_BEAMS_MAX)
        return OCT9_REFUSE();
    for (uint32_t i = 0; i < count; i++)
        if (beams[i].met > OCT9_BEAM_HIT)
            return OCT9_REFUSE();
    scan->beams = beams;
    scan->count = (uint16_t)count;
    scan->changed = scan->merged = scan->grown = scan->skipped = 0;
    oct9_point_copy(&scan->origin, origin);
    oct9_point_cell(origin, &occupancy->robot);
    scan->start = oct9_morton_encode(&occupancy->robot);
    oct9_room_refresh(occupancy);
    start(scan, occupancy->model.full == OCT9_REFUSE);
    scan->generation = oct9_tree_read_begin(&occupancy->tree);
    return OCT9_OK;
}

static oct9_status_t visit_tiles(oct9_scan_t *scan, uint32_t budget)
{
    for (; budget != 0; budget--) {
        if (next_tile(scan))
            continue;
        if (!scan->counting)
            return OCT9_OK;
        if (scan->made > oct9_occupancy_free(scan->occupancy)) {
            scan->occupancy->tree.failed++;
            return OCT9_ERR_POOL_FULL;
        }
        start(scan, false);
    }
    return OCT9_AGAIN;
}

oct9_status_t oct9_scan_run(oct9_scan_t *scan, uint32_t budget)
{
    OCT9_ASSERT(scan);
    const oct9_tree_t *const tree = &scan->occupancy->tree;
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_tree_read_end(tree, scan->generation) != OCT9_OK)
        return OCT9_ERR_STALE;
    const oct9_status_t status = visit_tiles(scan, budget);
    scan->generation = oct9_tree_read_begin(tree);
    return status;
}
