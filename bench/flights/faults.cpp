// SPDX-License-Identifier: MIT
#include "faults.hpp"

namespace flights {

const char *name_of(Kind kind)
{
    static const char *const names[] = { "freeze_all", "freeze_one", "dead_all", "dead_one",
                                         "silent",     "reboot",     "late",     "repeated",
                                         "backward",   "jump",       "phantom",  "crosstalk" };
    return names[static_cast<int>(kind)];
}

void Faults::step(double time, size_t beams, Estimate &estimate, Random &random)
{
    if (kinds_.empty() || time < until_)
        return;
    on_ = !on_;
    begun_ = time;
    if (!on_) {
        ended_ = time;
        until_ = time + random.in(4, 15);
        return;
    }
    kind_ = kinds_[static_cast<size_t>(random.below(static_cast<int>(kinds_.size())))];
    until_ = time + random.in(1, 12);
    zone_ = random.chance(0.5) ? 0 : random.below(static_cast<int>(beams));
    if (beams == 64) // the middle of the view more often
        zone_ = random.chance(0.5) ? 27 + random.below(2) + 8 * random.below(2) : zone_;
    delay_ = random.in(0.05, 0.4);
    back_ms_ = random.chance(0.5) ? 1 + random.below(250) : 250 + random.below(100000);
    last_values_ = random.chance(0.5);
    if (kind_ == Kind::jump) {
        estimate.jump(toward(random.in(-pi, pi)) * random.in(0.2, 1.0));
        until_ = time + 1;
    }
}

bool Faults::since(double time, double seconds) const
{
    return !on_ && time - ended_ > seconds;
}

void Faults::keep(Frame &frame, size_t i) const
{
    if (i >= last_.readings.size())
        return;
    Reading &reading = frame.readings[i];
    reading.mm = last_.readings[i].mm;
    reading.status = last_.readings[i].status;
    reading.dark = last_.readings[i].dark;
    reading.genuine = false;
}

void Faults::corrupt(double time, const Sensor &sensor, Frame &frame, Random &random) const
{
    const size_t count = frame.readings.size();
    const size_t zone = static_cast<size_t>(zone_) % count;
    const double since = time - begun_;
    auto each = [&](auto change) {
        for (size_t i = 0; i < count; i++)
            change(i);
    };
    auto lose = [&](size_t i) {
        sensor.darken(frame.readings[i]);
        frame.readings[i].genuine = false;
    };
    auto zero = [&](size_t i) {
        sensor.darken(frame.readings[i]);
        frame.readings[i].genuine = false;
        frame.readings[i].mm = frame.readings[i].status = 0;
    };
    switch (kind_) {
    case Kind::freeze_all: each([&](size_t i) { keep(frame, i); }); break;
    case Kind::freeze_one: keep(frame, zone); break;
    case Kind::dead_all: each(lose); break;
    case Kind::dead_one: lose(zone); break;
    case Kind::reboot:
        if (since < 0.4)
            each(lose);
        else if (since < 1.0 && last_values_)
            each([&](size_t i) { keep(frame, i); });
        else if (since < 1.0)
            each(zero);
        break;
    case Kind::phantom:
        if (random.chance(0.1)) {
            Reading &reading =
                frame.readings[static_cast<size_t>(random.below(static_cast<int>(count)))];
            const double far = reading.dark ? sensor.most() : reading.reach;
            const size_t i = static_cast<size_t>(&reading - frame.readings.data());
            sensor.report(reading, i, random.in(0.05, far));
            reading.genuine = false;
        }
        break;
    case Kind::crosstalk:
        sensor.report(frame.readings[zone], zone, 0.1 + 0.2 * delay_ + 0.004 * random.normal());
        frame.readings[zone].genuine = false;
        break;
    case Kind::backward: frame.time_ms -= static_cast<uint32_t>(back_ms_); break;
    default: break;
    }
}

void Faults::pass(double time, const Sensor &sensor, const Frame &frame, Random &random,
                  std::vector<Frame> &out)
{
    Frame now = frame;
    if (on_)
        corrupt(time, sensor, now, random);
    else
        last_ = frame;
    if (on_ && kind_ == Kind::silent)
        return;
    const bool again = on_ && kind_ == Kind::repeated && random.chance(0.6);
    waiting_.push_back(again && !last_.readings.empty() ? last_ : now);
    const double delay = on_ && kind_ == Kind::late ? delay_ : 0;
    while (!waiting_.empty() && waiting_.front().measured <= time - delay + 1e-9) {
        out.push_back(waiting_.front());
        waiting_.pop_front();
    }
    if (on_ && kind_ == Kind::repeated && !again)
        last_ = now;
}

} // namespace flights
