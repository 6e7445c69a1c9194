/* SPDX-License-Identifier: MIT */
/* Twenty things move about in a robot's cell; each tick says which of them meet. Prints who begins
 * to touch whom, and what a tick costs. */
#include "boards/board.h"
#include "boards/print.h"
#include "examples/cell/crew.h"
#include "oct9/mm.h"
#include "oct9/objects.h"

enum { TICKS = 400, NODES = 1, TICK_MS = 50 }; /* so few share the root */

/* The cell's cube: 512 cells of 10 mm. */
static const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, 10000);

/* All that the firmware holds beside its stack. */
static struct {
    oct9_object_t object[CREW];
    oct9_object_node_t node[NODES];
    oct9_objects_t objects;
    oct9_handle_t handle[CREW];
    oct9_pairs_t pairs;
    uint32_t touching[CREW], before[CREW]; /* bit b of [a], a < b: they touch, or did before */
} cell;

static uint32_t meetings, sum, worst;

static oct9_status_t bounds_at(const member_t *member, uint32_t tick, oct9_bounds_t *bounds)
{
    const oct9_mm_t place = crew_place(member, tick);
    const int32_t half[3] = { member->half.x, member->half.y, member->half.z };
    bounds->kind = member->box ? OCT9_BOUND_BOX : OCT9_BOUND_SPHERE;
    return oct9_mm_obb(&frame, &place, &place, half, &bounds->centre, &bounds->centre,
                       bounds->half_q6);
}

static oct9_status_t begin(void)
{
    const oct9_objects_config_t config = { cell.object, cell.node, CREW, NODES, OCT9_LOOSE, 0, 0 };
    int status = oct9_objects_init(&cell.objects, &config);
    for (unsigned i = 0; i < CREW && status >= 0; i++) {
        oct9_objects_add_input_t input = { .category = crew[i].category,
                                           .ignored = crew[i].ignored };
        status = bounds_at(&crew[i], 0, &input.bounds);
        if (status == OCT9_OK)
            status = oct9_objects_add(&cell.objects, &input, &cell.handle[i]);
    }
    return status < 0 ? (oct9_status_t)status : OCT9_OK;
}

/* Handles come in the order of the crew: an index is that of a member. */
static void find_pairs(void)
{
    oct9_object_pair_t pair[8];
    int count;
    for (unsigned i = 0; i < CREW; i++) {
        cell.before[i] = cell.touching[i];
        cell.touching[i] = 0;
    }
    (void)oct9_objects_pairs_begin(&cell.pairs, &cell.objects, OCT9_PAIRS_ALL, 0);
    while ((count = oct9_objects_pairs_next(&cell.pairs, UINT32_MAX, pair, 8)) > 0)
        for (int i = 0; i < count; i++)
            cell.touching[pair[i].a.index] |= (uint32_t)1 << pair[i].b.index;
}

static oct9_status_t step(uint32_t tick)
{
    oct9_bounds_t bounds[CREW];
    for (unsigned i = 0; i < CREW; i++) {
        const oct9_status_t status = bounds_at(&crew[i], tick, &bounds[i]);
        if (status != OCT9_OK)
            return status;
    }
    board_counter_begin();
    for (unsigned i = 0; i < CREW; i++)
        (void)oct9_objects_move(&cell.objects, cell.handle[i], &bounds[i]);
    find_pairs();
    const oct9_status_t status = oct9_objects_update(&cell.objects, UINT32_MAX);
    const uint32_t cost = board_counter_end();
    sum += cost;
    worst = worst < cost ? cost : worst;
    return status;
}

static void report_new(uint32_t tick)
{
    for (unsigned a = 0; a < CREW; a++)
        for (unsigned b = a + 1; b < CREW; b++)
            if ((cell.touching[a] & ~cell.before[a]) >> b & 1u) {
                print_u32(tick * TICK_MS, 6);
                print_str(" ms: ");
                print_left(crew[a].name, 10);
                print_str(" meets ");
                print_str(crew[b].name);
                print_str("\n");
                meetings++;
            }
}

static void report_end(void)
{
    print_str("\n");
    print_u32(meetings, 0);
    print_str(" meetings in ");
    print_u32(TICKS, 0);
    print_str(" ticks of ");
    print_u32(CREW, 0);
    print_str(" things; a tick takes ");
    print_u32(sum / TICKS, 0);
    print_str(" instructions, at most ");
    print_u32(worst, 0);
    print_str("; state ");
    print_u32(sizeof cell, 0);
    print_str(" bytes of RAM, ");
    print_u32(cell.objects.nodes_peak, 0);
    print_str(" of ");
    print_u32(NODES, 0);
    print_str(" nodes\n");
}

int main(void)
{
    oct9_status_t status = begin();
    for (uint32_t tick = 0; tick < TICKS && status == OCT9_OK; tick++) {
        status = step(tick);
        report_new(tick);
    }
    if (status == OCT9_OK)
        status = oct9_objects_check(&cell.objects);
    if (status != OCT9_OK) {
        print_str(oct9_status_text(status));
        print_str("\n");
        return 1;
    }
    report_end();
    return meetings == 0;
}
