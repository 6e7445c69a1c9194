/* SPDX-License-Identifier: MIT */
/* A drone with a deck of five beams flies about in a room that it does not know. It maps what the
 * beams meet in 16 KB of pool, flies on while its path is clear and it knows where it goes, else
 * turns, and sends its map in packets of 60 bytes. All of it, with the stack, takes at most 24 KB
 * of RAM. */
#include "boards/board.h"
#include "boards/print.h"
#include "examples/multiranger/room.h"
#include "oct9/visit.h"

enum {
    SECONDS = 40,
    BLOCKS = 1024,
    WORDS = 512, /* of the table of changes */
    PACKET_SIZE = OCT9_PACKET_SIZE(60),
    PACKET_STEPS = 100,
    PACKETS_A_TICK = 2,
    RAM_MOST = 24 * 1024,
    OCCUPIED_MOST = 4000, /* cells: a wide beam marks all that it may have met */
    GROWN_MOST = 40       /* hits, of some 3,000, that filled a larger leaf: the pool was full */
};

OCT9_MAPPER_MEMORY(static, memory, BLOCKS, 6, WORDS);
static const oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
static const oct9_run_t run = { 0x52, 1 };
static oct9_mapper_t mapper;
static room_t drone;

typedef struct {
    uint32_t errors, alarms, blocked, unknown, wrong, packets, bytes;
} counts_t;

/* The check comes right after the frame. */
static oct9_mapper_motion_t motion_now(void)
{
    oct9_mapper_motion_t motion;
    motion.now_ms = drone.time_ms;
    motion.place_mm = drone.pose.place_mm;
    for (unsigned i = 0; i < 3; i++) {
        motion.velocity_mm[i] = drone.velocity_mm[i];
        motion.command_mm[i] = drone.command_mm[i];
    }
    return motion;
}

static void count(counts_t *counts, const oct9_mapper_found_t *found)
{
    enum { SICK = OCT9_MAPPER_ERROR | OCT9_MAPPER_STALE | OCT9_MAPPER_FROZEN };
    counts->alarms += found->alarm;
    counts->blocked += (found->why & OCT9_MAPPER_BLOCKED) != 0;
    counts->unknown += (found->why & OCT9_MAPPER_UNKNOWN) != 0;
    counts->wrong += (found->why & SICK) != 0; /* the sensor works */
}

/* The app's work of a tick. Returns whether the drone must not fly on. */
static bool tick(counts_t *counts, oct9_mapper_found_t *found)
{
    const oct9_sensor_frame_t frame = { drone.time_ms, drone.distance_mm, NULL, ROOM_BEAMS, 0, 0 };
    const oct9_mapper_motion_t motion = motion_now();
    uint8_t packet[PACKET_SIZE]; /* goes to the radio's queue */
    counts->errors += oct9_mapper_follow(&mapper, &drone.pose.place_mm) != OCT9_OK;
    counts->errors += oct9_mapper_see(&mapper, &frame, &drone.pose) != OCT9_OK;
    counts->errors += oct9_mapper_check(&mapper, &motion, found) != OCT9_OK;
    for (unsigned i = 0; i < PACKETS_A_TICK; i++) {
        const int32_t size = oct9_mapper_share(&mapper, packet, sizeof packet, PACKET_STEPS);
        counts->packets += size > 0;
        counts->bytes += size > 0 ? (uint32_t)size : 0;
    }
    count(counts, found);
    return found->alarm;
}

static uint32_t occupied_cells(void)
{
    const oct9_map_t map = oct9_map_of_tree(&mapper.occupancy.tree);
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    uint32_t cells = 0;
    (void)oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_OCCUPIED);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        cells += (uint32_t)1 << 3u * leaf.level;
    return cells;
}

static void print_mm(uint16_t mm)
{
    if (mm == OCT9_MAPPER_FAR)
        print_str("     far");
    else
        print_u32(mm, 8);
}

static void print_tick(uint32_t second, const oct9_mapper_found_t *found)
{
    print_u32(second, 3);
    print_i32(drone.pose.place_mm.x, 7);
    print_i32(drone.pose.place_mm.y, 7);
    print_mm(found->clear_mm);
    print_mm(found->clearance_mm);
    print_u32(found->why, 5);
    print_u32(mapper.occupancy.tree.used, 7);
    print_str("\n");
}

static void print_count(const char *what, uint32_t count)
{
    print_left(what, 34);
    print_u32(count, 8);
    print_str("\n");
}

static bool report(const counts_t *counts)
{
    const uint32_t ram = board_ram_data() + board_stack_used(), cells = occupied_cells();
    print_count("frames with an error", counts->errors);
    print_count("ticks with an alarm", counts->alarms);
    print_count("of them blocked", counts->blocked);
    print_count("of them not known", counts->unknown);
    print_count("packets", counts->packets);
    print_count("their bytes", counts->bytes);
    print_count("occupied cells", cells);
    print_count("hits that grew", mapper.occupancy.grown);
    print_count("nearest to a wall, mm", (uint32_t)drone.nearest_mm);
    print_count("RAM with the stack, bytes", ram);
    return counts->errors == 0 && counts->wrong == 0 && counts->blocked != 0 &&
           counts->alarms < SECONDS * ROOM_HZ / 2 && cells <= OCCUPIED_MOST &&
           mapper.occupancy.grown <= GROWN_MOST && drone.nearest_mm > policy.radius_mm &&
           ram <= RAM_MOST;
}

int main(void)
{
    counts_t counts = { 0, 0, 0, 0, 0, 0, 0 };
    oct9_mapper_found_t found;
    if (oct9_mapper_init(&mapper, &memory, &oct9_sensor_multiranger, &policy, &run) != OCT9_OK)
        return 1;
    room_begin(&drone);
    print_str("  s   x mm   y mm   clear    near  why blocks\n");
    for (uint32_t i = 0; i < SECONDS * ROOM_HZ; i++) {
        const bool turn = tick(&counts, &found);
        if (i % (2u * ROOM_HZ) == 0)
            print_tick(i / ROOM_HZ, &found);
        room_fly(&drone, turn);
    }
    return report(&counts) ? 0 : 1;
}
