/* SPDX-License-Identifier: MIT */
#include "examples/corridor/report.h"

#include "boards/print.h"
#include "examples/corridor/route.h"
#include "oct9/mm.h"

static void print_point(const char *name, const oct9_point_t *p)
{
    print_str(name);
    print_i32(p->x, 7);
    print_i32(p->y, 7);
    print_i32(p->z, 7);
}

void report_begin(uint32_t map_bytes)
{
    print_str("map in flash: ");
    print_u32(map_bytes, 0);
    print_str(" bytes, opened in place; the robot is a sphere of ");
    print_u32(ROUTE_RADIUS_MM, 0);
    print_str(" mm\n\n"
              "         place, mm  |   64 rays: nearest hit  |"
              "  clearance, all around  |   path to the next place\n"
              "      x      y    z |     mm  visited  instr. |"
              "     mm  visited  instr. |  answer  visited  instr.\n");
}

static uint16_t nearest_mm(const sensor_frame_t *frame)
{
    uint16_t nearest = SENSOR_NOTHING;
    for (unsigned i = 0; i < SENSOR_RAYS; i++)
        if (frame->distance_mm[i] < nearest)
            nearest = frame->distance_mm[i];
    return nearest;
}

static void print_mm(uint16_t mm, uint16_t none, uint32_t width)
{
    if (mm != none) {
        print_u32(mm, width);
        return;
    }
    for (uint32_t i = 1; i < width; i++)
        print_str(" ");
    print_str("-");
}

/* Visited: leaves and inner nodes. */
static void print_work(uint32_t visited, uint32_t instructions)
{
    print_u32(visited, 9);
    print_u32(instructions, 8);
}

static void keep(uint32_t *sum, uint32_t *worst, uint32_t cost)
{
    *sum += cost;
    if (*worst < cost)
        *worst = cost;
}

static void keep_cost(report_t *report, const cost_t *cost)
{
    report->poses++;
    keep(&report->sum.sensor, &report->worst.sensor, cost->sensor);
    keep(&report->sum.clearance, &report->worst.clearance, cost->clearance);
    keep(&report->sum.path, &report->worst.path, cost->path);
}

void report_pose(report_t *report, const oct9_mm_t *place, const findings_t *found,
                 const cost_t *cost)
{
    print_i32(place->x, 7);
    print_i32(place->y, 7);
    print_i32(place->z, 5);
    print_str(" |");
    print_mm(nearest_mm(&found->frame), SENSOR_NOTHING, 7);
    print_work(found->frame.visited, cost->sensor);
    print_str(" |");
    print_mm(found->clearance.distance_mm, CLEARANCE_WIDE, 7);
    print_work(found->clearance.visited, cost->clearance);
    print_str(found->path.hit == OCT9_HIT_NONE ? " |   clear" : " | BLOCKED");
    print_work(found->path.leaves + found->path.nodes, cost->path);
    print_str("\n");
    keep_cost(report, cost);
}

static void print_leaf(const oct9_leaf_t *leaf)
{
    static const char *const state[] = { "unknown", "free", "occupied" };
    print_str(state[leaf->state]);
    print_str(" leaf at cell ");
    print_u32(leaf->corner.x, 0);
    print_str(" ");
    print_u32(leaf->corner.y, 0);
    print_str(" ");
    print_u32(leaf->corner.z, 0);
    print_str(" of size ");
    print_u32(oct9_leaf_size(leaf), 0);
}

void report_blocked(const oct9_mm_t *here, const oct9_mm_t *next, const oct9_sweep_output_t *path)
{
    int32_t mm = 0;
    (void)oct9_mm_of_drive(here, next, path->fraction.num, path->fraction.den, &mm);
    print_str("\nstop: ");
    print_i32(mm, 0);
    print_str(" mm from here the robot would touch the ");
    if (path->hit == OCT9_HIT_LEAF)
        print_leaf(&path->leaf);
    else
        print_str("map's rim");
    print_str("\n");
}

void report_end(const report_t *report, uint32_t state_bytes, uint32_t stack_bytes)
{
    print_str("\ninstructions: ");
    print_cost("64-zone frame: mean ", report->sum.sensor, report->poses, report->worst.sensor);
    print_cost("; clearance: mean ", report->sum.clearance, report->poses, report->worst.clearance);
    print_cost("; path: mean ", report->sum.path, report->poses, report->worst.path);
    print_str("\n");
    print_memory(state_bytes, stack_bytes);
}

void report_leg(const oct9_frame_t *frame, const oct9_mm_t *from, const oct9_mm_t *to)
{
    oct9_point_t a, b;
    if (oct9_mm_place(frame, from, &a) != OCT9_OK || oct9_mm_place(frame, to, &b) != OCT9_OK)
        return;
    print_point("@route", &a);
    print_point("", &b);
    print_str("\n");
}

static void overlay_ray(const oct9_point_t *from, const oct9_fan_hit_t *ray)
{
    print_point("@ray", from);
    print_point("", &ray->point);
    if (ray->hit == OCT9_HIT_LEAF)
        print_point("\n@hit", &ray->point);
    print_str("\n");
}

/* The leaf, and where the robot would touch it. */
static void overlay_blocked(const oct9_sweep_output_t *path)
{
    const oct9_leaf_t *leaf = &path->leaf;
    print_point("@ray", &path->at);
    print_point("", &path->nearest);
    print_point("\n@hit", &path->nearest);
    print_str("\n@blocked");
    print_u32(leaf->corner.x, 5);
    print_u32(leaf->corner.y, 5);
    print_u32(leaf->corner.z, 5);
    print_u32(oct9_leaf_size(leaf), 5);
    print_str("\n");
}

void report_overlay(const sensor_pose_t *pose, const findings_t *found)
{
    print_point("@pose", &pose->place);
    print_str("\n");
    const unsigned row = SENSOR_ZONES / 2; /* one row is enough for a picture from above */
    for (unsigned column = 0; column < SENSOR_ZONES; column++)
        overlay_ray(&pose->place, &found->frame.hits[row * SENSOR_ZONES + column]);
    if (found->path.hit == OCT9_HIT_LEAF)
        overlay_blocked(&found->path);
}
