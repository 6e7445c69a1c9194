// SPDX-License-Identifier: MIT
#include "flight.hpp"

#include <cstdlib>

namespace flights {

constexpr int steps = 5;             // of the robot's motion in a tick
constexpr double healthy_for = 3;    // s since a fault, to count a stop as needless
constexpr double got_away = 0.3;     // m: it is not stuck that came so far
constexpr double longest_still = 25; // s, then a flight ends

void Counts::add(const Counts &more)
{
    metres += more.metres;
    seconds += more.seconds;
    stuck = std::max(stuck, more.stuck);
    flights += more.flights;
    for (int i = 0; i < thing_kinds; i++)
        for (int k = 0; k < reasons; k++)
            what[i][k] += more.what[i][k];
    alarms += more.alarms;
    needless += more.needless;
    refused += more.refused;
    unseen += more.unseen;
}

uint64_t Counts::contacts(Verdict verdict) const
{
    uint64_t sum = 0;
    for (const auto &kind : what)
        for (int k = 0; k < reasons; k++)
            sum += verdict_of(static_cast<Reason>(k)) == verdict ? kind[k] : 0;
    return sum;
}

static Robot robot_of(const Class &type, Random &random)
{
    Robot robot;
    robot.body = body_of(type, random);
    robot.yaw = random.in(-pi, pi);
    return robot;
}

static Habits habits_of(const Class &type, Random &random)
{
    Habits habits;
    habits.speed = type.speed;
    habits.sideways = type.sideways;
    habits.turning = random.in(0, 0.6);
    const bool lied_to = !type.faults.empty() || type.guests.black + type.guests.glass > 0;
    habits.blindly = lied_to ? random.in(0.5, 1) : random.in(0, 0.5);
    return habits;
}

static Sensor sensor_of(const Class &type)
{
    Sensor sensor(type.part);
    if (type.blind > 0)
        sensor.least = type.blind;
    sensor.near_is_small = type.small_near;
    return sensor;
}

Flight::Flight(const Class &type, uint64_t seed, const std::shared_ptr<const Building> &building,
               bool story)
    : type_(type), random_(seed), errors_(random_.u64()),
      world_(make_world(type.place, type.guests, building,
                        type.part == Part::laser || type.part == Part::packets, random_)),
      sensor_(sensor_of(type)), tick_(tick_of(type)), robot_(robot_of(type, random_)),
      policy_(policy_of(type, robot_.body, tick_)), loop_(type.part, policy_),
      pilot_(habits_of(type, random_), random_.u64()), faults_(type.faults, random_),
      judge_(world_, sensor_, policy_, tick_), story_(story),
      clock_(static_cast<uint32_t>(random_.u64()))
{
    if (world_.starts.empty())
        ended_ = true;
    else
        robot_.place = world_.starts[static_cast<size_t>(
            random_.below(static_cast<int>(world_.starts.size())))];
    const double path = random_.in(-pi, pi);
    estimate_.drift = toward(path) * type.drift;
    estimate_.yaw_drift = type.drift * 0.02;
    estimate_.level = type.part == Part::laser || type.part == Part::packets;
    if (estimate_.level)
        estimate_.wander = 0.01;
}

uint32_t Flight::ms(double time) const
{
    return clock_ + static_cast<uint32_t>(std::lround(time * 1000));
}

// Returns false at a contact.
bool Flight::move(Counts &counts)
{
    for (int i = 0; i < steps; i++) {
        const V3 before = robot_.place;
        robot_.move(time_, tick_ / steps);
        time_ += tick_ / steps;
        counts.metres += length(robot_.place - before);
        const Touch touch = world_.nearest(robot_.place, time_, robot_.body.radius);
        if (touch.id != nothing) {
            contact_ = judge_.contact(time_, robot_, touch);
            return false;
        }
    }
    return true;
}

// The packets of a laser's turn, each from where the robot was then.
void Flight::sense_turn(const Robot &before)
{
    const Pose truth = robot_.pose(), estimate = estimate_.of(robot_, errors_);
    const V3 off = estimate.place - truth.place;
    for (int n = 0; n < Sensor::packets_a_turn; n++) {
        const double part = (n + 1.0) / Sensor::packets_a_turn;
        Frame frame;
        frame.measured = time_ - tick_ * (1 - part);
        frame.time_ms = ms(frame.measured);
        frame.truth.place = before.place + (robot_.place - before.place) * part;
        frame.truth.turn = Turn::yaw(before.yaw + wrap(robot_.yaw - before.yaw) * part);
        frame.estimate = { frame.truth.place + off, frame.truth.turn };
        sensor_.measure_packet(world_, frame.truth, frame.measured, n, errors_, frame);
        faults_.pass(time_, sensor_, frame, errors_, given_);
    }
}

void Flight::sense()
{
    Frame frame;
    frame.measured = time_;
    frame.time_ms = ms(time_);
    frame.truth = robot_.pose();
    frame.estimate = estimate_.of(robot_, errors_);
    sensor_.measure(world_, frame.truth, time_, errors_, frame);
    faults_.pass(time_, sensor_, frame, errors_, given_);
}

// The estimate's axes are turned by its error in yaw, and so is what the robot knows of motion.
Turn Flight::error_of(const Pose &estimate) const
{
    const V3 ahead = estimate.turn({ 1, 0, 0 }), truly = robot_.pose().turn({ 1, 0, 0 });
    return Turn::yaw(std::atan2(ahead.y, ahead.x) - std::atan2(truly.y, truly.x));
}

Motion Flight::motion_of(V3 wish)
{
    Motion motion;
    motion.now_ms = ms(time_);
    motion.pose = estimate_.of(robot_, errors_);
    const Turn turn = error_of(motion.pose);
    const V3 shake = { errors_.normal() * 0.02, errors_.normal() * 0.02, 0 };
    motion.velocity = turn(robot_.velocity) + shake;
    motion.command = turn(wish);
    return motion;
}

Answer Flight::ask(V3 wish)
{
    const Motion motion = motion_of(wish);
    measured_ = motion.velocity;
    commanded_ = motion.command;
    return loop_.check(motion);
}

void Flight::count(const Answer &answer, const Wish &wish, Counts &counts)
{
    const double speed = length(robot_.velocity);
    const bool healthy = faults_.since(time_, healthy_for) && time_ > 2;
    const bool moves = length(wish.velocity) > 0;
    counts.refused += answer.status != 0;
    if (answer.alarm && !alarm_ && speed > 0.15) {
        counts.alarms++;
        const V3 commanded = moves ? commanded_ : measured_;
        const bool free = healthy && judge_.look_is_free(commanded) &&
                          judge_.look_is_free(measured_) && judge_.looks_past(commanded) &&
                          judge_.looks_past(measured_);
        counts.unseen += free;
        if (free && judge_.sees_all(commanded) && judge_.sees_all(measured_)) {
            counts.unseen--;
            counts.needless++;
            stops_.emplace_back(time_, answer.why);
            if (story_)
                std::printf("   needless\n");
        }
    }
    alarm_ = answer.alarm;
    const bool kept = answer.alarm && moves && speed < 0.05;
    if (!healthy || (!answer.alarm && speed > 0.1) || length(robot_.place - stuck_at_) > got_away)
        stuck_ = 0;
    if (stuck_ == 0)
        stuck_at_ = robot_.place;
    if (healthy && kept && pilot_.tries() && judge_.a_way_is_seen())
        stuck_ += tick_;
    counts.stuck = std::max(counts.stuck, stuck_);
    still_ = speed < 0.05 ? still_ + tick_ : 0;
}

void Flight::say(const Answer &answer, const Wish &wish, const std::vector<Frame> &given) const
{
    const Touch near = world_.nearest(robot_.place, time_, 5);
    std::printf("%7.2f  at %7.3f %7.3f yaw %6.1f  v %5.2f %5.2f  wish %5.2f %5.2f %-6s  nearest "
                "%5.2f #%d  %s %s clear %.2f known %.2f age %d status %d stuck %.1f %s\n",
                time_, robot_.place.x, robot_.place.y, robot_.yaw * 180 / pi, robot_.velocity.x,
                robot_.velocity.y, wish.velocity.x, wish.velocity.y, pilot_.doing(),
                near.distance - robot_.body.radius, near.id, answer.alarm ? "ALARM" : "-",
                Loop::why(answer.why), std::min(answer.clear, 99.0), std::min(answer.known, 99.0),
                answer.age_ms, answer.status, stuck_,
                faults_.active() ? name_of(faults_.kind()) : "");
    if (given.empty())
        return;
    const std::vector<Reading> &readings = given.back().readings;
    std::printf("         ");
    for (size_t i = 0; i < readings.size(); i++)
        if (readings.size() <= 12 || (readings.size() == 64 ? i / 8 == 3 : i % 10 == 0))
            std::printf(" %d%s", readings[i].dark ? -1 : readings[i].mm,
                        readings[i].genuine ? "" : "!");
    std::printf("\n");
}

Wish Flight::plan()
{
    const Motion motion = motion_of(V3());
    const Turn turn = error_of(motion.pose);
    pilot_.sees(given_, motion.pose.place,
                [this, motion, turn](V3 path) { return loop_.ask(motion, turn(path)); });
    return pilot_.plan(world_, robot_, time_, tick_);
}

// Returns false at the end.
bool Flight::tick(Counts &counts)
{
    const Robot before = robot_;
    if (!move(counts)) {
        counts.what[world_.kind_of(contact_.touch.id)][static_cast<int>(contact_.reason)]++;
        return false;
    }
    estimate_.step(tick_, errors_);
    faults_.step(time_, sensor_.count(), estimate_, errors_);
    judge_.begin_tick(time_, robot_);
    given_.clear();
    if (type_.part == Part::packets)
        sense_turn(before);
    else
        sense();
    for (const Frame &frame : given_) {
        loop_.see(frame, frame.estimate.place);
        judge_.given(frame);
    }
    const Wish wish = plan();
    judge_.wished(wish.velocity);
    const Answer answer = ask(wish.velocity);
    if (story_)
        say(answer, wish, given_);
    count(answer, wish, counts);
    robot_.command(time_, answer.alarm ? V3() : wish.velocity, wish.yaw_rate);
    pilot_.given(robot_, answer.alarm, tick_);
    return still_ < longest_still;
}

void Flight::describe(std::FILE *to, uint64_t number) const
{
    std::fprintf(to, "%s, flight %lu: contact at %.2f s with #%d, %s, at %.2f m/s: %s", type_.name,
                 number, time_, contact_.touch.id, name_of_kind(world_.kind_of(contact_.touch.id)),
                 contact_.speed, name_of(contact_.reason));
    if (contact_.shown_before >= 0)
        std::fprintf(to, " %.2f s before", contact_.shown_before);
    std::fprintf(to, "\n");
}

bool Flight::fly(double seconds, Counts &counts)
{
    counts.flights++;
    if (!loop_.good()) {
        std::fprintf(stderr, "flights: the mapper refuses the policy of '%s'\n", type_.name);
        std::exit(1);
    }
    const double begun = time_;
    while (!ended_ && time_ < seconds)
        ended_ = !tick(counts);
    counts.seconds += time_ - begun;
    return contact_.touch.id == nothing;
}

} // namespace flights
