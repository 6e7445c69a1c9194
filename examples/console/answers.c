/* SPDX-License-Identifier: MIT */
#include "examples/console/answers.h"

#include "boards/board.h"
#include "boards/print.h"
#include "oct9/mm.h"
#include "port/oct9_port.h"

static const char *const state_name[] = { "unknown", "free", "occupied" };

static void print_number(uint32_t number, const char *behind)
{
    print_u32(number, 0);
    print_str(behind);
}

static void print_mm(const oct9_mm_t *mm)
{
    print_i32(mm->x, 0);
    print_str(" ");
    print_i32(mm->y, 0);
    print_str(" ");
    print_i32(mm->z, 0);
}

static void print_point(const oct9_frame_t *frame, const oct9_point_t *point)
{
    oct9_mm_t mm = { 0, 0, 0 };
    (void)oct9_mm_of_point(frame, point, &mm);
    print_mm(&mm);
}

/* At most 512 cells of 67 m: the product is below 512 * 2^26 = 2^35. */
static uint32_t cells_mm(const oct9_frame_t *frame, uint16_t cells)
{
    return (uint32_t)((uint64_t)frame->cell_um * cells / 1000u);
}

static int16_t low_q6(uint16_t cell)
{
    return (int16_t)((int32_t)cell * OCT9_CELL_Q6 + OCT9_LOW_Q6);
}

static void print_leaf(const oct9_frame_t *frame, const oct9_leaf_t *leaf)
{
    const oct9_point_t corner = { low_q6(leaf->corner.x), low_q6(leaf->corner.y),
                                  low_q6(leaf->corner.z) };
    print_str(state_name[leaf->state]);
    print_str(" leaf of ");
    print_number(cells_mm(frame, oct9_leaf_size(leaf)), " mm at ");
    print_point(frame, &corner);
}

/* The image's header lies in flash, where not every processor's pointers reach. */
static uint16_t extent_of(const oct9_image_t *image, unsigned i)
{
    const oct9_rom_halves_t extent = oct9_rom_behind(image->bytes,
                                                     offsetof(oct9_image_header_t, extent));
    return oct9_port_half(extent, i);
}

static void print_side(const console_t *console, const char *name, unsigned axis, int32_t origin)
{
    const oct9_image_t *image = &console->image;
    print_str(name);
    print_i32(origin + (int32_t)cells_mm(&image->frame, extent_of(image, axis)), 0);
    print_str(" to ");
    print_i32(origin + (int32_t)cells_mm(&image->frame, extent_of(image, axis + 3u)), 0);
}

static uint32_t image_bytes(const oct9_image_t *image)
{
    const oct9_rom_words_t bytes = oct9_rom_behind(image->bytes,
                                                   offsetof(oct9_image_header_t, bytes));
    return oct9_port_word(bytes, 0);
}

void answer_map(const console_t *console)
{
    const oct9_image_t *image = &console->image;
    const oct9_mm_t *origin = &image->frame.origin_mm;
    print_str("map: ");
    for (unsigned a = 0; a < 3; a++)
        print_number((uint32_t)(extent_of(image, a + 3u) - extent_of(image, a)),
                     a < 2 ? " x " : " cells of ");
    print_number(cells_mm(&image->frame, 1), " mm, ");
    print_number(image_bytes(image), " bytes of flash\r\n");
    print_side(console, "box: x ", 0, origin->x);
    print_side(console, ", y ", 1, origin->y);
    print_side(console, ", z ", 2, origin->z);
    print_str(" mm\r\n");
}

void answer_rules(const oct9_rules_t *rules)
{
    print_str(rules->unknown == OCT9_BLOCKS ? "unknown space blocks\r\n"
                                            : "unknown space passes\r\n");
}

/* A part of the motion's length, rounded down. */
static uint32_t part_mm(const motion_t *motion, uint32_t num, uint32_t den)
{
    int32_t mm = 0;
    (void)oct9_mm_of_drive(&motion->from, &motion->to, num, den, &mm);
    return (uint32_t)mm;
}

static void print_free(const motion_t *motion, const oct9_fraction_t *fraction)
{
    print_str(" after ");
    print_number(part_mm(motion, fraction->num, fraction->den), " mm of ");
    print_number(part_mm(motion, 1, 1), " mm (");
    print_number(fraction->num, "/");
    print_number(fraction->den, ")");
}

void answer_verdict(const oct9_frame_t *frame, const motion_t *motion, oct9_hit_t hit,
                    const oct9_leaf_t *leaf, const oct9_fraction_t *fraction)
{
    const uint32_t length = part_mm(motion, 1, 1);
    print_str(hit == OCT9_HIT_NONE ? "clear" : "BLOCKED");
    if (hit != OCT9_HIT_NONE && length != 0)
        print_free(motion, fraction);
    else if (length != 0)
        print_str(", full length: "), print_number(length, " mm");
    if (hit == OCT9_HIT_LEAF) {
        print_str("\r\n  by the ");
        print_leaf(frame, leaf);
    } else if (hit == OCT9_HIT_OUTSIDE) {
        print_str("\r\n  by the space outside the map");
    }
    print_str("\r\n");
}

void answer_entered(const oct9_frame_t *frame, oct9_face_t face, const oct9_point_t *point)
{
    static const char *const side[] = { "low x", "high x", "low y", "high y", "low z", "high z" };
    if (face == OCT9_FACE_NONE)
        return;
    print_str("  entered by its ");
    print_str(side[face]);
    print_str(" face, at ");
    print_point(frame, point);
    print_str("\r\n");
}

void answer_touched(const oct9_frame_t *frame, const motion_t *motion,
                    const oct9_fraction_t *fraction, const oct9_point_t *nearest)
{
    oct9_mm_t stop = { 0, 0, 0 };
    (void)oct9_mm_of_stop(&motion->from, &motion->to, fraction->num, fraction->den, &stop);
    print_str("  touched at ");
    print_point(frame, nearest);
    print_str(" when the centre is at ");
    print_mm(&stop);
    print_str("\r\n");
}

void answer_at(const oct9_frame_t *frame, const oct9_probe_point_output_t *found)
{
    print_str(found->hit == OCT9_HIT_NONE ? "clear" : "BLOCKED");
    print_str(found->inside ? "\r\n  in the " : "\r\n  outside the map");
    if (found->inside)
        print_leaf(frame, &found->leaf);
    print_str("\r\n");
}

void answer_near(const oct9_frame_t *frame, int16_t range_mm, const oct9_near_t *found)
{
    if (found == NULL) {
        print_str("nothing within ");
        print_number((uint32_t)range_mm, " mm\r\n");
        return;
    }
    int32_t mm = 0;
    (void)oct9_mm_of_distance(frame, oct9_point_isqrt(found->distance2_q12), &mm);
    print_number((uint32_t)mm, " mm\r\n  to the ");
    print_leaf(frame, &found->leaf);
    print_str(", its point ");
    print_point(frame, &found->nearest);
    print_str("\r\n");
}

void answer_cost(uint32_t leaves, uint32_t nodes, uint32_t count)
{
    static const char *const unit[] = { " ticks\r\n", " instructions\r\n", " cycles\r\n" };
    print_str("  visited ");
    print_number(leaves, leaves == 1 ? " leaf and " : " leaves and ");
    print_number(nodes, nodes == 1 ? " node" : " nodes");
    print_str("; cost ");
    print_number(count, unit[board_counter_unit()]);
}

void answer_memory(void)
{
    print_str("RAM: ");
    print_number(board_ram_data(), " bytes of data and ");
    print_number(board_stack_used(), " bytes of stack at most, of ");
    print_number(board_ram_size(), " bytes\r\n");
}
