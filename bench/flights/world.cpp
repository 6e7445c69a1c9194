// SPDX-License-Identifier: MIT
#include "world.hpp"

namespace flights {

// --- one thing ----------------------------------------------------------------------------------

Thing Thing::at(double time) const
{
    if (!walks)
        return *this;
    Thing thing = *this;
    const double path = std::hypot(to_x - x, to_y - y);
    double gone = std::fmod(phase + time * speed, 2 * path);
    gone = gone > path ? 2 * path - gone : gone;
    thing.x += (to_x - x) * gone / path;
    thing.y += (to_y - y) * gone / path;
    thing.walks = false;
    return thing;
}

// From a place in the thing's own axes.
static double box_distance(const Thing &box, double x, double y, double *px, double *py)
{
    const double ox = std::fabs(x) - box.half_x, oy = std::fabs(y) - box.half_y;
    *px = std::clamp(x, -box.half_x, box.half_x);
    *py = std::clamp(y, -box.half_y, box.half_y);
    if (ox <= 0 && oy <= 0)
        return std::max(ox, oy);
    return std::hypot(std::max(ox, 0.0), std::max(oy, 0.0));
}

static double round_distance(const Thing &pole, double x, double y, double *px, double *py)
{
    const double far = std::hypot(x, y), scale = far > pole.half_x ? pole.half_x / far : 1;
    *px = x * scale;
    *py = y * scale;
    return far - pole.half_x;
}

static Touch touch(const Thing &thing, int id, V3 at)
{
    const double dx = at.x - thing.x, dy = at.y - thing.y;
    const double x = thing.cos_yaw * dx + thing.sin_yaw * dy;
    const double y = thing.cos_yaw * dy - thing.sin_yaw * dx;
    double px, py;
    const double flat = thing.round ? round_distance(thing, x, y, &px, &py)
                                    : box_distance(thing, x, y, &px, &py);
    const double above = std::max(thing.low - at.z, at.z - thing.high);
    Touch found;
    found.id = id;
    found.point = { thing.x + thing.cos_yaw * px - thing.sin_yaw * py,
                    thing.y + thing.cos_yaw * py + thing.sin_yaw * px,
                    std::clamp(at.z, thing.low, thing.high) };
    found.distance = above <= 0 ? std::max(flat, above) : std::hypot(std::max(flat, 0.0), above);
    return found;
}

// --- the world ----------------------------------------------------------------------------------

const char *name_of_kind(int kind)
{
    static const char *const names[thing_kinds] = { "the building", "a wall or a box", "a pole",
                                                    "a person",     "what is black",   "glass" };
    return names[kind];
}

int World::kind_of(int id) const
{
    if (id < 0)
        return 0;
    const Thing &thing = things[static_cast<size_t>(id)];
    return thing.glass                        ? 5
         : thing.reflect <= 0                 ? 4
         : thing.walks                        ? 3
         : thing.round && thing.half_x < 0.03 ? 2
                                              : 1;
}

Touch World::nearest(V3 at, double time, double within) const
{
    Touch best;
    best.distance = within;
    for (size_t i = 0; i < things.size(); i++) {
        const Thing thing = things[i].walks ? things[i].at(time) : things[i];
        const double reach = thing.reach() + best.distance;
        const double dx = at.x - thing.x, dy = at.y - thing.y;
        if (dx * dx + dy * dy > reach * reach)
            continue;
        const Touch one = touch(thing, static_cast<int>(i), at);
        if (one.distance < best.distance)
            best = one;
    }
    if (building) {
        V3 point;
        const double distance = building->nearest(at, best.distance, flat, &point);
        if (distance < best.distance)
            best = { distance, building_id, point };
    }
    return best.id == nothing ? Touch() : best;
}

double World::distance_to(int id, V3 at, double time) const
{
    if (id >= 0)
        return touch(things[static_cast<size_t>(id)].at(time), id, at).distance;
    V3 point;
    return building ? building->nearest(at, 0.5, flat, &point) : far_away;
}

bool World::free(V3 from, V3 direction, double path, double least, double time, double widens) const
{
    double gone = 0;
    for (;;) {
        const V3 at = from + direction * gone;
        const double radius = least + widens * gone;
        const double ahead = building ? std::max(0.05, building->at_least(at) - radius) : 1.0;
        const Touch near = nearest(at, time, radius + ahead);
        if (near.distance < radius)
            return false;
        if (gone >= path)
            return true;
        const double step = (near.id == nothing ? ahead : near.distance - radius) / (1 + widens);
        gone = std::min(path, gone + std::max(step, 0.02));
    }
}

// --- rays ---------------------------------------------------------------------------------------

View::View(const World &world, V3 from, double range, double time)
    : world_(world), from_(from), range_(range)
{
    for (size_t i = 0; i < world.things.size(); i++) {
        const Thing &given = world.things[i];
        const double reach = given.reach() + range;
        if (!given.walks && std::fabs(given.x - from.x) + std::fabs(given.y - from.y) > 1.5 * reach)
            continue;
        const Thing thing = given.at(time);
        V3 flat = from;
        flat.z = std::clamp(from.z, thing.low, thing.high);
        const double near = touch(thing, 0, flat).distance;
        if (near > range)
            continue;
        const double dx = from.x - thing.x, dy = from.y - thing.y;
        near_.push_back({ thing, static_cast<int>(i), near, thing.cos_yaw * dx + thing.sin_yaw * dy,
                          thing.cos_yaw * dy - thing.sin_yaw * dx });
    }
    std::sort(near_.begin(), near_.end(),
              [](const Near &a, const Near &b) { return a.from < b.from; });
}

// Cuts what of a ray is between two planes. False: nothing is left.
static bool slab(double from, double direction, double half, double *in, double *out, bool *front)
{
    if (std::fabs(direction) < 1e-12)
        return std::fabs(from) <= half;
    double a = (-half - from) / direction, b = (half - from) / direction;
    if (a > b)
        std::swap(a, b);
    *front = a > *in;
    *in = std::max(*in, a);
    *out = std::min(*out, b);
    return *in <= *out;
}

static bool meets_box(const Thing &box, double ox, double oy, double dx, double dy, double *in,
                      double *out, double *slant)
{
    bool front = false;
    *slant = 1;
    if (!slab(ox, dx, box.half_x, in, out, &front))
        return false;
    if (front)
        *slant = std::fabs(dx);
    if (!slab(oy, dy, box.half_y, in, out, &front))
        return false;
    if (front)
        *slant = std::fabs(dy);
    return true;
}

static bool meets_round(const Thing &pole, double ox, double oy, double dx, double dy, double *in,
                        double *out)
{
    const double a = dx * dx + dy * dy, b = ox * dx + oy * dy;
    const double c = ox * ox + oy * oy - pole.half_x * pole.half_x;
    const double square = b * b - a * c;
    if (square < 0)
        return false;
    if (a < 1e-12)
        return c <= 0;
    const double root = std::sqrt(square);
    *in = std::max(*in, (-b - root) / a);
    *out = std::min(*out, (root - b) / a);
    return *in <= *out;
}

constexpr double glass_slant = 0.97; // the cosine up to which glass gives light back

Hit View::cast(V3 d) const
{
    Hit hit;
    hit.t = range_;
    if (world_.building) {
        const double t = world_.building->cast(from_, d, range_);
        if (t < hit.t)
            hit = { t, building_id, 0.5 };
    } else if (d.z < 0 && (world_.floor - from_.z) / d.z < hit.t) {
        hit = { (world_.floor - from_.z) / d.z, floor_id, 0.4 };
    } else if (d.z > 0 && (world_.ceiling - from_.z) / d.z < hit.t) {
        hit = { (world_.ceiling - from_.z) / d.z, ceiling_id, 0.6 };
    }
    for (const Near &near : near_) {
        if (near.from >= hit.t)
            break;
        const Thing &thing = near.thing;
        const double dx = thing.cos_yaw * d.x + thing.sin_yaw * d.y;
        const double dy = thing.cos_yaw * d.y - thing.sin_yaw * d.x;
        const double middle = (thing.low + thing.high) / 2, half = thing.high - middle;
        double in = 0, out = hit.t, slant = 1;
        bool front;
        if (!(thing.round ? meets_round(thing, near.ox, near.oy, dx, dy, &in, &out)
                          : meets_box(thing, near.ox, near.oy, dx, dy, &in, &out, &slant)))
            continue;
        if (!slab(from_.z - middle, d.z, half, &in, &out, &front) || in >= hit.t)
            continue;
        if (thing.glass && !solid && slant < glass_slant)
            continue;
        hit = { in, near.id, thing.reflect };
    }
    return hit.id == nothing ? Hit() : hit;
}

} // namespace flights
