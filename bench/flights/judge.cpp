// SPDX-License-Identifier: MIT
#include "judge.hpp"

#include <climits>

namespace flights {

constexpr double remembered = 20;                     // s
constexpr double same_place = 0.45, same_cube = 0.25; // m
constexpr double between = 0.075; // rad: from two zones, a motion is no farther from one of them
constexpr double pause = 0.5;     // s
constexpr int looks = 7;          // of a miss each see through what was hit three times

constexpr int through = 3; // frames, until glass counts as gone

Verdict verdict_of(Reason reason)
{
    switch (reason) {
    case Reason::shown_late:
    case Reason::walked_into:
    case Reason::came_late: return Verdict::too_late;
    case Reason::seen_through:
    case Reason::dark_clears:
    case Reason::unseen: return Verdict::no_trace;
    default: return Verdict::avoidable;
    }
}

const char *name_of(Reason reason)
{
    static const char *const names[reasons] = {
        "avoidable, shown in time", "avoidable, shown long ago", "avoidable, shown elsewhere",
        "avoidable, not looked at", "too late, shown late",      "too late, walked into",
        "too late, came late",      "no trace, seen through",    "no trace, dark clears",
        "no trace, unseen"
    };
    return names[static_cast<int>(reason)];
}

void Judge::begin_tick(double time, const Robot &robot)
{
    while (!moments_.empty() && moments_.front().time < time - remembered)
        moments_.pop_front();
    moments_.push_back({ time, robot, V3(), {} });
}

void Judge::given(const Frame &frame)
{
    std::vector<Sight> &sights = moments_.back().sights;
    for (const Reading &reading : frame.readings)
        if (reading.genuine) {
            if (!reading.dark)
                marks_.insert(mark_of(reading.id, reading.point));
            sights.push_back({ frame.truth.place, reading.direction, reading.point, reading.reach,
                               reading.dark, reading.id });
        }
}

constexpr double mark = 0.1; // m

Judge::Mark Judge::mark_of(int id, V3 point)
{
    const auto cube = [](double at) { return static_cast<int>(std::floor(at / mark)); };
    return { id, cube(point.x), cube(point.y), cube(point.z) };
}

void Judge::wished(V3 velocity)
{
    moments_.back().wish = velocity;
}

double Judge::braking_way(double speed) const
{
    return speed * (policy_.reaction * 1e-3 + tick_) + speed * speed / (2e-3 * policy_.brake);
}

// --- contacts -----------------------------------------------------------------------------------

// How far ahead is the look for who walks. Of a motion that is slow, to the policy, its braking
// path alone is asked.
double Judge::walkers_look(double speed) const
{
    const double path = braking_way(speed);
    return speed * 1000 > policy_.slow ? std::max(0.3, path) : path;
}

bool Judge::in_look(const Moment &moment, int id) const
{
    const V3 motions[2] = { moment.robot.velocity, moment.wish };
    for (const V3 &motion : motions) {
        const double speed = length(motion), path = walkers_look(speed);
        if (speed < 0.05)
            continue;
        for (double gone = 0; gone <= path; gone += 0.05)
            if (world_.distance_to(id, moment.robot.place + unit(motion) * gone, moment.time) <
                policy_.radius * 1e-3)
                return true;
    }
    return false;
}

// Whether a place that a reading showed is in the robot's look, and not at its rim.
bool Judge::in_look(const Moment &moment, V3 point) const
{
    constexpr double rim = 0.03;
    const V3 motions[2] = { moment.robot.velocity, moment.wish };
    for (const V3 &motion : motions) {
        const double speed = length(motion), path = walkers_look(speed);
        const V3 to = point - moment.robot.place;
        const double along = std::clamp(dot(to, unit(motion)), 0.0, path);
        if (speed >= 0.05 && length(to - unit(motion) * along) < policy_.radius * 1e-3 - rim)
            return true;
    }
    return false;
}

bool Judge::shows(const Moment &moment, const Touch &touch) const
{
    const bool walks = touch.id >= 0 && world_.things[static_cast<size_t>(touch.id)].walks;
    const double near = walks ? far_away : touch.id == building_id ? same_cube : same_place;
    for (const Sight &sight : moment.sights)
        if (sight.id == touch.id && length(sight.point - touch.point) < near)
            if (!walks || in_look(moment, sight.point))
                return true;
    return false;
}

// The first moment that showed what stands still, near where it was touched.
const Judge::Moment *Judge::first_shown(const Touch &touch) const
{
    for (const Moment &moment : moments_)
        if (shows(moment, touch))
            return &moment;
    return nullptr;
}

// Of glass, since frames looked through that place.
const Judge::Moment *Judge::first_of_glass(const Touch &touch) const
{
    const Moment *first = nullptr;
    int frames = 0; // that looked through since it was shown
    for (const Moment &moment : moments_) {
        if (shows(moment, touch)) {
            first = first ? first : &moment;
            frames = 0;
        } else if (looks_through(moment, touch, false) && ++frames >= through) {
            first = nullptr;
        }
    }
    return first;
}

// The first of the readings of places in the look that followed each other up to now.
const Judge::Moment *Judge::first_of_walker(const Touch &touch) const
{
    const Moment *first = nullptr;
    double last = moments_.empty() ? 0 : moments_.back().time;
    for (auto moment = moments_.rbegin(); moment != moments_.rend(); ++moment) {
        if (moment->time < last - pause)
            break;
        if (!shows(*moment, touch))
            continue;
        first = &*moment;
        last = moment->time;
    }
    return first;
}

// When who walks came into the look for good.
const Judge::Moment *Judge::came_into_look(int id) const
{
    const Moment *first = nullptr;
    for (auto moment = moments_.rbegin(); moment != moments_.rend(); ++moment) {
        if (!in_look(*moment, id))
            break;
        first = &*moment;
    }
    return first;
}

bool Judge::brakes_in_vain(const Moment &moment, int id) const
{
    constexpr double step = 0.005;
    const bool walks = id >= 0 && world_.things[static_cast<size_t>(id)].walks;
    Robot robot = moment.robot;
    robot.command(moment.time, V3(), 0);
    for (double time = moment.time; time < moment.time + 4; time += step) {
        robot.move(time, step);
        if (world_.distance_to(id, robot.place, time + step) < robot.body.radius)
            return true;
        const bool stands = time > moment.time + robot.body.delay && length(robot.velocity) < 1e-3;
        // Who walks may walk into a robot that stands.
        if (stands && (!walks || time > moments_.back().time + 0.5))
            break;
    }
    return false;
}

bool Judge::was_shown(int id) const
{
    const auto first = marks_.lower_bound({ id, INT_MIN, INT_MIN, INT_MIN });
    return first != marks_.end() && std::get<0>(*first) == id;
}

// In the whole flight, to a cube of the marks.
bool Judge::was_shown_near(const Touch &touch) const
{
    const double near = touch.id == building_id ? same_cube : same_place;
    const auto to = [](double at, int cube) { return at - (cube + 0.5) * mark; };
    for (auto one = marks_.lower_bound({ touch.id, INT_MIN, INT_MIN, INT_MIN });
         one != marks_.end() && std::get<0>(*one) == touch.id; ++one) {
        const V3 by = { to(touch.point.x, std::get<1>(*one)), to(touch.point.y, std::get<2>(*one)),
                        to(touch.point.z, std::get<3>(*one)) };
        if (length(by) < near)
            return true;
    }
    return false;
}

// Whether a reading of what lies behind it looks through the place where it was touched; `dark`:
// whether nothing came back from there, where the policy says that this clears.
bool Judge::looks_through(const Moment &moment, const Touch &touch, bool dark) const
{
    for (const Sight &sight : moment.sights) {
        const double reach = dark ? policy_.dark * 1e-3 : sight.reach - 0.05;
        const V3 to = touch.point - sight.from;
        const double along = dot(to, sight.direction);
        if (sight.dark == dark && along > 0 && along <= reach &&
            length(to - sight.direction * along) < along * sensor_.half_angle() + 0.005)
            return true;
    }
    return false;
}

bool Judge::looked_through(const Touch &touch, bool dark) const
{
    return std::any_of(moments_.begin(), moments_.end(),
                       [&](const Moment &moment) { return looks_through(moment, touch, dark); });
}

Reason Judge::with_standing(const Touch &touch, double *shown) const
{
    const bool glass = touch.id >= 0 && world_.things[static_cast<size_t>(touch.id)].glass;
    const Moment *const first = glass ? first_of_glass(touch) : first_shown(touch);
    if (first) {
        *shown = first->time;
        return brakes_in_vain(*first, touch.id) ? Reason::shown_late : Reason::in_time;
    }
    if (!glass && was_shown_near(touch))
        return Reason::long_ago;
    if (touch.id >= 0 && !glass && was_shown(touch.id))
        return Reason::elsewhere;
    if (looked_through(touch, false))
        return Reason::seen_through;
    return looked_through(touch, true) ? Reason::dark_clears : Reason::not_looked_at;
}

Reason Judge::with_walker(const Touch &touch, double speed, double *shown) const
{
    if (speed < 0.05)
        return Reason::walked_into;
    const Moment *const came = came_into_look(touch.id), *first = first_of_walker(touch);
    for (const Moment &moment : moments_) {
        const bool of_him = std::any_of(moment.sights.begin(), moment.sights.end(),
                                        [&](const Sight &sight) { return sight.id == touch.id; });
        if (came && of_him && moment.time >= came->time - pause) {
            const Moment *const seen = moment.time < came->time ? came : &moment;
            first = first && first->time < seen->time ? first : seen;
            break;
        }
    }
    if (first) {
        *shown = first->time;
        if (!brakes_in_vain(*first, touch.id))
            return Reason::in_time;
    }
    if (!came || brakes_in_vain(*came, touch.id))
        return Reason::came_late;
    return first ? Reason::shown_late : Reason::unseen;
}

Contact Judge::contact(double time, const Robot &robot, const Touch &touch) const
{
    Contact contact;
    contact.touch = touch;
    contact.speed = length(robot.velocity);
    double shown = -1;
    const bool walks = touch.id >= 0 && world_.things[static_cast<size_t>(touch.id)].walks;
    contact.reason = walks ? with_walker(touch, contact.speed, &shown)
                           : with_standing(touch, &shown);
    if (shown >= 0)
        contact.shown_before = time - shown;
    return contact;
}

// --- stops --------------------------------------------------------------------------------------

// Rays 20 mrad apart.
bool Judge::cone_is_free(const Moment &moment, const Sight &sight, double path) const
{
    View view(world_, sight.from, path + 0.5, moment.time);
    view.solid = true;
    const double half = std::atan(sensor_.half_angle());
    const V3 side = unit(Turn::cross(
        sight.direction, std::fabs(sight.direction.z) > 0.7 ? V3{ 1, 0, 0 } : V3{ 0, 0, 1 }));
    const V3 other = Turn::cross(sight.direction, side);
    for (int ring = 0; ring * 0.02 <= half + 0.01; ring++) {
        const double out = std::tan(std::min(ring * 0.02, half));
        for (int k = 0; k < std::max(1, ring * 6); k++) {
            const double angle = 2 * pi * k / std::max(1, ring * 6);
            if (view.cast(unit(sight.direction + side * (out * std::cos(angle)) +
                               other * (out * std::sin(angle))))
                    .t < path)
                return false;
        }
    }
    return true;
}

// The sine of the angle to a motion up to which a beam looks along it. The motion is given on the
// axes of the estimate, which may be turned by half a degree: it must lie so far within a cone.
double Judge::looks_beside(double path) const
{
    if (sensor_.part() == Part::cones)
        return std::sin(std::atan(sensor_.half_angle()) - 0.01);
    return std::max(0.05, std::atan(policy_.radius * 1e-3 / path));
}

bool Judge::looks_along(const Moment &moment, V3 direction, double path) const
{
    const bool cones = sensor_.part() == Part::cones;
    const double wide = looks_beside(path);
    int all = 0, seen = 0;
    double nearest = 1;
    // A laser's turn of packets is of one moment; other sensors have one frame in it.
    for (const Sight &sight : moment.sights) {
        const double along = dot(sight.direction, direction);
        const double beside = std::sqrt(std::max(0.0, 1 - along * along));
        if (along < 0.9 || beside > wide)
            continue;
        nearest = std::min(nearest, beside);
        all++;
        seen += (sight.dark ? policy_.dark * 1e-3 >= path : sight.reach >= path) &&
                (!cones || cone_is_free(moment, sight, path));
    }
    return seen > 0 && (cones || (seen >= 0.8 * all && nearest < between));
}

// How much wider than at its begin the look is at 1 m: by what a zone is wide.
double Judge::beams_widen() const
{
    return sensor_.part() == Part::cones ? 0 : 2 * sensor_.half_angle();
}

double Judge::look(V3 motion) const
{
    return std::max(policy_.look * 1e-3, braking_way(length(motion))) + 0.15;
}

bool Judge::look_is_free(V3 motion) const
{
    const Moment &now = moments_.back();
    for (int k = 0; k < 3; k++) {
        const double time = now.time - 0.75 * k;
        if (world_.nearest(now.robot.place, time, policy_.least * 1e-3 + 0.1).id != nothing ||
            !world_.free(now.robot.place, unit(motion), look(motion), policy_.radius * 1e-3 + 0.1,
                         time, beams_widen()))
            return false;
    }
    return true;
}

// Whether a place was in enough cones lately, a bit off their sides and what they read.
bool Judge::in_cones(V3 point) const
{
    int seen = 0;
    for (auto moment = moments_.rbegin(); moment != moments_.rend(); ++moment) {
        if (moment->time < moments_.back().time - 4)
            return false;
        for (const Sight &sight : moment->sights) {
            const V3 to = point - sight.from;
            const double along = dot(to, sight.direction);
            const double reach = sight.dark ? policy_.dark * 1e-3 : sight.reach;
            if (along > 0 && length(to) < reach - 0.08 &&
                length(to - sight.direction * along) < along * sensor_.half_angle() - 0.02)
                seen++;
        }
        if (seen >= looks)
            return true;
    }
    return false;
}

// Whether cones saw all of a look, except for where the robot is.
bool Judge::cones_saw(V3 direction, double path) const
{
    const double radius = policy_.radius * 1e-3;
    const V3 from = moments_.back().robot.place, up = { 0, 0, 1 };
    const V3 side = unit(Turn::cross(direction, up));
    for (double gone = radius; gone <= path; gone += 0.1)
        for (int k = 0; k < 8; k++) {
            const double angle = k * pi / 4;
            const V3 ring = side * std::cos(angle) + up * std::sin(angle);
            if (!in_cones(from + direction * gone + ring * radius))
                return false;
        }
    return true;
}

bool Judge::looks_past(V3 motion) const
{
    const Moment &now = moments_.back();
    const V3 direction = unit(motion);
    const V3 end = now.robot.place + direction * (look(motion) + policy_.radius * 1e-3);
    for (size_t i = 0; i < looks; i++) {
        if (i >= moments_.size())
            return false;
        const Moment &moment = moments_[moments_.size() - 1 - i];
        const V3 to = end - moment.robot.place;
        if (!looks_along(moment, unit(to), length(to)))
            return false;
    }
    return true;
}

bool Judge::sees_all(V3 motion) const
{
    return sensor_.part() != Part::cones || cones_saw(unit(motion), look(motion));
}

// Whether the robot was on this path lately.
bool Judge::came_along(V3 direction) const
{
    const V3 here = moments_.back().robot.place;
    double farthest = 0;
    for (auto moment = moments_.rbegin(); moment != moments_.rend(); ++moment) {
        if (moment->time < moments_.back().time - 10)
            break;
        const V3 to = moment->robot.place - here;
        const double along = dot(to, direction);
        if (length(to - direction * along) > 0.06)
            break;
        farthest = std::max(farthest, along);
    }
    return farthest > 0.3;
}

bool Judge::free_and_seen(V3 direction) const
{
    const Moment &now = moments_.back();
    const double far = std::max(0.5, policy_.look * 1e-3 + 0.15);
    for (int k = 0; k < 3; k++)
        if (!world_.free(now.robot.place, direction, far, policy_.radius * 1e-3 + 0.1,
                         now.time - 0.75 * k, beams_widen()))
            return false;
    if (came_along(direction))
        return true;
    for (auto moment = moments_.rbegin(); moment != moments_.rend(); ++moment) {
        if (moment->time < now.time - 5 || length(moment->robot.place - now.robot.place) > 0.05)
            break;
        if (looks_along(*moment, direction, far + policy_.radius * 1e-3))
            return true;
    }
    return false;
}

bool Judge::a_way_is_seen() const
{
    constexpr int headings = 24;
    for (int i = 0; i < headings; i++)
        if (free_and_seen(toward(2 * pi * i / headings)))
            return true;
    return false;
}

} // namespace flights
