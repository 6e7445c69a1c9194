/* SPDX-License-Identifier: MIT */
/* Opening a road map: any bytes, with counts and a length that agree. */
#include "road.h"

int main(void)
{
    oct9_road_t road;
    return open_any_road(&road);
}
