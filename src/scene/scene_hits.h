/* SPDX-License-Identifier: MIT */
/* Internal: the hits of a motion. */
#ifndef OCT9_SRC_SCENE_HITS_H
#define OCT9_SRC_SCENE_HITS_H

#include "src/scene/scene.h"

/* Empties the hits. Returns OCT9_ERR_ARGUMENT as oct9_scene_cast_begin does, otherwise OCT9_OK. */
oct9_status_t oct9_scene_hits_begin(oct9_scene_hits_t *hits, const oct9_scene_t *scene,
                                    const oct9_scene_cast_input_t *input);

/* Tests the rest of the leaf's list, until the answer is known, and takes one from the budget for
 * each primitive. Returns false if the budget ends before the list. */
bool oct9_scene_hits_test(oct9_scene_hits_t *hits, uint32_t *budget);

/* True if any hit is enough, and there is one. */
static inline bool oct9_scene_hits_known(const oct9_scene_hits_t *hits)
{
    return hits->input->any_contact && hits->count != 0;
}

/* True if no hit can count any more in a leaf that the motion enters after `end`, which this then
 * sets. It is at most 65536 / 65535. */
bool oct9_scene_hits_end(const oct9_scene_hits_t *hits, oct9_fraction_t *end);

/* Computes the contacts, and takes one from the budget for each. Returns false if the budget ends
 * before. */
bool oct9_scene_hits_place(oct9_scene_hits_t *hits, uint32_t *budget);

/* Sets count and more of the output of a cast that is done. */
void oct9_scene_hits_output(const oct9_scene_hits_t *hits, oct9_scene_output_t *output);

#endif
