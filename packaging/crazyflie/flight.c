/* SPDX-License-Identifier: MIT */
/* A stand-in for the Crazyflie: it flies the app through a room, and listens as another one would.
 *
 * The drone takes off, flies forward to the wall, and hovers there until all is sent; then its deck
 * measures nothing. The app must warn before it knows anything and before the wall, and nowhere
 * else. The radio loses every third packet: the listener must still learn the walls, and nothing
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

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    TICK_MS = 100,
    RISE_MS = 3000,
    FLY_MS = 11000,    /* when it has flown 4 m */
    HOVER_MS = 400000, /* long enough for a round of the whole map, with a third of it lost */
    CELL_MM = 40,
    FAR_MM = 32767, /* the deck's reading of nothing */
    WARN_MM = 1000, /* what the app looks ahead */
    EARLY_MM = 250, /* for the drone's radius and a cell or two */
    SENDER = 0xE7E7E7E7 & 0x7FFFFFFF
};

static const double low[3] = { -2, -1.5, 0 }, high[3] = { 5, 1.1, 2.5 };

static struct {
    uint32_t ms, sent, heard, bad, unheeded, early;
    uint32_t alarms; /* that began, the one before take-off included */
    bool alarm;
    double place[3], yaw, speed;
    uint32_t start; /* in the storage */
    jmp_buf end;
} drone;

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
    memcpy(buffer, &drone.start, length);
    return drone.start != 0 ? length : 0;
}

bool storageStore(const char *key, const void *buffer, size_t length)
{
    (void)key;
    memcpy(&drone.start, buffer, length);
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
                                     "stateEstimate.vx", "stateEstimate.vy", "stateEstimate.vz" };

logVarId_t logGetVarId(const char *group, const char *name)
{
    char whole[40];
    snprintf(whole, sizeof whole, "%s.%s", group, name);
    for (logVarId_t id = 0; id < sizeof names / sizeof names[0]; id++)
        if (strcmp(whole, names[id]) == 0)
            return id;
    return 0xFFFF;
}

float logGetFloat(logVarId_t id)
{
    const double state[] = { drone.place[0],
                             drone.place[1],
                             drone.place[2],
                             cos(drone.yaw / 2),
                             0,
                             0,
                             sin(drone.yaw / 2),
                             drone.speed,
                             0,
                             0 };
    return id >= 5 && id < 15 ? (float)state[id - 5] : NAN;
}

/* How far the wall is, as the deck gives it: through a float. */
unsigned int logGetUint(logVarId_t id)
{
    const double c = cos(drone.yaw), s = sin(drone.yaw);
    const double beam[5][3] = {
        { c, s, 0 }, { -c, -s, 0 }, { -s, c, 0 }, { s, -c, 0 }, { 0, 0, 1 }
    };
    double range = INFINITY;
    for (unsigned a = 0; a < 3 && id < 5; a++) {
        const double along = beam[id][a];
        const double to = (along > 0 ? high[a] : low[a]) - drone.place[a];
        if (along != 0 && to / along < range)
            range = to / along;
    }
    const bool measures = range < 4 && drone.ms < FLY_MS;
    const float range_m = (float)(measures ? round(range * 1000) : FAR_MM) / 1000.0f;
    return (uint16_t)(range_m * 1000);
}

bool radiolinkSendP2PPacketBroadcast(P2PPacket *packet)
{
    if (packet->size > P2P_MAX_DATA_SIZE || packet->port != 9)
        drone.bad++;
    if (++drone.sent % 3 == 0)
        return true;
    const oct9_status_t status = oct9_packet_apply(&receiver, packet->data, packet->size);
    drone.heard++;
    drone.bad += status != OCT9_OK && status != OCT9_ERR_PACKET_LATE;
    return true;
}

/* --- the flight ------------------------------------------------------------------------------- */

extern const struct log_s stand_in_logs_oct9[];

static const void *logged(const char *name)
{
    const struct log_s *log = stand_in_logs_oct9;
    while (strcmp(log->name, name) != 0)
        log++;
    return log->address;
}

/* What the app has found, beside where the wall is. It knows nothing before it flies. */
static void judge(void)
{
    const bool alarm = *(const uint8_t *)logged("alarm");
    const uint16_t clear_mm = *(const uint16_t *)logged("clear");
    const double wall_mm = (high[0] - drone.place[0]) * 1000;
    drone.alarms += alarm && !drone.alarm;
    drone.alarm = alarm;
    drone.unheeded += drone.place[2] < 0.199 && !alarm;
    if (drone.ms < RISE_MS)
        return;
    drone.unheeded += wall_mm <= WARN_MM && !alarm;
    drone.unheeded += alarm && clear_mm > wall_mm;
    drone.early += wall_mm > WARN_MM + EARLY_MM && alarm;
}

void vTaskDelay(TickType_t ticks)
{
    judge();
    drone.ms += ticks;
    const double t = drone.ms / 1000.0;
    const bool flies = drone.ms > RISE_MS && drone.ms < FLY_MS;
    drone.speed = flies ? 0.5 : 0;
    drone.yaw = flies ? 0.03 * sin(t) : 0;
    if (flies)
        drone.place[0] += drone.speed * ticks / 1000;
    if (drone.ms < RISE_MS)
        drone.place[2] = t / 3;
    if (drone.ms > HOVER_MS)
        longjmp(drone.end, 1);
}

/* Whether a leaf is within a cell of a wall, for the rounding of place and distance. */
static bool at_wall(const oct9_leaf_t *leaf)
{
    const uint16_t corner[3] = { leaf->corner.x, leaf->corner.y, leaf->corner.z };
    for (unsigned a = 0; a < 3; a++) {
        const double from = (corner[a] - 1.0) * CELL_MM / 1000 - 10.24; /* the cube's corner */
        const double to = from + (oct9_leaf_size(leaf) + 2.0) * CELL_MM / 1000;
        if ((from <= low[a] && low[a] <= to) || (from <= high[a] && high[a] <= to))
            return true;
    }
    return false;
}

static void fly(void)
{
    if (setjmp(drone.end) == 0)
        appMain();
}

int main(void)
{
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    const oct9_run_t run = { SENDER, 1 };
    uint32_t walls = 0, others = 0;
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    drone.start = 41;
    if (oct9_occupancy_init(&map, pool, 4096, &model, NULL) != OCT9_OK ||
        oct9_packet_receiver_init(&receiver, &map, seen, 1024, &run) != OCT9_OK)
        return 1;
    fly();
    const oct9_map_t heard = oct9_map_of_tree(&map.tree);
    (void)oct9_visit_begin(&visit, &heard, NULL, OCT9_STATES_OCCUPIED);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        at_wall(&leaf) ? walls++ : others++;
    printf("sent %u packets, heard %u; %u leaves of walls, %u others; start %u\n", drone.sent,
           drone.heard, walls, others, receiver.run.start);
    const bool good[] = { drone.sent > 1000, drone.bad == 0,          drone.unheeded == 0,
                          drone.early == 0,  drone.alarms == 2,       walls > 100,
                          others == 0,       receiver.run.start == 42 };
    unsigned passed = 0;
    for (unsigned i = 0; i < sizeof good; i++)
        passed += good[i];
    printf("bad %u, unheeded %u, early %u, alarms %u\n", drone.bad, drone.unheeded, drone.early,
           drone.alarms);
    printf("%u passed, %u failed\n", passed, (unsigned)sizeof good - passed);
    return passed != sizeof good;
}
