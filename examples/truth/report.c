/* SPDX-License-Identifier: MIT */
#include "examples/truth/report.h"

#include "boards/board.h"
#include "boards/print.h"
#include "oct9/mm.h"

enum { POSE_TICKS = 8, POINTS = 48, THINGS = 8 };

static struct {
    const char *name;
    const world_plan_t *world;
    bool planned; /* a search has ended in this tick */
    oct9_status_t status;
    oct9_route_output_t found;
    oct9_mm_t corners[POINTS];
    uint32_t length_mm;
    unsigned plans, replans[THINGS + 1], stops[THINGS + 1];
    unsigned why; /* of the stop that lasts */
} report;

/* --- lines ------------------------------------------------------------------------------------ */

/* Begins an item of the picture. */
static void print_item(const char *item)
{
    print_str("@");
    print_str(report.name);
    print_str(" ");
    print_str(item);
}

/* A place as the picture has it. */
static bool place_of(const oct9_mm_t *place, int32_t at[3])
{
    oct9_point_t point;
    at[0] = place->x;
    at[1] = place->y;
    at[2] = place->z;
    if (!report.world->building)
        return true;
    if (oct9_mm_place(&report.world->building->frame, place, &point) != OCT9_OK)
        return false;
    at[0] = point.x;
    at[1] = point.y;
    at[2] = point.z;
    return true;
}

static void print_place(const oct9_mm_t *place)
{
    int32_t at[3];
    for (unsigned i = 0; i < 3 && place_of(place, at); i++)
        print_i32(at[i], 7);
}

static void print_now(void)
{
    const robot_judge_t *const judge = robot_judge();
    print_u32(judge->ticks * ROBOT_TICK_MS / 1000, 4);
    print_i32(judge->place.x, 7);
    print_i32(judge->place.y, 7);
    print_i32(judge->place.z, 7);
    print_str("  ");
}

/* A thing that is near, or nothing. */
static unsigned near_thing(void)
{
    const robot_judge_t *const judge = robot_judge();
    unsigned nearest = THINGS;
    int32_t least = judge->task->met_mm;
    for (unsigned i = 0; i < report.world->count; i++) {
        const int32_t apart = world_apart(&judge->world, i, &judge->place);
        if (apart < least) {
            least = apart;
            nearest = i;
        }
    }
    return nearest;
}

static void print_near(unsigned near)
{
    if (near == THINGS)
        return;
    print_str(", near the ");
    print_str(report.world->things[near].name);
}

/* A cell of the cube, from a sub-cell. */
static int32_t cell_of(int32_t point)
{
    return (point - OCT9_LOW_Q6) / OCT9_CELL_Q6;
}

static int32_t clamped(int32_t at, int32_t low, int32_t high)
{
    return at < low ? low : at > high ? high : at;
}

/* A ring around the cell of the thing that it plans around: the part that is nearest. */
static void print_ring(unsigned near)
{
    const robot_judge_t *const judge = robot_judge();
    const world_box_t box = world_thing(&judge->world, near);
    const oct9_mm_t nearest = { clamped(judge->place.x, box.low[0], box.high[0]),
                                clamped(judge->place.y, box.low[1], box.high[1]),
                                clamped(judge->place.z, box.low[2], box.high[2]) };
    int32_t at[3];
    if (!place_of(&nearest, at))
        return;
    print_item("blocked");
    for (unsigned i = 0; i < 3; i++)
        print_i32(report.world->building ? cell_of(at[i]) : at[i], 7);
    print_str(" 1\n");
}

/* --- the begin -------------------------------------------------------------------------------- */

/* Where the things of a campus are. */
static void print_things(void)
{
    for (unsigned i = 0; i < report.world->count; i++) {
        const world_box_t *const box = &report.world->things[i];
        print_item("thing");
        print_i32(box->low[0], 7);
        print_i32(box->low[1], 7);
        print_i32(box->high[0], 7);
        print_i32(box->high[1], 7);
        print_str("\n");
    }
}

void report_begin(const char *name)
{
    report.name = name;
    report.world = robot_judge()->task->world;
    report.planned = false;
    report.plans = report.why = 0;
    for (unsigned i = 0; i <= THINGS; i++)
        report.replans[i] = report.stops[i] = 0;
    if (!report.world->building)
        print_things();
    print_str(name);
    print_str(":\n   s   x mm   y mm   z mm\n");
}

/* --- plans ------------------------------------------------------------------------------------ */

void report_plan(oct9_status_t status, const oct9_route_output_t *found, const oct9_frame_t *frame,
                 const oct9_point_t *points)
{
    uint32_t length_q6 = 0;
    int32_t mm = 0;
    report.planned = true;
    report.status = status;
    report.found = *found;
    if (status != OCT9_OK || found->result != OCT9_ROUTE_FOUND)
        return;
    for (unsigned i = 0; i < found->count && i < POINTS; i++) {
        (void)oct9_mm_of_point(frame, &points[i], &report.corners[i]);
        if (i > 0)
            length_q6 += oct9_point_length(&points[i - 1], &points[i], 1, 1);
    }
    (void)oct9_mm_of_distance(frame, length_q6, &mm);
    report.length_mm = (uint32_t)mm;
}

static const char *why_not(void)
{
    if (report.status != OCT9_OK)
        return oct9_status_text(report.status);
    return report.found.result == OCT9_ROUTE_FULL ? "the nodes are full"
         : report.found.result == OCT9_ROUTE_NONE ? "there is none"
                                                  : "an end is blocked";
}

static void print_plan(void)
{
    const unsigned near = near_thing();
    print_now();
    if (report.status != OCT9_OK || report.found.result != OCT9_ROUTE_FOUND) {
        print_error("no route", why_not());
        return;
    }
    report.replans[near] += report.plans > 0;
    print_str(report.plans++ == 0 ? "plans: " : "plans anew: ");
    print_u32(report.length_mm, 0);
    print_str(" mm, ");
    print_u32(report.found.nodes_used, 0);
    print_str(" nodes");
    print_near(near);
    print_str("\n");
    print_item("route");
    for (unsigned i = 0; i < report.found.count && i < POINTS; i++)
        print_place(&report.corners[i]);
    print_str("\n");
    if (report.plans > 1 && near != THINGS)
        print_ring(near);
}

/* --- steps ------------------------------------------------------------------------------------ */

static void print_reasons(const oct9_follow_output_t *output)
{
    static const char *const reasons[] = { "error",   "pose",   "map",    "jumped", "beside",
                                           "blocked", "drifts", "mapper", "idle" };
    for (unsigned i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if ((output->why >> i & 1u) != 0) {
            print_str(" ");
            print_str(reasons[i]);
        }
    if ((output->mapper_why & OCT9_MAPPER_UNKNOWN) != 0)
        print_str(" (not known)");
    if ((output->mapper_why & OCT9_MAPPER_BLOCKED) != 0)
        print_str(" (an obstacle)");
}

static void print_stop(const oct9_follow_output_t *output)
{
    const unsigned near = near_thing();
    print_now();
    print_str("stops:");
    print_reasons(output);
    print_near(near);
    print_str("\n");
    report.stops[near] += (output->why & OCT9_FOLLOW_BLOCKED) != 0 ||
                          (output->mapper_why & OCT9_MAPPER_BLOCKED) != 0;
}

static void print_pose(void)
{
    const robot_judge_t *const judge = robot_judge();
    print_item("pose");
    print_place(&judge->place);
    print_str("\n");
    for (unsigned i = 0; i < judge->task->sensor->zones; i++) {
        oct9_mm_t met;
        if (!robot_met(i, &met))
            continue;
        print_item("hit");
        print_place(&met);
        print_str("\n");
    }
}

void report_step(const oct9_follow_output_t *output)
{
    const bool stops = output->speed_mm == 0 && output->why != 0 && report.plans > 0;
    if (report.planned)
        print_plan();
    report.planned = false;
    if (stops && output->why != report.why)
        print_stop(output);
    report.why = stops ? output->why : 0;
    if (robot_judge()->ticks % POSE_TICKS == 0)
        print_pose();
}

/* --- the end ---------------------------------------------------------------------------------- */

static void print_count(const char *what, uint32_t count)
{
    print_str(what);
    print_u32(count, 0);
}

static bool print_met(void)
{
    bool met = true;
    for (unsigned i = 0; i < report.world->count; i++) {
        print_str("  the ");
        print_left(report.world->things[i].name, 6);
        print_count(": stopped ", report.stops[i]);
        print_count(", planned anew ", report.replans[i]);
        print_str("\n");
        met = met && report.replans[i] + report.stops[i] != 0;
    }
    return met;
}

bool report_end(bool arrived)
{
    const robot_judge_t *const judge = robot_judge();
    print_now();
    print_str(arrived ? "has arrived\n" : "has NOT arrived\n");
    const bool met = print_met();
    print_count("  went ", (uint32_t)judge->flown_um / 1000u);
    print_count(" mm, nearest ", (uint32_t)judge->nearest_mm);
    print_count(" mm, touches ", judge->touches);
    print_count(", missed alarms ", judge->missed);
    if (!report.world->building)
        print_count(", tiles ", world_tiles_driven(&judge->world));
    print_str("\nmeasured ");
    print_cost("instructions of a tick: mean ", (uint32_t)(judge->cost / judge->ticks), 1,
               judge->worst);
    print_str("\n");
    return arrived && judge->touches == 0 && judge->missed == 0 &&
           judge->nearest_mm > judge->task->kept_mm && met;
}
