/* SPDX-License-Identifier: MIT */
/* What was opened is asked what the questions say, each within its budget. */
#ifndef OCT9_VERIFY_FUZZ_ASK_H
#define OCT9_VERIFY_FUZZ_ASK_H

#include "oct9/linked.h"
#include "oct9/scene.h"
#include "verify/fuzz/fuzz.h"

#define WALK_MOST (3u * (OCT9_CELLS - 1u) + 1u) /* leaves of a walk */
#define WORK_MOST 400u /* nodes and leaves of a query, then it is given up */
#define RUNS_MOST 16u

void ask_map(const oct9_map_t *map, questions_t *questions);
void ask_linked(const oct9_linked_t *linked, questions_t *questions);
void ask_scene(const oct9_scene_t *scene, questions_t *questions);

/* The walk and the planes, two methods to step through leaves, agree and end. */
void walks_agree(const oct9_map_t *map, const oct9_point_t *from, const oct9_point_t *to);

/* How a query is cut, and what it did so far. */
typedef struct {
    uint32_t budget, work, runs;
} slices_t;

static inline slices_t slices_of(questions_t *questions)
{
    const slices_t slices = { 1u + question_u8(questions), 0, 0 };
    return slices;
}

/* After a run: it kept to its budget. Whether to go on. */
static inline bool goes_on(slices_t *slices, int status, uint32_t work)
{
    FUZZ_CHECK(status == OCT9_OK || status == OCT9_AGAIN);
    FUZZ_CHECK(work >= slices->work && work - slices->work <= slices->budget);
    slices->work = work;
    slices->runs++;
    return status == OCT9_AGAIN && work < WORK_MOST && slices->runs < RUNS_MOST;
}

#endif
