/* SPDX-License-Identifier: MIT */
/* The map that a Crazyflie has sent: takes packets from its input, each with its length before it,
 * in a byte, and prints the centre of each occupied cell, x y z in metres.
 *
 *     heard NAME <PACKETS >CELLS.xyz, the low 32 bits of the drone's radio address, in hex
 *
 * Prints how many packets there were, and how many were applied, to stderr. */
#include "oct9.h"

#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 32768, SEEN = 65536, LARGEST = 255 };

#define CELL_M 0.04
#define LOW_M (-OCT9_CELLS / 2 * CELL_M) /* the drone's origin is in the middle */

static oct9_block_t pool[BLOCKS];
static uint32_t seen[SEEN];
static oct9_occupancy_t map;
static oct9_receiver_t receiver;

static void take(unsigned *packets, unsigned *applied)
{
    uint8_t size, bytes[LARGEST];
    while (fread(&size, 1, 1, stdin) == 1 && fread(bytes, 1, size, stdin) == size) {
        ++*packets;
        *applied += oct9_packet_apply(&receiver, bytes, size) == OCT9_OK;
    }
}

static void print_cells(const oct9_leaf_t *leaf)
{
    const int size = oct9_leaf_size(leaf);
    for (int i = 0; i < size * size * size; i++) {
        const double at[3] = { leaf->corner.x + i % size, leaf->corner.y + i / size % size,
                               leaf->corner.z + i / size / size };
        printf("%.2f %.2f %.2f\n", LOW_M + (at[0] + 0.5) * CELL_M, LOW_M + (at[1] + 0.5) * CELL_M,
               LOW_M + (at[2] + 0.5) * CELL_M);
    }
}

int main(int argc, char **argv)
{
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    const oct9_run_t any = { argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 16) : 0, 1 };
    unsigned packets = 0, applied = 0;
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    if (argc != 2 || oct9_occupancy_init(&map, pool, BLOCKS, &model, NULL) != OCT9_OK ||
        oct9_packet_receiver_init(&receiver, &map, seen, SEEN, &any) != OCT9_OK)
        return 2;
    take(&packets, &applied);
    const oct9_map_t heard = oct9_map_of_tree(&map.tree);
    (void)oct9_visit_begin(&visit, &heard, NULL, OCT9_STATES_OCCUPIED);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        print_cells(&leaf);
    fprintf(stderr, "%u packets, %u applied\n", packets, applied);
    return 0;
}
