/* SPDX-License-Identifier: MIT */
/* The judge of the bench of flights: for each of its reasons a contact that has it, made by hand,
 * and beside each excuse a contact that is nearly the same and has none. The robot flies along x
 * and is given one reading a frame; what it touches stands at x = 0. */
#include "bench/flights/judge.hpp"

extern "C" {
#include "tests/test.h"
}

using namespace flights;

constexpr double tick = 0.1, radius = 0.1;

static Thing thing_at(double x, double y, double half_x, double half_y)
{
    Thing thing;
    thing.x = x;
    thing.y = y;
    thing.half_x = half_x;
    thing.half_y = half_y;
    return thing;
}

/* A robot at 1 m/s toward a thing whose face is at x = 0, and its judge. */
struct Scene {
    World world;
    Sensor sensor;
    Policy policy;
    Robot robot;
    Judge judge;
    double time = 0, speed = 1;

    Scene(const Scene &) = delete; /* the judge refers to the world */
    explicit Scene(const Thing &thing, int dark = 0, Part part = Part::zones)
        : sensor(part), policy(policy_of(dark)), judge(world, sensor, policy, tick)
    {
        world.things.push_back(thing);
        robot.body.radius = radius;
        robot.place = { 0, 0, 1 };
    }

    static Policy policy_of(int dark)
    {
        Policy policy;
        policy.dark = dark;
        return policy;
    }

    /* A frame `ahead` of the contact at x = 0. */
    void at(double ahead)
    {
        time += tick;
        robot.place.x = -radius - ahead;
        robot.velocity = { speed, 0, 0 };
        robot.command(time - 1, robot.velocity, 0); /* it obeys that still */
        judge.begin_tick(time, robot);
        judge.wished({ speed, 0, 0 });
    }

    void give(const Reading &reading)
    {
        Frame frame;
        frame.truth.place = robot.place;
        frame.readings.push_back(reading);
        judge.given(frame);
    }

    /* A beam through a place, that ends so far behind it. */
    Reading beam(V3 through, double behind, int id) const
    {
        Reading reading;
        reading.dark = false;
        reading.id = id;
        reading.direction = unit(through - robot.place);
        reading.reach = length(through - robot.place) + behind;
        reading.point = robot.place + reading.direction * reading.reach;
        return reading;
    }

    void show(V3 place) { give(beam(place, 0, 0)); }
    void look_past(V3 place) { give(beam(place, 1, 1)); }

    void see_nothing(V3 toward)
    {
        Reading reading = beam(toward, 0, nothing);
        reading.dark = true;
        reading.reach = 0;
        give(reading);
    }

    Reason touch()
    {
        robot.place.x = -radius;
        robot.velocity = { speed, 0, 0 };
        const Touch touch = world.nearest(robot.place, time + tick, 1);
        return judge.contact(time + tick, robot, touch).reason;
    }
};

static const V3 here = { 0, 0, 1 };
static const Thing wall = thing_at(0.1, 0, 0.1, 3);

static void expect(Scene &scene, Reason reason)
{
    const Reason found = scene.touch();
    if (found != reason)
        std::printf("%s, not %s\n", name_of(found), name_of(reason));
    CHECK(found == reason);
}

/* It is shown a place of the wall from so far before the contact on. */
static void expect_shown(double ahead, bool genuine, V3 place, Reason reason)
{
    Scene scene(wall);
    for (double x = 3; x > 0.05; x -= 0.1) {
        scene.at(x);
        if (x > ahead)
            continue;
        Reading reading = scene.beam(place, 0, 0);
        reading.genuine = genuine;
        scene.give(reading);
    }
    expect(scene, reason);
}

/* At 1 m/s it stops in 0.12 s and 1/6 m more. The nearer the first trace, the later. */
static void a_wall_counts_from_its_first_trace()
{
    expect_shown(1, true, here, Reason::in_time);
    expect_shown(0.35, true, here, Reason::in_time);
    expect_shown(0.25, true, here, Reason::shown_late);
    expect_shown(1, true, { 0, 0.4, 1 }, Reason::in_time);
    expect_shown(1, true, { 0, 0.6, 1 }, Reason::elsewhere);
    expect_shown(1, false, here, Reason::not_looked_at); /* it repeats an old one */
    expect_shown(0, true, here, Reason::not_looked_at);
}

/* One reading long ago is a trace, even where later ones look through that place. */
static void a_trace_is_never_forgotten()
{
    Scene scene(wall);
    scene.at(3);
    scene.show(here);
    for (int i = 0; i < 220; i++) {
        scene.at(3);
        scene.look_past(here);
    }
    expect(scene, Reason::long_ago);
}

static void what_no_sensor_sees_is_seen_through_or_not_looked_at()
{
    Thing black = wall;
    black.reflect = 0;
    Scene seen_past(black), dark(black), clears(black, 1500), too_far(black, 1500), aside(black);
    for (double x = 2; x > 0.05; x -= 0.1)
        for (Scene *scene : { &seen_past, &dark, &clears, &too_far, &aside })
            scene->at(x);
    seen_past.at(1);
    seen_past.look_past(here);
    expect(seen_past, Reason::seen_through);
    dark.at(1);
    dark.see_nothing(here);
    expect(dark, Reason::not_looked_at);
    clears.at(1);
    clears.see_nothing(here);
    expect(clears, Reason::dark_clears);
    too_far.at(1.6);
    too_far.see_nothing(here);
    expect(too_far, Reason::not_looked_at);
    aside.at(1);
    aside.look_past({ 0, 0.15, 1 }); /* the next zone but one */
    expect(aside, Reason::not_looked_at);
}

static void expect_past_glass(int frames, bool again, Reason reason)
{
    Thing glass = wall;
    glass.glass = true;
    Scene scene(glass);
    for (double x = 3; x > 0.05; x -= 0.1) {
        scene.at(x);
        if (x > 1.5)
            scene.show(here);
        else if (frames-- > 0)
            scene.look_past(here);
        else if (again)
            scene.show(here);
    }
    expect(scene, reason);
}

static void glass_is_a_trace_until_three_frames_look_through()
{
    expect_past_glass(0, false, Reason::in_time);
    expect_past_glass(2, false, Reason::in_time);
    expect_past_glass(3, false, Reason::seen_through);
    expect_past_glass(3, true, Reason::in_time);
    expect_past_glass(13, true, Reason::shown_late);
    Scene solid(wall); /* of what is no glass a trace stays one */
    solid.at(2);
    solid.show(here);
    for (double x = 1.5; x > 0.05; x -= 0.1) {
        solid.at(x);
        solid.look_past(here);
    }
    expect(solid, Reason::in_time);
}

/* Someone of 0.2 m walks along y and is before the robot, at y = 0, at 10 s. The robot
 * goes at 0.5 m/s and touches him then. */
struct Walk : Scene {
    explicit Walk(double pace = 1) : Scene(walker(pace))
    {
        speed = 0.5;
        time = 7;
    }

    static Thing walker(double pace)
    {
        Thing one = thing_at(0.2, -10 * pace, 0.2, 0.2);
        one.round = one.walks = true;
        one.to_x = 0.2;
        one.to_y = 10 * pace;
        one.speed = pace;
        return one;
    }

    /* Until just before the contact; shows his surface where he is between these times. */
    void go(double from, double to)
    {
        while (time < 9.85) {
            at((10 - time - tick) * speed);
            const Thing now = world.things[0].at(time);
            const V3 him = { now.x, now.y, 1 };
            if (time >= from - 0.01 && time <= to + 0.01)
                give(beam(him - unit(him - robot.place) * 0.2, 0, 0));
        }
    }
};

/* He is in the robot's look from 9.6 s on: 0.2 m and the policy's radius, 0.18 m. */
static void expect_walk(double from, double to, Reason reason)
{
    Walk walk;
    walk.go(from, to);
    expect(walk, reason);
}

static void who_walks_counts_where_the_robot_goes()
{
    expect_walk(0, 0, Reason::unseen);
    expect_walk(7, 8.9, Reason::unseen); /* elsewhere, more than half a second before */
    expect_walk(7, 9.2, Reason::in_time);
    expect_walk(9.3, 9.3, Reason::in_time);
    expect_walk(9.9, 9.9, Reason::shown_late);
    Walk fast(4);
    fast.go(0, 0);
    expect(fast, Reason::came_late);
    Walk stands;
    stands.go(7, 10);
    stands.speed = 0;
    expect(stands, Reason::walked_into);
}

/* Slower than slow_mm the policy asks for the braking path alone: 6 cm at 15 cm/s. */
static void who_walks_at_a_robot_that_creeps_comes_later()
{
    static const struct {
        double speed, pace;
        Reason reason;
    } cases[] = { { 0.25, 1.5, Reason::in_time },
                  { 0.15, 1.5, Reason::came_late },
                  { 0.15, 1, Reason::in_time } };
    for (const auto &one : cases) {
        Walk walk(one.pace);
        walk.speed = one.speed;
        walk.go(7, 10);
        expect(walk, one.reason);
    }
}

/* Frames of all beams before a wall that is 2.5 m off. */
struct Flight : Scene {
    Random random{ 39 };
    static constexpr V3 ahead = { 1, 0, 0 };

    explicit Flight(Part part = Part::zones) : Scene(thing_at(2.6, 0, 0.1, 9), 0, part) {}

    void look(V3 from, double yaw)
    {
        time += tick;
        robot.place = from;
        robot.yaw = yaw;
        judge.begin_tick(time, robot);
        Frame frame;
        frame.truth = robot.pose();
        sensor.measure(world, frame.truth, time, random, frame);
        judge.given(frame);
    }

    /* Comes from 1.1 m behind or beside the middle, and looks where it goes. */
    void come(V3 direction, double yaw)
    {
        for (int i = 11; i >= 0; i--)
            look(here + direction * (-0.1 * i), yaw);
    }
};

/* A cone's side is at 13.5 degrees, and the estimate is turned by up to half of one. */
static void a_cone_looks_along_what_is_within_its_side()
{
    Flight flight(Part::cones);
    flight.come(Flight::ahead, 0);
    CHECK(flight.judge.looks_past(toward(12.5 * pi / 180)));
    CHECK(!flight.judge.looks_past(toward(13.3 * pi / 180)));
    CHECK(!flight.judge.looks_past(toward(13.7 * pi / 180)));
}

int main()
{
    RUN(a_wall_counts_from_its_first_trace);
    RUN(a_trace_is_never_forgotten);
    RUN(what_no_sensor_sees_is_seen_through_or_not_looked_at);
    RUN(glass_is_a_trace_until_three_frames_look_through);
    RUN(who_walks_counts_where_the_robot_goes);
    RUN(who_walks_at_a_robot_that_creeps_comes_later);
    RUN(a_cone_looks_along_what_is_within_its_side);
    return test_end();
}
