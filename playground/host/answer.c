/* SPDX-License-Identifier: MIT */
/* What the page asks and `oct9` has no command for, on the host:
 *
 *     answer box MAP.o9 free|block <LINES       x0 y0 z0 x1 y1 z1 x2 y2 z2, in sub-cells
 *     answer route MAP.o9 free|block <LINES     x0 y0 z0 x1 y1 z1 radius, in sub-cells
 *     answer contact SCENE.o9s <LINES           x0 y0 z0 x1 y1 z1 radius, in sub-cells
 *
 * A box is its low corner, its high corner, and where its low corner goes. Each line is answered by
 * one, as the page shows it. */
#include "oct9/route.h"
#include "oct9/scene.h"
#include "oct9/sweep.h"
#include "playground/wasm/page.h"
#include "tools/fail.h"
#include "tools/format/map_file.h"

#include <stdio.h>
#include <string.h>

static bool read_points(oct9_point_t *points, unsigned count)
{
    int x, y, z;
    for (unsigned i = 0; i < count; i++) {
        if (scanf("%d %d %d", &x, &y, &z) != 3)
            return false;
        points[i] = (oct9_point_t){ (int16_t)x, (int16_t)y, (int16_t)z };
    }
    return true;
}

static void print_point(const oct9_point_t *p)
{
    printf(" %d %d %d", p->x, p->y, p->z);
}

static oct9_rules_t rules_of(bool passes)
{
    return (oct9_rules_t){ .unknown = passes ? OCT9_PASSES : OCT9_BLOCKS, .outside = OCT9_FREE };
}

static bool sweep_box(const oct9_map_t *map, const oct9_point_t box[3], bool passes)
{
    static const char *const states[] = { "unknown", "free", "occupied" };
    const oct9_box_input_t input = { box[0], box[1], box[2], rules_of(passes), false };
    oct9_sweep_output_t output;
    if (oct9_sweep_box(map, &input, &output) != OCT9_OK)
        return fail("a box", "refused");
    if (output.hit != OCT9_HIT_LEAF)
        return puts("clear") >= 0;
    const oct9_leaf_t *leaf = &output.leaf;
    printf("blocked %d %d %d %d %s %lu/%lu", leaf->corner.x, leaf->corner.y, leaf->corner.z,
           (int)oct9_leaf_size(leaf), states[leaf->state], (unsigned long)output.fraction.num,
           (unsigned long)output.fraction.den);
    print_point(&output.at);
    return puts("") >= 0;
}

static bool sweep_boxes(const char *path, bool passes)
{
    map_file_t map;
    oct9_point_t box[3];
    bool good = map_file_open(&map, path);
    if (!good)
        return false;
    while (good && read_points(box, 3))
        good = sweep_box(&map.map, box, passes);
    map_file_close(&map);
    return good;
}

static void print_route(const oct9_route_output_t *found, const oct9_point_t *points)
{
    static const char *const results[] = { "none", "found", "full", "from blocked", "to blocked" };
    printf("%s %d %lu", results[found->result], found->nodes_used, (unsigned long)found->sweeps);
    for (int i = 0; i < found->count; i++) {
        printf(",");
        print_point(&points[i]);
    }
    if (found->clear_set) {
        printf(",");
        print_point(&found->clear);
    }
    puts("");
}

static bool find_route(const oct9_map_t *map, const oct9_point_t ends[2], unsigned radius,
                       bool passes)
{
    static oct9_route_node_t nodes[PAGE_ROUTE_NODES];
    static oct9_point_t points[PAGE_ROUTE_POINTS];
    static oct9_route_t route;
    oct9_route_output_t output;
    const oct9_route_input_t input = { .body = { .radius_q6 = (uint16_t)radius,
                                                 .rules = rules_of(passes) },
                                       .from = ends[0],
                                       .to = ends[1],
                                       .sweeps = PAGE_ROUTE_SWEEPS,
                                       .nodes = nodes,
                                       .nodes_count = PAGE_ROUTE_NODES,
                                       .points = points,
                                       .points_room = PAGE_ROUTE_POINTS };
    if (oct9_route_begin(&route, map, &input) != OCT9_OK)
        return fail("a route", "refused");
    while (oct9_route_run(&route, 1000, &output) == OCT9_AGAIN) {
    }
    print_route(&output, points);
    return true;
}

static bool find_routes(const char *path, bool passes)
{
    map_file_t map;
    oct9_point_t ends[2];
    unsigned radius;
    bool good = map_file_open(&map, path);
    if (!good)
        return false;
    while (good && read_points(ends, 2) && scanf("%u", &radius) == 1)
        good = find_route(&map.map, ends, radius, passes);
    map_file_close(&map);
    return good;
}

static bool touch(const oct9_scene_t *scene, const oct9_point_t ends[2], unsigned radius)
{
    oct9_scene_hit_t hit;
    oct9_scene_output_t output;
    const oct9_scene_cast_input_t input = {
        .motion = { .from = ends[0], .to = ends[1], .radius_q6 = (uint16_t)radius },
        .capacity = 1,
        .hits = &hit
    };
    if (oct9_scene_cast(scene, &input, &output) != OCT9_OK)
        return fail("a motion", "refused");
    if (output.count == 0)
        return puts("clear") >= 0;
    const oct9_contact_t *contact = &hit.contact;
    printf("contact %d %d/65535", hit.index, contact->num);
    print_point(&contact->at);
    print_point(&contact->point);
    printf(" %d %d %d\n", contact->normal[0], contact->normal[1], contact->normal[2]);
    return true;
}

static bool touch_all(const char *path)
{
    bytes_t bytes = { 0 };
    oct9_scene_t scene;
    oct9_point_t ends[2];
    unsigned radius;
    if (!bytes_read(&bytes, path))
        return false;
    bool good = oct9_scene_open(&scene, bytes.data, bytes.size, NULL) == OCT9_OK ||
                fail(path, "not a good scene");
    while (good && read_points(ends, 2) && scanf("%u", &radius) == 1)
        good = touch(&scene, ends, radius);
    bytes_free(&bytes);
    return good;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "box") == 0)
        return sweep_boxes(argv[2], strcmp(argv[3], "free") == 0) ? STATUS_GOOD : STATUS_BAD_DATA;
    if (argc == 4 && strcmp(argv[1], "route") == 0)
        return find_routes(argv[2], strcmp(argv[3], "free") == 0) ? STATUS_GOOD : STATUS_BAD_DATA;
    if (argc == 3 && strcmp(argv[1], "contact") == 0)
        return touch_all(argv[2]) ? STATUS_GOOD : STATUS_BAD_DATA;
    return usage("answer", "box or route MAP free|block, or contact SCENE");
}
