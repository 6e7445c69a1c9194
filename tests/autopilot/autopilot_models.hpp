/* SPDX-License-Identifier: MIT */
/* What ArduPilot and PX4 make of the messages, by the rules of docs/guide/autopilots.md. Distances
 * are in metres. Shares no code with the library, and none with the autopilots. */
#ifndef OCT9_TEST_AUTOPILOT_MODELS_HPP
#define OCT9_TEST_AUTOPILOT_MODELS_HPP

#include "mavlink_frames.hpp"

#include <array>
#include <cmath>

namespace autopilot {

using mavlink::Message;

constexpr double NOTHING = 1e9; /* no obstacle: free */
constexpr double PI = 3.14159265358979323846;

inline double wrapped(double degrees)
{
    return degrees - 360 * std::floor(degrees / 360);
}

inline double step_of(const Message &ring)
{
    const float fine = ring.get<float>("increment_f");
    return fine != 0 ? static_cast<double>(fine) : ring.get<uint8_t>("increment");
}

/* Sectors of 45 degrees, clockwise, and layers of 30. */
class ArduPilot {
public:
    static size_t sector_of(double clockwise)
    {
        return static_cast<size_t>(wrapped(clockwise + 22.5) / 45) % 8;
    }
    static size_t layer_of(double pitch)
    {
        return static_cast<size_t>((std::min(std::max(pitch, -75.0), 74.9) + 75) / 30);
    }

    void take(const Message &message, uint32_t now_ms)
    {
        switch (message.definition->id) {
        case 330: take_ring(message, now_ms); break;
        case 11037: take_point(message, now_ms); break;
        case 132: take_distance(message, now_ms); break;
        default: break;
        }
    }

    /* The nearest in a sector and layer. Without data for half a second, or of a face for a second,
     * it flies as if nothing was there. What has no distance keeps the one before. */
    double nearest(size_t sector, size_t layer, uint32_t now_ms) const
    {
        const Face &face = faces_[layer][sector];
        return now_ms - last_ms_ > 500 || now_ms - face.time_ms > 1000 ? NOTHING : face.distance;
    }
    double upward() const { return upward_; }

private:
    struct Face {
        double distance = NOTHING;
        uint32_t time_ms = 0;
    };
    using Faces = std::array<std::array<Face, 8>, 5>;

    void take_ring(const Message &ring, uint32_t now_ms)
    {
        const double step = step_of(ring), first = ring.get<float>("angle_offset");
        const double least = ring.get<uint16_t>("min_distance") / 100.0;
        const double most = ring.get<uint16_t>("max_distance") / 100.0;
        if (step == 0)
            return;
        const auto count = static_cast<unsigned>(std::min(360 / std::fabs(step) + 0.5, 72.0));
        last_ms_ = now_ms;
        size_t visited = 8;
        double nearest_there = NOTHING;
        for (unsigned i = 0; i < count; i++) {
            const uint16_t cm = ring.get<uint16_t>("distances", i);
            if (cm == 0 || cm == 65535 || cm / 100.0 < least || cm / 100.0 > most)
                continue;
            const size_t sector = sector_of(first + step * i);
            nearest_there = sector == visited ? std::min(nearest_there, cm / 100.0) : cm / 100.0;
            visited = sector;
            faces_[2][visited] = { nearest_there, now_ms };
        }
    }

    /* A set counts from the next one on. */
    void end_set(uint32_t now_ms)
    {
        for (size_t layer = 0; layer < set_.size(); layer++)
            for (size_t sector = 0; sector < set_[layer].size(); sector++)
                if (set_[layer][sector].distance != NOTHING)
                    faces_[layer][sector] = { set_[layer][sector].distance, now_ms };
    }

    void take_point(const Message &point, uint32_t now_ms)
    {
        const uint32_t stamp = point.get<uint32_t>("time_boot_ms");
        if (stamp != stamp_ || now_ms - last_ms_ > 50) {
            end_set(now_ms);
            set_ = {};
        }
        stamp_ = stamp;
        last_ms_ = now_ms;
        if (point.get<uint8_t>("frame") != 12)
            return;
        const double x = point.get<float>("x"), y = point.get<float>("y");
        const double up = -static_cast<double>(point.get<float>("z"));
        const double away = std::sqrt(x * x + y * y + up * up);
        if (away == 0 || away < static_cast<double>(point.get<float>("min_distance")) ||
            away > static_cast<double>(point.get<float>("max_distance")))
            return;
        const double pitch = std::atan2(up, std::hypot(x, y)) * 180 / PI;
        Face &face = set_[layer_of(pitch)][sector_of(std::atan2(y, x) * 180 / PI)];
        if (away < face.distance)
            face = { away, now_ms };
    }

    void take_distance(const Message &distance, uint32_t now_ms)
    {
        const double there = distance.get<uint16_t>("current_distance") / 100.0;
        const bool counts = there >= distance.get<uint16_t>("min_distance") / 100.0 &&
                            there <= distance.get<uint16_t>("max_distance") / 100.0;
        const uint8_t orientation = distance.get<uint8_t>("orientation");
        last_ms_ = now_ms;
        if (orientation < 8)
            faces_[2][orientation] = { counts ? there : NOTHING, now_ms };
        if (orientation == 24)
            upward_ = counts ? there : NOTHING;
    }

    Faces faces_, set_;
    uint32_t last_ms_ = 0x80000000u, stamp_ = 0;
    double upward_ = 0;
};

/* Elements of rings. */
class Px4 {
public:
    explicit Px4(bool go_without_data = false) : go_(go_without_data) {}

    void take(const Message &ring, uint32_t now_ms)
    {
        frame_ = ring.get<uint8_t>("frame");
        if (frame_ != 0 && frame_ != 1 && frame_ != 12)
            return;
        step_ = step_of(ring);
        first_ = static_cast<double>(ring.get<float>("angle_offset"));
        time_ms_ = now_ms;
        for (unsigned i = 0; i < elements_.size(); i++)
            enter(elements_[i], { ring.get<uint16_t>("distances", i),
                                  ring.get<uint16_t>("max_distance"), now_ms });
    }

    /* How far it may go along a compass direction. `yaw` is the robot's. */
    double may_go(double compass, double yaw, uint32_t now_ms) const
    {
        if (step_ == 0 || now_ms - time_ms_ > 500)
            return 0;
        const double at = frame_ == 12 ? compass - yaw : compass;
        const auto i = static_cast<unsigned>(wrapped(at - first_ + step_ / 2) / step_);
        if (i >= elements_.size() || now_ms - elements_[i].time_ms > 500 ||
            elements_[i].cm == 65535)
            return go_ ? NOTHING : 0;
        return elements_[i].cm > elements_[i].most ? NOTHING : elements_[i].cm / 100.0;
    }

private:
    struct Element {
        uint16_t cm = 65535, most = 0;
        uint32_t time_ms = 0;
    };

    /* Where something was found within a range, a longer range has no say. */
    static void enter(Element &held, const Element &now)
    {
        if (now.time_ms - held.time_ms > 500)
            held.cm = 65535;
        const bool holds = held.cm < held.most;
        if (now.cm == 65535)
            return;
        if (now.cm < now.most ? !holds || now.most <= held.most
                              : (holds ? now.most == held.most : now.most >= held.most))
            held = now;
    }

    std::array<Element, 72> elements_;
    double step_ = 0, first_ = 0;
    uint32_t time_ms_ = 0;
    uint8_t frame_ = 0;
    bool go_;
};

} // namespace autopilot

#endif
