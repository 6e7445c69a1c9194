/* SPDX-License-Identifier: MIT */
/* How oct9 is asked what the peers for one job are asked, and whether the answers are the same. */
#ifndef BENCH_GRIDS_SAME_H
#define BENCH_GRIDS_SAME_H

#include "bench/grids.h"
#include "oct9/cast.h"
#include "oct9/spheres.h"

static inline oct9_cast_input_t grids_cast_input(const bench_ray_t *ray, bool unknown_passes)
{
    const oct9_rules_t rules = { unknown_passes ? OCT9_PASSES : OCT9_BLOCKS, OCT9_FREE, OCT9_BLOCKS,
                                 0, 0 };
    const oct9_cast_input_t input = { ray->from, ray->to, rules };
    return input;
}

static inline oct9_spheres_input_t grids_sphere_input(const oct9_sphere_t *sphere)
{
    const oct9_rules_t rules = { OCT9_PASSES, OCT9_FREE, OCT9_BLOCKS, 0, 0 };
    const oct9_spheres_input_t input = { sphere, 1, rules };
    return input;
}

static inline bool grids_in_leaf(const oct9_leaf_t *leaf, const uint16_t cell[3])
{
    return cell[0] >> leaf->level == leaf->corner.x >> leaf->level &&
           cell[1] >> leaf->level == leaf->corner.y >> leaf->level &&
           cell[2] >> leaf->level == leaf->corner.z >> leaf->level;
}

/* The fractions are compared as numbers: where a ray enters by an edge, each may name another of
 * its planes. */
static inline bool grids_same(const oct9_cast_output_t *ours, const grid_hit_t *theirs)
{
    if (ours->hit == OCT9_HIT_OUTSIDE || (ours->hit == OCT9_HIT_LEAF) != theirs->hit)
        return false;
    return (!theirs->hit ||
            (ours->leaf.state == theirs->state && grids_in_leaf(&ours->leaf, theirs->cell))) &&
           ours->fraction.num * theirs->fraction.den == theirs->fraction.num * ours->fraction.den &&
           ours->point.x == theirs->point.x && ours->point.y == theirs->point.y &&
           ours->point.z == theirs->point.z;
}

#endif
