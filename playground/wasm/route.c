/* SPDX-License-Identifier: MIT */
/* A route for a sphere, and the nodes of the map that its search has reached, in their order. */
#include "oct9/route.h"
#include "oct9/cast.h"
#include "playground/wasm/page.h"
#include "src/route/directions.h"

static oct9_route_t route;
static oct9_route_node_t nodes[PAGE_ROUTE_NODES];
static oct9_point_t points[PAGE_ROUTE_POINTS];
static page_route_t answer;

const page_route_t *PAGE(route_at)(void)
{
    return &answer;
}
const oct9_point_t *PAGE(route_points_at)(void)
{
    return points;
}

/* Lists the nodes of both trees; 0 and 1 are the ends. Their states are the numbers of the trees,
 * the first of which grows from A. */
static void list_nodes(void)
{
    for (uint32_t i = 2; i < route.lattice.used; i++) {
        const uint32_t key = nodes[i].key;
        const page_leaf_t node = { { key & 511u, key >> 9 & 511u, key >> 18 & 511u },
                                   (uint8_t)oct9_key_level(key),
                                   (uint8_t)oct9_key_tree(key) };
        page_list(&node, 0, (oct9_fraction_t){ 0, 1 });
    }
}

static void take(const oct9_route_output_t *output)
{
    answer = (page_route_t){ .result = output->result,
                             .count = output->count,
                             .nodes = output->nodes_used,
                             .sweeps = output->sweeps,
                             .clear_set = output->clear_set,
                             .clear = { output->clear.x, output->clear.y, output->clear.z },
                             .nodes_room = PAGE_ROUTE_NODES,
                             .points_room = PAGE_ROUTE_POINTS,
                             .sweeps_most = PAGE_ROUTE_SWEEPS };
    page_answer.leaves = output->leaves;
    page_answer.nodes = output->nodes;
    if (output->nodes_used != 0)
        list_nodes();
}

int32_t PAGE(ask_route)(int32_t x0, int32_t y0, int32_t z0, int32_t x1, int32_t y1, int32_t z1,
                        uint32_t radius_q6, uint32_t unknown)
{
    page_answer = (page_answer_t){ .face = OCT9_FACE_NONE };
    if (radius_q6 > INT16_MAX)
        return OCT9_ERR_ARGUMENT;
    const oct9_route_input_t input = { .body = { .radius_q6 = (uint16_t)radius_q6,
                                                 .rules = page_rules(unknown) },
                                       .from = page_point(x0, y0, z0),
                                       .to = page_point(x1, y1, z1),
                                       .sweeps = PAGE_ROUTE_SWEEPS,
                                       .nodes = nodes,
                                       .nodes_count = PAGE_ROUTE_NODES,
                                       .points = points,
                                       .points_room = PAGE_ROUTE_POINTS };
    oct9_route_output_t output;
    oct9_status_t status = oct9_route_begin(&route, &page_map, &input);
    if (status != OCT9_OK)
        return status;
    do {
        status = oct9_route_run(&route, UINT32_MAX, &output);
    } while (status == OCT9_AGAIN);
    if (status == OCT9_OK)
        take(&output);
    return status;
}
