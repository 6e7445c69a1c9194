/* SPDX-License-Identifier: MIT */
/* The mapper's example on the host: its messages, the reader of recorded flights, and a made-up
 * flight through the mapper itself. */
#define _POSIX_C_SOURCE 200809L
#include "examples/tof_mapper/host/session.h"
#include "examples/tof_mapper/host/synthetic.h"
#include "tests/test.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- messages --------------------------------------------------------------------------- */

/* Feeds bytes; how many messages came, and how many were bad. */
static void feed(link_reader_t *reader, const uint8_t *bytes, size_t size, unsigned *good,
                 unsigned *bad)
{
    link_message_t message;
    for (size_t i = 0; i < size; i++) {
        const link_event_t event = link_read(reader, bytes[i], &message);
        *good += event == LINK_MESSAGE;
        *bad += event == LINK_BAD;
    }
}

static size_t make_message(uint8_t out[64])
{
    static const uint8_t bytes[] = { 1, 0xA5, 2, 3, 0, 0xFF };
    return link_write(out, 'F', bytes, sizeof bytes);
}

static void a_message_comes_through(void)
{
    uint8_t out[64];
    link_reader_t reader = { 0 };
    link_message_t message = { 0 };
    link_event_t event = LINK_MORE;
    const size_t size = make_message(out);
    for (size_t i = 0; i < size; i++) {
        CHECK_EQ(event, LINK_MORE);
        event = link_read(&reader, out[i], &message);
    }
    CHECK_EQ(event, LINK_MESSAGE);
    CHECK_EQ(message.kind, 'F');
    CHECK_EQ(message.size, 6);
    CHECK(memcmp(message.bytes, out + 4, 6) == 0);
}

/* Any damaged bit: the message does not come through, and one of the next two does. */
static void damage_is_seen(void)
{
    for (unsigned bit = 0; bit < 14 * 8; bit++) {
        uint8_t out[64];
        link_reader_t reader = { 0 };
        unsigned good = 0, bad = 0;
        const size_t size = make_message(out);
        out[bit / 8] ^= (uint8_t)(1u << bit % 8);
        feed(&reader, out, size, &good, &bad);
        CHECK_EQ(good, 0);
        make_message(out);
        for (unsigned again = 0; again < 100 && good == 0; again++)
            feed(&reader, out, size, &good, &bad);
        CHECK(good > 0);
    }
}

static void noise_is_skipped(void)
{
    static const uint8_t noise[] = "fault at 0x08001234\r\n";
    uint8_t out[64];
    link_reader_t reader = { 0 };
    unsigned good = 0, bad = 0;
    feed(&reader, noise, sizeof noise, &good, &bad);
    feed(&reader, out, make_message(out), &good, &bad);
    CHECK_EQ(good, 1);
    CHECK_EQ(bad, 0);
}

static void contents_come_through(void)
{
    sensor_frame_t frame, frame_back;
    status_t status, status_back;
    done_t done = { 1, 2, true, 0x89ABCDEF }, done_back;
    uint8_t bytes[MESSAGE_FRAME_SIZE], again[MESSAGE_FRAME_SIZE];
    flight_t flight;
    CHECK(synthetic_flight(&flight));
    session_frame(&flight.frames[flight.count / 2], &frame);
    message_put_frame(bytes, &frame);
    message_take_frame(bytes, &frame_back);
    message_put_frame(again, &frame_back);
    CHECK(memcmp(bytes, again, sizeof bytes) == 0);
    CHECK_EQ(frame_back.pose.place_mm.z, frame.pose.place_mm.z);
    CHECK_EQ(frame_back.pose.rotation.w, OCT9_ONE_Q14);
    CHECK_EQ(frame_back.command_mm[0], frame.command_mm[0]);
    CHECK_EQ(frame_back.distance_mm[63], frame.distance_mm[63]);
    flight_free(&flight);

    status = (status_t){ .time_ms = 70000,
                         .error = -6,
                         .mapped = true,
                         .found = { true, OCT9_MAPPER_BLOCKED, 900, 800, OCT9_MAPPER_FAR, 40 },
                         .window = { -64, 0, 128 },
                         .used = 4000,
                         .peak = 4096,
                         .merged = 5,
                         .grown = 6,
                         .forgot = 70000,
                         .cost = { 1, 2, 3 } };
    message_put_status(bytes, &status);
    message_take_status(bytes, &status_back);
    CHECK_EQ(status_back.error, -6);
    CHECK(status_back.mapped && status_back.found.alarm);
    CHECK_EQ(status_back.found.why, OCT9_MAPPER_BLOCKED);
    CHECK_EQ(status_back.found.clear_mm, 900);
    CHECK_EQ(status_back.found.known_mm, 800);
    CHECK_EQ(status_back.found.clearance_mm, OCT9_MAPPER_FAR);
    CHECK_EQ(status_back.found.age_ms, 40);
    CHECK_EQ(status_back.forgot, 70000);
    CHECK_EQ(status_back.window.x, -64);
    CHECK_EQ(status_back.cost.send, 3);
    message_put_done(bytes, &done);
    message_take_done(bytes, &done_back);
    CHECK_EQ(done_back.digest, done.digest);
}

/* --- recorded flights ------------------------------------------------------------------- */

static char folder[64];

static void write_file(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

static void write_frames(const char *first_zone, unsigned zones)
{
    char text[4096] = "150,0,0\n";
    for (unsigned i = 0; i < zones; i++)
        strcat(text, i == 0 ? first_zone : i == 1 ? "300,0,255\n" : "400,2,5\n");
    write_file("state_ToF.csv", text);
}

/* At 110 ms, with the age of a frame taken off, the drone is a tenth of the distance from 100 to
 * 200. */
static void write_log(void)
{
    write_file("state_Crazyflie_group00.csv",
               "timeStamp,x,y,z,vx,vy,vz\n100,1,2,3,0.5,0,0\n200,2,2,3,0.5,0,0\n");
    write_file("state_Crazyflie_group01.csv", "timeStamp,roll,pitch,yaw\n100,0,30,0\n200,0,30,0\n");
    write_file("state_Vicon.csv",
               "name,timeStamp,posx,posy,posz,qw,qx,qy,qz\n"
               "Drone,90,5,0,0,1,0,0,0\nOther,95,0,0,0,1,0,0,0\nDrone,130,7,0,0,1,0,0,0\n"
               "Drone,120,6.5,0,0,1,0,0,0\n");
}

static void a_flight_is_read(void)
{
    flight_t flight;
    write_log();
    write_frames("500,1,9\n", FLIGHT_ZONES);
    CHECK(flight_read(&flight, folder));
    CHECK_EQ(flight.count, 1);
    const flight_frame_t *frame = &flight.frames[0];
    CHECK_EQ(frame->time_ms, 150);
    CHECK_EQ((int)(1000 * frame->pose.place_m[0] + 0.5), 1100);
    CHECK_EQ((int)(1000 * frame->drone.place_m[0] + 0.5), 6000);
    CHECK(frame->has_drone && !frame->has_surface);
    CHECK_EQ(frame->zone[0], FLIGHT_TARGET);
    CHECK_EQ(frame->zone[1], FLIGHT_NO_TARGET);
    CHECK_EQ(frame->zone[2], FLIGHT_DOUBTFUL);
    const double forward[3] = { 1, 0, 0 };
    double world[3];
    flight_turn(&frame->pose, forward, world);
    CHECK_EQ((int)(1000 * world[2] + 0.5), 500); /* 30 degrees nose up */
    flight_free(&flight);
}

static void damaged_flights_are_refused(void)
{
    flight_t flight;
    write_log();
    write_frames("500,1,x\n", FLIGHT_ZONES);
    CHECK(!flight_read(&flight, folder));
    write_frames("500,1,5\n", FLIGHT_ZONES - 1);
    CHECK(!flight_read(&flight, folder));
    write_frames("500,1,5\n", FLIGHT_ZONES);
    write_file("state_Crazyflie_group01.csv", "timeStamp,roll,pitch,yaw\n100,0,30,0\n200,0,30\n");
    CHECK(!flight_read(&flight, folder));
    write_log();
    write_file("state_Vicon.csv", "name\nDrone,1,2,3\n");
    CHECK(!flight_read(&flight, folder));
    CHECK(!flight_read(&flight, "/nowhere"));
}

static void remove_folder(void)
{
    static const char *const names[] = { "state_ToF.csv", "state_Crazyflie_group00.csv",
                                         "state_Crazyflie_group01.csv", "state_Vicon.csv" };
    for (unsigned i = 0; i < 4; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        (void)unlink(path);
    }
    (void)rmdir(folder);
}

/* --- the mapper ------------------------------------------------------------------------- */

typedef struct {
    unsigned errors, blocked;
    double first_alarm_m; /* that an obstacle blocks: before the panel */
    uint32_t digest;
} flown_t;

static void fly(drone_t *drone, const flight_t *flight, flown_t *flown)
{
    memset(drone, 0, sizeof *drone);
    memset(flown, 0, sizeof *flown);
    CHECK_EQ(drone_init(drone), OCT9_OK);
    for (size_t i = 0; i < flight->count; i++) {
        sensor_frame_t frame;
        oct9_mapper_found_t found;
        session_frame(&flight->frames[i], &frame);
        if (!drone_flies(&frame))
            continue;
        flown->errors += drone_see(drone, &frame) != OCT9_OK;
        flown->errors += drone_check(drone, &frame, &found) != OCT9_OK;
        if ((found.why & OCT9_MAPPER_BLOCKED) != 0 && flown->blocked++ == 0)
            flown->first_alarm_m = flight->frames[i].surface.place_m[0] -
                                   flight->frames[i].drone.place_m[0];
    }
    flown->digest = drone_digest(drone);
}

static void the_alarm_comes_in_time(void)
{
    static drone_t drone;
    static uint8_t seen[DRONE_BLOCKS / 8];
    flight_t flight;
    flown_t once, again;
    CHECK(synthetic_flight(&flight));
    fly(&drone, &flight, &once);
    CHECK_EQ(once.errors, 0);
    CHECK(once.first_alarm_m > 0.95 && once.first_alarm_m < 1.3);
    CHECK_EQ(oct9_tree_check(&drone.mapper.occupancy.tree, seen), OCT9_OK);
    fly(&drone, &flight, &again);
    CHECK_EQ(once.digest, again.digest);
    flight_free(&flight);
}

/* A sensor that looks forward sees nothing of what is above and behind: a drone that rises or backs
 * out there does not know where it goes. Forward it does. */
static void what_no_beam_sees_is_not_known(void)
{
    static drone_t drone;
    flight_t flight;
    unsigned up = 0, back = 0, forward = 0;
    CHECK(synthetic_flight(&flight));
    memset(&drone, 0, sizeof drone);
    CHECK_EQ(drone_init(&drone), OCT9_OK);
    for (size_t i = 0; i < flight.count; i++) {
        sensor_frame_t frame;
        oct9_mapper_found_t found;
        session_frame(&flight.frames[i], &frame);
        if (!drone_flies(&frame))
            continue;
        CHECK_EQ(drone_see(&drone, &frame), OCT9_OK);
        CHECK_EQ(drone_check(&drone, &frame, &found), OCT9_OK);
        const bool unknown = (found.why & OCT9_MAPPER_UNKNOWN) != 0;
        up += frame.velocity_mm[2] > 0 && unknown;
        forward += frame.velocity_mm[0] > 0 && unknown;
        back += frame.velocity_mm[0] < 0 && unknown;
    }
    CHECK(up > 10 && back > 10);
    CHECK_EQ(forward, 0);
    flight_free(&flight);
}

/* A frame that comes twice is no error, and changes nothing. */
static void a_frame_that_comes_twice_is_not_mapped(void)
{
    static drone_t drone;
    flight_t flight;
    sensor_frame_t frame;
    CHECK(synthetic_flight(&flight));
    memset(&drone, 0, sizeof drone);
    CHECK_EQ(drone_init(&drone), OCT9_OK);
    session_frame(&flight.frames[flight.count / 2], &frame);
    CHECK_EQ(drone_see(&drone, &frame), OCT9_OK);
    const uint32_t digest = drone_digest(&drone);
    frame.distance_mm[27] = 400;
    CHECK_EQ(drone_see(&drone, &frame), OCT9_OK);
    CHECK_EQ(drone_digest(&drone), digest);
    flight_free(&flight);
}

/* A check that cannot be made is no clear path. */
static void an_error_is_an_alarm(void)
{
    static drone_t drone;
    sensor_frame_t frame = { .pose = { { 40000, 0, 1000 }, OCT9_ROTATION_NONE } };
    oct9_mapper_found_t found = DRONE_NOTHING;
    CHECK_EQ(drone_init(&drone), OCT9_OK);
    CHECK_EQ(drone_check(&drone, &frame, &found), OCT9_ERR_STALE);
    CHECK(found.alarm);
    CHECK_EQ(found.why, OCT9_MAPPER_ERROR);
    CHECK_EQ(found.clear_mm, 0);
    CHECK_EQ(found.known_mm, 0);
    CHECK_EQ(found.clearance_mm, 0);
}

int main(void)
{
    snprintf(folder, sizeof folder, "/tmp/oct9-flight-%ld", (long)getpid());
    if (mkdir(folder, 0700) != 0)
        return 1;
    RUN(a_message_comes_through);
    RUN(damage_is_seen);
    RUN(noise_is_skipped);
    RUN(contents_come_through);
    RUN(a_flight_is_read);
    RUN(damaged_flights_are_refused);
    RUN(the_alarm_comes_in_time);
    RUN(what_no_beam_sees_is_not_known);
    RUN(a_frame_that_comes_twice_is_not_mapped);
    RUN(an_error_is_an_alarm);
    remove_folder();
    return test_end();
}
