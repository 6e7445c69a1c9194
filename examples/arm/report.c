/* SPDX-License-Identifier: MIT */
#include "oct9/mm.h"
#include "examples/arm/report.h"

#include "boards/print.h"

enum { ONE = OCT9_ONE_Q14, Q14_PER_CELL = 64 * 256, UM_PER_TENTH = 100 };

/* In the order of make_fixture. */
static const char *const part_name[] = { "table", "bin", "vice", "post" };
enum { PARTS = sizeof part_name / sizeof part_name[0] };

static const char *name_of(const oct9_scene_t *scene, uint16_t index)
{
    const uint16_t id = scene->primitives[index].id;
    return id < PARTS ? part_name[id] : "?";
}

/* A number of tenths as 12.3. */
static void print_tenths(uint32_t tenths, uint32_t width)
{
    print_u32(tenths / 10u, width);
    print_str(".");
    print_u32(tenths % 10u, 0);
}

void report_begin(const oct9_scene_t *scene, uint32_t bytes)
{
    print_str("scene in flash: ");
    print_u32(scene->primitive_count, 0);
    print_str(" triangles, ");
    print_u32(bytes, 0);
    print_str(" bytes, opened in place; the arm is ");
    print_u32(ARM_SPHERES, 0);
    print_str(" spheres on ");
    print_u32(ARM_LINKS, 0);
    print_str(" links\n");
}

void report_motion(const motion_t *moved)
{
    print_str("\n");
    print_str(moved->name);
    print_str("\n  joints, degrees                 |   nearest, mm       | next step |"
              " instr.: nearest, step\n");
}

static void print_quarters(int16_t quarters)
{
    static const char *const part[] = { "   ", ".25", ".5 ", ".75" };
    const uint32_t size = (uint32_t)(quarters < 0 ? -quarters : quarters);
    if (quarters < 0 && size < 4)
        print_str("   -0");
    else
        print_i32(quarters / 4, 5);
    print_str(part[size % 4]);
}

/* 64 bits, as a gap is below 2^24 and a cell below 2^26. */
static void print_nearest(const oct9_scene_t *scene, const oct9_frame_t *frame,
                          const watch_near_t *nearest)
{
    if (!nearest->found) {
        print_str("      none          ");
        return;
    }
    const uint64_t um = (uint64_t)nearest->gap_q14 * frame->cell_um / Q14_PER_CELL;
    print_tenths((uint32_t)(um / UM_PER_TENTH), 4);
    print_str(" link ");
    print_u32(arm_sphere[nearest->sphere].link, 0);
    print_str(" ");
    print_left(name_of(scene, nearest->index), 6);
}

static void keep(uint32_t *sum, uint32_t *worst, uint32_t cost)
{
    *sum += cost;
    if (*worst < cost)
        *worst = cost;
}

/* The first four joints: the wrist is kept straight. */
void report_pose(report_t *report, const oct9_scene_t *scene, const oct9_frame_t *frame,
                 const arm_angles_t *angles, const findings_t *found, const cost_t *cost)
{
    for (unsigned j = 0; j < 4; j++)
        print_quarters(angles->quarters[j]);
    print_str("  | ");
    print_nearest(scene, frame, &found->nearest);
    print_str(found->touch.touches ? " |  TOUCHES  |" : " |  clear    |");
    print_u32(cost->clearance, 10);
    print_u32(cost->step, 10);
    print_str("\n");
    report->poses++;
    keep(&report->sum.clearance, &report->worst.clearance, cost->clearance);
    keep(&report->sum.step, &report->worst.step, cost->step);
}

static void print_mm(const oct9_frame_t *frame, const oct9_point_t *point)
{
    oct9_mm_t mm = { 0, 0, 0 };
    (void)oct9_mm_of_point(frame, point, &mm);
    print_i32(mm.x, 0);
    print_str(" ");
    print_i32(mm.y, 0);
    print_str(" ");
    print_i32(mm.z, 0);
    print_str(" mm");
}

/* One of a unit vector's numbers, as +0.71. */
static void print_part(int16_t q14)
{
    const uint32_t size = (uint32_t)(q14 < 0 ? -q14 : q14) * 100u / ONE;
    print_str(q14 < 0 ? " -" : " +");
    print_u32(size / 100u, 0);
    print_str(size % 100u < 10 ? ".0" : ".");
    print_u32(size % 100u, 0);
}

void report_touch(const oct9_scene_t *scene, const oct9_frame_t *frame, const watch_touch_t *touch)
{
    const oct9_contact_t *contact = &touch->hit.contact;
    print_str("  stop: after ");
    print_u32(contact->num * 100u / 65535u, 0);
    print_str(" % of the step link ");
    print_u32(arm_sphere[touch->sphere].link, 0);
    print_str(" touches the ");
    print_str(name_of(scene, touch->hit.index));
    print_str(", triangle ");
    print_u32(touch->hit.index, 0);
    print_str(", at ");
    print_mm(frame, &contact->point);
    print_str(", normal");
    for (unsigned a = 0; a < 3; a++)
        print_part(contact->normal[a]);
    print_str("\n");
}

void report_clear(void)
{
    print_str("  clear to its end\n");
}

void report_end(const report_t *report, uint32_t state_bytes, uint32_t stack_bytes)
{
    print_str("\ninstructions a pose: ");
    print_cost("nearest: mean ", report->sum.clearance, report->poses, report->worst.clearance);
    print_cost("; step: mean ", report->sum.step, report->poses, report->worst.step);
    print_str("; ");
    print_memory(state_bytes, stack_bytes);
}

static void print_point(const oct9_point_t *p)
{
    print_i32(p->x, 7);
    print_i32(p->y, 7);
    print_i32(p->z, 7);
}

static int16_t between(int16_t from, int16_t to, uint16_t num)
{
    return (int16_t)(from + (int32_t)((int64_t)(to - from) * num / 65535));
}

void report_picture(const oct9_scene_t *scene, const arm_place_t *from, const arm_place_t *to,
                    const watch_touch_t *touch)
{
    const oct9_contact_t *contact = &touch->hit.contact;
    print_str("@touch link ");
    print_u32(arm_sphere[touch->sphere].link, 0);
    print_str(" touches the ");
    print_str(name_of(scene, touch->hit.index));
    for (unsigned i = 0; i < ARM_SPHERES; i++) {
        const oct9_point_t *a = &from->centre[i], *b = &to->centre[i];
        const oct9_point_t centre = { between(a->x, b->x, contact->num),
                                      between(a->y, b->y, contact->num),
                                      between(a->z, b->z, contact->num) };
        print_str("\n@sphere");
        print_point(&centre);
        print_u32(arm_sphere[i].radius_mm, 5);
        print_u32(arm_sphere[i].link, 3);
    }
    print_str("\n@contact");
    print_point(&contact->point);
    for (unsigned a = 0; a < 3; a++)
        print_i32(contact->normal[a], 7);
    print_str("\n");
}
