// SPDX-License-Identifier: MIT
#include "bench/objects_peers.hpp"

namespace {

Body body_of(const oct9_bounds_t &bounds, uint32_t index)
{
    const bool ball = bounds.kind == OCT9_BOUND_SPHERE;
    Body body = { {},
                  { bounds.centre.x, bounds.centre.y, bounds.centre.z },
                  {},
                  ball ? bounds.half_q6[0] : 0,
                  index };
    for (size_t a = 0; a < 3; a++) {
        const int half = bounds.half_q6[ball ? 0 : a];
        body.box.low[a] = body.centre[a] - half;
        body.box.high[a] = body.centre[a] + half;
        body.core[a] = ball ? 0 : half;
    }
    return body;
}

} // namespace

std::vector<Body> bodies_of(const Movers &movers)
{
    std::vector<Body> bodies;
    bodies.reserve(movers.size());
    for (const mover_t &mover : movers)
        bodies.push_back(body_of(mover.bounds, static_cast<uint32_t>(bodies.size())));
    return bodies;
}

Found Brute::tick(const Movers &movers)
{
    const std::vector<Body> bodies = bodies_of(movers);
    Found found;
    for (size_t a = 0; a < bodies.size(); a++)
        for (size_t b = a + 1; b < bodies.size(); b++)
            if (meet(bodies[a], bodies[b]))
                found.add(bodies[a].index, bodies[b].index);
    return found;
}
