/* SPDX-License-Identifier: MIT */
/* A sensor before a wall at 1.5 m: then a hand at 0.12 m, the wall again, a covered sensor, the
 * wall again, and silence. It gives 15 frames a second. */
#include "scene.h"
#include "vl53l5cx_api.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    FRAME_MS = 66,
    HAND_MS = 3000,
    GONE_MS = 5000,
    COVERED_MS = 8000,
    OPEN_MS = 10000,
    SILENT_MS = 12000,
    END_MS = 15000,
    STATUS_HIT = 5,
    STATUS_NONE = 255
};

static uint32_t now_ms, taken;
static bool on_bus, loaded, wide, ranging;

void scene_wait(uint32_t ms)
{
    now_ms += ms;
    if (now_ms >= END_MS)
        exit(on_bus && ranging ? 0 : 1);
}

uint32_t scene_now(void)
{
    return now_ms;
}

void scene_bus(uint32_t address)
{
    on_bus = address == 0x29;
}

uint8_t vl53l5cx_init(VL53L5CX_Configuration *p_dev)
{
#ifdef SCENE_ON_BUS
    /* As the driver does it: bytes of the sensor's memory, written and read back. */
    uint8_t bytes[4] = { 1, 2, 3, 4 };
    if (VL53L5CX_WrMulti(&p_dev->platform, 0x2C34, bytes, 4) != 0 ||
        VL53L5CX_RdMulti(&p_dev->platform, 0x2C34, bytes, 4) != 0)
        return 255;
    VL53L5CX_SwapBuffer(bytes, 4);
    uint8_t last;
    if (bytes[0] != 4 || bytes[3] != 1 || VL53L5CX_WrByte(&p_dev->platform, 0x2C37, 9) != 0 ||
        VL53L5CX_RdByte(&p_dev->platform, 0x2C37, &last) != 0 || last != 9 ||
        VL53L5CX_WaitMs(&p_dev->platform, 1) != 0)
        return 255;
#else
    (void)p_dev;
#endif
    loaded = on_bus;
    return loaded ? 0 : 255;
}

uint8_t vl53l5cx_set_resolution(VL53L5CX_Configuration *p_dev, uint8_t resolution)
{
    (void)p_dev;
    wide = resolution == 64;
    return loaded ? 0 : 255;
}

uint8_t vl53l5cx_set_ranging_frequency_hz(VL53L5CX_Configuration *p_dev, uint8_t frequency_hz)
{
    (void)p_dev;
    return wide && frequency_hz <= 15 ? 0 : 127; /* after the resolution, which limits it */
}

uint8_t vl53l5cx_start_ranging(VL53L5CX_Configuration *p_dev)
{
    (void)p_dev;
    ranging = wide;
    return ranging ? 0 : 255;
}

uint8_t vl53l5cx_check_data_ready(VL53L5CX_Configuration *p_dev, uint8_t *p_isReady)
{
    (void)p_dev;
    *p_isReady = now_ms < SILENT_MS && now_ms / FRAME_MS > taken;
    return 0;
}

uint8_t vl53l5cx_get_ranging_data(VL53L5CX_Configuration *p_dev, VL53L5CX_ResultsData *p_results)
{
    (void)p_dev;
    const bool hand = now_ms >= HAND_MS && now_ms < GONE_MS;
    const bool covered = now_ms >= COVERED_MS && now_ms < OPEN_MS;
    taken = now_ms / FRAME_MS;
    for (unsigned i = 0; i < 64; i++) {
        p_results->distance_mm[i] = hand ? 120 : 1500;
        p_results->target_status[i] = covered ? STATUS_NONE : STATUS_HIT;
    }
    return 0;
}
