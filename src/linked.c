/* SPDX-License-Identifier: MIT */
/* Opening a linked image: everything that a walk relies on is validated here, once.
 *
 * Leaves come in the order of their Morton codes and each begins where the one before it ended, so
 * they tile the cube. Then a reference is right iff its leaf is no smaller than the square of the
 * face that it stands for, and holds the cell across the square's low corner. Quads are numbered as
 * they are met, so each is met once, and no bytes can make this a long task. */
#include "src/linked.h"

#include "oct9/image.h"
#include "oct9/morton.h"
#include "src/thresholds.h"

_Static_assert(sizeof(oct9_linked_header_t) == 56, "the header's layout is the format's");
_Static_assert(sizeof(oct9_linked_record_t) == 20, "a leaf's layout is the format's");
_Static_assert(sizeof(oct9_linked_quad_t) == 8, "a quad's layout is the format's");

/* The counts and the length say the same. */
static bool counts_good(const oct9_linked_header_t *h)
{
    const uint32_t leaves = oct9_port_le32(h->leaf_count), quads = oct9_port_le32(h->quad_count);
    if (leaves == 0 || leaves > OCT9_LINKED_MOST || quads > OCT9_LINKED_MOST - leaves)
        return false;
    /* At most 56 + 20 * 2^16 < 2^21. */
    return oct9_port_le32(h->bytes) ==
           (uint32_t)sizeof *h + leaves * (uint32_t)sizeof(oct9_linked_record_t) +
               quads * (uint32_t)sizeof(oct9_linked_quad_t);
}

static const oct9_linked_header_t *header_of(const void *bytes)
{
    return bytes;
}

static oct9_status_t check_header(const oct9_linked_header_t *h, const void *bytes, size_t size)
{
    const oct9_rom_t rom = oct9_rom_of_ram(bytes);
    if (!oct9_rom_aligned(rom))
        return OCT9_ERR_IMAGE_ALIGN;
    if (size < sizeof *h)
        return OCT9_ERR_IMAGE_SHORT;
    if (oct9_port_le32(h->magic) != OCT9_LINKED_MAGIC)
        return OCT9_ERR_IMAGE_MAGIC;
    if (oct9_port_le32(h->version) != OCT9_LINKED_VERSION)
        return OCT9_ERR_IMAGE_VERSION;
    if (size < oct9_port_le32(h->bytes))
        return OCT9_ERR_IMAGE_SHORT;
    if (!counts_good(h))
        return OCT9_ERR_IMAGE_COUNT;
    const size_t before = offsetof(oct9_linked_header_t, version);
    const uint32_t crc = oct9_crc32(0, oct9_rom_behind(rom, before),
                                    oct9_port_le32(h->bytes) - before);
    return crc == oct9_port_le32(h->crc) ? OCT9_OK : OCT9_ERR_IMAGE_CRC;
}

/* What lies behind the header. */
static const oct9_linked_record_t *leaves_of(const oct9_linked_header_t *h)
{
    return (const void *)(h + 1);
}

static const oct9_linked_quad_t *quads_of(const oct9_linked_record_t *leaves, uint16_t leaf_count)
{
    return (const void *)(leaves + leaf_count);
}

/* Copied by field: no memcpy in the core. */
static void place(oct9_linked_t *linked, const oct9_linked_header_t *h)
{
    linked->header = h;
    linked->leaf_count = (uint16_t)oct9_port_le32(h->leaf_count);
    linked->leaves = leaves_of(h);
    linked->quads = quads_of(linked->leaves, linked->leaf_count);
    linked->frame.origin_mm.x = (int32_t)oct9_port_le32((uint32_t)h->origin_mm[0]);
    linked->frame.origin_mm.y = (int32_t)oct9_port_le32((uint32_t)h->origin_mm[1]);
    linked->frame.origin_mm.z = (int32_t)oct9_port_le32((uint32_t)h->origin_mm[2]);
    linked->frame.cell_um = oct9_port_le32(h->cell_um);
    linked->thresholds.free_below = oct9_port_le16(h->free_below);
    linked->thresholds.occupied_from = oct9_port_le16(h->occupied_from);
}

static bool payloads_good(const oct9_linked_t *linked)
{
    for (uint32_t i = 0; i < linked->leaf_count; i++)
        if (oct9_port_le16(linked->leaves[i].payload) > OCT9_PAYLOAD_MAX ||
            linked->leaves[i].spare != 0)
            return false;
    return true;
}

/* A leaf whose cells are aligned to its size, the first of them of this code. */
static bool leaf_begins(uint32_t word, uint32_t code)
{
    if (oct9_word_level(word) > OCT9_LEVELS)
        return false;
    /* MISRA D23 */
    const uint32_t inside = oct9_word_inside(word) * OCT9_WORD_EACH, low = word & ~inside;
    const oct9_cell_t cell = { (uint16_t)oct9_word_last(low, 0), (uint16_t)oct9_word_last(low, 1),
                               (uint16_t)oct9_word_last(low, 2) };
    return (word & inside) == inside && oct9_morton(&cell) == code;
}

static bool leaves_tile(const oct9_linked_t *linked)
{
    uint32_t end = 0;                         /* the code behind the leaves so far: up to 2^27 */
    for (uint32_t i = 0; i < linked->leaf_count; i++) {
        const uint32_t word = oct9_linked_word(linked, i);
        if (!leaf_begins(word, end))
            return false;
        end += (uint32_t)1 << 3u * oct9_word_level(word);
    }
    return end == OCT9_MORTON_END;
}

/* A square of a face: its level, and the cell across its low corner. */
typedef struct {
    uint16_t cell[3];
    unsigned level, first, second;        /* the other two axes */
} square_t;

/* The leaf lies across the whole of the square. */
static bool leaf_covers(const oct9_linked_t *linked, uint32_t number, const square_t *square)
{
    const uint32_t word = oct9_linked_word(linked, number);
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

/* Goes on to the next quarter of the smallest square that has one left, up to squares of the level
 * below `top`; false if none has. */
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

/* Every reference of a face, from its own down through its quads. `met` counts these. */
static bool face_good(const oct9_linked_t *linked, uint32_t ref, square_t *square, uint32_t *met)
{
    const unsigned top = square->level;
    uint16_t path[OCT9_LEVELS];               /* path[l]: the quad whose quarters are of level l */
    for (;;) {
        if (ref >= linked->leaf_count) {
            if (square->level == 0 || ref != linked->leaf_count + *met ||
                *met == oct9_port_le32(linked->header->quad_count))
                return false;
            path[--square->level] = (uint16_t)(*met)++;
        } else if (!leaf_covers(linked, ref, square)) {
            return false;
        } else if (!next_quarter(square, top)) {
            return true;
        }
        ref = oct9_port_le16(linked->quads[path[square->level]].next[quarter_of(square)]);
    }
}

static bool leaf_faces_good(const oct9_linked_t *linked, uint32_t number, uint32_t *met)
{
    const uint32_t word = oct9_linked_word(linked, number);
    const unsigned inside = oct9_word_inside(word);
    for (unsigned face = 0; face < 6; face++) {
        const unsigned axis = face / 2u;
        const uint32_t ref = oct9_port_le16(linked->leaves[number].next[face]);
        square_t square;
        for (unsigned a = 0; a < 3; a++)
            square.cell[a] = (uint16_t)(oct9_word_last(word, a) - inside);
        square.cell[axis] = (uint16_t)(face % 2u ? oct9_word_last(word, axis) + 1u
                                                 : square.cell[axis] - 1u);
        square.level = oct9_word_level(word);
        square.first = oct9_face_first(axis);
        square.second = oct9_face_second(axis);
        if (square.cell[axis] >= OCT9_CELLS ? ref != OCT9_LINKED_OUTSIDE
                                            : !face_good(linked, ref, &square, met))
            return false;
    }
    return true;
}

static bool faces_good(const oct9_linked_t *linked)
{
    uint32_t met = 0;
    for (uint32_t i = 0; i < linked->leaf_count; i++)
        if (!leaf_faces_good(linked, i, &met))
            return false;
    return met == oct9_port_le32(linked->header->quad_count);
}

static oct9_status_t validate(const oct9_linked_header_t *h)
{
    oct9_linked_t candidate;
    place(&candidate, h);
    const oct9_status_t status = oct9_frame_check(&candidate.frame);
    if (status != OCT9_OK)
        return status;
    if (!oct9_thresholds_good(&candidate.thresholds))
        return OCT9_ERR_THRESHOLD;
    if (!payloads_good(&candidate))
        return OCT9_ERR_IMAGE_STATE;
    if (!leaves_tile(&candidate) || !faces_good(&candidate))
        return OCT9_ERR_IMAGE_INDEX;
    return OCT9_OK;
}

oct9_status_t oct9_linked_open(oct9_linked_t *linked, const void *bytes, size_t size)
{
    OCT9_ASSERT(linked && bytes);
    const oct9_linked_header_t *const h = header_of(bytes);
    oct9_status_t status = check_header(h, bytes, size);
    if (status != OCT9_OK)
        return status;
    status = validate(h);
    if (status == OCT9_OK)
        place(linked, h);
    return status;
}
