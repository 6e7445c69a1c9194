/* SPDX-License-Identifier: MIT */
#include "examples/corridor/report.h"

#include "boards/print.h"

static void print_point(const char *name, const oct9_point_t *p)
{
    print_str(name);
    print_i32(p->x, 6);
    print_i32(p->y, 6);
    print_i32(p->z, 6);
}

void report_begin(uint32_t map_bytes)
{
    print_str("map in flash: ");
    print_u32(map_bytes, 0);
    print_str(" bytes, opened in place\n\n"
              "        place, mm          sensor: nearest   leaves  instructions"
              "    way ahead   leaves  instructions\n");
}

static uint16_t nearest_mm(const sensor_frame_t *frame)
{
    uint16_t nearest = SENSOR_NOTHING;
    for (unsigned row = 0; row < SENSOR_ZONES; row++)
        for (unsigned column = 0; column < SENSOR_ZONES; column++)
            if (frame->distance_mm[row][column] < nearest)
                nearest = frame->distance_mm[row][column];
    return nearest;
}

static void keep_sums(report_t *report, uint32_t sense_cost, uint32_t check_cost, uint32_t leaves)
{
    report->poses++;
    report->leaves += leaves;
    report->sense_instructions += sense_cost;
    report->check_instructions += check_cost;
    if (report->worst_sense < sense_cost)
        report->worst_sense = sense_cost;
    if (report->worst_check < check_cost)
        report->worst_check = check_cost;
}

void report_pose(report_t *report, const oct9_mm_t *place, const sensor_frame_t *frame,
                 uint32_t sense_cost, const way_t *way, uint32_t check_cost)
{
    const uint16_t nearest = nearest_mm(frame);
    print_i32(place->x, 7);
    print_i32(place->y, 7);
    print_i32(place->z, 7);
    if (nearest == SENSOR_NOTHING) {
        print_str("           nothing");
    } else {
        print_u32(nearest, 15);
        print_str(" mm");
    }
    print_u32(frame->leaves, 9);
    print_u32(sense_cost, 14);
    print_str(way->blocked ? "      BLOCKED" : "        clear");
    print_u32(way->leaves, 9);
    print_u32(check_cost, 14);
    print_str("\n");
    keep_sums(report, sense_cost, check_cost, frame->leaves);
}

static void print_way_to(const oct9_frame_t *frame, const oct9_mm_t *place, const oct9_point_t *to)
{
    oct9_mm_t hit = { 0, 0, 0 };
    (void)oct9_point_to_mm(frame, to, &hit);
    const int32_t dx = hit.x - place->x, dy = hit.y - place->y, dz = hit.z - place->z;
    print_u32(oct9_isqrt((uint32_t)(dx * dx + dy * dy + dz * dz)), 0);   /* steps are short */
}

void report_blocked(const oct9_frame_t *frame, const oct9_mm_t *place, const way_t *way)
{
    static const char *const state[] = { "unknown", "free", "occupied" };
    const oct9_cast_output_t *hit = &way->nearest;
    print_str("\nstop: ");
    if (hit->hit == OCT9_HIT_OUTSIDE) {
        print_str("the way leaves the map\n");
        return;
    }
    print_str("the way is blocked by the ");
    print_str(state[hit->leaf.state]);
    print_str(" leaf at cell ");
    print_u32(hit->leaf.corner.x, 0);
    print_str(" ");
    print_u32(hit->leaf.corner.y, 0);
    print_str(" ");
    print_u32(hit->leaf.corner.z, 0);
    print_str(" of size ");
    print_u32(oct9_leaf_size(&hit->leaf), 0);
    print_str(", after ");
    print_u32(hit->fraction.num, 0);
    print_str("/");
    print_u32(hit->fraction.den, 0);
    print_str(" of the step, ");
    print_way_to(frame, place, &hit->point);
    print_str(" mm from here\n");
}

void report_end(const report_t *report, uint32_t state_bytes, uint32_t stack_bytes)
{
    print_str("\n64-zone frame: mean ");
    print_u32(report->sense_instructions / report->poses, 0);
    print_str(", worst ");
    print_u32(report->worst_sense, 0);
    print_str(" instructions; way: mean ");
    print_u32(report->check_instructions / report->poses, 0);
    print_str(", worst ");
    print_u32(report->worst_check, 0);
    print_str("\nstate ");
    print_u32(state_bytes, 0);
    print_str(" bytes of RAM, stack ");
    print_u32(stack_bytes, 0);
    print_str(" bytes\n");
}

void report_leg(const oct9_frame_t *frame, const oct9_mm_t *from, const oct9_mm_t *to)
{
    oct9_point_t a, b;
    if (oct9_point_from_mm(frame, from, &a) != OCT9_OK ||
        oct9_point_from_mm(frame, to, &b) != OCT9_OK)
        return;
    print_point("@route", &a);
    print_point("", &b);
    print_str("\n");
}

static void overlay_ray(const oct9_point_t *from, const oct9_point_t *end, bool hit)
{
    print_point("@ray", from);
    print_point("", end);
    if (hit)
        print_point("\n@hit", end);
    print_str("\n");
}

void report_overlay(const sensor_pose_t *pose, const sensor_frame_t *seen, const way_t *way)
{
    print_point("@pose", &pose->place);
    print_str("\n");
    const unsigned row = SENSOR_ZONES / 2;    /* one row is enough for a picture from above */
    for (unsigned column = 0; column < SENSOR_ZONES; column++)
        overlay_ray(&pose->place, &seen->end[row][column],
                    seen->distance_mm[row][column] != SENSOR_NOTHING);
    if (way->blocked && way->nearest.hit == OCT9_HIT_LEAF) {
        const oct9_leaf_t *leaf = &way->nearest.leaf;
        print_str("@blocked");
        print_u32(leaf->corner.x, 5);
        print_u32(leaf->corner.y, 5);
        print_u32(leaf->corner.z, 5);
        print_u32(oct9_leaf_size(leaf), 5);
        print_str("\n");
    }
}
