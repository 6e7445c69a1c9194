// SPDX-License-Identifier: MIT
#include "pilot.hpp"

namespace flights {

constexpr double turn_rate = 1.5, flying_turn_rate = 0.9; // rad/s
constexpr double ramp = 1.0;                              // m/s2
constexpr double slowest = 0.3, backwards = 0.16;         // m/s
constexpr double creeping = 0.16; // m/s: slow, to the mapper: it asks for the braking path alone
constexpr double going = 0.14;    // m/s: one that is stopped again and again is kept from its path
constexpr double step = 0.08;     // m, between places that are remembered
constexpr size_t places = 16;

const char *Pilot::doing() const
{
    static const char *const names[] = { "cruise", "stop", "turn", "back", "scan" };
    return names[static_cast<int>(mode_)];
}

// Chooses where to go next.
void Pilot::look_around(const World &world, const Robot &robot, double time)
{
    cruise_ = random_.in(0.5, 1.0) * habits_.speed;
    ramp_ = creeps_ = 0;
    kept_ = 0;
    looks_ = !random_.chance(habits_.blindly);
    insists_ = random_.chance(0.05) ? random_.in(5, 20) : 0.5;
    offset_ = habits_.sideways ? random_.below(4) * pi / 2 : 0;
    target_ = random_.in(-pi, pi);
    for (int i = 0; i < 12 && !random_.chance(habits_.blindly); i++) {
        if (world.free(robot.place, toward(target_), 1.5, robot.body.radius + 0.12, time))
            break;
        target_ = random_.in(-pi, pi);
    }
    if (habits_.sideways && random_.chance(0.5)) { // without a turn, along one of its axes
        const double axis = std::round((target_ - robot.yaw) / (pi / 2)) * pi / 2;
        offset_ = axis;
        target_ = robot.yaw + axis;
    }
    mode_ = Mode::turn;
}

// Turns away in time from what lies ahead.
void Pilot::steer(const World &world, const Robot &robot, double time)
{
    const double speed = length(robot.velocity), path = 1.2 + speed * 0.6 + speed * speed / 4;
    const double wide = robot.body.radius + 0.15;
    if (world.free(robot.place, way_, path, wide, time) || !random_.chance(0.3))
        return;
    for (int i = 1; i < 8; i++) {
        const double side = (random_.chance(0.5) ? 1 : -1) * 0.3 * i;
        if (world.free(robot.place, toward(target_ + side), path + 0.5, wide, time)) {
            target_ = wrap(target_ + side);
            return;
        }
    }
}

// In the direction in which it points, or beside that by its offset.
Wish Pilot::cruise(const World &world, const Robot &robot, double time, double seconds)
{
    if (random_.chance(habits_.turning * seconds))
        target_ = wrap(target_ + random_.in(-1.2, 1.2));
    way_ = toward(robot.yaw + offset_);
    if (looks_)
        steer(world, robot, time);
    const double error = wrap(target_ - offset_ - robot.yaw);
    Wish wish;
    const double rate = std::min(flying_turn_rate, 1.2 / std::max(0.1, length(robot.velocity)));
    wish.yaw_rate = std::clamp(error / (2 * seconds), -rate, rate);
    ramp_ = std::min(ramp_ + ramp * seconds, cruise_);
    double speed = std::max(slowest, ramp_ * std::max(0.3, std::cos(error)));
    if (creeps_ > 0)
        speed = ramp_ = creeping;
    wish.velocity = way_ * speed;
    return wish;
}

Wish Pilot::plan(const World &world, const Robot &robot, double time, double seconds)
{
    Wish wish;
    switch (mode_) {
    case Mode::cruise: return cruise(world, robot, time, seconds);
    case Mode::stop:
        if ((until_ -= seconds) <= 0 && length(robot.velocity) < 0.05)
            look_around(world, robot, time);
        return wish;
    case Mode::turn: {
        const double error = wrap(target_ - offset_ - robot.yaw);
        wish.yaw_rate = std::clamp(error / seconds, -turn_rate, turn_rate);
        if (std::fabs(error) < 0.02) {
            mode_ = Mode::cruise;
            kept_ = -0.2;
        }
        return wish;
    }
    case Mode::back: return back();
    case Mode::scan: return scan(robot, seconds);
    }
    return wish;
}

// --- getting away -------------------------------------------------------------------------------

void Pilot::sees(const std::vector<Frame> &frames, V3 here, const Ask &may)
{
    may_ = may;
    here_ = here;
    if (frames.empty())
        return;
    beams_.clear();
    for (const Frame &frame : frames)
        for (const Reading &reading : frame.readings)
            if (std::fabs(reading.direction.z) < 0.2)
                beams_.push_back({ std::atan2(reading.direction.y, reading.direction.x),
                                   reading.dark ? 0 : reading.reach });
}

// The least reach of the beams there; 0: none looks there.
double Pilot::free_toward(double yaw) const
{
    double least = far_away;
    for (const Beam &beam : beams_)
        if (std::fabs(wrap(beam.yaw - yaw)) < 0.15 && beam.reach > 0)
            least = std::min(least, beam.reach);
    return least < far_away ? least : 0;
}

// Where it may go and most is free, without a turn: all directions are asked, and one between
// others is better.
bool Pilot::go_where_it_may(const Robot &robot)
{
    constexpr int headings = 24;
    double best = -1, yaw = 0;
    bool free[headings];
    for (int i = 0; i < headings; i++)
        free[i] = may(robot.yaw + 2 * pi * i / headings);
    for (int i = 0; i < headings; i++) {
        const double to = robot.yaw + 2 * pi * i / headings;
        const bool amid = free[(i + 1) % headings] && free[(i + headings - 1) % headings];
        const double worth = free_toward(to) + (amid ? 2 : 0) + random_.in(0, 0.5);
        if (free[i] && worth > best) {
            best = worth;
            yaw = to;
        }
    }
    if (best < 0)
        return false;
    offset_ = wrap(yaw - robot.yaw);
    target_ = wrap(yaw);
    way_ = toward(yaw);
    mode_ = Mode::cruise;
    return true;
}

void Pilot::get_away(const Robot &robot)
{
    kept_ = ramp_ = 0;
    creeps_ = random_.in(0.2, 0.5);
    cruise_ = random_.in(0.5, 1.0) * habits_.speed;
    insists_ = 0.5;
    looks_ = true;
    failed_++;
    roams_ = false;
    if (!backed_ && came_.size() > 2) {
        backed_ = true;
        mode_ = Mode::back;
        went_ = random_.in(0.3, 0.8);
        return;
    }
    if (go_where_it_may(robot))
        return;
    mode_ = Mode::scan;
    scanned_ = failed_ > 2 ? -2 * pi : 0; // at last, once around first
    side_ = random_.chance(0.5) ? 1 : -1;
}

// Turns on the spot until it may go ahead, at most twice around.
Wish Pilot::scan(const Robot &robot, double seconds)
{
    Wish wish;
    if ((scanned_ > 0.6 && go_where_it_may(robot)))
        return wish;
    if (scanned_ > 4 * pi) {
        mode_ = Mode::cruise;
        offset_ = 0;
        target_ = robot.yaw;
        return wish;
    }
    wish.yaw_rate = side_ * turn_rate;
    scanned_ += turn_rate * seconds;
    return wish;
}

// From place to place, the path it came.
Wish Pilot::back()
{
    Wish wish;
    while (!came_.empty() && length(came_.front() - here_) < 0.12)
        came_.pop_front();
    if (came_.empty()) {
        mode_ = Mode::stop;
        until_ = 0;
        return wish;
    }
    way_ = unit(came_.front() - here_);
    wish.velocity = way_ * backwards;
    return wish;
}

void Pilot::remember()
{
    if (mode_ == Mode::back || (!came_.empty() && length(came_.front() - here_) < step))
        return;
    came_.push_front(here_);
    if (came_.size() > places)
        came_.pop_back();
}

void Pilot::given(const Robot &robot, bool alarm, double seconds)
{
    const double speed = length(robot.velocity);
    remember();
    creeps_ -= speed * seconds;
    if (!alarm && speed > 0.1 && mode_ != Mode::back) {
        failed_ = 0;
        backed_ = roams_ = false;
    }
    if (mode_ == Mode::stop || mode_ == Mode::turn || mode_ == Mode::scan)
        return;
    if (mode_ == Mode::back && (went_ -= speed * seconds) <= 0) {
        mode_ = Mode::stop;
        until_ = random_.in(0, 0.3);
        return;
    }
    if (speed > going)
        kept_ = 0;
    if (!alarm)
        return;
    ramp_ = std::min(ramp_, speed);
    if (speed > going)
        return;
    kept_ += seconds;
    if (kept_ <= (mode_ == Mode::back ? 0.25 : looks_ ? insists_ - 0.1 : insists_))
        return;
    if (random_.chance(0.5 * habits_.blindly)) {
        mode_ = Mode::stop;
        until_ = random_.in(0, 0.4);
        roams_ = true;
    } else {
        get_away(robot);
    }
}

} // namespace flights
