/* SPDX-License-Identifier: MIT */
/* The plan of a world, as aligned text. */
#include "tools/plan/plan.h"

#include <inttypes.h>
#include <stdio.h>

enum { BUILD_OS = 1, FLASH_SIZES = 8 }; /* beside a board: 1 MB, 2 MB, and so on */

/* --- the world -------------------------------------------------------------------------------- */

static double mean_of(const plan_world_t *world)
{
    return (double)world->images / world->tiles;
}

static void print_tiles(const plan_world_t *world)
{
    printf("world   %" PRIu32 " tiles of %g m in cells of %g mm%s\n", world->tiles,
           world->cell_um / 1e6 * OCT9_CELLS, world->cell_um / 1e3,
           world->slots < 8 ? ", one tile high" : "");
    printf("file    %" PRIu64 " bytes, of which the table has %" PRIu64 "\n",
           plan_world_bytes(world), plan_world_bytes(world) - world->images);
    printf("tile    %.0f bytes, mean; %" PRIu32 ", the largest\n", mean_of(world), world->largest);
    printf("slots   %u; tiles by `load` take %" PRIu64 " bytes of RAM\n", world->slots,
           plan_world_memory(world));
}

/* --- what fits -------------------------------------------------------------------------------- */

static const char *yes_or_no(bool yes)
{
    return yes ? "yes" : "no";
}

/* How many tiles fit so many bytes, and whether all do. */
static void print_fit(const plan_world_t *world, int64_t bytes)
{
    printf("  %8" PRIu32 "  %8" PRIu32 "  %4s", plan_world_tiles(world, mean_of(world), bytes),
           plan_world_tiles(world, world->largest, bytes),
           yes_or_no((int64_t)plan_world_bytes(world) <= bytes));
}

static void print_board(const plan_t *plan, const figures_board_t *board)
{
    plan_t one = *plan;
    one.board = board;
    const plan_room_t room = plan_room(&one, BUILD_OS);
    printf("%-18s", board->name);
    if (plan->judges_map) {
        printf("  %10" PRId64, room.flash);
        print_fit(&plan->world, room.flash);
    }
    if (plan->judges_ram)
        printf("  %10" PRId64 "  %8s  %7s", room.ram, yes_or_no(room.ram >= 0),
               yes_or_no(room.ram >= (int64_t)plan_world_memory(&plan->world)));
    printf("\n");
}

static void print_heading(const plan_t *plan)
{
    printf("\n%-18s", "");
    if (plan->judges_map)
        printf("  %10s  %8s  %8s  %4s", "flash", "tiles", "tiles", "all");
    if (plan->judges_ram)
        printf("  %10s  %8s  %7s", "RAM", "in flash", "by load");
    printf("\n%-18s", "at -Os");
    if (plan->judges_map)
        printf("  %10s  %8s  %8s  %4s", "left", "mean", "largest", "fit");
    if (plan->judges_ram)
        printf("  %10s  %8s  %7s", "left", "fits", "fits");
    printf("\n");
}

static void print_boards(plan_t *plan)
{
    print_heading(plan);
    if (plan->board)
        print_board(plan, plan->board);
    for (unsigned i = 0; !plan->board && i < figures_board_count; i++)
        print_board(plan, &figures_board[i]);
    printf("Left: beside the library's code, with worlds and all checks, and your program's; RAM: "
           "beside\nstack, structs and slots.\n");
}

/* Tiles that are brought by `load`, or mapped. */
static void print_beside(const plan_world_t *world)
{
    printf("\n%-30s  %8s  %8s  %4s\n%-30s  %8s  %8s  %4s\n", "a flash beside the board", "tiles",
           "tiles", "all", "MB", "mean", "largest", "fit");
    for (unsigned i = 0; i < FLASH_SIZES; i++) {
        printf("%-30u", 1u << i);
        print_fit(world, (int64_t)1 << (20 + i));
        printf("\n");
    }
}

void plan_print_world(const plan_t *plan)
{
    plan_t shown = *plan;
    shown.judges_map = plan->judges_map || !plan->board;
    shown.judges_ram = plan->judges_ram || !plan->board;
    print_tiles(&plan->world);
    print_boards(&shown);
    if (!plan->board)
        print_beside(&plan->world);
}
