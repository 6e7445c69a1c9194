/* SPDX-License-Identifier: MIT */
/* The plan, as aligned text. */
#include "tools/plan/plan.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const builds[FIGURES_BUILDS] = { "-O2", "-Os" };

/* --- the map in each size of cells ------------------------------------------------------- */

static void print_blocks(uint32_t blocks)
{
    if (blocks == PLAN_MANY)
        printf("  %8s  %8s", "more", "-");
    else if (blocks > OCT9_BLOCKS_MAX)
        printf("  %8" PRIu32 "  %8s", blocks, "-");
    else
        printf("  %8" PRIu32 "  %8" PRId64, blocks, plan_pool_bytes(blocks));
}

static void print_row(const plan_t *plan, const plan_row_t *row)
{
    printf("%8g", row->cell_um / 1e3);
    if (!row->fits) {
        printf("  longer than %d cells: crop it\n", OCT9_CELLS);
        return;
    }
    if (plan->path) {
        for (unsigned a = 0; a < 3; a++)
            printf("  %4d", row->extent[a + 3u] - row->extent[a]);
        printf("  %8zu", row->bytes);
        print_blocks(row->blocks);
    }
    if (plan->window_m > 0) {
        printf("  %5u", row->window_cells);
        print_blocks(row->window_blocks);
    }
    printf("\n");
}

static void print_heading(const plan_t *plan)
{
    printf("%8s", "cell");
    if (plan->path)
        printf("  %16s  %8s  %18s", "cells", "image", "all in RAM");
    if (plan->window_m > 0)
        printf("  %16s %g m", "window of", plan->window_m);
    printf("\n%8s", "mm");
    if (plan->path)
        printf("  %4s  %4s  %4s  %8s  %8s  %8s", "x", "y", "z", "bytes", "blocks", "bytes");
    if (plan->window_m > 0)
        printf("  %5s  %8s  %8s", "cells", "blocks", "bytes");
    printf("\n");
}

static void print_rows(const plan_t *plan)
{
    print_heading(plan);
    for (unsigned i = 0; i < plan->rows; i++)
        print_row(plan, &plan->row[i]);
    printf("A pool has %u blocks at most.\n", OCT9_BLOCKS_MAX);
    if (plan->path)
        printf("All in RAM: %s\n", plan->inputs.input
                                       ? "the blocks that the scans took, at their peak."
                                       : "states; a robot's own log-odds take more.");
    if (plan->window_m > 0)
        printf("The window: what 64 beams over 45 degrees cross in one frame, 4 m ahead, at the "
               "worst place%s.\nWhat was seen before fades, or is coarsened where the pool is "
               "full.\n",
               plan->path ? "" : " (open space)");
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
    printf(
        "\n%s of a check on %s, mean and most seen in a building in cells of 80 mm\n%-12s  %-51s",
        core->unit, core->name, "", "");
    for (unsigned build = 0; build < FIGURES_BUILDS; build++)
        printf("  %18s", builds[build]);
    printf("\n%-12s  %-51s  %8s  %8s  %8s  %8s\n", "check", "", "mean", "most", "mean", "most");
    for (unsigned i = 0; i < figures_check_count; i++) {
        if (!plan->check[i])
            continue;
        printf("%-12s  %-51s", figures_check[i].name, figures_check[i].what);
        for (unsigned build = 0; build < FIGURES_BUILDS; build++) {
            const figures_cost_t *cost = &core->question[i].cost[build];
            printf("  %8" PRIu32 "  %8" PRIu32, cost->mean, cost->most);
        }
        printf("\n");
    }
}

/* The same in time, where the cycles are known. */
static void print_times(const plan_t *plan, const figures_board_t *board)
{
    if (!board->cycles)
        return;
    printf("\nmicroseconds at %" PRIu32 " MHz%s\n", board->mhz,
           board->core->unit[0] == 'c' ? "" : ", an estimate (docs/footprint.md)");
    for (unsigned i = 0; i < figures_check_count; i++) {
        if (!plan->check[i])
            continue;
        printf("%-12s  %-51s", figures_check[i].name, "");
        for (unsigned build = 0; build < FIGURES_BUILDS; build++) {
            const figures_cost_t *cost = &board->cycles[i][build];
            printf("  %8.1f  %8.1f", (double)cost->mean / board->mhz,
                   (double)cost->most / board->mhz);
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

/* All cores at -O2: the most that was seen, or else the mean. */
static void print_costs(const plan_t *plan, bool most)
{
    printf("\n%-12s", most ? "most" : "mean");
    for (unsigned c = 0; c < figures_core_count; c++)
        printf("  %8s", short_name(&figures_core[c]));
    printf("\n");
    for (unsigned i = 0; i < figures_check_count; i++) {
        if (!plan->check[i])
            continue;
        printf("%-12s", figures_check[i].name);
        for (unsigned c = 0; c < figures_core_count; c++) {
            const figures_cost_t *cost = &figures_core[c].question[i].cost[0];
            printf("  %8" PRIu32, most ? cost->most : cost->mean);
        }
        printf("\n");
    }
}

static void print_all_costs(const plan_t *plan)
{
    printf("\ninstructions of a check at -O2, mean and most seen in a building in cells of 80 mm; "
           "cycles on");
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

static void print_flash(const plan_t *plan)
{
    const figures_core_t *core = plan->board->core;
    int64_t code[FIGURES_BUILDS], left[FIGURES_BUILDS];
    for (unsigned build = 0; build < FIGURES_BUILDS; build++) {
        code[build] = core->code[build] + (plan->window_m > 0 ? core->window_code[build] : 0);
        left[build] = plan_room(plan, build).flash;
    }
    print_same("flash", plan->board->flash);
    print_line("  the library's code, at most", code);
    print_same("  your program's", plan->program);
    print_line("  left for the map", left);
}

static const char *left_name(const plan_t *plan)
{
    if (plan->window_m <= 0)
        return "  left for your program";
    return plan->sensor.beams > 0 ? "  left for pool, table and your program"
                                  : "  left for the pool and your program";
}

static void print_ram(const plan_t *plan)
{
    const figures_core_t *core = plan->board->core;
    const bool window = plan->window_m > 0;
    int64_t data[FIGURES_BUILDS], left[FIGURES_BUILDS];
    char stack[64];
    for (unsigned build = 0; build < FIGURES_BUILDS; build++) {
        data[build] = core->data[build];
        left[build] = plan_room(plan, build).ram;
    }
    print_same("RAM", plan->board->ram);
    snprintf(stack, sizeof stack, "  stack, of which the calls take %" PRIu32,
             plan_stack(plan, core));
    print_same(stack, plan->board->stack);
    print_same(window ? "  structs, for a sensor of 64 beams too" : "  structs",
               plan_structs(plan, core));
    print_line("  the library's own", data);
    print_line(left_name(plan), left);
}

static void print_room(const plan_t *plan)
{
    printf("\n%-40s  %10s  %10s\n", plan->board->name, builds[0], builds[1]);
    if (plan->judges_map)
        print_flash(plan);
    if (plan->judges_ram)
        print_ram(plan);
}

/* --- what fits ----------------------------------------------------------------------------- */

static void print_verdict(const plan_t *plan, const plan_row_t *row, unsigned build)
{
    const plan_room_t room = plan_room(plan, build);
    printf("%8g  %5s", row->cell_um / 1e3, builds[build]);
    if (plan->judges_map)
        printf("  %4s  %11" PRId64, plan_map_fits(plan, row, build) ? "yes" : "no",
               room.flash - (int64_t)row->bytes);
    if (plan->judges_ram)
        printf("  %6s", plan_ram_fits(plan, row, build) ? "yes" : "no");
    if (plan->judges_ram && row->window_blocks == PLAN_MANY)
        printf("  %11s", "-");
    else if (plan->judges_ram)
        printf("  %11" PRId64,
               plan_pool_room(plan, row, build) - plan_pool_bytes(row->window_blocks));
    printf("\n");
}

static void print_verdicts(const plan_t *plan)
{
    printf("\n%8s  %5s", "cell", "build");
    if (plan->judges_map)
        printf("  %4s  %11s", "map", "flash left");
    if (plan->judges_ram)
        printf("  %6s  %11s", plan->window_m > 0 ? "window" : "calls", "RAM left");
    printf("\n%8s  %5s", "mm", "");
    if (plan->judges_map)
        printf("  %4s  %11s", "fits", "bytes");
    if (plan->judges_ram)
        printf("  %6s  %11s", "fits", "bytes");
    printf("\n");
    for (unsigned i = 0; i < plan->rows; i++)
        for (unsigned build = 0; build < FIGURES_BUILDS && plan->row[i].fits; build++)
            print_verdict(plan, &plan->row[i], build);
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
    plan_crop_t crop;
    if (!plan_crop(&crop, plan, row, plan_room(plan, build).flash))
        return false;
    if (crop.bytes == 0)
        printf("  in cells of %g mm none: flash is too small\n", row->cell_um / 1e3);
    else
        print_crop(row, &crop);
    return true;
}

/* The finest cells in which all of it fits; in finer ones, how much. */
static bool print_largest_map(const plan_t *plan, unsigned build)
{
    printf("\nthe largest map at %s\n", builds[build]);
    for (unsigned i = 0; i < plan->rows; i++) {
        const plan_row_t *row = &plan->row[i];
        if (plan_map_fits(plan, row, build)) {
            printf("  in cells of %g mm all of it, %zu bytes\n", row->cell_um / 1e3, row->bytes);
            return true;
        }
        if (!print_part(plan, row, build))
            return false;
    }
    return true;
}

static void print_window(const plan_row_t *row, double window_m)
{
    const uint32_t blocks = plan_window_blocks(row, window_m);
    printf("  in cells of %g mm a window of %g m, a pool of %" PRIu32 " blocks, %" PRId64
           " bytes\n",
           row->cell_um / 1e3, window_m, blocks, plan_pool_bytes(blocks));
}

/* The same of the window. */
static void print_largest_window(const plan_t *plan, unsigned build)
{
    printf("\nthe largest window at %s\n", builds[build]);
    for (unsigned i = 0; i < plan->rows; i++) {
        const plan_row_t *row = &plan->row[i];
        if (!row->fits)
            continue;
        if (plan_ram_fits(plan, row, build)) {
            print_window(row, plan->window_m);
            return;
        }
        const double part = plan_window_largest(row, plan->window_m,
                                                plan_pool_room(plan, row, build));
        if (part > 0)
            print_window(row, part);
        else
            printf("  in cells of %g mm none: RAM is too small\n", row->cell_um / 1e3);
    }
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
    print_times(plan, plan->board);
    print_room(plan);
    print_verdicts(plan);
    for (unsigned build = 0; build < FIGURES_BUILDS; build++) {
        if (plan->judges_map && !print_largest_map(plan, build))
            return false;
        if (plan->judges_ram && plan->window_m > 0)
            print_largest_window(plan, build);
    }
    return true;
}
