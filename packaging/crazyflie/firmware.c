/* SPDX-License-Identifier: MIT */
#include "firmware.h"

#include "FreeRTOS.h"
#include "app_channel.h"
#include "configblock.h"
#include "controller_pid.h"
#include "debug.h"
#include "log.h"
#include "param.h"
#include "platform_defaults.h"
#include "queue.h"
#include "storage.h"
#include "task.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DECK = 7, NOTHING = 0xFFFF };

firmware_t firmware;

/* --- tables ----------------------------------------------------------------------------------- */

extern const struct log_s stand_in_logs_oct9[];
extern const struct param_s stand_in_params_oct9[];

const void *firmware_log(const char *name)
{
    const struct log_s *log = stand_in_logs_oct9;
    while (strcmp(log->name, name) != 0)
        log++;
    return log->address;
}

void firmware_listen_to(uint32_t peer)
{
    const struct param_s *param = stand_in_params_oct9;
    while (strcmp(param->name, "peer") != 0)
        param++;
    memcpy(param->address, &peer, sizeof peer);
}

paramVarId_t paramGetVarId(const char *group, const char *name)
{
    const bool deck = strcmp(group, "deck") == 0 && strcmp(name, "bcMultiranger") == 0;
    return (paramVarId_t){ deck ? DECK : NOTHING, 0 };
}

unsigned int paramGetUint(paramVarId_t id)
{
    return id.id == DECK && !firmware.no_deck;
}

static const char *const names[] = { "range.front",      "range.back",       "range.left",
                                     "range.right",      "range.up",         "stateEstimate.x",
                                     "stateEstimate.y",  "stateEstimate.z",  "stateEstimate.qw",
                                     "stateEstimate.qx", "stateEstimate.qy", "stateEstimate.qz",
                                     "stateEstimate.vx", "stateEstimate.vy", "stateEstimate.vz" };
enum { NAMES = sizeof names / sizeof names[0] };

logVarId_t logGetVarId(const char *group, const char *name)
{
    char whole[40];
    snprintf(whole, sizeof whole, "%s.%s", group, name);
    for (logVarId_t id = 0; id < NAMES; id++)
        if (strcmp(whole, names[id]) == 0)
            return id;
    return NOTHING;
}

float logGetFloat(logVarId_t id)
{
    const world_t *const world = &firmware.world;
    const double state[] = { world->place[0] + firmware.shift_m,
                             world->place[1],
                             world->place[2],
                             cos(world->yaw / 2),
                             0,
                             0,
                             sin(world->yaw / 2),
                             world->velocity[0],
                             world->velocity[1],
                             world->velocity[2] };
    return id >= WORLD_BEAMS && id < NAMES ? (float)state[id - WORLD_BEAMS] : NAN;
}

unsigned int logGetUint(logVarId_t id)
{
    return id < WORLD_BEAMS ? firmware.world.mm[id] : 0;
}

/* --- storage, time, queues -------------------------------------------------------------------- */

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
    return 0xE700000000 | FIRMWARE_SENDER;
}

size_t storageFetch(const char *key, void *buffer, size_t length)
{
    (void)key;
    memcpy(buffer, &firmware.start, length);
    return firmware.start != 0 ? length : 0;
}

bool storageStore(const char *key, const void *buffer, size_t length)
{
    (void)key;
    memcpy(&firmware.start, buffer, length);
    return true;
}

TickType_t xTaskGetTickCount(void)
{
    return FIRMWARE_CLOCK + firmware.world.ms;
}

void vTaskDelayUntil(TickType_t *woke, TickType_t ticks)
{
    firmware_pilot();
    for (*woke += ticks; xTaskGetTickCount() != *woke;)
        firmware_step();
}

QueueHandle_t xQueueCreateStatic(uint32_t length, uint32_t size, uint8_t *room,
                                 StaticQueue_t *queue)
{
    *queue = (StaticQueue_t){ room, length, size, 0, 0 };
    return queue;
}

BaseType_t xQueueSend(QueueHandle_t queue, const void *item, TickType_t ticks)
{
    (void)ticks;
    if (queue->count == queue->length)
        return pdFALSE;
    const uint32_t at = (queue->first + queue->count++) % queue->length;
    memcpy(queue->room + at * queue->size, item, queue->size);
    return pdTRUE;
}

BaseType_t xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks)
{
    (void)ticks;
    if (queue->count == 0)
        return pdFALSE;
    memcpy(item, queue->room + queue->first * queue->size, queue->size);
    queue->first = (queue->first + 1) % queue->length;
    queue->count--;
    return pdTRUE;
}

/* --- the radio -------------------------------------------------------------------------------- */

static P2PCallback received;

void p2pRegisterCB(P2PCallback cb)
{
    received = cb;
}

void firmware_receive(P2PPacket *packet)
{
    if (received != NULL)
        received(packet);
}

bool radiolinkSendP2PPacketBroadcast(P2PPacket *packet)
{
    firmware_sent(packet);
    return true;
}

int appchannelSendDataPacket(void *data, size_t length)
{
    firmware_sent_down(data, (uint32_t)length);
    return pdTRUE;
}

/* --- the controller --------------------------------------------------------------------------- */

setpoint_t firmware_hover(double ahead, double left, double height)
{
    return (setpoint_t){ .velocity = { (float)ahead, (float)left, 0 },
                         .position = { 0, 0, (float)height },
                         .velocity_body = true,
                         .mode = { .x = modeVelocity, .y = modeVelocity, .z = modeAbs } };
}

void controllerPidInit(void) {}

bool controllerPidTest(void)
{
    return true;
}

static double toward(double error)
{
    const double most = PID_POS_VEL_X_MAX * 1.1;
    return fmin(fmax(PID_POS_X_KP * error, -most), most);
}

/* What of the firmware's PID controller the drone of world.h needs: a velocity in the axes of the
 * drone. Each axis has its own limit there. */
void controllerPid(control_t *control, const setpoint_t *setpoint, const sensorData_t *sensors,
                   const state_t *state, const stabilizerStep_t stabilizerStep)
{
    (void)control, (void)sensors, (void)stabilizerStep;
    const bool abs = setpoint->mode.x == modeAbs;
    const double c = cos(firmware.world.yaw), s = sin(firmware.world.yaw);
    const double x = abs ? setpoint->position.x - state->position.x : setpoint->velocity.x;
    const double y = abs ? setpoint->position.y - state->position.y : setpoint->velocity.y;
    const bool turned = setpoint->velocity_body && !abs;
    const double ahead = turned ? x : c * x + s * y, left = turned ? y : c * y - s * x;
    double *const command = firmware.world.command;
    command[0] = abs ? toward(ahead) : ahead;
    command[1] = abs ? toward(left) : left;
    command[2] = setpoint->mode.z == modeAbs ? toward(setpoint->position.z - state->position.z)
                                             : setpoint->velocity.z;
}

void firmware_step(void)
{
    const world_t *const world = &firmware.world;
    const sensorData_t sensors = { 0 };
    control_t control;
    state_t state = { .attitude = { 0, 0, (float)(world->yaw * 57.29577951308232) },
                      .position = { (float)(world->place[0] + firmware.shift_m),
                                    (float)world->place[1], (float)world->place[2] },
                      .velocity = { (float)world->velocity[0], (float)world->velocity[1],
                                    (float)world->velocity[2] } };
    if (firmware.direct)
        controllerPid(&control, &firmware.setpoint, &sensors, &state, world->ms);
    else
        controllerOutOfTree(&control, &firmware.setpoint, &sensors, &state, world->ms);
    world_step(&firmware.world);
}
