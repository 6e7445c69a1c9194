// SPDX-License-Identifier: MIT
#include "bench/objects_peers.hpp"

#include <algorithm>
#include <cstdlib>

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

std::vector<Body> bodies_of(const Movers &movers)
{
    std::vector<Body> bodies;
    bodies.reserve(movers.size());
    for (const mover_t &mover : movers)
        bodies.push_back(body_of(mover.bounds, static_cast<uint32_t>(bodies.size())));
    return bodies;
}

bool boxes_meet(const Box &a, const Box &b)
{
    return a.low[0] <= b.high[0] && b.low[0] <= a.high[0] && a.low[1] <= b.high[1] &&
           b.low[1] <= a.high[1] && a.low[2] <= b.high[2] && b.low[2] <= a.high[2];
}

bool meet(const Body &a, const Body &b)
{
    if (!boxes_meet(a.box, b.box))
        return false;
    int64_t sum = 0;
    for (size_t i = 0; i < 3; i++) {
        const int64_t gap = std::max(std::abs(a.centre[i] - b.centre[i]) - a.core[i] - b.core[i],
                                     0);
        sum += gap * gap;
    }
    return sum <= (a.radius + b.radius) * (a.radius + b.radius);
}

bool holds(const Box &region, const Box &box)
{
    for (size_t a = 0; a < 3; a++)
        if (box.low[a] < region.low[a] || box.high[a] >= region.high[a])
            return false;
    return true;
}

Box octant(const Box &region, size_t place)
{
    Box part = region;
    for (size_t a = 0; a < 3; a++)
        (place >> a & 1 ? part.low[a] : part.high[a]) = (region.low[a] + region.high[a]) / 2;
    return part;
}

} // namespace

void Pointers::build(Node &node)
{
    if (node.bodies.size() <= 1 || node.region.high[0] - node.region.low[0] <= OCT9_CELL_Q6)
        return;
    std::array<Box, 8> part;
    std::array<std::vector<const Body *>, 8> below;
    std::vector<const Body *> kept;
    for (size_t place = 0; place < 8; place++)
        part[place] = octant(node.region, place);
    for (const Body *body : node.bodies) {
        size_t place = 0;
        while (place < 8 && !holds(part[place], body->box))
            place++;
        (place < 8 ? below[place] : kept).push_back(body);
    }
    node.bodies = std::move(kept);
    for (size_t place = 0; place < 8; place++)
        if (!below[place].empty()) {
            node.child[place] = std::make_unique<Node>();
            node.child[place]->region = part[place];
            node.child[place]->bodies = std::move(below[place]);
            build(*node.child[place]);
        }
}

void Pointers::find(const Node &node, std::vector<const Body *> &above, Found &found)
{
    const size_t before = above.size();
    for (const Body *body : node.bodies) {
        for (const Body *other : above)
            if (meet(*body, *other))
                found.add(body->index, other->index);
        above.push_back(body);
    }
    for (const std::unique_ptr<Node> &child : node.child)
        if (child)
            find(*child, above, found);
    above.resize(before);
}

Found Pointers::tick(const Movers &movers)
{
    const std::vector<Body> bodies = bodies_of(movers);
    root = std::make_unique<Node>();
    root->region = { { OCT9_LOW_Q6, OCT9_LOW_Q6, OCT9_LOW_Q6 },
                     { OCT9_HIGH_Q6, OCT9_HIGH_Q6, OCT9_HIGH_Q6 } };
    for (const Body &body : bodies)
        root->bodies.push_back(&body);
    build(*root);
    Found found;
    std::vector<const Body *> above;
    find(*root, above, found);
    return found;
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
