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
#include "src/number/bytes.h"
#include "src/number/magnitude.h"
#include "src/number/morton.h"

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
    const unsigned a = (unsigned)((uint32_t)(from + 32768) / (OCT9_CELL_Q6 << OCT9_TILE_LEVEL)),
                   b = (unsigned)((uint32_t)(to + 32768) / (OCT9_CELL_Q6 << OCT9_TILE_LEVEL));
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

/* A beam's cell in its tile is a row and a bit. The row is x + 16 y: its bits 3 and 7 are set only
 * by a step out of the tile. The bit is 1 << z: a step out of the tile shifts it out of its byte. A
 * beam seldom steps up or down twice within a row, so a row's byte of marks is mostly written
 * once. */
enum { ROW_X = 0x01, ROW_Y = 0x10, BEYOND_X = 0x08, BEYOND_Y = 0x80, BITS = 0xFF };

/* A beam's tile: its Morton code, mirrored, below the axes that the beam descends. A step out of
 * the cube changes the bit of its axis there. */
enum { MIRROR_SHIFT = 3 * (OCT9_LEVELS - OCT9_TILE_LEVEL) };

static inline unsigned mirror_of(const oct9_beam_t *beam)
{
    return (unsigned)(beam->at >> MIRROR_SHIFT & 7u);
}

/* A coordinate's place in its tile. Tiles begin at multiples of their edge. */
static inline unsigned place_of(int16_t coordinate)
{
    return (unsigned)((uint16_t)coordinate / OCT9_CELL_Q6 & 7u);
}

static inline unsigned row_of(const oct9_point_t *point)
{
    return place_of(point->x) | place_of(point->y) << 4;
}

static inline unsigned bit_of(const oct9_point_t *point)
{
    return 1u << place_of(point->z);
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
               (scan->start ^ mirror * OCT9_MORTON_EACH) >> 3 * OCT9_TILE_LEVEL;
    beam->row = (uint8_t)row_of(from);
    beam->bit = (uint8_t)bit_of(from);
    beam->lag[0] = lag_of(x, y);
    beam->lag[1] = lag_of(x, z);
    beam->lag[2] = lag_of(y, z);
}

/* Puts a beam into the list of the node of a level that contains it: 3 * (level - OCT9_TILE_LEVEL)
 * is `shift`. */
static inline void wait(oct9_scan_t *scan, oct9_beam_t *beam, unsigned number, unsigned shift)
{
    OCT9_ASSERT(number < scan->count && shift % 3u == 0 && shift < MIRROR_SHIFT);
    const unsigned child = (unsigned)(beam->at >> shift & 7u) ^ mirror_of(beam);
    uint16_t *const list = &scan->waiting[shift / 3u][child];
    beam->next = *list;
    *list = (uint16_t)number;
}

/* --- the walk in a tile ---------------------------------------------------------------------- */

/* Moves three bits apart, to bits 0, 3 and 6. */
static inline unsigned spread_three(unsigned bits)
{
    return (bits | bits << 2 | bits << 4) & 0x49u;
}

/* The Morton code of a point's cell within its tile. */
static inline unsigned code_in_tile(const oct9_point_t *point)
{
    return spread_three(place_of(point->x)) | spread_three(place_of(point->y)) << 1 |
           spread_three(place_of(point->z)) << 2;
}

/* A beam that is being walked: its cell in the tile, the lags between its axes, and what a step on
 * each axis adds to the lags. */
typedef struct {
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
    going->row += going->row_x;
}

static inline void cross_y(going_t *going)
{
    going->xy -= going->step_x;
    going->yz += going->step_z;
    going->row += going->row_y;
}

static inline void cross_z(going_t *going)
{
    going->xz -= going->step_x;
    going->yz -= going->step_y;
    going->bit = going->down ? going->bit >> 1 : going->bit << 1;
}

/* Crosses the planes that meet at the next event, at least two; none comes alone before them. */
static inline void cross_together(going_t *going)
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

/* Crosses the next plane, or on an edge or corner all planes that meet there. Returns true if the
 * cell is then outside the tile. */
static inline bool cross_next(going_t *going)
{
    if ((going->xy & going->xz) < 0) {
        cross_x(going);
        return (going->row & BEYOND_X) != 0;
    }
    if (going->xy > 0 && going->yz < 0) {
        cross_y(going);
        return (going->row & BEYOND_Y) != 0;
    }
    if (going->xz > 0 && going->yz > 0) {
        cross_z(going);
        return (going->bit & BITS) == 0;
    }
    cross_together(going);
    return (going->row & (BEYOND_X | BEYOND_Y)) != 0 || (going->bit & BITS) == 0;
}

static inline int32_t step_toward(int32_t from, int32_t to)
{
    const int32_t length = to - from;
    return (int32_t)oct9_magnitude(length) * (2 * OCT9_CELL_Q6);
}

static inline void mark_row(uint8_t *rows, const going_t *going)
{
    OCT9_ASSERT((going->row & ~(size_t)0x77) == 0 && going->bit != 0 && going->bit <= 0x80);
    const unsigned marks = rows[going->row] | going->bit;
    rows[going->row] = (uint8_t)marks;
}

/* The tile one further on an axis, which is 1 for x, 2 for y and 4 for z. */
static inline uint32_t next_tile_on(uint32_t tile, unsigned axis)
{
    const uint32_t bits = OCT9_MORTON_EACH * axis;
    return (((tile | ~bits) + axis) & bits) | (tile & ~bits);
}

/* Moves a beam that has stepped out of a tile into the next one. Returns the bits in which the
 * tiles differ. A step down on x may have borrowed from y: so x is set right first. */
static inline uint32_t move_beyond(oct9_beam_t *beam, const going_t *going)
{
    const uint32_t before = beam->at;
    uint32_t tile = before;
    size_t row = going->row;
    unsigned bit = going->bit, faces = beam->faces;
    if (row & BEYOND_X) {
        row = (row - going->row_x) ^ 7u * ROW_X;
        tile = next_tile_on(tile, 1);
        faces--;
    }
    if (row & BEYOND_Y) {
        row = (row - going->row_y) ^ 7u * ROW_Y;
        tile = next_tile_on(tile, 2);
        faces--;
    }
    if ((bit & BITS) == 0) {
        bit = going->down ? 0x80 : 1;
        tile = next_tile_on(tile, 4);
        faces--;
    }
    OCT9_ASSERT(faces <= 255);
    beam->row = (uint8_t)row;
    beam->bit = (uint8_t)bit;
    beam->at = tile;
    beam->faces = (uint8_t)faces;
    return tile ^ before;
}

static inline going_t going_of(const oct9_scan_t *scan, const oct9_beam_t *beam)
{
    const unsigned mirror = mirror_of(beam);
    const going_t going = { beam->lag[0],
                            beam->lag[1],
                            beam->lag[2],
                            step_toward(scan->origin.x, beam->end.x),
                            step_toward(scan->origin.y, beam->end.y),
                            step_toward(scan->origin.z, beam->end.z),
                            beam->row,
                            (size_t)ROW_X - 2u * ROW_X * (mirror & 1u),
                            (size_t)ROW_Y - ROW_Y * (mirror & 2u),
                            beam->bit,
                            (mirror & 4u) != 0 };
    return going;
}

/* Walks a beam in the tile of its end. */
static inline void walk_to_end(oct9_scan_t *scan, const oct9_beam_t *beam)
{
    const size_t row = row_of(&beam->end);
    const unsigned bit = bit_of(&beam->end);
    uint8_t *const rows = (uint8_t *)scan->rows;
    going_t going = going_of(scan, beam);
    mark_row(rows, &going);
    while (going.row != row || going.bit != bit) {
        (void)cross_next(&going);
        mark_row(rows, &going);
    }
    if (beam->met == OCT9_BEAM_HIT)
        oct9_marks_set(scan->marks.hit, code_in_tile(&beam->end));
}

/* Walks a beam into the first cell outside the tile. Returns the bits in which its tiles differ. */
static inline uint32_t walk_on(oct9_scan_t *scan, oct9_beam_t *beam)
{
    uint8_t *const rows = (uint8_t *)scan->rows;
    going_t going = going_of(scan, beam);
    do
        mark_row(rows, &going);
    while (!cross_next(&going));
    OCT9_ASSERT(going.xy >> 24 == going.xy >> 31 && going.xz >> 24 == going.xz >> 31);
    OCT9_ASSERT(going.yz >> 24 == going.yz >> 31);
    beam->lag[0] = going.xy;
    beam->lag[1] = going.xz;
    beam->lag[2] = going.yz;
    return move_beyond(beam, &going);
}

/* Walks the beams that end in the tile. */
static void walk_ending(oct9_scan_t *scan, unsigned list)
{
    while (list != NO_BEAM) {
        const oct9_beam_t *const beam = &scan->beams[list];
        walk_to_end(scan, beam);
        list = beam->next;
    }
}

/* Walks the beams that leave the tile. Each waits at the smallest node that contains both the tile
 * and the next one. Returns the list of the others, which end in the tile. */
static unsigned walk_leaving(oct9_scan_t *scan, unsigned list)
{
    unsigned ending = NO_BEAM;
    while (list != NO_BEAM) {
        const unsigned number = list;
        oct9_beam_t *const beam = &scan->beams[number];
        list = beam->next;
        if (beam->faces == 0) {
            beam->next = (uint16_t)ending;
            ending = number;
            continue;
        }
        const uint32_t differ = walk_on(scan, beam);
        if (differ >> MIRROR_SHIFT == 0) /* it is still in the cube */
            wait(scan, beam, number,
                 oct9_port_top_bit(differ) * 11u / 32u * 3u); /* a third of 0..17, times 3 */
    }
    return ending;
}

/* Moves eight marks to the bits of their cells' Morton codes. They are at z + 8 x, for two cells in
 * z and four in x: to bit 4 z + x, and 6 more for the upper two in x. */
static inline uint32_t gathered(uint32_t marks)
{
    const uint32_t apart = (marks | marks << 3) & 0x11111111u; /* 4 z + 8 x */
    const uint32_t pairs = (apart & 0x00110011u) | (apart >> 7 & 0x00220022u);
    return (pairs & 0x33u) | (pairs >> 8 & 0x3300u);
}

/* Gathers four rows with the same y, from x = 0 or 4 on. `word` has the first marks of the lower
 * cells in z. Two cells on in z are the next word, four the eighth. */
static inline void gather_four(uint32_t *word, uint32_t rows, unsigned y)
{
    const unsigned shift = (y & 1u) * 2u + (y & 2u) * 8u;
    for (unsigned pair = 0; pair < 4; pair++) {
        const uint32_t marks = rows >> 2u * pair & 0x03030303u;
        if (marks != 0)
            word[pair % 2u + pair / 2u * 8u] |= gathered(marks) << shift;
    }
}

/* Gathers all rows, and empties them: most are empty. */
static void gather_rows(oct9_scan_t *scan)
{
    for (unsigned i = 0; i < 16; i++) {
        const unsigned y = i / 2u, high = i % 2u;
        uint32_t *const four = &scan->rows[4u * y + high];
        if (*four == 0)
            continue;
        gather_four(&scan->marks.passed[2u * high + (y & 4u)], oct9_get_le32((const uint8_t *)four),
                    y);
        *four = 0;
    }
}

/* Below the floor nothing counts as passed. A row's byte has a bit for each z. */
static OCT9_APART void keep_floor(oct9_scan_t *scan)
{
    oct9_cell_t tile;
    oct9_morton_decode(scan->at, &tile);
    if (scan->floor <= tile.z)
        return;
    const unsigned below = scan->floor - tile.z;
    const uint32_t above = below < 8 ? (0xFFu << below & 0xFFu) * 0x01010101u : 0;
    for (unsigned i = 0; i < 32; i++)
        scan->rows[i] &= above;
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
        uint16_t *const list = &scan->waiting[level - OCT9_TILE_LEVEL][child];
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
    walk_ending(scan, walk_leaving(scan, list));
    if (scan->floor != 0)
        keep_floor(scan);
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
        OCT9_ASSERT(level >= OCT9_TILE_LEVEL && level < OCT9_LEVELS);
        unsigned list = take_list(scan, level);
        if (list == NO_BEAM) {
            if (scan->level == OCT9_LEVELS)
                return false;
            scan->level++;
            scan->at = oct9_morton_corner(scan->at, scan->level);
        } else if (level == OCT9_TILE_LEVEL) {
            visit_tile(scan, list);
            scan->at = oct9_morton_corner(scan->at, scan->level);
            return true;
        } else {
            scan->level--;
            while (list != NO_BEAM) {
                const unsigned number = list;
                oct9_beam_t *const beam = &scan->beams[number];
                list = beam->next;
                wait(scan, beam, number, 3u * (level - 1u - OCT9_TILE_LEVEL));
            }
        }
    }
}

/* --- the scan --------------------------------------------------------------------------------- */

/* Puts all beams at the origin, in the tile that contains it. */
static void start_beams(oct9_scan_t *scan, bool counting)
{
    scan->counting = counting;
    scan->tiles = 0;
    scan->made = 0;
    scan->before = OCT9_MORTON_END;
    scan->level = OCT9_TILE_LEVEL + 1;
    scan->at = oct9_morton_corner(scan->start, OCT9_TILE_LEVEL + 1);
    for (unsigned level = 0; level < OCT9_LEVELS - OCT9_TILE_LEVEL; level++)
        for (unsigned child = 0; child < 8; child++)
            scan->waiting[level][child] = NO_BEAM;
    for (unsigned i = 0; i < 32; i++)
        scan->rows[i] = 0;
    for (uint32_t i = 0; i < scan->count; i++) {
        start_beam(scan, &scan->beams[i]);
        wait(scan, &scan->beams[i], (unsigned)i, 0);
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
    scan->floor = 0;
    scan->changed = scan->merged = scan->grown = scan->skipped = 0;
    oct9_point_copy(&scan->origin, origin);
    oct9_point_cell(origin, &occupancy->robot);
    scan->start = oct9_morton_encode(&occupancy->robot);
    oct9_room_refresh(occupancy);
    start_beams(scan, occupancy->model.full == OCT9_REFUSE);
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
        start_beams(scan, false);
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
