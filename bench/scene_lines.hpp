// SPDX-License-Identifier: MIT
// Lines through a scene: oct9's casts beside Embree's.
#ifndef BENCH_SCENE_LINES_HPP
#define BENCH_SCENE_LINES_HPP

#include "bench/players.hpp"
#include "bench/scene_places.h"
#include "oct9/scene.h"
#include "tests/scene/scene_exact.hpp"

struct Lines {
    const scene_site_t *site;
    const oct9_scene_t &scene;
    const std::vector<scenes::Body> &bodies;
    const std::vector<scene_place_t> &places;
};

// The first hit, or whether there is any.
Check lines_check(const Lines &lines, bool any);

#endif
