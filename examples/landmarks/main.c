/* SPDX-License-Identifier: MIT */
/* A drone flies through an orchard with a map of its trees' tops. What its sensor sees belongs to
 * the nearest landmark, if one is near enough, or else is a new one; a landmark near the drone that
 * was not seen is gone. Along the route the map ends as the orchard is. */
#include "boards/board.h"
#include "boards/print.h"
#include "examples/landmarks/orchard.h"
#include "oct9/mm.h"
#include "oct9/points.h"

enum { CAPACITY = 8, BLOCKS = 64, BUCKETS = 96, SAME_MM = 500, SURE_MM = 6000, MOST = 32 };

static const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, 250000); /* a cube of 128 m */

/* All that the drone holds beside its stack. */
static struct {
    oct9_block_t blocks[BLOCKS];
    oct9_bucket_t buckets[BUCKETS];
    oct9_entry_t entries[BUCKETS * CAPACITY];
    oct9_points_t map;
    oct9_points_find_t find;
    oct9_entry_t near[MOST];
    oct9_mm_t sight[MOST]; /* of this step */
    uint16_t met[MOST];    /* the landmark that each sight is of */
    uint32_t sights;
    uint16_t next_id; /* for a new landmark */
} drone;

_Static_assert(sizeof drone < 9 * 1024, "the drone's whole state is to stay below 9 KB");

typedef struct {
    uint32_t known, fresh, gone;
} step_t;

/* Landmarks are points: the nearest one, no shape that must be held. */
static bool point_of(const oct9_mm_t *mm, oct9_point_t *point)
{
    return oct9_mm_place(&frame, mm, point) == OCT9_OK;
}

static uint16_t length_of(int32_t mm)
{
    uint16_t length = 0;
    (void)oct9_mm_length(&frame, mm, &length);
    return length;
}

static bool begin(void)
{
    const oct9_points_config_t config = { .blocks = drone.blocks,
                                          .block_count = BLOCKS,
                                          .buckets = drone.buckets,
                                          .entries = drone.entries,
                                          .bucket_count = BUCKETS,
                                          .bucket_size = CAPACITY };
    bool good = oct9_points_init(&drone.map, &config) == OCT9_OK;
    drone.next_id = ORCHARD_TREES;
    for (unsigned tree = 0; tree < ORCHARD_TREES; tree++) {
        oct9_mm_t top;
        oct9_point_t point;
        orchard_tree(tree, &top);
        if (orchard_mapped(tree))
            good = good && point_of(&top, &point) &&
                   oct9_points_insert(&drone.map, &point, (uint16_t)tree) == OCT9_OK;
    }
    return good;
}

/* The landmark that is nearest to a point within a range; false if there is none. */
static bool nearest(const oct9_point_t *point, uint16_t range_q6, oct9_near_point_t *found)
{
    const oct9_points_nearest_input_t input = {
        .point = *point, .range_q6 = range_q6, .capacity = 1, .found = found
    };
    oct9_points_nearest_output_t output;
    return oct9_points_nearest(&drone.map, &input, &output) == OCT9_OK && output.count == 1;
}

/* Takes in what is seen of a tree: which landmark it is. */
static bool observe(uint32_t sight, step_t *step)
{
    oct9_point_t point;
    oct9_near_point_t found;
    if (!point_of(&drone.sight[sight], &point))
        return false;
    if (nearest(&point, length_of(SAME_MM), &found)) {
        step->known++;
        drone.met[sight] = found.entry.id;
        return true;
    }
    step->fresh++;
    drone.met[sight] = drone.next_id++;
    return oct9_points_insert(&drone.map, &point, drone.met[sight]) == OCT9_OK;
}

static bool seen(uint16_t id)
{
    for (uint32_t i = 0; i < drone.sights; i++)
        if (drone.met[i] == id)
            return true;
    return false;
}

/* Strikes out what the drone would have seen. */
static bool strike_out(const oct9_point_t *place, step_t *step)
{
    const oct9_region_t ball = { .kind = OCT9_REGION_SPHERE,
                                 .centre = *place,
                                 .radius_q6 = length_of(SURE_MM) };
    if (oct9_points_find_begin(&drone.find, &drone.map, &ball) != OCT9_OK)
        return false;
    const int count = oct9_points_find_next(&drone.find, UINT32_MAX, drone.near, MOST);
    bool good = count >= 0 && count < MOST;
    for (int i = 0; good && i < count; i++) {
        const oct9_entry_t *const entry = &drone.near[i];
        if (seen(entry->id))
            continue;
        step->gone++;
        good = oct9_points_remove(&drone.map, &entry->point, entry->id) == OCT9_OK;
    }
    return good;
}

static void print_step(uint32_t number, const oct9_mm_t *place, const step_t *step,
                       const oct9_near_point_t *close, uint32_t instructions)
{
    const uint16_t apart = oct9_point_isqrt(close->distance2_q12);
    int32_t mm = 0;
    /* One less, as the landmark was rounded, too. */
    (void)oct9_mm_of_distance(&frame, apart == 0 ? 0 : (uint16_t)(apart - 1u), &mm);
    print_u32(number, 4);
    print_i32(place->x, 8);
    print_i32(place->y, 8);
    print_u32(drone.sights, 6);
    print_u32(step->known, 7);
    print_u32(step->fresh, 5);
    print_u32(step->gone, 6);
    print_u32(close->entry.id, 9);
    print_i32(mm, 6);
    print_u32(instructions, 14);
    print_str("\n");
}

/* One step of the flight; false if anything went wrong. */
static bool fly(uint32_t number, const oct9_mm_t *place)
{
    step_t step = { 0, 0, 0 };
    oct9_near_point_t close;
    oct9_point_t here;
    bool good = point_of(place, &here);
    drone.sights = orchard_look(number, place, drone.sight, MOST);
    board_counter_begin();
    for (uint32_t i = 0; good && i < drone.sights; i++)
        good = observe(i, &step);
    good = good && strike_out(&here, &step) && nearest(&here, UINT16_MAX, &close);
    const uint32_t instructions = board_counter_end();
    if (good)
        print_step(number, place, &step, &close, instructions);
    return good;
}

/* By the truth, which the drone does not know: a tree that it saw is in the map, one that was
 * felled near its route is not, the others are as they were; and there is nothing else. */
static bool judge(void)
{
    uint32_t count = 0;
    bool good = true;
    for (uint32_t tree = 0; good && tree < ORCHARD_TREES; tree++) {
        const bool there = orchard_stands(tree)
                             ? orchard_mapped(tree) || orchard_passes(tree, ORCHARD_SEES_MM)
                             : !orchard_passes(tree, SURE_MM);
        oct9_mm_t top;
        oct9_point_t point;
        oct9_near_point_t found;
        orchard_tree(tree, &top);
        good = point_of(&top, &point) && nearest(&point, length_of(SAME_MM), &found) == there &&
               (!there || (found.entry.id == tree) == orchard_mapped(tree));
        count += there;
    }
    return good && count == drone.map.count;
}

int main(void)
{
    bool good = begin();
    oct9_mm_t place;
    print_u32(drone.map.count, 0);
    print_str(" landmarks are mapped\n"
              "step    x mm    y mm  seen  known  new  gone  nearest    mm  instructions\n");
    for (uint32_t step = 0; good && orchard_pose(step, &place); step++)
        good = fly(step, &place);
    good = good && judge();
    print_u32(drone.map.count, 0);
    print_str(" landmarks are mapped now, in ");
    print_u32(sizeof drone, 0);
    print_str(" bytes of RAM; stack ");
    print_u32(board_stack_used(), 0);
    print_str(good ? " bytes\n" : " bytes; the map is wrong\n");
    return good ? 0 : 1;
}
