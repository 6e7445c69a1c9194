// SPDX-License-Identifier: MIT
#include "worlds.hpp"

namespace flights {

namespace {

struct Rect {
    double x0, y0, x1, y1;
};

// Makes one world.
class Maker {
public:
    Maker(World &world, Random &random) : world_(world), random_(random) {}

    void rooms(int columns, int rows);
    void corridors();
    void hall();
    void slanted();
    void guests(const Guests &guests);
    void find_starts(int count, double apart);

private:
    World &world_;
    Random &random_;
    std::vector<Rect> rects_; // where one can be

    void wall(double x0, double y0, double x1, double y1, double thick);
    void wall_with_door(double x0, double y0, double x1, double y1);
    void frame(const Rect &rect);
    void furnish(const Rect &rect, int count);
    void person(const Rect &rect);
    void black(const Rect &rect);
    void pole(const Rect &rect);
    void glass(const Rect &rect);
};

void Maker::wall(double x0, double y0, double x1, double y1, double thick)
{
    Thing thing;
    const double long_way = std::hypot(x1 - x0, y1 - y0);
    thing.x = (x0 + x1) / 2;
    thing.y = (y0 + y1) / 2;
    thing.cos_yaw = (x1 - x0) / long_way;
    thing.sin_yaw = (y1 - y0) / long_way;
    thing.half_x = long_way / 2;
    thing.half_y = thick / 2;
    thing.reflect = random_.in(0.2, 0.8);
    world_.things.push_back(thing);
}

void Maker::wall_with_door(double x0, double y0, double x1, double y1)
{
    const double path = std::hypot(x1 - x0, y1 - y0), thick = random_.in(0.06, 0.2);
    const double door = random_.in(0.8, 1.4), at = random_.in(0.4, path - 0.4 - door);
    const double ux = (x1 - x0) / path, uy = (y1 - y0) / path;
    wall(x0, y0, x0 + ux * at, y0 + uy * at, thick);
    wall(x0 + ux * (at + door), y0 + uy * (at + door), x1, y1, thick);
}

void Maker::frame(const Rect &rect)
{
    wall(rect.x0, rect.y0, rect.x1, rect.y0, 0.2);
    wall(rect.x0, rect.y1, rect.x1, rect.y1, 0.2);
    wall(rect.x0, rect.y0, rect.x0, rect.y1, 0.2);
    wall(rect.x1, rect.y0, rect.x1, rect.y1, 0.2);
}

void Maker::furnish(const Rect &rect, int count)
{
    for (int i = 0; i < count; i++) {
        Thing box;
        const double yaw = random_.chance(0.5) ? 0 : random_.in(-pi, pi);
        box.cos_yaw = std::cos(yaw);
        box.sin_yaw = std::sin(yaw);
        box.half_x = random_.in(0.1, 0.6);
        box.half_y = random_.in(0.1, 0.4);
        box.x = random_.in(rect.x0 + 0.5, rect.x1 - 0.5);
        box.y = random_.in(rect.y0 + 0.5, rect.y1 - 0.5);
        box.high = random_.in(0.4, 2.2);
        box.low = 0;
        box.round = random_.chance(0.2);
        if (box.round)
            box.half_y = box.half_x *= 0.5;
        box.reflect = random_.in(0.15, 0.8);
        world_.things.push_back(box);
    }
}

void Maker::rooms(int columns, int rows)
{
    std::vector<double> x = { 0 }, y = { 0 };
    for (int i = 0; i < columns; i++)
        x.push_back(x.back() + random_.in(4, 8));
    for (int i = 0; i < rows; i++)
        y.push_back(y.back() + random_.in(3.5, 7));
    frame({ 0, 0, x.back(), y.back() });
    for (size_t i = 0; i + 1 < x.size(); i++)
        for (size_t k = 0; k + 1 < y.size(); k++) {
            if (i > 0)
                wall_with_door(x[i], y[k], x[i], y[k + 1]);
            if (k > 0)
                wall_with_door(x[i], y[k], x[i + 1], y[k]);
            rects_.push_back({ x[i], y[k], x[i + 1], y[k + 1] });
            furnish(rects_.back(), random_.below(4));
        }
}

// A ring of corridors about a block, with bays.
void Maker::corridors()
{
    const double wide = random_.in(1.5, 2.4), w = random_.in(12, 25), h = random_.in(8, 16);
    frame({ 0, 0, w, h });
    frame({ wide, wide, w - wide, h - wide });
    rects_ = { { 0, 0, w, wide }, { 0, h - wide, w, h }, { 0, 0, wide, h }, { w - wide, 0, w, h } };
    for (const Rect &rect : rects_)
        if (random_.chance(0.5))
            furnish(rect, 1);
}

void Maker::hall()
{
    const Rect rect = { 0, 0, random_.in(20, 35), random_.in(15, 25) };
    frame(rect);
    furnish(rect, 6 + random_.below(8));
    rects_.push_back(rect);
    world_.ceiling = random_.in(4, 8);
}

// Walls that stand at no right angle: a room of eight sides, and slanted screens in it.
void Maker::slanted()
{
    const double radius = random_.in(4, 8), begin = random_.in(-pi, pi);
    double px = 0, py = 0;
    for (int i = 0; i <= 8; i++) {
        const double angle = begin + 2 * pi * (i % 8) / 8 + 0.3 * std::sin(i % 8 * 2.0 + begin);
        const double x = radius * std::cos(angle), y = 0.8 * radius * std::sin(angle);
        if (i > 0)
            wall(px, py, x, y, 0.15);
        px = x;
        py = y;
    }
    rects_.push_back({ -0.8 * radius, -0.6 * radius, 0.8 * radius, 0.6 * radius });
    for (int i = 0; i < 5; i++) {
        const double x = random_.in(-0.6, 0.6) * radius, y = random_.in(-0.5, 0.5) * radius;
        const double yaw = random_.in(-pi, pi), path = random_.in(0.5, 2.0);
        wall(x, y, x + path * std::cos(yaw), y + path * std::sin(yaw), 0.05);
    }
}

void Maker::person(const Rect &rect)
{
    for (int tries = 0; tries < 30; tries++) {
        Thing one;
        one.round = one.walks = true;
        one.half_x = one.half_y = random_.in(0.18, 0.28);
        one.low = 0;
        one.high = random_.in(1.6, 1.9);
        one.reflect = random_.in(0.3, 0.7);
        one.x = random_.in(rect.x0 + 0.5, rect.x1 - 0.5);
        one.y = random_.in(rect.y0 + 0.5, rect.y1 - 0.5);
        one.to_x = random_.in(rect.x0 + 0.5, rect.x1 - 0.5);
        one.to_y = random_.in(rect.y0 + 0.5, rect.y1 - 0.5);
        one.speed = random_.in(0.4, 1.4);
        one.phase = random_.in(0, 20);
        const V3 from = { one.x, one.y, 1 }, to = { one.to_x, one.to_y, 1 };
        if (length(to - from) < 1.5 ||
            !world_.free(from, unit(to - from), length(to - from), 0.35, 0))
            continue;
        world_.things.push_back(one);
        return;
    }
}

// A black screen, or a black cloth on a side of a box that is there already.
void Maker::black(const Rect &rect)
{
    const double yaw = random_.chance(0.5) ? 0 : random_.in(-pi, pi);
    const double path = random_.in(0.4, 2.5);
    const double x = random_.in(rect.x0 + 0.7, rect.x1 - 0.7);
    const double y = random_.in(rect.y0 + 0.7, rect.y1 - 0.7);
    wall(x, y, x + path * std::cos(yaw), y + path * std::sin(yaw), 0.1);
    world_.things.back().reflect = 0;
}

void Maker::pole(const Rect &rect)
{
    Thing one;
    one.round = true;
    one.half_x = one.half_y = random_.in(0.008, 0.028);
    one.low = 0;
    one.high = 3;
    one.reflect = random_.in(0.4, 0.8);
    one.x = random_.in(rect.x0 + 0.4, rect.x1 - 0.4);
    one.y = random_.in(rect.y0 + 0.4, rect.y1 - 0.4);
    world_.things.push_back(one);
}

void Maker::glass(const Rect &rect)
{
    black(rect);
    world_.things.back().glass = true;
    world_.things.back().reflect = 0.3;
    world_.things.back().half_y = 0.01;
}

void Maker::guests(const Guests &guests)
{
    for (const Rect &rect : rects_) {
        for (int i = 0; i < guests.poles; i++)
            pole(rect);
        for (int i = 0; i < guests.black; i++)
            black(rect);
        for (int i = 0; i < guests.glass; i++)
            glass(rect);
    }
    for (const Rect &rect : rects_)
        for (int i = 0; i < guests.people; i++)
            person(rect);
}

void Maker::find_starts(int count, double apart)
{
    const double high = random_.in(0.9, 1.5);
    for (int tries = 0; tries < 2000 && static_cast<int>(world_.starts.size()) < count; tries++) {
        const Rect &rect =
            rects_[static_cast<size_t>(random_.below(static_cast<int>(rects_.size())))];
        const V3 at = { random_.in(rect.x0, rect.x1), random_.in(rect.y0, rect.y1), high };
        if (world_.nearest(at, 0, apart).id == nothing)
            world_.starts.push_back(at);
    }
}

// The building's own places, that have room to all sides.
void find_in_building(World &world, Random &random)
{
    const Building &building = *world.building;
    const V3 low = building.low(), high = building.high();
    while (world.starts.size() < 4) {
        const V3 at = { random.in(low.x, high.x), random.in(low.y, high.y),
                        random.in(low.z, high.z) };
        if (!building.free(at) || building.at_least(at) < 0.55)
            continue;
        int headings = 0;
        for (int i = 0; i < 12; i++)
            headings += building.cast(at, toward(i * pi / 6), 3) > 2.5;
        if (headings >= 5)
            world.starts.push_back(at);
    }
}

} // namespace

World make_world(Place place, const Guests &guests, const std::shared_ptr<const Building> &building,
                 bool flat, Random &random)
{
    World world;
    world.flat = flat;
    if (place == Place::building) {
        world.building = building;
        find_in_building(world, random);
        return world;
    }
    Maker maker(world, random);
    switch (place) {
    case Place::corridors: maker.corridors(); break;
    case Place::poles: maker.rooms(1, 2); break;
    case Place::hall: maker.hall(); break;
    case Place::slanted: maker.slanted(); break;
    default: maker.rooms(2 + random.below(2), 2); break;
    }
    maker.guests(guests);
    if (flat)
        for (Thing &thing : world.things)
            thing.high = 10;
    maker.find_starts(4, 0.6);
    return world;
}

} // namespace flights
