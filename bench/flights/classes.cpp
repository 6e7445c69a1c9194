// SPDX-License-Identifier: MIT
#include "classes.hpp"

namespace flights {

namespace {

Class base(const char *name, Part part, Place place, double speed)
{
    Class type;
    type.name = name;
    type.part = part;
    type.place = place;
    type.speed = speed;
    return type;
}

const std::vector<Kind> sensor_dies = { Kind::dead_all, Kind::dead_one, Kind::silent,
                                        Kind::reboot };
const std::vector<Kind> sensor_hangs = { Kind::freeze_all, Kind::freeze_one };
const std::vector<Kind> sensor_fails = { Kind::freeze_all, Kind::freeze_one, Kind::dead_all,
                                         Kind::dead_one,   Kind::silent,     Kind::reboot };
const std::vector<Kind> times_lie = { Kind::late, Kind::repeated, Kind::backward, Kind::jump };
const std::vector<Kind> readings_lie = { Kind::phantom, Kind::crosstalk };

void add_zones(std::vector<Class> &all)
{
    const auto add = [&](const char *name, Place place, double speed) -> Class & {
        all.push_back(base(name, Part::zones, place, speed));
        return all.back();
    };
    add("8 x 8: rooms, fast", Place::rooms, 2.5);
    add("8 x 8: corridors, fast", Place::corridors, 2);
    add("8 x 8: slanted walls, drift", Place::slanted, 1.5).drift = 0.01;
    add("8 x 8: thin poles", Place::poles, 1).guests.poles = 8;
    add("8 x 8: people", Place::rooms, 1).guests.people = 2;
    Class &unseen = add("8 x 8: black walls, glass", Place::rooms, 1);
    unseen.guests.black = unseen.guests.glass = 1;
    add("8 x 8: hangs", Place::rooms, 1).faults = sensor_hangs;
    add("8 x 8: dies", Place::rooms, 1).faults = sensor_dies;
    add("8 x 8: blind near by", Place::rooms, 1).blind = 0.4;
    add("8 x 8: phantoms", Place::rooms, 1).faults = readings_lie;
    add("8 x 8: times lie, poses jump", Place::rooms, 1.5).faults = times_lie;
    add("8 x 8: hall, dark clears", Place::hall, 2).dark_clears = true;
    add("8 x 8: building, 12 KB", Place::building, 1.5).blocks = 768;
}

void add_cones(std::vector<Class> &all)
{
    const auto add = [&](const char *name, Place place, double speed) -> Class & {
        all.push_back(base(name, Part::cones, place, speed));
        all.back().sideways = true;
        return all.back();
    };
    Class &corridors = add("cones: corridors, drift, 12 KB", Place::corridors, 2);
    corridors.drift = 0.01;
    corridors.blocks = 768;
    add("cones: thin poles", Place::poles, 0.8).guests.poles = 8;
    add("cones: people", Place::rooms, 1).guests.people = 2;
    add("cones: black walls", Place::rooms, 1).guests.black = 2;
    add("cones: hangs, dies", Place::rooms, 1).faults = sensor_fails;
    Class &blind = add("cones: too near", Place::slanted, 1);
    blind.blind = 0.3;
    blind.small_near = true;
    add("cones: hall, dark clears", Place::hall, 1.5).dark_clears = true;
    add("cones: building", Place::building, 1);
}

void add_lasers(std::vector<Class> &all)
{
    const auto add = [&](const char *name, Part part, Place place, double speed) -> Class & {
        all.push_back(base(name, part, place, speed));
        all.back().sideways = true;
        return all.back();
    };
    add("laser: people, fast", Part::laser, Place::rooms, 2.5).guests.people = 2;
    add("laser: hangs, dies", Part::laser, Place::building, 1.5).faults = sensor_fails;
    add("LD19: rooms", Part::packets, Place::rooms, 1.5);
}

} // namespace

const std::vector<Class> &classes()
{
    static const std::vector<Class> all = [] {
        std::vector<Class> made;
        add_zones(made);
        add_cones(made);
        add_lasers(made);
        return made;
    }();
    return all;
}

double tick_of(const Class &type)
{
    return type.fifteen ? 1.0 / 15 : 0.1;
}

Body body_of(const Class &type, Random &random)
{
    Body body;
    body.radius = random.in(0.08, 0.14);
    body.delay = random.in(0.08, 0.14);
    body.brake = random.in(3.0, 3.6);
    body.tilts = type.part == Part::zones || type.part == Part::cones;
    return body;
}

// What a user knows of such a robot: its body and its errors, nothing of what will go wrong.
Policy policy_of(const Class &type, const Body &body, double tick)
{
    Policy policy;
    // Of readings and of poses: what drifts in two rounds, for which a place counts as free or as
    // one where the robot was.
    const double errors = 0.05 + 6 * type.drift;
    if (type.drift > 0)
        policy.round = 3000;
    policy.radius = static_cast<int>(std::ceil((body.radius + errors) * 1000));
    policy.least = policy.radius;
    policy.reaction = static_cast<int>(std::ceil((body.delay + tick) * 1000)) + 20;
    policy.fastest = static_cast<int>(type.speed * 1000) + 200;
    policy.farthest = type.speed > 1.2 ? 2600 : 2000;
    if (type.blocks < 1000 && type.speed <= 1.5)
        policy.farthest = 1500; // what lies farther would push near obstacles into coarse leaves
    policy.cell_mm = 50;
    policy.blocks = type.blocks;
    if (type.dark_clears)
        policy.dark = 1500;
    return policy;
}

} // namespace flights
