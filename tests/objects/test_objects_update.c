/* SPDX-License-Identifier: MIT */
/* An update in slices when very many nodes are due at once: each call gives back no more than its
 * budget allows, and after the tick all is as after an update in one call. */
#include "oct9/objects.h"
#include "tests/test.h"

#include <stdio.h>

enum { OBJECTS = 2000, NODES = 16000, KEPT = 8, LEVELS = 9 };

static oct9_object_t object[2][OBJECTS];
static oct9_object_node_t node[2][NODES];
static oct9_objects_t objects[2]; /* one is updated in one call, the other in slices */
static oct9_handle_t handle[2][OBJECTS];

/* Small objects far from each other, so that each has its separate branch. */
static void fill(unsigned which)
{
    const oct9_objects_config_t config = { object[which], node[which], OBJECTS, NODES,
                                           OCT9_LOOSE,    1,           0 };
    CHECK_EQ(oct9_objects_init(&objects[which], &config), OCT9_OK);
    for (uint32_t i = 0; i < OBJECTS; i++) {
        oct9_objects_add_input_t input = { .bounds = { .half_q6 = { 20 } } };
        input.bounds.centre.x = (int16_t)((int32_t)(i * 40503u % 32000u) - 16000);
        input.bounds.centre.y = (int16_t)((int32_t)(i * 30011u % 32000u) - 16000);
        input.bounds.centre.z = (int16_t)((int32_t)(i * 20011u % 32000u) - 16000);
        CHECK_EQ(oct9_objects_add(&objects[which], &input, &handle[which][i]), 0);
    }
    while (oct9_objects_update(&objects[which], UINT32_MAX) != OCT9_OK || objects[which].crowded)
        continue;
}

static void take_out(unsigned which)
{
    for (uint32_t i = 0; i < OBJECTS; i++)
        CHECK_EQ(oct9_objects_remove(&objects[which], handle[which][i]), OCT9_OK);
}

/* Ends the tick in calls of this budget; returns how many it took. */
static unsigned update(oct9_objects_t *these, uint32_t budget)
{
    unsigned calls = 0;
    oct9_status_t status;
    do {
        const unsigned before = these->nodes_used;
        const uint32_t tick = these->tick;
        status = oct9_objects_update(these, budget);
        CHECK(before - these->nodes_used <= budget * LEVELS);
        CHECK_EQ(these->tick, tick + (status == OCT9_OK));
        CHECK_EQ(oct9_objects_check(these), OCT9_OK);
        calls++;
    } while (status == OCT9_AGAIN);
    CHECK_EQ(status, OCT9_OK);
    return calls;
}

static void as_in_one_call(uint32_t budget)
{
    unsigned most = 0;
    fill(0);
    fill(1);
    CHECK(objects[1].nodes_used > 3000);
    take_out(0);
    take_out(1);
    for (unsigned tick = 0; tick < 2 * KEPT; tick++) {
        const unsigned before = objects[0].nodes_used;
        CHECK_EQ(oct9_objects_update(&objects[0], UINT32_MAX), OCT9_OK);
        const unsigned calls = update(&objects[1], budget), given = before - objects[0].nodes_used;
        CHECK_EQ(objects[0].nodes_used, objects[1].nodes_used);
        most = given > most ? given : most;
        CHECK(calls <= 1u + given / budget);
        CHECK(calls * budget * LEVELS >= given);
    }
    CHECK_EQ(objects[1].nodes_used, 1);
    printf("up to %u nodes of one tick, with a budget of %u\n", most, (unsigned)budget);
}

static void no_slice_gives_back_more_than_its_budget(void)
{
    as_in_one_call(1);
    as_in_one_call(7);
    as_in_one_call(1000);
}

/* Between two slices objects come back to branches that are due. */
static void objects_come_back_between_slices(void)
{
    fill(1);
    take_out(1);
    for (unsigned tick = 0; tick + 1 < KEPT; tick++)
        CHECK_EQ(oct9_objects_update(&objects[1], UINT32_MAX), OCT9_OK);
    for (uint32_t i = 0; i < OBJECTS / 2; i++) {
        oct9_objects_add_input_t input = { .bounds = { .half_q6 = { 20 } } };
        input.bounds.centre.x = (int16_t)((int32_t)(i * 40503u % 32000u) - 16000);
        (void)oct9_objects_update(&objects[1], 1);
        CHECK_EQ(oct9_objects_add(&objects[1], &input, &handle[1][i]), 0);
        if (i % 50 == 0)
            CHECK_EQ(oct9_objects_check(&objects[1]), OCT9_OK);
    }
    for (unsigned tick = 0; tick < 10 * KEPT; tick++)
        while (oct9_objects_update(&objects[1], 5) == OCT9_AGAIN)
            continue;
    CHECK_EQ(oct9_objects_check(&objects[1]), OCT9_OK);
    CHECK_EQ(objects[1].used, OBJECTS / 2);
    CHECK(objects[1].nodes_used <= 1 + LEVELS * OBJECTS / 2);
}

int main(void)
{
    RUN(no_slice_gives_back_more_than_its_budget);
    RUN(objects_come_back_between_slices);
    return test_end();
}
