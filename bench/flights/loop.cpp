// SPDX-License-Identifier: MIT
#include "loop.hpp"

#include "oct9/mapper.h"

#include <string>

namespace flights {

constexpr int turn_beams = 240;

struct Loop::Inside {
    oct9_sensor_t sensor = {};
    oct9_direction_t directions[turn_beams];
    oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
    std::vector<oct9_block_t> pool;
    std::vector<oct9_beam_t> beams;
    std::vector<oct9_mapper_look_t> looks;
    oct9_mapper_t mapper = {};
    int status = 0;

    void set_sensor(Part part);
    void set_policy(const Policy &given);
};

static int16_t q14(double value)
{
    return static_cast<int16_t>(std::lround(value * OCT9_ONE_Q14));
}

void Loop::Inside::set_sensor(Part part)
{
    switch (part) {
    case Part::zones: sensor = oct9_sensor_vl53l5cx_8x8; break;
    case Part::cones: sensor = oct9_sensor_multiranger; break;
    case Part::packets: sensor = oct9_sensor_ld19; break;
    case Part::laser:
        for (int i = 0; i < turn_beams; i++) {
            const double angle = 2 * pi * i / turn_beams;
            directions[i] = { q14(std::cos(angle)), q14(std::sin(angle)), 0 };
        }
        sensor = oct9_sensor_ld19;
        sensor.directions = directions;
        sensor.zones = turn_beams;
        break;
    }
}

void Loop::Inside::set_policy(const Policy &given)
{
    policy.cell_um = static_cast<uint32_t>(given.cell_mm) * 1000;
    policy.nearest_mm = static_cast<uint16_t>(given.nearest);
    policy.farthest_mm = static_cast<uint16_t>(given.farthest);
    policy.radius_mm = static_cast<uint16_t>(given.radius);
    policy.look_mm = static_cast<uint16_t>(given.look);
    policy.near_mm = static_cast<uint16_t>(given.near);
    policy.least_mm = static_cast<uint16_t>(given.least);
    policy.slow_mm = static_cast<uint16_t>(given.slow);
    policy.fastest_mm = static_cast<uint16_t>(given.fastest);
    policy.reaction_ms = static_cast<uint16_t>(given.reaction);
    policy.brake_mm = static_cast<uint16_t>(given.brake);
    policy.stale_ms = static_cast<uint16_t>(given.stale);
    policy.repeat_ms = static_cast<uint16_t>(given.repeat);
    policy.blind_ms = static_cast<uint16_t>(given.blind);
    policy.jump_mm = static_cast<uint16_t>(given.jump);
    policy.round_ms = static_cast<uint16_t>(given.round);
    policy.dark_mm = static_cast<uint16_t>(given.dark);
}

Loop::Loop(Part part, const Policy &policy) : in_(new Inside)
{
    in_->set_sensor(part);
    in_->set_policy(policy);
    in_->pool.resize(policy.blocks);
    const uint16_t zones = std::max<uint16_t>(in_->sensor.zones, OCT9_SENSOR_SECTORS);
    in_->beams.resize(zones);
    in_->looks.resize(zones);
    const oct9_mapper_memory_t memory = {
        in_->pool.data(), policy.blocks, in_->beams.data(), in_->looks.data(), zones, NULL, 0
    };
    in_->status = oct9_mapper_init(&in_->mapper, &memory, &in_->sensor, &in_->policy, NULL);
}

Loop::~Loop() = default;

bool Loop::good() const
{
    return in_->status == OCT9_OK;
}

static oct9_mm_t mm_of(V3 place)
{
    return { static_cast<int32_t>(std::lround(place.x * 1000)),
             static_cast<int32_t>(std::lround(place.y * 1000)),
             static_cast<int32_t>(std::lround(place.z * 1000)) };
}

static oct9_mapper_pose_t pose_of(const Pose &pose)
{
    return { mm_of(pose.place),
             { q14(pose.turn.w), q14(pose.turn.x), q14(pose.turn.y), q14(pose.turn.z) } };
}

void Loop::see(const Frame &frame, V3 robot)
{
    int16_t mm[turn_beams];
    uint8_t status[turn_beams];
    for (size_t i = 0; i < frame.readings.size(); i++) {
        mm[i] = frame.readings[i].mm;
        status[i] = frame.readings[i].status;
    }
    const oct9_sensor_frame_t readings = {
        frame.time_ms, mm, status, static_cast<uint16_t>(frame.readings.size()), frame.first_q16,
        frame.step_q32
    };
    const oct9_mm_t place = mm_of(robot);
    const oct9_mapper_pose_t pose = pose_of(frame.estimate);
    (void)oct9_mapper_follow(&in_->mapper, &place);
    in_->status = oct9_mapper_see(&in_->mapper, &readings, &pose);
}

static void mm_a_second(V3 velocity, int16_t to[3])
{
    to[0] = static_cast<int16_t>(std::lround(velocity.x * 1000));
    to[1] = static_cast<int16_t>(std::lround(velocity.y * 1000));
    to[2] = static_cast<int16_t>(std::lround(velocity.z * 1000));
}

static double metres(uint16_t mm)
{
    return mm == OCT9_MAPPER_FAR ? far_away : mm * 1e-3;
}

Answer Loop::check(const Motion &given)
{
    oct9_mapper_motion_t motion = { given.now_ms, mm_of(given.pose.place), {}, {} };
    mm_a_second(given.velocity, motion.velocity_mm);
    mm_a_second(given.command, motion.command_mm);
    oct9_mapper_found_t found;
    Answer answer;
    answer.status = oct9_mapper_check(&in_->mapper, &motion, &found);
    answer.alarm = found.alarm;
    answer.why = found.why;
    answer.clear = metres(found.clear_mm);
    answer.known = metres(found.known_mm);
    answer.age_ms = found.age_ms;
    return answer;
}

bool Loop::ask(const Motion &given, V3 path) const
{
    oct9_mapper_motion_t motion = { given.now_ms, mm_of(given.pose.place), {}, {} };
    const oct9_mm_t to = mm_of(given.pose.place + path);
    oct9_mapper_found_t found;
    return oct9_mapper_ask(&in_->mapper, &motion, &to, &found) == OCT9_OK && !found.alarm;
}

const char *Loop::why(unsigned why)
{
    static const char *const names[] = { "error",   "stale", "frozen", "too-near",
                                         "blocked", "near",  "unknown" };
    static std::string text;
    text.clear();
    for (unsigned i = 0; i < 7; i++)
        if ((why >> i & 1u) != 0)
            text += (text.empty() ? "" : "+") + std::string(names[i]);
    return text.c_str();
}

} // namespace flights
