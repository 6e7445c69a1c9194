// SPDX-License-Identifier: MIT
// Sensors as they are: what each of their readings comes from, and what it says.
#ifndef FLIGHTS_SENSORS_HPP
#define FLIGHTS_SENSORS_HPP

#include "world.hpp"

namespace flights {

enum class Part {
    zones,  // VL53L5CX, 8 x 8, looks ahead
    cones,  // five VL53L1X: ahead, back, left, right, up
    laser,  // 240 beams of a turn, in one frame
    packets // an LD19, 12 points of its turn in a frame
};

// What a reading says, and the truth about it, which only the judge knows.
struct Reading {
    int16_t mm = 0;
    uint8_t status = 0;
    bool dark = true;    // nothing that the sensor measures came back
    bool genuine = true; // it is what the sensor saw now
    int id = nothing;    // of what it saw
    V3 point;            // there
    V3 direction;        // of the beam, in the world
    double reach = 0;    // how far it says that the beam is free, along the beam
};

struct Frame {
    double measured = 0;  // when, in the truth's time
    uint32_t time_ms = 0; // when, as the driver says
    Pose truth, estimate; // of the sensor, then
    uint16_t first_q16 = 0;
    int32_t step_q32 = 0;
    std::vector<Reading> readings;
};

class Sensor {
public:
    explicit Sensor(Part part);

    Part part() const { return part_; }
    size_t count() const { return beams_.size(); }
    double most() const { return most_; }
    double half_angle() const { return half_; } // tangent of what a beam covers beside its axis
    double least = 0.04;                        // m: nearer than this it is blind
    bool near_is_small = false;                 // then it reports what it has, else nothing
    double dropout = 0.01;                      // of readings

    // One frame from there.
    void measure(const World &world, const Pose &pose, double time, Random &random,
                 Frame &frame) const;
    // Packet n of a turn.
    void measure_packet(const World &world, const Pose &pose, double time, int n, Random &random,
                        Frame &frame) const;
    static constexpr int packets_a_turn = 37;

    // What it gives where nothing came back.
    void darken(Reading &reading) const;
    // Sets what a beam reports for a distance along it.
    void report(Reading &reading, size_t beam, double distance) const;

private:
    struct Beam {
        V3 axis;
        std::vector<V3> rays; // all of the same weight
        double along;         // reported distance for one along the beam
    };
    Part part_;
    std::vector<Beam> beams_;
    double most_ = 4, half_ = 0;

    void add_zones();
    void add_cones();
    void add_laser(int count);
    // What a beam sees: the nearest thing of those that give enough light, the distance that is
    // reported, and the point, from the sensor.
    struct Seen {
        Hit hit;
        double t = far_away;
        V3 point;
    };
    Seen look(const View &view, const Turn &turn, const Beam &beam) const;
    void read(const View &view, const Pose &pose, const Beam &beam, size_t n, Random &random,
              Reading &reading) const;
};

} // namespace flights

#endif
