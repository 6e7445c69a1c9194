// SPDX-License-Identifier: MIT
#include "robot.hpp"

namespace flights {

void Robot::command(double time, V3 wanted, double rate)
{
    for (int i = held - 1; i > 0; i--)
        orders_[i] = orders_[i - 1];
    orders_[0] = { time, wanted };
    yaw_rate = rate;
}

void Robot::move(double time, double seconds)
{
    V3 wanted;
    for (const Order &order : orders_)
        if (order.time >= 0 && order.time + body.delay <= time) {
            wanted = order.velocity;
            break;
        }
    const V3 change = wanted - velocity;
    const bool brakes = dot(wanted, wanted) < dot(velocity, velocity);
    const double most = (brakes ? body.brake : body.accelerate) * seconds;
    const double much = length(change);
    const V3 step = much > most ? change * (most / much) : change;
    place = place + velocity * seconds + step * (seconds / 2);
    velocity = velocity + step;
    acceleration = step * (1 / seconds);
    yaw = wrap(yaw + yaw_rate * seconds);
    if (!body.tilts)
        return;
    const double ahead = dot(acceleration, toward(yaw));
    const double left = dot(acceleration, toward(yaw + pi / 2));
    const double follow = std::min(1.0, seconds / 0.08);
    pitch += (std::atan2(ahead, 9.81) - pitch) * follow;
    roll += (-std::atan2(left, 9.81) - roll) * follow;
}

Pose Robot::pose() const
{
    return { place, Turn::yaw(yaw).then(Turn::pitch(pitch)).then(Turn::roll(roll)) };
}

void Estimate::step(double seconds, Random &random)
{
    const double pull = seconds / 3;
    V3 kick = { random.normal(), random.normal(), random.normal() };
    wandered_ = wandered_ * (1 - pull) + kick * (wander * std::sqrt(2 * pull) * 0.6);
    yaw_wandered_ = yaw_wandered_ * (1 - pull) + random.normal() * 0.004 * std::sqrt(2 * pull);
    off_ = off_ + drift * seconds;
    yaw_off_ += yaw_drift * seconds;
}

Pose Estimate::of(const Robot &robot, Random &random) const
{
    Pose pose = robot.pose();
    const V3 shake = { random.normal(), random.normal(), random.normal() };
    // Drift in yaw turns the estimate about where it began, so that the map stays in one piece.
    pose.place = pose.place + off_ + wandered_ + shake * noise;
    if (level)
        pose.place.z = robot.place.z;
    pose.turn = Turn::yaw(yaw_off_ + yaw_wandered_).then(pose.turn);
    return pose;
}

} // namespace flights
