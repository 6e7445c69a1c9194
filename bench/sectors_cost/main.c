/* SPDX-License-Identifier: MIT */
/* What sectors cost on a board, in instructions: 72 of 5 degrees, 5 m, a band of 0.6 m, at free
 * places of geb079. Prints: sectors QUESTION COUNT, and the mean and the most of the whole search
 * and the most of a slice of budget 1. */
#include "bench/places.h"
#include "boards/board.h"
#include "boards/print.h"
#include "oct9/sectors.h"

extern const unsigned char oct9_map_geb079_80[];
extern const uint32_t oct9_map_geb079_80_size;

enum { PLACES = 1000, SECTORS = 72, BAND_Q6 = 240, RANGE_Q6 = 4000 };

static const int16_t heights_q6[2] = { -BAND_Q6, BAND_Q6 };
static uint16_t obstacle_q6[SECTORS], free_q6[SECTORS];

static oct9_sectors_input_t input_at(const oct9_point_t *point, bool obstacle, bool is_free)
{
    const oct9_sectors_input_t input = { .point = *point,
                                         .range_q6 = RANGE_Q6,
                                         .sectors = SECTORS,
                                         .layers = 1,
                                         .borders = heights_q6,
                                         .obstacle_q6 = obstacle ? obstacle_q6 : NULL,
                                         .free_q6 = is_free ? free_q6 : NULL };
    return input;
}

/* The most of a slice of budget 1. */
static uint32_t worst_slice(const oct9_map_t *map, const oct9_sectors_input_t *input)
{
    static oct9_sectors_t sectors;
    uint32_t worst = 0;
    board_counter_begin();
    oct9_status_t status = oct9_sectors_begin(&sectors, map, input);
    uint32_t taken = board_counter_end();
    while (status == OCT9_OK || status == OCT9_AGAIN) {
        worst = worst < taken ? taken : worst;
        board_counter_begin();
        status = oct9_sectors_run(&sectors, 1);
        taken = board_counter_end();
        if (status == OCT9_OK)
            break;
    }
    return worst < taken ? taken : worst;
}

static void measure(const char *name, const oct9_map_t *map, bool obstacle, bool is_free)
{
    uint64_t sum = 0;
    uint32_t worst = 0, slice = 0;
    for (uint32_t i = 0; i < PLACES; i++) {
        const oct9_sectors_input_t input = input_at(&bench_place[i].at, obstacle, is_free);
        board_counter_begin();
        (void)oct9_sectors_find(map, &input);
        const uint32_t taken = board_counter_end();
        sum += taken;
        worst = worst < taken ? taken : worst;
        if (i % 10u == 0) {
            const uint32_t part = worst_slice(map, &input);
            slice = slice < part ? part : slice;
        }
    }
    print_str("sectors ");
    print_str(name);
    print_u32(PLACES, 8);
    print_u32((uint32_t)(sum / PLACES), 10);
    print_u32(worst, 10);
    print_u32(slice, 10);
    print_str("\n");
}

int main(void)
{
    static oct9_image_t image;
    if (oct9_image_open(&image, oct9_map_geb079_80, oct9_map_geb079_80_size) != OCT9_OK ||
        board_counter_unit() != BOARD_INSTRUCTIONS)
        return 1;
    const oct9_map_t map = oct9_map_of_image(&image);
    measure("obstacles", &map, true, false);
    measure("free", &map, false, true);
    measure("both", &map, true, true);
    return 0;
}
