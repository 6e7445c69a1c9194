/* SPDX-License-Identifier: MIT */
/* Opening a linked image: everything that a walk relies on is validated here, once.
 *
 * Leaves come in the order of their Morton codes, and each begins where the one before it ended, so
 * they tile the cube. Then a reference is right iff its leaf is at least as large as the square of
 * the face for which it stands, and contains the cell across the square's low corner; or if it
 * names none and that cell is in another page. Quads are numbered in the order in which they are
 * met, so each is met once, and no content of the bytes can make the check long.
 *
 * Source of neighbour links: Samet 1989, "Neighbor finding in images represented by octrees". */
#include "src/ancestors/linked.h"

#include "oct9/image.h"
#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "src/ancestors/course.h"
#include "src/map/tree.h"
#include "src/number/frame.h"
#include "src/number/morton.h"

OCT9_STATIC_ASSERT(sizeof(oct9_linked_header_t) == 56, "the header's layout is the format's");
OCT9_STATIC_ASSERT(sizeof(oct9_linked_record_t) == 20, "a leaf's layout is the format's");
OCT9_STATIC_ASSERT(sizeof(oct9_linked_quad_t) == 8, "a quad's layout is the format's");
OCT9_STATIC_ASSERT(sizeof(oct9_linked_page_t) == 8, "a page's layout is the format's");

/* No map has as many quads. Each is a square of level 1..8 in a plane between nodes of its level,
 * with the larger leaf on one side: there are fewer than 3 * 2^27 * (1/8 + 1/64 + ...) < 2^26. */
#define QUADS_MOST ((uint32_t)1 << 26)

/* Where the table of pages begins. At most 56 + 20 * 2^27 + 8 * 2^26 < 2^32. */
static uint32_t pages_offset(const oct9_linked_header_t *h)
{
    return (uint32_t)sizeof *h +
           oct9_port_le32(h->leaf_count) * (uint32_t)sizeof(oct9_linked_record_t) +
           oct9_port_le32(h->quad_count) * (uint32_t)sizeof(oct9_linked_quad_t);
}

/* True if the counts and the length agree. */
static bool linked_counts_good(const oct9_linked_header_t *h)
{
    const uint32_t leaves = oct9_port_le32(h->leaf_count), bytes = oct9_port_le32(h->bytes);
    if (leaves == 0 || leaves > OCT9_MORTON_END || oct9_port_le32(h->quad_count) > QUADS_MOST)
        return false;
    const uint32_t offset = pages_offset(h);
    return bytes >= offset && (bytes - offset) % (uint32_t)sizeof(oct9_linked_page_t) == 0;
}

static const oct9_linked_header_t *linked_header(const void *bytes)
{
    return bytes;
}

static oct9_status_t check_linked_header(const oct9_linked_header_t *h, const void *bytes,
                                         size_t size)
{
    const oct9_rom_t rom = oct9_rom_of_ram(bytes);
    if (!oct9_rom_aligned(rom))
        return OCT9_REFUSE();
    if (size < sizeof *h)
        return OCT9_ERR_IMAGE_SHORT;
    if (oct9_port_le32(h->magic) != OCT9_LINKED_MAGIC)
        return OCT9_ERR_IMAGE_MAGIC;
    if (oct9_port_le32(h->version) != OCT9_LINKED_VERSION)
        return OCT9_ERR_IMAGE_VERSION;
    if (size < oct9_port_le32(h->bytes))
        return OCT9_ERR_IMAGE_SHORT;
    if (!linked_counts_good(h))
        return OCT9_ERR_IMAGE_COUNT;
    const uint32_t before = (uint32_t)offsetof(oct9_linked_header_t, version);
    const uint32_t crc = oct9_rom_crc32(0, oct9_rom_behind(rom, before),
                                        oct9_port_le32(h->bytes) - before);
    return crc == oct9_port_le32(h->crc) ? OCT9_OK : OCT9_ERR_IMAGE_CRC;
}

/* The leaves begin after the header. */
static const oct9_linked_record_t *leaves_of(const oct9_linked_header_t *h)
{
    return (const void *)(h + 1);
}

static const oct9_linked_quad_t *quads_of(const oct9_linked_record_t *leaves, uint32_t leaf_count)
{
    return (const void *)(leaves + leaf_count);
}

static const oct9_linked_page_t *pages_of(const oct9_linked_quad_t *quads, uint32_t quad_count)
{
    return (const void *)(quads + quad_count);
}

/* The fields are copied one by one: the core uses no memcpy. Returns false if the frame is bad. */
static bool place_linked(oct9_linked_t *linked, const oct9_linked_header_t *h)
{
    linked->header = h;
    linked->leaf_count = oct9_port_le32(h->leaf_count);
    linked->page_count = (oct9_port_le32(h->bytes) - pages_offset(h)) /
                             (uint32_t)sizeof(oct9_linked_page_t) +
                         1u;
    linked->leaves = leaves_of(h);
    linked->quads = quads_of(linked->leaves, linked->leaf_count);
    linked->pages = pages_of(linked->quads, oct9_port_le32(h->quad_count));
    linked->frame.origin_mm.x = (int32_t)oct9_port_le32((uint32_t)h->origin_mm[0]);
    linked->frame.origin_mm.y = (int32_t)oct9_port_le32((uint32_t)h->origin_mm[1]);
    linked->frame.origin_mm.z = (int32_t)oct9_port_le32((uint32_t)h->origin_mm[2]);
    linked->thresholds.free_below = oct9_port_le16(h->free_below);
    linked->thresholds.occupied_from = oct9_port_le16(h->occupied_from);
    return oct9_frame_set_cell(&linked->frame, oct9_port_le32(h->cell_um));
}

/* How many leaves come before a page; before page_count, all. */
static OCT9_INLINE uint32_t leaves_before(const oct9_linked_t *linked, uint32_t page)
{
    if (page == linked->page_count)
        return linked->leaf_count;
    return page == 0 ? 0 : oct9_port_le32(linked->pages[page - 1u].first_leaf);
}

/* The same of quads. */
static OCT9_INLINE uint32_t quads_before(const oct9_linked_t *linked, uint32_t page)
{
    if (page == linked->page_count)
        return oct9_port_le32(linked->header->quad_count);
    return page == 0 ? 0 : oct9_port_le32(linked->pages[page - 1u].first_quad);
}

/* Sets a page's run. Returns its first leaf. */
static uint32_t take_page(const oct9_linked_t *linked, uint32_t page, oct9_linked_run_t *run)
{
    const uint32_t leaf = leaves_before(linked, page), quad = quads_before(linked, page);
    run->leaves = linked->leaves + leaf;
    run->quads = linked->quads + quad;
    run->leaf_count = (uint16_t)(leaves_before(linked, page + 1u) - leaf);
    run->quad_count = (uint16_t)(quads_before(linked, page + 1u) - quad);
    return leaf;
}

/* True if each page ends behind its begin, is not too large, and lies within the image. Modulo 2^32
 * one that ends before it begins is too large. */
static bool pages_good(const oct9_linked_t *linked)
{
    const uint32_t quad_count = oct9_port_le32(linked->header->quad_count);
    uint32_t leaf = 0, quad = 0; /* where the page begins */
    for (uint32_t page = 1; page <= linked->page_count; page++) {
        const uint32_t leaf_end = leaves_before(linked, page);
        const uint32_t quad_end = quads_before(linked, page);
        const uint32_t leaves = leaf_end - leaf;
        if (leaf_end > linked->leaf_count || quad_end > quad_count || leaves == 0 ||
            leaves > OCT9_LINKED_MOST || quad_end - quad > OCT9_LINKED_MOST - leaves)
            return false;
        leaf = leaf_end;
        quad = quad_end;
    }
    return true;
}

static bool payloads_good(const oct9_linked_t *linked)
{
    for (uint32_t i = 0; i < linked->leaf_count; i++)
        if (oct9_port_le16(linked->leaves[i].payload) > OCT9_PAYLOAD_MAX ||
            linked->leaves[i].spare != 0)
            return false;
    return true;
}

/* True if the leaf's cells are aligned to its size and the first of them has this code. */
static bool leaf_begins(uint32_t word, uint32_t code)
{
    if (oct9_word_level(word) > OCT9_LEVELS)
        return false;
    const uint32_t inside = oct9_word_inside(word) * OCT9_WORD_EACH, low = word & ~inside;
    const oct9_cell_t cell = { (uint16_t)oct9_word_last(low, 0), (uint16_t)oct9_word_last(low, 1),
                               (uint16_t)oct9_word_last(low, 2) };
    return (word & inside) == inside && oct9_morton_encode(&cell) == code;
}

static bool leaves_tile(const oct9_linked_t *linked)
{
    uint32_t end = 0; /* the code after the leaves so far: at most 2^27 */
    for (uint32_t i = 0; i < linked->leaf_count; i++) {
        const uint32_t word = oct9_linked_word(linked->leaves, i);
        if (!leaf_begins(word, end))
            return false;
        end += (uint32_t)1 << 3u * oct9_word_level(word);
    }
    return end == OCT9_MORTON_END;
}

/* True if a cell's code is below another's; both are dimension words. The highest bit that
 * differs on any axis decides. At that bit z counts most, then y, then x, which is their order
 * in the word. */
static OCT9_INLINE bool comes_before(uint32_t a, uint32_t b)
{
    const uint32_t differ = a ^ b, on_any = (differ | differ >> 9 | differ >> 18) & 511u;
    const uint32_t bits = OCT9_WORD_EACH << oct9_port_top_bit(on_any | 1u);
    return (a & bits) < (b & bits);
}

/* A square of a face: its level, and the cell across its low corner. */
typedef struct {
    uint16_t cell[3];
    unsigned level, first, second; /* the other two axes */
} square_t;

/* True if the cell across the square's low corner is in the page. */
static bool page_has(const oct9_linked_run_t *page, const square_t *square)
{
    const uint32_t first = oct9_linked_word(page->leaves, 0);
    const uint32_t last = oct9_linked_word(page->leaves, page->leaf_count - (uint32_t)1);
    const uint32_t cell = square->cell[0] | (uint32_t)square->cell[1] << 9 |
                          (uint32_t)square->cell[2] << 18;
    return !comes_before(cell, first & ~(oct9_word_inside(first) * OCT9_WORD_EACH)) &&
           !comes_before(last, cell);
}

/* True if the leaf covers the whole square from the other side. */
static bool leaf_covers(const oct9_linked_run_t *page, uint32_t number, const square_t *square)
{
    const uint32_t word = oct9_linked_word(page->leaves, number);
    const unsigned x = oct9_word_last(word, 0) ^ square->cell[0];
    const unsigned y = oct9_word_last(word, 1) ^ square->cell[1];
    const unsigned z = oct9_word_last(word, 2) ^ square->cell[2];
    return oct9_word_level(word) >= square->level && (x | y | z) <= oct9_word_inside(word);
}

static unsigned quarter_of(const square_t *square)
{
    return ((unsigned)square->cell[square->first] >> square->level & 1u) |
           ((unsigned)square->cell[square->second] >> square->level & 1u) << 1;
}

/* Goes to the next quarter of the smallest square that has one left, up to squares of the level
 * below `top`. Returns false if none has. */
static bool next_quarter(square_t *square, unsigned top)
{
    while (square->level < top) {
        const unsigned size = 1u << square->level, quarter = quarter_of(square);
        square->cell[square->first] ^= (uint16_t)size;
        if (quarter % 2u == 1)
            square->cell[square->second] ^= (uint16_t)size;
        if (quarter != 3)
            return true;
        square->level++;
    }
    return false;
}

/* True if a reference names a quad. */
static inline bool names_quad(const oct9_linked_run_t *page, uint32_t ref)
{
    return ref >= page->leaf_count && ref != OCT9_LINKED_BEYOND;
}

/* Checks every reference of a face, from the face's own down through its quads. `met` counts the
 * quads of the page. */
static bool face_good(const oct9_linked_run_t *page, uint32_t ref, square_t *square, uint32_t *met)
{
    const unsigned top = square->level;
    uint16_t path[OCT9_LEVELS]; /* path[l]: the quad whose quarters are of level l */
    for (;;) {
        if (page_has(page, square) == (ref == OCT9_LINKED_BEYOND))
            return false;
        if (names_quad(page, ref)) {
            if (square->level == 0 || ref != page->leaf_count + *met || *met == page->quad_count)
                return false;
            path[--square->level] = (uint16_t)(*met)++;
        } else if (ref != OCT9_LINKED_BEYOND && !leaf_covers(page, ref, square)) {
            return false;
        } else if (!next_quarter(square, top)) {
            return true;
        }
        ref = oct9_port_le16(page->quads[path[square->level]].next[quarter_of(square)]);
    }
}

static bool leaf_faces_good(const oct9_linked_run_t *page, uint32_t number, uint32_t *met)
{
    const uint32_t word = oct9_linked_word(page->leaves, number);
    const unsigned inside = oct9_word_inside(word);
    for (unsigned face = 0; face < 6; face++) {
        const unsigned axis = face / 2u;
        const uint32_t ref = oct9_port_le16(page->leaves[number].next[face]);
        square_t square;
        for (unsigned a = 0; a < 3; a++)
            square.cell[a] = (uint16_t)(oct9_word_last(word, a) - inside);
        square.cell[axis] = (uint16_t)(face % 2u ? oct9_word_last(word, axis) + 1u
                                                 : square.cell[axis] - 1u);
        square.level = oct9_word_level(word);
        square.first = oct9_face_first(axis);
        square.second = oct9_face_second(axis);
        if (square.cell[axis] >= OCT9_CELLS ? ref != OCT9_LINKED_BEYOND
                                            : !face_good(page, ref, &square, met))
            return false;
    }
    return true;
}

static bool faces_good(const oct9_linked_run_t *page)
{
    uint32_t met = 0;
    for (uint32_t i = 0; i < page->leaf_count; i++)
        if (!leaf_faces_good(page, i, &met))
            return false;
    return met == page->quad_count;
}

static bool links_good(const oct9_linked_t *linked)
{
    for (uint32_t i = 0; i < linked->page_count; i++) {
        oct9_linked_run_t page;
        (void)take_page(linked, i, &page);
        if (!faces_good(&page))
            return false;
    }
    return true;
}

static oct9_status_t validate_linked(const oct9_linked_header_t *h)
{
    oct9_linked_t candidate;
    if (!place_linked(&candidate, h) || !oct9_thresholds_good(&candidate.thresholds) ||
        !payloads_good(&candidate))
        return OCT9_ERR_IMAGE_STATE;
    if (!pages_good(&candidate) || !leaves_tile(&candidate) || !links_good(&candidate))
        return OCT9_ERR_IMAGE_INDEX;
    return OCT9_OK;
}

oct9_status_t oct9_linked_open(oct9_linked_t *linked, const void *bytes, size_t size)
{
    OCT9_ASSERT(linked && bytes);
    const oct9_linked_header_t *const h = linked_header(bytes);
    oct9_status_t status = check_linked_header(h, bytes, size);
    if (status != OCT9_OK)
        return status;
    status = validate_linked(h);
    if (status == OCT9_OK)
        (void)place_linked(linked, h);
    return status;
}

/* Stepping through linked leaves: the course's next event, and the references across the faces that
 * it crosses.
 *
 * Only the leaf's number is kept. The leaf's far planes follow from its dimension word, whose bits
 * are flipped on a mirrored axis. The earliest of their events is the next one. Across that face
 * there is a leaf, or quads that lead down to one by halving. At an edge or corner other axes cross
 * at the same event. But the leaf that is reached first may be larger and extend beyond their
 * planes. So their faces are crossed only if that leaf ends there too. Where references end at the
 * page's, the cell in which the course is behind the event is searched for, as at the begin.
 *
 * Bounds: as in src/ancestors/course.h. In the halving, the distance within a square at an event is
 * at most 16384 den < 2^30, so the value computed modulo 2^32 is exact. */

/* The far plane of a leaf on an axis, in cells. */
static inline uint32_t far_of(uint32_t word, unsigned axis)
{
    return oct9_word_last(word, axis) + (uint32_t)1;
}

/* The mirrored cell, on one axis, in which the course is at an event: among 2 * half cells from
 * `cell` on, by halving. */
static uint32_t cell_at(const oct9_course_t *course, unsigned axis, uint32_t cell, uint32_t half,
                        const oct9_event_t *event)
{
    for (; half != 0; half /= 2u)
        if (oct9_course_past(course, axis, cell + half, event))
            cell += half;
    return cell;
}

/* The mirrored cell, on one axis, in which the course enters the cube. */
static uint32_t entry_cell(const oct9_course_t *course, unsigned axis, const oct9_event_t *entry)
{
    if (entry->num + entry->late == 0) /* the course starts there */
        return (course->start[axis] - course->late[axis]) / OCT9_CELL_Q6;
    return cell_at(course, axis, 0, OCT9_CELLS / 2u, entry);
}

/* The leaf that contains a cell: the first that does not end before it. */
static uint32_t find_leaf(const oct9_linked_t *linked, uint32_t cell)
{
    uint32_t first = 0, last = linked->leaf_count - 1u;
    while (first < last) {
        const uint32_t middle = (first + last) / 2u;
        if (comes_before(oct9_linked_word(linked->leaves, middle), cell))
            first = middle + 1u;
        else
            last = middle;
    }
    return first;
}

/* The page that a leaf is in: the last that does not begin behind it. */
static uint32_t find_page(const oct9_linked_t *linked, uint32_t leaf)
{
    uint32_t first = 0, last = linked->page_count - 1u;
    while (first < last) {
        const uint32_t middle = last - (last - first) / 2u;
        if (leaves_before(linked, middle) <= leaf)
            first = middle;
        else
            last = middle - 1u;
    }
    return first;
}

/* Enters the leaf that contains a mirrored cell. */
static void enter_leaf_at(oct9_linked_walk_t *walk, uint32_t cell)
{
    const oct9_linked_t *linked = walk->linked;
    const uint32_t leaf = find_leaf(linked, cell ^ walk->flip), page = find_page(linked, leaf);
    const uint32_t first = take_page(linked, page, &walk->page);
    walk->leaf = (uint16_t)(leaf - first);
}

bool oct9_linked_begin(oct9_linked_walk_t *walk, const oct9_linked_t *linked,
                       const oct9_point_t *from, const oct9_point_t *to)
{
    OCT9_ASSERT(walk && linked && from && to);
    oct9_event_t entry;
    uint32_t cell = 0;
    walk->linked = linked;
    walk->leaf = OCT9_LINKED_BEYOND; /* outside */
    if (!oct9_course_begin(&walk->course, from, to, &entry))
        return false;
    const uint8_t *late = walk->course.late;
    walk->flip = (late[0] | (uint32_t)late[1] << 9 | (uint32_t)late[2] << 18) * (OCT9_CELLS - 1u);
    for (unsigned axis = 0; axis < 3; axis++)
        cell |= entry_cell(&walk->course, axis, &entry) << 9u * axis;
    enter_leaf_at(walk, cell);
    return true;
}

/* The distance of the event's position into a square of a leaf's face, on one axis, times the
 * event's den. The square begins at the plane `low`. */
static inline uint32_t distance_into(const oct9_course_t *course, unsigned axis, uint32_t low,
                                     const oct9_event_t *event)
{
    return 0u - oct9_course_gap(course, axis, oct9_course_distance(course, axis, low), event);
}

/* Descends from a quad in the face of the leaf of `word` to the leaf across, or to
 * OCT9_LINKED_BEYOND. */
static uint32_t through_quads(const oct9_linked_walk_t *walk, uint32_t ref, uint32_t word,
                              unsigned axis, const oct9_event_t *event)
{
    const oct9_course_t *course = &walk->course;
    const unsigned first = oct9_face_first(axis), second = oct9_face_second(axis);
    const uint32_t inside = oct9_word_inside(word);
    const unsigned mirror = course->late[first] + 2u * course->late[second];
    uint32_t u = distance_into(course, first, oct9_word_last(word, first) - inside, event);
    uint32_t v = distance_into(course, second, oct9_word_last(word, second) - inside, event);
    uint32_t half = event->den << (oct9_word_level(word) + 5u); /* level 1..8: < 2^16 * 2^13 */
    for (; names_quad(&walk->page, ref); half /= 2u) {
        unsigned quarter = 0;
        if (u >= half) {
            u -= half;
            quarter = 1;
        }
        if (v >= half) {
            v -= half;
            quarter += 2u;
        }
        OCT9_ASSERT(half != 0 && u <= half && v <= half);
        const uint32_t quad = ref - walk->page.leaf_count;
        ref = oct9_port_le16(walk->page.quads[quad].next[quarter ^ mirror]);
    }
    return ref;
}

/* The leaf across the face through which the course leaves a leaf on an axis, or
 * OCT9_LINKED_BEYOND. */
static inline uint32_t leaf_across(const oct9_linked_walk_t *walk, uint32_t number, uint32_t word,
                                   unsigned axis, const oct9_event_t *event)
{
    const unsigned face = 2u * axis + (1u - walk->course.late[axis]);
    const uint32_t ref = oct9_port_le16(walk->page.leaves[number].next[face]);
    return names_quad(&walk->page, ref) ? through_quads(walk, ref, word, axis, event) : ref;
}

/* Crosses the far faces on `axes` one by one. Each is a face of the leaf reached so far, and is
 * crossed only if that leaf ends on this axis where the old one does. Returns the leaf behind the
 * faces, or OCT9_LINKED_BEYOND. */
static inline uint32_t cross_faces(const oct9_linked_walk_t *walk, uint32_t word, unsigned axes,
                                   const oct9_event_t *event)
{
    const uint32_t old = word;
    uint32_t number = walk->leaf;
    OCT9_UNROLL
    for (unsigned axis = 0; axis < 3; axis++) {
        if (!(axes >> axis & 1u) || oct9_word_last(word, axis) != oct9_word_last(old, axis))
            continue;
        number = leaf_across(walk, number, word, axis, event);
        if (number == OCT9_LINKED_BEYOND)
            break;
        word = oct9_linked_mirrored(walk, number);
    }
    return number;
}

/* Steps out of the page at an event on `axes`: on these to the next cell, on the others within the
 * leaf of `word`. Returns false at the end of the cube. */
static OCT9_APART bool leave_page(oct9_linked_walk_t *walk, uint32_t word, unsigned axes,
                                  const oct9_event_t *event)
{
    const uint32_t inside = oct9_word_inside(word);
    uint32_t cell = 0;
    for (unsigned axis = 0; axis < 3; axis++) {
        uint32_t at = far_of(word, axis);
        if (!(axes >> axis & 1u))
            at = cell_at(&walk->course, axis, at - 1u - inside, (inside + 1u) / 2u, event);
        else if (at == OCT9_CELLS)
            return false;
        cell |= at << 9u * axis;
    }
    enter_leaf_at(walk, cell);
    return true;
}

bool oct9_linked_next(oct9_linked_walk_t *walk)
{
    OCT9_ASSERT(walk && walk->leaf != OCT9_LINKED_BEYOND);
    const oct9_course_t *course = &walk->course;
    const uint32_t word = oct9_linked_mirrored(walk, walk->leaf);
    const unsigned axes = oct9_course_next(course, oct9_course_distance(course, 0, far_of(word, 0)),
                                           oct9_course_distance(course, 1, far_of(word, 1)),
                                           oct9_course_distance(course, 2, far_of(word, 2)));
    const unsigned first = axes & 1u ? 0 : axes & 2u ? 1 : 2;
    oct9_event_t event;
    oct9_course_event(course, first, far_of(word, first), &event);
    if (!oct9_event_happens(&event))
        return false;
    const uint32_t number = cross_faces(walk, word, axes, &event);
    if (number == OCT9_LINKED_BEYOND)
        return leave_page(walk, word, axes, &event);
    walk->leaf = (uint16_t)number;
    return true;
}

void oct9_linked_leaf(const oct9_linked_walk_t *walk, oct9_leaf_t *leaf)
{
    OCT9_ASSERT(walk && leaf && walk->leaf != OCT9_LINKED_BEYOND);
    const oct9_linked_record_t *record = oct9_linked_record(walk);
    const uint32_t word = oct9_port_le32(record->dimensions);
    const unsigned inside = oct9_word_inside(word);
    leaf->corner.x = (uint16_t)(oct9_word_last(word, 0) - inside);
    leaf->corner.y = (uint16_t)(oct9_word_last(word, 1) - inside);
    leaf->corner.z = (uint16_t)(oct9_word_last(word, 2) - inside);
    leaf->level = (uint8_t)oct9_word_level(word);
    leaf->payload = oct9_port_le16(record->payload);
    leaf->state = (uint8_t)oct9_thresholds_state(&walk->linked->thresholds, leaf->payload);
}

oct9_face_t oct9_linked_entry(const oct9_linked_walk_t *walk, oct9_fraction_t *time)
{
    OCT9_ASSERT(walk && time && walk->leaf != OCT9_LINKED_BEYOND);
    const uint32_t word = oct9_linked_mirrored(walk, walk->leaf);
    const unsigned inside = oct9_word_inside(word);
    uint16_t low[3];
    for (unsigned axis = 0; axis < 3; axis++)
        low[axis] = (uint16_t)(oct9_word_last(word, axis) - inside);
    return oct9_course_face(&walk->course, low, time);
}
