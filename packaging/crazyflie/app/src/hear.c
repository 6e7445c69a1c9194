/* SPDX-License-Identifier: MIT */
#include "hear.h"

#include "FreeRTOS.h"
#include "queue.h"

#include "radiolink.h"

#include <math.h>

enum { BLOCKS = 512, SEEN = 64, WAITING = 4, ROUNDED_MM = 3 };

static oct9_block_t pool[BLOCKS];
static uint32_t seen[SEEN];
static oct9_occupancy_t heard;
static oct9_receiver_t receiver;
static oct9_frame_t frame;
static const oct9_mapper_policy_t *limits;
static QueueHandle_t waiting;
uint16_t heard_packets;

/* The radio's task has no stack for more than this. A packet that finds no room is as one that was
 * lost. */
static void take(P2PPacket *packet)
{
    if (packet->port == HEAR_PORT)
        (void)xQueueSend(waiting, packet, 0);
}

void hear_begin(const oct9_frame_t *base, const oct9_mapper_policy_t *policy)
{
    static uint8_t room[WAITING * sizeof(P2PPacket)];
    static StaticQueue_t queue;
    frame = *base;
    limits = policy;
    waiting = xQueueCreateStatic(WAITING, sizeof(P2PPacket), room, &queue);
    p2pRegisterCB(take);
}

static void follow(uint32_t peer)
{
    const oct9_run_t any = { peer, 1 };
    heard_packets = 0;
    (void)oct9_occupancy_init(&heard, pool, BLOCKS, &limits->model, NULL);
    (void)oct9_packet_receiver_init(&receiver, &heard, seen, SEEN, &any);
}

void hear_packets(uint32_t peer)
{
    P2PPacket packet;
    if (peer != receiver.run.sender)
        follow(peer);
    while (xQueueReceive(waiting, &packet, 0) == pdTRUE)
        if (peer != 0 && oct9_packet_apply(&receiver, packet.data, packet.size) == OCT9_OK)
            heard_packets++;
}

/* How far a motion is looked at, as the mapper has it. */
static float reach_mm(float speed, uint16_t age_ms)
{
    const float stop = speed * (float)(limits->reaction_ms + age_ms) / 1000 +
                       speed * speed / (2.0f * limits->brake_mm);
    return speed > limits->slow_mm ? fmaxf(stop, limits->look_mm) : stop;
}

static bool meets(const oct9_mm_t *from, const int16_t mm[3], float slow_mm, uint16_t age_ms)
{
    const float x = mm[0], y = mm[1], z = mm[2], speed = sqrtf(x * x + y * y + z * z);
    const float times = reach_mm(speed, age_ms) / speed;
    if (speed <= slow_mm)
        return false;
    const oct9_mm_t to = { from->x + (int32_t)(x * times), from->y + (int32_t)(y * times),
                           from->z + (int32_t)(z * times) };
    const oct9_map_t map = oct9_map_of_tree(&heard.tree);
    oct9_sphere_input_t sphere = { .rules = { .unknown = OCT9_PASSES,
                                              .start_inside = OCT9_LEAVES } };
    oct9_sweep_output_t met;
    return oct9_mm_sphere(&frame, from, &to, limits->radius_mm + ROUNDED_MM, &sphere.motion) !=
               OCT9_OK ||
           oct9_sweep_sphere(&map, &sphere, &met) != OCT9_OK || met.hit != OCT9_HIT_NONE;
}

bool hear_blocks(const oct9_mapper_motion_t *motion, uint16_t age_ms)
{
    return receiver.run.sender != 0 &&
           (meets(&motion->place_mm, motion->velocity_mm, limits->slow_mm, age_ms) ||
            meets(&motion->place_mm, motion->command_mm, 0, age_ms));
}
