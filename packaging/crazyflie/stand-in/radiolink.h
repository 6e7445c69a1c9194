/* SPDX-License-Identifier: MIT */
/* A stand-in for crazyflie-firmware's radiolink.h: what the app uses of it. */
#ifndef STAND_IN_RADIOLINK_H
#define STAND_IN_RADIOLINK_H

#include <stdbool.h>
#include <stdint.h>

#define P2P_MAX_DATA_SIZE 60

typedef struct {
    uint8_t size; /* of data */
    uint8_t rssi;
    union {
        struct {
            uint8_t port;
            uint8_t data[P2P_MAX_DATA_SIZE];
        };
        uint8_t raw[P2P_MAX_DATA_SIZE + 1];
    };
} __attribute__((packed)) P2PPacket;

typedef void (*P2PCallback)(P2PPacket *);
void p2pRegisterCB(P2PCallback cb);
bool radiolinkSendP2PPacketBroadcast(P2PPacket *packet);

#endif
