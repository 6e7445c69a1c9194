/* SPDX-License-Identifier: MIT */
/* The calls of oct9/metric.h as pointers, so that a test can ask those of another compilation. */
#ifndef OCT9_TEST_METRIC_CALLS_H
#define OCT9_TEST_METRIC_CALLS_H

#include "oct9/metric.h"

typedef struct {
    oct9_status_t (*mm)(float metres, int32_t *mm);
    oct9_status_t (*length)(float metres, int32_t *mm);
    oct9_status_t (*radius)(float metres, int32_t *mm);
    oct9_status_t (*place)(const float place_m[3], oct9_mm_t *place_mm);
    oct9_status_t (*point)(const oct9_frame_t *frame, const float place_m[3], oct9_point_t *point);
    oct9_status_t (*sphere)(const oct9_frame_t *frame, const float from_m[3], const float to_m[3],
                            float radius_m, oct9_motion_t *motion);
    oct9_status_t (*obb)(const oct9_frame_t *frame, const float from_m[3], const float to_m[3],
                         const float half_m[3], oct9_point_t *from, oct9_point_t *to,
                         uint16_t half_q6[3]);
    oct9_status_t (*quaternion)(float w, float x, float y, float z, oct9_rotation_t *rotation);
    oct9_status_t (*rpy)(float roll, float pitch, float yaw, oct9_rotation_t *rotation);
    float (*of_mm)(int32_t mm);
    oct9_status_t (*of_point)(const oct9_frame_t *frame, const oct9_point_t *point,
                              float place_m[3]);
    oct9_status_t (*of_distance)(const oct9_frame_t *frame, uint32_t distance_q6, float *metres);
    oct9_status_t (*of_drive)(const float from_m[3], const float to_m[3], uint32_t num,
                              uint32_t den, float *metres);
    oct9_status_t (*of_stop)(const float from_m[3], const float to_m[3], uint32_t num, uint32_t den,
                             float stop_m[3]);
} metric_calls_t;

#define METRIC_CALLS                                                                           \
    {                                                                                          \
        oct9_metric_mm, oct9_metric_length, oct9_metric_radius, oct9_metric_place,             \
            oct9_metric_point, oct9_metric_sphere, oct9_metric_obb, oct9_metric_quaternion,    \
            oct9_metric_rpy, oct9_metric_of_mm, oct9_metric_of_point, oct9_metric_of_distance, \
            oct9_metric_of_drive, oct9_metric_of_stop                                          \
    }

extern const metric_calls_t metric_in_c; /* compiled as C, with -ffast-math */

#endif
