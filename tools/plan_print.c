/* SPDX-License-Identifier: MIT */
/* The plan, as aligned text. */
#include "tools/plan.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const builds[FIGURES_BUILDS] = { "-O2", "-Os" };

static int64_t pool_bytes(uint32_t blocks)
{
    return (int64_t)blocks * (int64_t)sizeof(oct9_block_t);
}

/* --- the map in each size of cells ------------------------------------------------------- */

static void print_blocks(uint32_t blocks)
{
    if (blocks == PLAN_MANY)
        printf("  %8s  %8s", "more", "-");
    else if (blocks > OCT9_BLOCKS_MAX)
        printf("  %8" PRIu32 "  %8s", blocks, "-");
    else
        printf("  %8" PRIu32 "  %8" PRId64, blocks, pool_bytes(blocks));
}

static void print_row(const plan_t *plan, const plan_row_t *row)
{
    printf("%8g", row->cell_um / 1e3);
    if (!row->fits) {
        printf("  longer than %d cells: crop it\n", OCT9_CELLS);
        return;
    }
    for (unsigned a = 0; a < 3; a++)
        printf("  %4d", row->extent[a + 3u] - row->extent[a]);
    printf("  %8zu", row->bytes);
    print_blocks(row->blocks);
    if (plan->window_m > 0) {
        printf("  %5u", row->window_cells);
        print_blocks(row->window_blocks);
    }
    printf("\n");
}

static void print_rows(const plan_t *plan)
{
    printf("%8s  %16s  %8s  %18s", "cell", "cells", "image", "all in RAM");
    if (plan->window_m > 0)
        printf("  %16s %g m", "window of", plan->window_m);
    printf("\n%8s  %4s  %4s  %4s  %8s  %8s  %8s", "mm", "x", "y", "z", "bytes", "blocks", "bytes");
    if (plan->window_m > 0)
        printf("  %5s  %8s  %8s", "cells", "blocks", "bytes");
    printf("\n");
    for (unsigned i = 0; i < plan->rows; i++)
        print_row(plan, &plan->row[i]);
    printf("A pool has %u blocks at most. %s\n", OCT9_BLOCKS_MAX,
           plan->inputs.input ? "These are the blocks that the scans took, at their peak."
                              : "These hold states; a robot's own log-odds take more.");
}

static void print_changes(const plan_t *plan)
{
    printf("\n%8s  %18s\n%8s  %8s  %8s\n", "cell", "table of changes", "mm", "words", "bytes");
    for (unsigned i = 0; i < plan->rows; i++) {
        const uint32_t words = plan_changes(&plan->sensor, plan->row[i].cell_um);
        printf("%8g", plan->row[i].cell_um / 1e3);
        if (words == 0)
            printf("  too many changes\n");
        else
            printf("  %8" PRIu32 "  %8" PRIu64 "\n", words, (uint64_t)words * sizeof(uint32_t));
    }
    printf("It holds what %g beams of %g m change in new space between two packets (frames: %g).\n"
           "What no packet has had room for yet stays in the table, too.\n",
           plan->sensor.beams, plan->sensor.range_m, plan->sensor.frames);
}

/* --- what checks cost -------------------------------------------------------------------- */

static void print_core_costs(const plan_t *plan, const figures_core_t *core)
{
    printf("\n%s of a check on %s, measured in a building in cells of 80 mm\n%-12s  %-51s",
           core->unit, core->name, "", "");
    for (unsigned build = 0; build < FIGURES_BUILDS; build++)
        printf("  %18s", builds[build]);
    printf("\n%-12s  %-51s  %8s  %8s  %8s  %8s\n", "check", "", "mean", "worst", "mean", "worst");
    for (unsigned i = 0; i < figures_check_count; i++) {
        if (!plan->check[i])
            continue;
        printf("%-12s  %-51s", figures_check[i].name, figures_check[i].what);
        for (unsigned build = 0; build < FIGURES_BUILDS; build++) {
            const figures_cost_t *cost = &core->question[i].cost[build];
            printf("  %8" PRIu32 "  %8" PRIu32, cost->mean, cost->worst);
        }
        printf("\n");
    }
}

static const char *short_name(const figures_core_t *core)
{
    static const char common[] = "Cortex-";
    const char *name = core->name;
    for (unsigned i = 0; common[i] && *name == common[i]; i++)
        name++;
    return name;
}

/* Of all cores at -O2, `worst` or else the mean. */
static void print_costs(const plan_t *plan, bool worst)
{
    printf("\n%-12s", worst ? "worst" : "mean");
    for (unsigned c = 0; c < figures_core_count; c++)
        printf("  %8s", short_name(&figures_core[c]));
    printf("\n");
    for (unsigned i = 0; i < figures_check_count; i++) {
        if (!plan->check[i])
            continue;
        printf("%-12s", figures_check[i].name);
        for (unsigned c = 0; c < figures_core_count; c++) {
            const figures_cost_t *cost = &figures_core[c].question[i].cost[0];
            printf("  %8" PRIu32, worst ? cost->worst : cost->mean);
        }
        printf("\n");
    }
}

static void print_all_costs(const plan_t *plan)
{
    printf("\ninstructions of a check at -O2, measured in a building in cells of 80 mm; cycles on");
    for (unsigned c = 0; c < figures_core_count; c++)
        if (figures_core[c].unit[0] == 'c')
            printf(" %s", short_name(&figures_core[c]));
    printf("\n");
    for (unsigned i = 0; i < figures_check_count; i++)
        if (plan->check[i])
            printf("%-12s  %s\n", figures_check[i].name, figures_check[i].what);
    print_costs(plan, false);
    print_costs(plan, true);
}

/* --- the board --------------------------------------------------------------------------- */

static void print_line(const char *what, const int64_t bytes[FIGURES_BUILDS])
{
    printf("%-40s", what);
    for (unsigned build = 0; build < FIGURES_BUILDS; build++)
        printf("  %10" PRId64, bytes[build]);
    printf("\n");
}

static void print_same(const char *what, int64_t bytes)
{
    const int64_t both[FIGURES_BUILDS] = { bytes, bytes };
    print_line(what, both);
}

static void print_room(const plan_t *plan)
{
    const figures_board_t *board = plan->board;
    const figures_core_t *core = board->core;
    const bool window = plan->window_m > 0;
    int64_t code[FIGURES_BUILDS], data[FIGURES_BUILDS], flash[FIGURES_BUILDS], ram[FIGURES_BUILDS];
    char stack[64];
    for (unsigned build = 0; build < FIGURES_BUILDS; build++) {
        const plan_room_t room = plan_room(plan, build);
        code[build] = core->code[build] + (window ? core->window_code[build] : 0);
        data[build] = core->data[build];
        flash[build] = room.flash;
        ram[build] = room.ram;
    }
    printf("\n%-40s  %10s  %10s\n", board->name, builds[0], builds[1]);
    print_same("flash", board->flash);
    print_line("  the library's code, at most", code);
    print_same("  your program's", plan->program);
    print_line("  left for the map", flash);
    print_same("RAM", board->ram);
    snprintf(stack, sizeof stack, "  stack, of which the calls take %" PRIu32,
             plan_stack(plan, core));
    print_same(stack, board->stack);
    print_same(window ? "  structs, for a sensor of 64 beams too" : "  structs",
               plan_structs(plan, core));
    print_line("  the library's own", data);
    print_line(window ? "  left for the pool and your program" : "  left for your program", ram);
}

/* What a row leaves of a board's room. */
static plan_room_t left_by(const plan_t *plan, const plan_row_t *row, unsigned build)
{
    plan_room_t room = plan_room(plan, build);
    room.flash -= (int64_t)row->bytes;
    room.ram -= pool_bytes(row->window_blocks);
    return room;
}

static bool row_fits(const plan_t *plan, const plan_row_t *row, unsigned build)
{
    const plan_room_t left = left_by(plan, row, build);
    return row->fits && left.flash >= 0 && left.ram >= 0 && row->window_blocks <= OCT9_BLOCKS_MAX;
}

static void print_verdicts(const plan_t *plan)
{
    printf("\n%8s  %5s  %4s  %11s  %11s\n%8s  %5s  %4s  %11s  %11s\n", "cell", "build", "fits",
           "flash left", "RAM left", "mm", "", "", "bytes", "bytes");
    for (unsigned i = 0; i < plan->rows; i++)
        for (unsigned build = 0; build < FIGURES_BUILDS && plan->row[i].fits; build++) {
            const plan_row_t *row = &plan->row[i];
            const plan_room_t left = left_by(plan, row, build);
            printf("%8g  %5s  %4s  %11" PRId64, row->cell_um / 1e3, builds[build],
                   row_fits(plan, row, build) ? "yes" : "no", left.flash);
            if (row->window_blocks == PLAN_MANY)
                printf("  %11s\n", "-");
            else
                printf("  %11" PRId64 "\n", left.ram);
        }
}

static void print_crop(const plan_row_t *row, const plan_crop_t *crop)
{
    const box_um_t *box = &crop->box;
    printf("  in cells of %g mm a part of %u x %u x %u cells, %zu bytes:\n    --crop=",
           row->cell_um / 1e3, crop->cells[0], crop->cells[1], crop->cells[2], crop->bytes);
    for (unsigned i = 0; i < 6; i++)
        printf("%s%.13g", i ? "," : "", (double)(i < 3 ? box->lo[i] : box->hi[i - 3]) / 1e6);
    printf("\n");
}

/* How much of a row that does not fit would; false: an error was printed. */
static bool print_part(const plan_t *plan, const plan_row_t *row, unsigned build)
{
    const plan_room_t room = plan_room(plan, build);
    plan_crop_t crop;
    const char *lacks = NULL;
    if (left_by(plan, row, build).ram < 0)
        lacks = "RAM is too small";
    else if (!row->fits && plan->window_m > 0)
        lacks = "it is longer than the cube";
    else if (!plan_crop(&crop, plan, row, room.flash))
        return false;
    else if (crop.bytes == 0)
        lacks = "flash is too small";
    if (lacks)
        printf("  in cells of %g mm none: %s\n", row->cell_um / 1e3, lacks);
    else
        print_crop(row, &crop);
    return true;
}

/* The finest cells in which all of it fits; in finer ones, how much. */
static bool print_largest(const plan_t *plan, unsigned build)
{
    printf("\nthe largest map at %s\n", builds[build]);
    for (unsigned i = 0; i < plan->rows; i++) {
        const plan_row_t *row = &plan->row[i];
        if (row_fits(plan, row, build)) {
            printf("  in cells of %g mm all of it, %zu bytes\n", row->cell_um / 1e3, row->bytes);
            return true;
        }
        if (!print_part(plan, row, build))
            return false;
    }
    return true;
}

bool plan_print(const plan_t *plan)
{
    print_rows(plan);
    if (plan->sensor.beams > 0)
        print_changes(plan);
    if (!plan->board) {
        print_all_costs(plan);
        return true;
    }
    print_core_costs(plan, plan->board->core);
    print_room(plan);
    print_verdicts(plan);
    for (unsigned build = 0; build < FIGURES_BUILDS; build++)
        if (!print_largest(plan, build))
            return false;
    return true;
}
