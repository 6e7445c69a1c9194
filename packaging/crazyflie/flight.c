/* SPDX-License-Identifier: MIT */
/* A pilot who heeds the app: it flies through the rooms of world.h, and two listen to it as others
 * would.
 *
 *     flight SCENE [PACKETS DOWN], a number below the one that `flight` alone prints; PACKETS
 *                                  becomes what the first listener heard, DOWN what came to the
 *                                  ground, each packet with its length before it, in a byte
 *
 * The drone takes off and is commanded forward. Where the app warns, its pilot commands it to
 * stand; in one scene to fly backwards then, until the app warns again. The app must warn before it
 * knows anything, and before each obstacle in time; it may warn nowhere else. No scene has a
 * contact. The first listener loses every third packet: it must still learn the walls, and nothing
 * but the walls, and at the end know what the other one knows, which loses none. */
#include "app.h"
#include "firmware.h"
#include "oct9.h"

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RISE_MS = 3000,
    REST_MS = 1000, /* between a stop and what comes then */
    CELL_MM = 40,
    WARN_MM = 1000, /* what the app looks ahead */
    EARLY_MM = 250  /* for the drone's radius and a cell or two */
};

#define CONTACT_M 0.065 /* the drone's radius */

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

#define WALLS .low = { -0.9, -1.5, 0 }, .high = { 2.9, 1.1, 2.5 }
#define TURNED .low = { -1.1, -0.9, 0 }, .high = { 1.5, 2.9, 2.5 }, .yaw = 1.5708

/* A wall at 2.9 m is warned of from 1.9 m on. */
static const scene_t scenes[] = {
    /* long enough for a round of the whole map, with a third of it lost */
    { .name = "a wall",
      .room = { WALLS, .fault = DECK_IS_DARK, .fault_ms = 9000 },
      .speed = 0.5,
      .end_ms = 300000,
      .why = OCT9_MAPPER_BLOCKED,
      .least_m = 1.6,
      .most_m = 2.1,
      .listens = true },
    { .name = "a frozen deck",
      .room = { WALLS, .fault = DECK_FREEZES, .fault_ms = 5000 },
      .speed = 0.5,
      .end_ms = 12000,
      .why = OCT9_MAPPER_FROZEN,
      .least_m = 0.5,
      .most_m = 1.6,
      .most_ms = 600 },
    { .name = "a frozen front",
      .room = { WALLS, .fault = DECK_FRONT_FREEZES, .fault_ms = 5000 },
      .speed = 0.5,
      .end_ms = 12000,
      .why = OCT9_MAPPER_FROZEN,
      .least_m = 0.5,
      .most_m = 1.6,
      .most_ms = 600 },
    { .name = "a dead deck",
      .room = { WALLS, .fault = DECK_IS_DARK, .fault_ms = 5000 },
      .speed = 0.5,
      .end_ms = 12000,
      .why = OCT9_MAPPER_UNKNOWN,
      .least_m = 0.5,
      .most_m = 1.6,
      .most_ms = 700 },
    { .name = "a black wall",
      .room = { WALLS, .fault = DECK_FRONT_IS_DARK },
      .speed = 0.5,
      .end_ms = 12000,
      .why = OCT9_MAPPER_UNKNOWN,
      .most_m = 0.2 },
    { .name = "a wall that goes dark",
      .room = { WALLS, .fault = DECK_FRONT_IS_DARK, .fault_ms = 6600 },
      .speed = 0.5,
      .end_ms = 12000,
      .why = OCT9_MAPPER_BLOCKED | OCT9_MAPPER_UNKNOWN,
      .least_m = 1.4,
      .most_m = 2.1 },
    { .name = "a pole beside the axis",
      .room = { WALLS, .pole = { 2.0, 0.05 }, .pole_radius = 0.025 },
      .speed = 0.5,
      .end_ms = 30000,
      .why = OCT9_MAPPER_BLOCKED,
      .least_m = 0.6,
      .most_m = 1.4 },
    { .name = "stop and back out",
      .room = { WALLS },
      .speed = 0.5,
      .end_ms = 20000,
      .why = OCT9_MAPPER_BLOCKED,
      .least_m = 1.6,
      .most_m = 2.1,
      .back = true },
    { .name = "turned by 90 degrees",
      .room = { TURNED },
      .speed = 0.5,
      .end_ms = 20000,
      .why = OCT9_MAPPER_BLOCKED,
      .least_m = 1.6,
      .most_m = 2.1,
      .back = true },
    { .name = "fast",
      .room = { WALLS },
      .speed = 0.95,
      .end_ms = 12000,
      .why = OCT9_MAPPER_BLOCKED,
      .least_m = 1.5,
      .most_m = 2.3 },
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

/* What the pilot does. */
typedef enum { RISES, FLIES, RESTS, BACKS, HOVERS } phase_t;

static struct {
    const scene_t *scene;
    FILE *packets, *down;
    phase_t phase;
    uint32_t since_ms; /* of the phase */
    uint32_t sent, heard, bad;
    uint32_t unheeded, early;
    uint32_t warned_ms; /* when the app ended the flight forward */
    uint8_t why;
    double came_m, back_m; /* how far it came, and the most that it came back then */
    jmp_buf end;
} flight;
static world_t *const world = &firmware.world;

/* One that loses packets, and one that loses none. */
static struct {
    oct9_block_t pool[4096];
    oct9_occupancy_t map;
    oct9_receiver_t receiver;
    uint32_t seen[1024];
} listeners[2];

/* --- the radio -------------------------------------------------------------------------------- */

static void hear(unsigned listener, const P2PPacket *packet)
{
    const oct9_status_t status = oct9_packet_apply(&listeners[listener].receiver, packet->data,
                                                   packet->size);
    flight.bad += status != OCT9_OK && status != OCT9_ERR_PACKET_LATE;
}

static void keep(FILE *file, const uint8_t *bytes, uint32_t size)
{
    if (file != NULL && (fputc((int)size, file) == EOF || fwrite(bytes, size, 1, file) != 1))
        flight.bad++;
}

void firmware_sent(const P2PPacket *packet)
{
    if (packet->size > P2P_MAX_DATA_SIZE || packet->port != 9)
        flight.bad++;
    hear(1, packet);
    if (++flight.sent % 3 == 0)
        return;
    hear(0, packet);
    flight.heard++;
    keep(flight.packets, packet->data, packet->size);
}

void firmware_sent_down(const uint8_t *bytes, uint32_t size)
{
    flight.bad += size == 0 || size > 30;
    keep(flight.down, bytes, size);
}

/* --- the pilot -------------------------------------------------------------------------------- */

static void begin_phase(phase_t phase, double ahead, double height)
{
    flight.phase = phase;
    flight.since_ms = world->ms;
    firmware.setpoint = firmware_hover(ahead, 0, height);
}

/* How far the drone is from where it took off, along its course. */
static double came(void)
{
    return world->place[0] * cos(world->room->yaw) + world->place[1] * sin(world->room->yaw);
}

/* What the app has found, beside where the obstacle is. It knows nothing before it flies. */
static void judge(bool alarm)
{
    const uint16_t clear_mm = *(const uint16_t *)firmware_log("clear");
    const double ahead_mm = world_ahead(world, flight.phase == BACKS ? -1 : 1) * 1000;
    const bool moves = flight.phase == FLIES || flight.phase == BACKS;
    const bool fault = flight.scene->room.fault != DECK_WORKS &&
                       world->ms >= flight.scene->room.fault_ms;
    flight.unheeded += world->place[2] < 0.199 && !alarm;
    if (!moves || world->ms == flight.since_ms)
        return;
    flight.unheeded += ahead_mm <= WARN_MM && !alarm;
    flight.unheeded += alarm && !fault && clear_mm > ahead_mm;
    flight.early += ahead_mm > WARN_MM + EARLY_MM && alarm && !fault;
}

/* When the app has looked. */
void firmware_pilot(void)
{
    const bool alarm = *(const uint8_t *)firmware_log("alarm");
    const uint32_t lasts_ms = world->ms - flight.since_ms;
    flight.back_m = flight.phase == HOVERS ? flight.came_m - came() : 0;
    if (world->ms > flight.scene->end_ms)
        longjmp(flight.end, 1);
    judge(alarm);
    if (flight.phase == RISES)
        firmware.setpoint = firmware_hover(0, 0, fmin(lasts_ms / 1500.0, 1));
    if (flight.phase == RISES && lasts_ms >= RISE_MS)
        begin_phase(FLIES, flight.scene->speed, 1);
    else if (flight.phase == FLIES && lasts_ms > 0 && alarm) {
        flight.warned_ms = world->ms;
        flight.why = *(const uint8_t *)firmware_log("why");
        begin_phase(RESTS, 0, 1);
    } else if (flight.phase == RESTS && lasts_ms >= REST_MS) {
        flight.came_m = came();
        begin_phase(flight.scene->back ? BACKS : HOVERS, flight.scene->back ? -0.5 : 0, 1);
    } else if (flight.phase == BACKS && lasts_ms > 0 && alarm)
        begin_phase(HOVERS, 0, 1);
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

static bool next_leaf(oct9_visit_t *visit, oct9_leaf_t *leaf)
{
    return oct9_visit_next(visit, UINT32_MAX, leaf) > 0;
}

static void listen(uint32_t *walls, uint32_t *others, bool *equal)
{
    const oct9_map_t heard[2] = { oct9_map_of_tree(&listeners[0].map.tree),
                                  oct9_map_of_tree(&listeners[1].map.tree) };
    oct9_visit_t visits[2];
    oct9_leaf_t leaves[2];
    for (unsigned i = 0; i < 2; i++)
        (void)oct9_visit_begin(&visits[i], &heard[i], NULL,
                               OCT9_STATES_OCCUPIED | OCT9_STATES_FREE);
    bool more;
    while ((more = next_leaf(&visits[0], &leaves[0])) == next_leaf(&visits[1], &leaves[1]) &&
           more && (*equal = memcmp(&leaves[0], &leaves[1], sizeof leaves[0]) == 0)) {
        if (leaves[0].state == OCT9_OCCUPIED)
            at_wall(&leaves[0]) ? (*walls)++ : (*others)++;
    }
    *equal &= !more;
    printf("sent %u packets, heard %u; %u leaves of walls, %u others; start %u\n", flight.sent,
           flight.heard, *walls, *others, listeners[0].receiver.run.start);
}

static bool report(void)
{
    const scene_t *const scene = flight.scene;
    const uint32_t took_ms = flight.warned_ms - scene->room.fault_ms;
    uint32_t walls = 0, others = 0;
    bool equal = false;
    listen(&walls, &others, &equal);
    printf("%s: why %u, came %.2f m, back %.2f m, %.3f m from anything; bad %u, unheeded %u, early "
           "%u\n",
           scene->name, flight.why, flight.came_m, flight.back_m, world->nearest_m, flight.bad,
           flight.unheeded, flight.early);
    const bool good[] = { flight.bad == 0,
                          flight.unheeded == 0,
                          flight.early == 0,
                          (flight.why & scene->why) != 0,
                          world->nearest_m > CONTACT_M,
                          flight.came_m >= scene->least_m && flight.came_m <= scene->most_m,
                          scene->most_ms == 0 || took_ms <= scene->most_ms,
                          !scene->back || flight.back_m > 0.8,
                          !scene->listens || (walls > 100 && flight.sent > 1000),
                          !scene->listens || (others == 0 && equal),
                          listeners[0].receiver.run.start == 42 };
    unsigned passed = 0;
    for (unsigned i = 0; i < sizeof good; i++)
        passed += good[i];
    printf("%u passed, %u failed\n", passed, (unsigned)sizeof good - passed);
    return passed == sizeof good;
}

static bool begin_listeners(void)
{
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    const oct9_run_t run = { FIRMWARE_SENDER, 1 };
    bool good = true;
    for (unsigned i = 0; i < 2; i++)
        good &= oct9_occupancy_init(&listeners[i].map, listeners[i].pool, 4096, &model, NULL) ==
                    OCT9_OK &&
                oct9_packet_receiver_init(&listeners[i].receiver, &listeners[i].map,
                                          listeners[i].seen, 1024, &run) == OCT9_OK;
    return good;
}

int main(int argc, char **argv)
{
    const int number = argc > 1 ? atoi(argv[1]) : SCENES;
    if (number < 0 || number >= SCENES) {
        printf("%d\n", SCENES);
        return argc > 1;
    }
    flight.scene = &scenes[number];
    flight.packets = argc > 3 ? fopen(argv[2], "wb") : NULL;
    flight.down = argc > 3 ? fopen(argv[3], "wb") : NULL;
    firmware.start = 41;
    world_begin(world, &flight.scene->room);
    begin_phase(RISES, 0, 0);
    if (!begin_listeners() || (argc > 3 && (flight.packets == NULL || flight.down == NULL)))
        return 1;
    if (setjmp(flight.end) == 0)
        appMain();
    if (argc > 3)
        flight.bad += fclose(flight.packets) != 0 || fclose(flight.down) != 0;
    return !report();
}
