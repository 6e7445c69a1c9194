/* SPDX-License-Identifier: MIT */
/* Conversions: any frame that is good, any point or place in millimetres. */
#include "oct9/mm.h"
#include "oct9/point.h"

#include "any.h"

int main(void)
{
    oct9_frame_t frame;
    oct9_mm_t mm;
    oct9_point_t point;
    uint16_t length_q6;
    int32_t length_mm;
    ANY(frame);
    ANY(mm);
    ANY(point);
    ANY(length_q6);
    ANY(length_mm);
    oct9_status_t status = oct9_mm_of_point(&frame, &point, &mm);
    ANY(mm);
    status += oct9_mm_floor(&frame, &mm, &point);
    status += oct9_mm_length(&frame, length_mm, &length_q6);
    status += oct9_mm_of_length(&frame, length_q6, &length_mm);
    return status;
}
