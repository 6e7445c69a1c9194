/* SPDX-License-Identifier: MIT */
/* A stand-in for the Crazyflie: it flies the app, closed, through the rooms of world.h, and listens
 * as another one would.
 *
 *     flight SCENE, a number below the one that `flight` alone returns
 *
 * The drone takes off and is commanded forward. Where the app warns, its pilot commands it to
 * stand; in one scene to fly backwards then, until the app warns again. The app must warn before it
 * knows anything, and before each obstacle in time; it may warn nowhere else. No scene has a
 * contact. The radio loses every third packet: the listener must still learn the walls, and nothing
 * but the walls. */
#include "FreeRTOS.h"
#include "app.h"
#include "configblock.h"
#include "debug.h"
#include "log.h"
#include "param.h"
#include "radiolink.h"
#include "storage.h"
#include "task.h"

#include "oct9.h"
#include "world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEP_MS = 10,
    RISE_MS = 3000,
    REST_MS = 1000, /* between a stop and what comes then */
    CELL_MM = 40,
    WARN_MM = 1000, /* what the app looks ahead */
    EARLY_MM = 250, /* for the drone's radius and a cell or two */
    SENDER = 0xE7E7E7E7 & 0x7FFFFFFF
};

#define CONTACT_M 0.065   /* the drone's radius */
#define CLOCK 0xFFFFE000u /* at the start; it wraps in flight */

typedef struct {
    const char *name;
    world_room_t room;
    double speed; /* m/s */
    uint32_t end_ms;
    uint8_t why;    /* the alarm that ends the flight forward has one of these reasons */
    double least_m; /* how far the drone must come, and may */
    double most_m;
    uint32_t most_ms; /* from the fault to the alarm; 0: any */
    bool back;        /* it flies back then */
    bool listens;
} scene_t;

#define ROOM           \
    { -0.9, -1.5, 0 }, \
    {                  \
        2.9, 1.1, 2.5  \
    }

/* A wall at 2.9 m is warned of from 1.9 m on. */
static const scene_t scenes[] = {
    /* long enough for a round of the whole map, with a third of it lost */
    { "a wall",
      { ROOM, 0, { 0, 0 }, 0, DECK_IS_DARK, 9000 },
      0.5,
      300000,
      OCT9_MAPPER_BLOCKED,
      1.6,
      2.1,
      0,
      false,
      true },
    { "a frozen deck",
      { ROOM, 0, { 0, 0 }, 0, DECK_FREEZES, 5000 },
      0.5,
      12000,
      OCT9_MAPPER_FROZEN,
      0.5,
      1.6,
      600,
      false,
      false },
    { "a frozen front",
      { ROOM, 0, { 0, 0 }, 0, DECK_FRONT_FREEZES, 5000 },
      0.5,
      12000,
      OCT9_MAPPER_FROZEN,
      0.5,
      1.6,
      600,
      false,
      false },
    { "a dead deck",
      { ROOM, 0, { 0, 0 }, 0, DECK_IS_DARK, 5000 },
      0.5,
      12000,
      OCT9_MAPPER_UNKNOWN,
      0.5,
      1.6,
      700,
      false,
      false },
    { "a black wall",
      { ROOM, 0, { 0, 0 }, 0, DECK_FRONT_IS_DARK, 0 },
      0.5,
      12000,
      OCT9_MAPPER_UNKNOWN,
      0,
      0.2,
      0,
      false,
      false },
    { "a wall that goes dark",
      { ROOM, 0, { 0, 0 }, 0, DECK_FRONT_IS_DARK, 6600 },
      0.5,
      12000,
      OCT9_MAPPER_BLOCKED | OCT9_MAPPER_UNKNOWN,
      1.4,
      2.1,
      0,
      false,
      false },
    { "a pole beside the axis",
      { ROOM, 0, { 2.0, 0.05 }, 0.025, DECK_WORKS, 0 },
      0.5,
      12000,
      OCT9_MAPPER_BLOCKED,
      0.6,
      1.4,
      0,
      false,
      false },
    { "stop and back out",
      { ROOM, 0, { 0, 0 }, 0, DECK_WORKS, 0 },
      0.5,
      20000,
      OCT9_MAPPER_BLOCKED,
      1.6,
      2.1,
      0,
      true,
      false },
    { "turned by 90 degrees",
      { { -1.1, -0.9, 0 }, { 1.5, 2.9, 2.5 }, 1.5708, { 0, 0 }, 0, DECK_WORKS, 0 },
      0.5,
      20000,
      OCT9_MAPPER_BLOCKED,
      1.6,
      2.1,
      0,
      true,
      false },
    { "fast",
      { ROOM, 0, { 0, 0 }, 0, DECK_WORKS, 0 },
      0.95,
      12000,
      OCT9_MAPPER_BLOCKED,
      1.5,
      2.3,
      0,
      false,
      false },
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

/* What the pilot does. */
typedef enum { RISES, FLIES, RESTS, BACKS, HOVERS } phase_t;

static struct {
    const scene_t *scene;
    world_t world;
    phase_t phase;
    uint32_t since_ms; /* of the phase */
    uint32_t sent, heard, bad;
    uint32_t unheeded, early;
    uint32_t warned_ms; /* when the app ended the flight forward */
    uint8_t why;
    double came_m, back_m; /* how far it came, and the most that it came back then */
    uint32_t start;        /* in the storage */
    jmp_buf end;
} flight;

static oct9_block_t pool[4096];
static oct9_occupancy_t map;
static oct9_receiver_t receiver;
static uint32_t seen[1024];

/* --- the firmware ----------------------------------------------------------------------------- */

int consolePrintf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vprintf(format, arguments);
    va_end(arguments);
    return length;
}

uint64_t configblockGetRadioAddress(void)
{
    return 0xE700000000 | SENDER;
}

size_t storageFetch(const char *key, void *buffer, size_t length)
{
    (void)key;
    memcpy(buffer, &flight.start, length);
    return flight.start != 0 ? length : 0;
}

bool storageStore(const char *key, const void *buffer, size_t length)
{
    (void)key;
    memcpy(&flight.start, buffer, length);
    return true;
}

paramVarId_t paramGetVarId(const char *group, const char *name)
{
    const bool deck = strcmp(group, "deck") == 0 && strcmp(name, "bcMultiranger") == 0;
    return (paramVarId_t){ deck ? 7 : 0xFFFF, 0 };
}

unsigned int paramGetUint(paramVarId_t id)
{
    return id.id == 7;
}

static const char *const names[] = { "range.front",      "range.back",       "range.left",
                                     "range.right",      "range.up",         "stateEstimate.x",
                                     "stateEstimate.y",  "stateEstimate.z",  "stateEstimate.qw",
                                     "stateEstimate.qx", "stateEstimate.qy", "stateEstimate.qz",
                                     "stateEstimate.vx", "stateEstimate.vy", "stateEstimate.vz",
                                     "ctrltarget.vx",    "ctrltarget.vy",    "ctrltarget.vz" };
enum { NAMES = sizeof names / sizeof names[0] };

logVarId_t logGetVarId(const char *group, const char *name)
{
    char whole[40];
    snprintf(whole, sizeof whole, "%s.%s", group, name);
    for (logVarId_t id = 0; id < NAMES; id++)
        if (strcmp(whole, names[id]) == 0)
            return id;
    return 0xFFFF;
}

float logGetFloat(logVarId_t id)
{
    const world_t *const world = &flight.world;
    const double state[] = { world->place[0],
                             world->place[1],
                             world->place[2],
                             cos(world->yaw / 2),
                             0,
                             0,
                             sin(world->yaw / 2),
                             world->velocity[0],
                             world->velocity[1],
                             world->velocity[2],
                             world->command[0],
                             world->command[1],
                             world->command[2] };
    return id >= WORLD_BEAMS && id < NAMES ? (float)state[id - WORLD_BEAMS] : NAN;
}

unsigned int logGetUint(logVarId_t id)
{
    return id < WORLD_BEAMS ? flight.world.mm[id] : 0;
}

TickType_t xTaskGetTickCount(void)
{
    return CLOCK + flight.world.ms;
}

bool radiolinkSendP2PPacketBroadcast(P2PPacket *packet)
{
    if (packet->size > P2P_MAX_DATA_SIZE || packet->port != 9)
        flight.bad++;
    if (++flight.sent % 3 == 0)
        return true;
    const oct9_status_t status = oct9_packet_apply(&receiver, packet->data, packet->size);
    flight.heard++;
    flight.bad += status != OCT9_OK && status != OCT9_ERR_PACKET_LATE;
    return true;
}

/* --- the pilot -------------------------------------------------------------------------------- */

extern const struct log_s stand_in_logs_oct9[];

static const void *logged(const char *name)
{
    const struct log_s *log = stand_in_logs_oct9;
    while (strcmp(log->name, name) != 0)
        log++;
    return log->address;
}

static void begin_phase(phase_t phase, double ahead, double up)
{
    flight.phase = phase;
    flight.since_ms = flight.world.ms;
    flight.world.command[0] = ahead;
    flight.world.command[1] = 0;
    flight.world.command[2] = up;
}

/* How far the drone is from where it took off, along its course. */
static double came(void)
{
    const world_t *const world = &flight.world;
    return world->place[0] * cos(world->room->yaw) + world->place[1] * sin(world->room->yaw);
}

/* What the app has found, beside where the obstacle is. It knows nothing before it flies. */
static void judge(bool alarm)
{
    const uint16_t clear_mm = *(const uint16_t *)logged("clear");
    const double ahead_mm = world_ahead(&flight.world, flight.phase == BACKS ? -1 : 1) * 1000;
    const bool moves = flight.phase == FLIES || flight.phase == BACKS;
    const bool fault = flight.scene->room.fault != DECK_WORKS &&
                       flight.world.ms >= flight.scene->room.fault_ms;
    flight.unheeded += flight.world.place[2] < 0.199 && !alarm;
    if (!moves || flight.world.ms == flight.since_ms)
        return;
    flight.unheeded += ahead_mm <= WARN_MM && !alarm;
    flight.unheeded += alarm && !fault && clear_mm > ahead_mm;
    flight.early += ahead_mm > WARN_MM + EARLY_MM && alarm && !fault;
}

/* A tick later, when the app has looked. */
static void fly(void)
{
    const bool alarm = *(const uint8_t *)logged("alarm");
    const uint32_t lasts_ms = flight.world.ms - flight.since_ms;
    judge(alarm);
    if (flight.phase == RISES && lasts_ms >= RISE_MS)
        begin_phase(FLIES, flight.scene->speed, 0);
    else if (flight.phase == FLIES && lasts_ms > 0 && alarm) {
        flight.warned_ms = flight.world.ms;
        flight.why = *(const uint8_t *)logged("why");
        begin_phase(RESTS, 0, 0);
    } else if (flight.phase == RESTS && lasts_ms >= REST_MS) {
        flight.came_m = came();
        begin_phase(flight.scene->back ? BACKS : HOVERS, flight.scene->back ? -0.5 : 0, 0);
    } else if (flight.phase == BACKS && lasts_ms > 0 && alarm)
        begin_phase(HOVERS, 0, 0);
}

void vTaskDelay(TickType_t ticks)
{
    fly();
    for (TickType_t i = 0; i < ticks; i += STEP_MS)
        world_step(&flight.world);
    flight.back_m = flight.phase == HOVERS ? flight.came_m - came() : 0;
    if (flight.world.ms > flight.scene->end_ms)
        longjmp(flight.end, 1);
}

/* --- what came of it -------------------------------------------------------------------------- */

/* While the drone is low the floor lies in the cones that look ahead and aside: what they report is
 * 4.3 times as far as the drone is high, and it may be as high above the drone as the floor is
 * below it. The drone is at (0, 0) then. */
static bool may_be_floor(const uint16_t corner[3])
{
    double place[3];
    for (unsigned a = 0; a < 3; a++)
        place[a] = (corner[a] + 0.5) * CELL_MM / 1000 - 10.24; /* the cube's corner */
    return place[2] < 0.467 * hypot(place[0], place[1]) + 3.0 * CELL_MM / 1000 && place[2] < 1.0;
}

/* Whether a leaf is a part of what a beam to a wall may have met: its cone's cap lies within 3 cm
 * of the wall for each metre of the beam's length, and a cell more for the rounding. */
static bool at_wall(const oct9_leaf_t *leaf)
{
    const world_room_t *const room = &flight.scene->room;
    const uint16_t corner[3] = { leaf->corner.x, leaf->corner.y, leaf->corner.z };
    if (may_be_floor(corner))
        return true;
    for (unsigned a = 0; a < 3; a++) {
        const double from = (corner[a] - 3.0) * CELL_MM / 1000 - 10.24; /* the cube's corner */
        const double to = from + (oct9_leaf_size(leaf) + 6.0) * CELL_MM / 1000;
        if ((from <= room->low[a] && room->low[a] <= to) ||
            (from <= room->high[a] && room->high[a] <= to))
            return true;
    }
    return false;
}

static void listen(uint32_t *walls, uint32_t *others)
{
    const oct9_map_t heard = oct9_map_of_tree(&map.tree);
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    (void)oct9_visit_begin(&visit, &heard, NULL, OCT9_STATES_OCCUPIED);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        at_wall(&leaf) ? (*walls)++ : (*others)++;
    printf("sent %u packets, heard %u; %u leaves of walls, %u others; start %u\n", flight.sent,
           flight.heard, *walls, *others, receiver.run.start);
}

static bool report(void)
{
    const scene_t *const scene = flight.scene;
    const uint32_t took_ms = flight.warned_ms - scene->room.fault_ms;
    uint32_t walls = 0, others = 0;
    listen(&walls, &others);
    printf("%s: why %u, came %.2f m, back %.2f m, %.3f m from anything; bad %u, unheeded %u, early "
           "%u\n",
           scene->name, flight.why, flight.came_m, flight.back_m, flight.world.nearest_m,
           flight.bad, flight.unheeded, flight.early);
    const bool good[] = { flight.bad == 0,
                          flight.unheeded == 0,
                          flight.early == 0,
                          (flight.why & scene->why) != 0,
                          flight.world.nearest_m > CONTACT_M,
                          flight.came_m >= scene->least_m && flight.came_m <= scene->most_m,
                          scene->most_ms == 0 || took_ms <= scene->most_ms,
                          !scene->back || flight.back_m > 0.8,
                          !scene->listens || (walls > 100 && flight.sent > 1000),
                          !scene->listens || others == 0,
                          receiver.run.start == 42 };
    unsigned passed = 0;
    for (unsigned i = 0; i < sizeof good; i++)
        passed += good[i];
    printf("%u passed, %u failed\n", passed, (unsigned)sizeof good - passed);
    return passed == sizeof good;
}

int main(int argc, char **argv)
{
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    const oct9_run_t run = { SENDER, 1 };
    const int number = argc > 1 ? atoi(argv[1]) : SCENES;
    if (number < 0 || number >= SCENES) {
        printf("%d\n", SCENES);
        return argc > 1;
    }
    flight.scene = &scenes[number];
    flight.start = 41;
    world_begin(&flight.world, &flight.scene->room);
    begin_phase(RISES, 0, 0.333);
    if (oct9_occupancy_init(&map, pool, 4096, &model, NULL) != OCT9_OK ||
        oct9_packet_receiver_init(&receiver, &map, seen, 1024, &run) != OCT9_OK)
        return 1;
    if (setjmp(flight.end) == 0)
        appMain();
    return !report();
}
