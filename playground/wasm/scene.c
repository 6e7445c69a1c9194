/* SPDX-License-Identifier: MIT */
/* The scene that is shown: opened, its primitives, and the first contact of a moving sphere. */
#include "oct9/scene.h"
#include "oct9/walk.h"
#include "playground/wasm/page.h"

static oct9_scene_t scene;

/* Opens the image that was put where map_room said; its leaves are the map then: oct9_status_t. */
int32_t PAGE(scene_open)(const unsigned char *bytes, uint32_t size)
{
    const oct9_status_t status = oct9_scene_open(&scene, bytes, size, NULL);
    if (status == OCT9_OK)
        page_map = oct9_map_of_tree(&scene.tree);
    return status;
}

/* As many as the header says. */
const oct9_primitive_t *PAGE(primitives_at)(void)
{
    return scene.primitives;
}

enum { PARTS = 65535 }; /* of the displacement, in a contact */

static void take_contact(const oct9_scene_hit_t *hit)
{
    const oct9_contact_t *contact = &hit->contact;
    const oct9_point_t *at = &contact->at, *point = &contact->point;
    page_answer.hit = OCT9_HIT_LEAF;
    page_answer.num = contact->num;
    page_answer.den = PARTS;
    page_answer.index = hit->index;
    for (unsigned a = 0; a < 3; a++)
        page_answer.normal[a] = contact->normal[a];
    page_answer.point[0] = at->x;
    page_answer.point[1] = at->y;
    page_answer.point[2] = at->z;
    page_answer.surface[0] = point->x;
    page_answer.surface[1] = point->y;
    page_answer.surface[2] = point->z;
}

int32_t PAGE(ask_contact)(int32_t x0, int32_t y0, int32_t z0, int32_t x1, int32_t y1, int32_t z1,
                          uint32_t radius_q6)
{
    page_answer = (page_answer_t){ .face = OCT9_FACE_NONE, .num = 1, .den = 1 };
    if (radius_q6 > INT16_MAX)
        return OCT9_ERR_ARGUMENT;
    oct9_scene_hit_t hit;
    const oct9_scene_cast_input_t input = {
        .motion = { .from = page_point(x0, y0, z0),
                    .to = page_point(x1, y1, z1),
                    .radius_q6 = (uint16_t)radius_q6 },
        .capacity = 1,
        .hits = &hit,
    };
    static oct9_scene_cast_t cast;
    oct9_scene_output_t output;
    oct9_status_t status = oct9_scene_cast_begin(&cast, &scene, &input);
    if (status != OCT9_OK)
        return status;
    uint32_t leaves = 0;
    do {
        status = oct9_scene_cast_run(&cast, 1, &output);
        if (output.leaves != leaves)
            page_list_visited(&cast.sweep);
        leaves = output.leaves;
    } while (status == OCT9_AGAIN);
    if (status == OCT9_OK && output.count != 0)
        take_contact(&hit);
    page_answer.leaves = output.leaves;
    page_answer.nodes = output.nodes;
    page_answer.tests = output.tests;
    return status;
}
