/* SPDX-License-Identifier: MIT */
/* A pilot who heeds nothing, and flies on into what is there. With the app's controller the drone
 * touches nothing, keeps its height, gets away again where the pilot flies back, and lands.
 *
 *     deaf SCENE [PACKETS], a number below the one that `deaf` alone prints; in one scene another
 *                           drone's PACKETS come, as `flight` writes them
 *
 * Each scene is flown twice, in a process each: `deaf SCENE direct` has the firmware's controller
 * alone, and there must be a contact. */
#include "app.h"
#include "firmware.h"

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RISE_MS = 3000, BACK_MS = 3000, LAND_MS = 4000, TAP_MS = 200 };

#define CONTACT_M 0.065 /* the drone's radius */
#define HEIGHT_M 1.0

/* What the pilot sends. */
typedef enum {
    AHEAD, /* a hover setpoint, at `speed` */
    TAPS,  /* the same, and none, in turns */
    PLACE, /* a place `speed` metres ahead */
    UPWARD /* a velocity in the world */
} sends_t;

typedef struct {
    const char *name;
    world_room_t room;
    sends_t sends;
    double speed;           /* m/s */
    double least_m, most_m; /* how far the drone must come, and may; 0: any */
    double shift_m;         /* of the estimate, 5 s after the rise */
    uint32_t flies_ms;      /* until it flies back */
    uint32_t hangs_ms;      /* from when on the app's task hangs; 0: never */
    bool no_deck, hears;
} scene_t;

#define WALLS .low = { -0.9, -1.5, 0 }, .high = { 2.9, 1.1, 2.5 }
#define POLE WALLS, .pole = { 2.0, 0.05 }, .pole_radius = 0.025

static const scene_t scenes[] = {
    { "a wall", { WALLS }, AHEAD, .speed = 0.5, .least_m = 1.6, .flies_ms = 10000 },
    { "a wall, slowly", { WALLS }, AHEAD, .speed = 0.15, .least_m = 1.6, .flies_ms = 30000 },
    { "a wall, fast", { WALLS }, AHEAD, .speed = 0.95, .least_m = 1.6, .flies_ms = 10000 },
    { "a wall, in taps", { WALLS }, TAPS, .speed = 0.5, .least_m = 0.5, .flies_ms = 60000 },
    { "a near wall, in small taps",
      { .low = { -0.9, -1.5, 0 }, .high = { 0.45, 1.1, 2.5 } },
      TAPS,
      .speed = 0.045,
      .flies_ms = 60000 },
    { "a place behind the wall", { WALLS }, PLACE, .speed = 3.5, .least_m = 1, .flies_ms = 10000 },
    { "a pole", { POLE }, AHEAD, .speed = 0.5, .least_m = 0.6, .flies_ms = 10000 },
    { "the ceiling", { WALLS }, UPWARD, .speed = 0.4, .flies_ms = 10000 },
    { "a frozen deck",
      { WALLS, .fault = DECK_FREEZES, .fault_ms = 5000 },
      AHEAD,
      .speed = 0.5,
      .flies_ms = 10000 },
    { "a dead deck",
      { WALLS, .fault = DECK_IS_DARK, .fault_ms = 5000 },
      AHEAD,
      .speed = 0.5,
      .flies_ms = 10000 },
    { "a black wall",
      { WALLS, .fault = DECK_FRONT_IS_DARK },
      AHEAD,
      .speed = 0.5,
      .flies_ms = 10000 },
    { "no deck", { WALLS }, AHEAD, .speed = 0.5, .flies_ms = 10000, .no_deck = true },
    { "a check that hangs", { WALLS }, AHEAD, .speed = 0.5, .flies_ms = 10000, .hangs_ms = 5000 },
    { "an estimate that jumps",
      { WALLS },
      PLACE,
      .speed = 3.5,
      .shift_m = -1.5,
      .flies_ms = 10000 },
    { "another's pole",
      { POLE, .glass = true },
      AHEAD,
      .speed = 0.5,
      .least_m = 0.6,
      .most_m = 1.4,
      .flies_ms = 10000,
      .hears = true },
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

static struct {
    const scene_t *scene;
    FILE *packets;
    double came_m, back_m, lowest_m;
    jmp_buf end;
} flight;

/* --- the radio -------------------------------------------------------------------------------- */

void firmware_sent(const P2PPacket *packet)
{
    (void)packet;
}

void firmware_sent_down(const uint8_t *bytes, uint32_t size)
{
    (void)bytes, (void)size;
}

static void receive(void)
{
    P2PPacket packet = { .port = 9 };
    if (flight.packets != NULL && fread(&packet.size, 1, 1, flight.packets) == 1 &&
        fread(packet.data, packet.size, 1, flight.packets) == 1)
        firmware_receive(&packet);
}

/* --- the pilot -------------------------------------------------------------------------------- */

static setpoint_t ahead(uint32_t flown_ms)
{
    const scene_t *const scene = flight.scene;
    setpoint_t setpoint = firmware_hover(scene->speed, 0, HEIGHT_M);
    if (scene->sends == TAPS && flown_ms / TAP_MS % 2 == 1)
        setpoint.velocity.x = 0;
    if (scene->sends == PLACE) {
        setpoint.position.x = (float)scene->speed;
        setpoint.mode.x = setpoint.mode.y = modeAbs;
    }
    if (scene->sends == UPWARD) {
        setpoint.velocity = (velocity_t){ 0, 0, (float)scene->speed };
        setpoint.mode.z = modeVelocity;
    }
    return setpoint;
}

/* By the time alone. */
static void send(void)
{
    const scene_t *const scene = flight.scene;
    const uint32_t ms = firmware.world.ms, back_ms = RISE_MS + scene->flies_ms;
    if (ms < RISE_MS)
        firmware.setpoint = firmware_hover(0, 0, fmin(ms / 1500.0, HEIGHT_M));
    else if (ms < back_ms)
        firmware.setpoint = ahead(ms - RISE_MS);
    else if (ms < back_ms + BACK_MS)
        firmware.setpoint = firmware_hover(-0.5, 0, HEIGHT_M);
    else
        firmware.setpoint = firmware_hover(0, 0, 0);
    if (ms >= RISE_MS + 5000)
        firmware.shift_m = scene->shift_m;
}

static void watch(void)
{
    const world_t *const world = &firmware.world;
    const uint32_t back_ms = RISE_MS + flight.scene->flies_ms;
    if (world->ms >= RISE_MS && world->ms < back_ms) {
        flight.came_m = fmax(flight.came_m, world->place[0]);
        flight.lowest_m = fmin(flight.lowest_m, world->place[2]);
    } else if (world->ms < back_ms + BACK_MS)
        flight.back_m = fmax(flight.back_m, flight.came_m - world->place[0]);
}

void firmware_pilot(void)
{
    const scene_t *const scene = flight.scene;
    const uint32_t end_ms = RISE_MS + scene->flies_ms + BACK_MS + LAND_MS;
    do {
        if (firmware.world.ms >= end_ms)
            longjmp(flight.end, 1);
        send();
        watch();
        receive();
        const bool hangs = scene->hangs_ms != 0 && firmware.world.ms >= scene->hangs_ms;
        if (!hangs && !scene->no_deck)
            return;
        for (uint32_t ms = 0; ms < 100; ms += FIRMWARE_STEP_MS)
            firmware_step();
    } while (true);
}

/* --- what came of it -------------------------------------------------------------------------- */

static bool report(void)
{
    const scene_t *const scene = flight.scene;
    const double nearest_m = firmware.world.nearest_m;
    printf("%s%s: came %.2f m, back %.2f m, %.3f m from anything, %.2f m high and more, ends at "
           "%.2f m\n",
           scene->name, firmware.direct ? ", direct" : "", flight.came_m, flight.back_m, nearest_m,
           flight.lowest_m, firmware.world.place[2]);
    const bool good[] = { nearest_m > CONTACT_M,
                          flight.came_m >= scene->least_m,
                          scene->most_m == 0 || flight.came_m <= scene->most_m,
                          flight.back_m > 0.8 || scene->least_m == 0,
                          flight.lowest_m > (scene->no_deck ? 0.2 : HEIGHT_M - 0.1),
                          firmware.world.place[2] < 0.01 };
    unsigned passed = 0;
    for (unsigned i = 0; i < sizeof good; i++)
        passed += good[i];
    if (firmware.direct)
        return nearest_m <= CONTACT_M;
    printf("%u passed, %u failed\n", passed, (unsigned)sizeof good - passed);
    return passed == sizeof good;
}

int main(int argc, char **argv)
{
    const int number = argc > 1 ? atoi(argv[1]) : SCENES;
    if (number < 0 || number >= SCENES) {
        printf("%d\n", SCENES);
        return argc > 1;
    }
    flight.scene = &scenes[number];
    flight.lowest_m = HEIGHT_M;
    firmware.direct = argc > 2 && strcmp(argv[2], "direct") == 0;
    firmware.no_deck = flight.scene->no_deck;
    if (argc > 2 && !firmware.direct && flight.scene->hears) {
        flight.packets = fopen(argv[2], "rb");
        firmware_listen_to(FIRMWARE_SENDER);
    }
    world_begin(&firmware.world, &flight.scene->room);
    if (setjmp(flight.end) == 0) {
        appMain();
        firmware_pilot();
    }
    if (flight.packets != NULL)
        (void)fclose(flight.packets);
    return !report();
}
