// SPDX-License-Identifier: MIT
// The judge: whether a contact could have been avoided, whether a stop was needless, whether the
// robot was kept from a free path. It knows the truth, the readings that the robot was given, and
// the robot's physics; it knows nothing of the library.
//
// Contacts. A reading is genuine if it is what a healthy sensor saw when it says so; frozen, dead,
// repeated and invented ones are not. A genuine reading shows what it saw: the thing, and the place
// on it. A trace of a thing is such a reading of it, through any noise, at any slant. The judge
// keeps what the robot was given in the last 20 s, and for the whole flight where each thing was
// shown. A contact has one of these reasons, the first that fits.
//
// With what stands still:
//   in time       avoidable  A genuine reading showed it within 45 cm of where it was touched (the
//                            building, whose cubes have no names, within 25 cm). The judge puts the
//                            robot back to the check that followed the first such reading and lets
//                            it brake, with its own delay and deceleration: it touches nothing.
//   shown late    too late   It touches it even so: no loop could have stopped it.
//   long ago      avoidable  The reading is older than 20 s.
//   elsewhere     avoidable  Readings showed other places of it alone.
//   seen through  no trace   No reading showed any of it, and genuine readings given of what lies
//                            behind it, through the place where it was touched: glass, black, a
//                            pole that is too thin for the sensor. Glass gives light back only
//                            straight on: other places of it do not count, nor what was shown of it
//                            before three frames looked through that place.
//   dark clears   no trace   The same where nothing came back from there, and the policy says that
//                            this clears.
//   not looked at avoidable  The robot went where nothing said that it is free. A careful policy
//                            forbids that, also before what no sensor sees.
// With who walks, whom the robot need not mind elsewhere. His look is the robot's braking path, of
// a motion faster than slow_mm at least 0.3 m, along its motion and along its command, as wide as
// the policy's radius.
//   walked into   too late   The robot stands.
//   in time       avoidable  The robot was given a reading of him when he was in its look for good,
//   shown late    too late   or up to 0.5 s before, or a reading of a place in its look, followed
//                            by others without a pause of 0.5 s. It brakes then, as above. Who
//                            walks into it within half a second when it stands is too late, too.
//   came late     too late   He came into the look so late that braking then would not have helped.
//   unseen        no trace   No reading showed him since.
//
// Needless stops. An alarm begins while the robot moves, no fault is on nor was in the last 3 s,
// and in truth nothing is, nor was in the last 1.5 s, in its look (look_mm or its braking path, and
// 15 cm more; as wide as the policy's radius and 10 cm more, and wider by what a zone of 8 x 8 is)
// along the motion and the command, as the mapper is given them, nor within least_mm and 10 cm; and
// beams could see all of it for seven frames, which it takes to see through what was hit three
// times: in each of them the motion lies in the view, and genuine readings look past the look's
// end, of four of five beams that look into its end (the rest may drop out). Of cones one must look
// along the motion, half a degree within its side, and nothing be, in truth, in its whole cone up
// to there: a cone cannot say that its middle is free where something stands in its side. And it is
// narrow near the sensor: all of the look, as wide as the policy's radius, must have been in cones
// of the last 4 s, of seven readings each, before what they read. A stop that only this makes
// needful is counted apart, as one whose sides were not seen. A beam out of its range, to which
// nothing comes back, sees nothing, except where the policy says that this clears.
//
// Stuck. The robot stands, a pilot that tries to get away wants it to move, the mapper refuses, no
// fault is on nor was in the last 3 s, and there is a path: free in truth, as above, and seen as
// above since the robot stands here, before it turned or after; or the robot came that path within
// 10 s. These times add up until the robot moves again, or is 0.3 m away, over all that the pilot
// tries: the path back, then turns to where its readings say that it is free. Turns do not count,
// as the mapper never refuses them, nor what a pilot does that insists or does not look. The
// longest sum is reported.
#ifndef FLIGHTS_JUDGE_HPP
#define FLIGHTS_JUDGE_HPP

#include "loop.hpp"
#include "robot.hpp"

#include <deque>
#include <set>
#include <tuple>

namespace flights {

enum class Verdict { avoidable, too_late, no_trace };

enum class Reason {
    in_time,
    long_ago,
    elsewhere,
    not_looked_at,
    shown_late,
    walked_into,
    came_late,
    seen_through,
    dark_clears,
    unseen
};
constexpr int reasons = 10;
Verdict verdict_of(Reason reason);
const char *name_of(Reason reason);

struct Contact {
    Reason reason = Reason::not_looked_at;
    double shown_before = -1; // s; -1: never shown
    double speed = 0;
    Touch touch;
};

class Judge {
public:
    Judge(const World &world, const Sensor &sensor, const Policy &policy, double tick)
        : world_(world), sensor_(sensor), policy_(policy), tick_(tick)
    {
    }

    void begin_tick(double time, const Robot &robot); // before readings come
    void given(const Frame &frame);
    void wished(V3 velocity); // before it is commanded
    Contact contact(double time, const Robot &robot, const Touch &touch) const;
    bool look_is_free(V3 motion) const;
    bool looks_past(V3 motion) const; // beams, for seven frames
    bool sees_all(V3 motion) const;   // of its look
    bool a_way_is_seen() const;       // from here
    double braking_way(double speed) const;

private:
    struct Sight {
        V3 from, direction, point;
        double reach;
        bool dark;
        int id;
    };
    struct Moment {
        double time;
        Robot robot;
        V3 wish;
        std::vector<Sight> sights;
    };
    const World &world_;
    const Sensor &sensor_;
    const Policy policy_;
    double tick_;
    std::deque<Moment> moments_;
    // A thing and a cube of 10 cm.
    using Mark = std::tuple<int, int, int, int>;
    std::set<Mark> marks_; // of all that was shown in the flight

    static Mark mark_of(int id, V3 point);
    bool shows(const Moment &moment, const Touch &touch) const;
    double walkers_look(double speed) const;
    bool in_look(const Moment &moment, int id) const;
    bool in_look(const Moment &moment, V3 point) const;
    bool brakes_in_vain(const Moment &moment, int id) const;
    bool looks_through(const Moment &moment, const Touch &touch, bool dark) const;
    bool looked_through(const Touch &touch, bool dark) const;
    bool was_shown(int id) const;
    bool was_shown_near(const Touch &touch) const;
    const Moment *first_of_glass(const Touch &touch) const;
    const Moment *first_of_walker(const Touch &touch) const;
    const Moment *came_into_look(int id) const;
    Reason with_walker(const Touch &touch, double speed, double *shown) const;
    Reason with_standing(const Touch &touch, double *shown) const;
    double beams_widen() const;
    double look(V3 motion) const;
    bool in_cones(V3 point) const;
    bool cones_saw(V3 direction, double path) const;
    bool cone_is_free(const Moment &moment, const Sight &sight, double path) const;
    double looks_beside(double path) const;
    bool looks_along(const Moment &moment, V3 direction, double path) const;
    bool free_and_seen(V3 direction) const;
    bool came_along(V3 direction) const;
    const Moment *first_shown(const Touch &touch) const;
};

} // namespace flights

#endif
