/* SPDX-License-Identifier: MIT */
/* A stand-in for ST's VL53L5CX Ultra Lite Driver: what the samples use of it. */
#ifndef STAND_IN_VL53L5CX_API_H
#define STAND_IN_VL53L5CX_API_H

#include "platform.h"

#define VL53L5CX_DEFAULT_I2C_ADDRESS ((uint16_t)0x52)
#define VL53L5CX_RESOLUTION_8X8 ((uint8_t)64U)
#define VL53L5CX_STATUS_OK ((uint8_t)0U)

typedef struct {
    VL53L5CX_Platform platform;
    uint8_t streamcount;
} VL53L5CX_Configuration;

typedef struct {
    int8_t silicon_temp_degc;
    int16_t distance_mm[64 * VL53L5CX_NB_TARGET_PER_ZONE];
    uint8_t target_status[64 * VL53L5CX_NB_TARGET_PER_ZONE];
} VL53L5CX_ResultsData;

uint8_t vl53l5cx_init(VL53L5CX_Configuration *p_dev);
uint8_t vl53l5cx_set_resolution(VL53L5CX_Configuration *p_dev, uint8_t resolution);
uint8_t vl53l5cx_set_ranging_frequency_hz(VL53L5CX_Configuration *p_dev, uint8_t frequency_hz);
uint8_t vl53l5cx_start_ranging(VL53L5CX_Configuration *p_dev);
uint8_t vl53l5cx_check_data_ready(VL53L5CX_Configuration *p_dev, uint8_t *p_isReady);
uint8_t vl53l5cx_get_ranging_data(VL53L5CX_Configuration *p_dev, VL53L5CX_ResultsData *p_results);

#endif
