// SPDX-License-Identifier: MIT
// A beam is a bundle of rays of one weight. Light comes back of each as its reflectance and the
// inverse square of the distance; a sensor reports the least distance at which what has come back
// within 20 cm is enough. A thin pole is therefore seen near and not far, and black never.
#include "sensors.hpp"

namespace flights {

constexpr double enough = 0.2;  // of what a white wall gives that fills the beam at 4 m
constexpr double window = 0.20; // m
constexpr double tan_half_view = 0.41421356; // of the VL53L5CX: 22.5 degrees
constexpr double tan_cone = 0.24007876;      // of the VL53L1X: 13.5 degrees

static V3 across(double x, double y, double z)
{
    return unit(V3{ x, y, z });
}

void Sensor::add_zones()
{
    const double width = tan_half_view / 4;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            const double left = (3.5 - column) * width, up = (3.5 - row) * width;
            Beam beam;
            beam.axis = across(1, left, up);
            beam.along = beam.axis.x;
            for (int k = 0; k < 6; k++)
                beam.rays.push_back(
                    across(1, left + (k % 3 - 1) * width / 3, up + (k / 3 - 0.5) * width / 2));
            beams_.push_back(beam);
        }
    half_ = width / 2;
}

// Rings of 1, 6, 12 and 18 rays.
void Sensor::add_cones()
{
    static const V3 axes[5] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 } };
    for (const V3 &axis : axes) {
        const V3 side = std::fabs(axis.z) > 0.5 ? V3{ 1, 0, 0 } : V3{ 0, 0, 1 };
        const V3 other = Turn::cross(axis, side);
        Beam beam;
        beam.axis = axis;
        beam.along = 1;
        for (int ring = 0; ring < 4; ring++)
            for (int k = 0; k < std::max(1, ring * 6); k++) {
                const double angle = 2 * pi * (k + 0.3 * ring) / std::max(1, ring * 6);
                const double out = tan_cone * ring / 3.15;
                beam.rays.push_back(
                    unit(axis + side * (out * std::cos(angle)) + other * (out * std::sin(angle))));
            }
        beams_.push_back(beam);
    }
    half_ = tan_cone;
}

void Sensor::add_laser(int count)
{
    for (int i = 0; i < count; i++) {
        const double angle = 2 * pi * i / count;
        const V3 axis = { std::cos(angle), std::sin(angle), 0 };
        beams_.push_back({ axis, { axis }, 1 });
    }
    half_ = pi / count;
    most_ = 8;
}

Sensor::Sensor(Part part) : part_(part)
{
    switch (part) {
    case Part::zones:
        add_zones();
        least = 0.02;
        break;
    case Part::cones: add_cones(); break;
    case Part::laser: add_laser(240); break;
    case Part::packets:
        add_laser(packets_a_turn * 12);
        least = 0.02;
        break;
    }
}

// The least distance at which enough comes back; id `nothing`: none is.
Sensor::Seen Sensor::look(const View &view, const Turn &turn, const Beam &beam) const
{
    Seen hits[40];
    int count = 0;
    for (const V3 &ray : beam.rays) {
        const V3 direction = turn(ray);
        const Hit hit = view.cast(direction);
        if (hit.id != nothing && hit.reflect > 0)
            hits[count++] = { hit, hit.t, direction * hit.t };
    }
    std::sort(hits, hits + count, [](const Seen &a, const Seen &b) { return a.hit.t < b.hit.t; });
    const double weight = 1.0 / static_cast<double>(beam.rays.size());
    for (int i = 0; i < count; i++) {
        double light = 0;
        for (int k = i; k < count && hits[k].hit.t < hits[i].hit.t + window; k++) {
            const double t = std::max(hits[k].hit.t, 0.05);
            light += weight * hits[k].hit.reflect * 16 / (t * t);
            if (light >= enough * (beam.rays.size() == 1 ? 0.1 : 1)) {
                hits[i].t = hits[k].hit.t;
                return hits[i];
            }
        }
    }
    return Seen();
}

void Sensor::darken(Reading &reading) const
{
    reading.dark = true;
    reading.reach = 0;
    reading.id = nothing;
    reading.mm = part_ == Part::cones ? 32767 : 0;
    reading.status = part_ == Part::zones ? 255 : 0;
}

void Sensor::report(Reading &reading, size_t beam, double distance) const
{
    const double along = part_ == Part::packets ? 1 : beams_[beam].along;
    reading.dark = false;
    reading.reach = distance;
    reading.mm = static_cast<int16_t>(
        std::lround(std::clamp(distance * along * 1000, 0.0, 32000.0)));
    reading.status = part_ == Part::zones ? 5 : 0;
}

void Sensor::read(const View &view, const Pose &pose, const Beam &beam, size_t n, Random &random,
                  Reading &reading) const
{
    reading = Reading();
    reading.direction = pose.turn(beam.axis);
    const Seen hit = look(view, pose.turn, beam);
    darken(reading);
    if (hit.hit.id == nothing || hit.t > most_ || random.chance(dropout))
        return;
    if (hit.t < least && !near_is_small)
        return;
    const double noisy = hit.t + random.normal() * (0.004 + 0.008 * std::min(hit.t, 4.0));
    if (noisy > most_)
        return;
    report(reading, n, std::max(noisy, 0.001));
    reading.id = hit.hit.id;
    reading.point = pose.place + hit.point;
}

void Sensor::measure(const World &world, const Pose &pose, double time, Random &random,
                     Frame &frame) const
{
    const View view(world, pose.place, most_ + 0.5, time);
    frame.readings.resize(beams_.size());
    for (size_t i = 0; i < beams_.size(); i++)
        read(view, pose, beams_[i], i, random, frame.readings[i]);
}

void Sensor::measure_packet(const World &world, const Pose &pose, double time, int n,
                            Random &random, Frame &frame) const
{
    const View view(world, pose.place, most_ + 0.5, time);
    const size_t all = beams_.size();
    frame.readings.resize(12);
    for (size_t i = 0; i < 12; i++) { // clockwise from above
        const size_t beam = (2 * all - static_cast<size_t>(n) * 12 - i) % all;
        read(view, pose, beams_[beam], beam, random, frame.readings[i]);
    }
    const double turn = 1.0 / static_cast<double>(all);
    frame.first_q16 = static_cast<uint16_t>(std::lround((1 - n * 12 * turn) * 65536));
    frame.step_q32 = -static_cast<int32_t>(std::lround(turn * 4294967296.0));
}

} // namespace flights
