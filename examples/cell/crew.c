/* SPDX-License-Identifier: MIT */
/* A gantry picks parts from a belt; three carts cross the cell; two people walk about, each with
 * the space that an arm reaches. A machine's own pieces touch each other, and so do parts and
 * people: that is none of the cell's business. All in millimetres. */
#include "examples/cell/crew.h"

#define BELT_PART(name, x, ticks)                                                                 \
    {                                                                                             \
        name, PART, PART, true, { 60, 60, 40 }, { x, 2000, 840 }, { (x) + 900, 2000, 840 }, ticks \
    }

const member_t crew[CREW] = {
    { "bridge",
      GANTRY,
      GANTRY,
      true,
      { 60, 2000, 100 },
      { 600, 2000, 2300 },
      { 3400, 2000, 2300 },
      160 },
    { "carriage",
      GANTRY,
      GANTRY,
      true,
      { 120, 120, 120 },
      { 600, 800, 2150 },
      { 3400, 3200, 2150 },
      160 },
    { "column",
      GANTRY,
      GANTRY,
      true,
      { 50, 50, 500 },
      { 600, 800, 1650 },
      { 3400, 3200, 1450 },
      160 },
    { "gripper",
      GANTRY,
      GANTRY,
      false,
      { 110, 0, 0 },
      { 600, 800, 1060 },
      { 3400, 3200, 860 },
      160 },
    { "cart A", CART, 0, true, { 350, 250, 200 }, { 500, 1000, 200 }, { 3500, 1000, 200 }, 120 },
    { "cart B", CART, 0, true, { 350, 250, 200 }, { 3500, 1450, 200 }, { 500, 1450, 200 }, 200 },
    { "cart C", CART, 0, true, { 250, 350, 200 }, { 2000, 400, 200 }, { 2000, 3600, 200 }, 180 },
    { "person 1",
      PERSON,
      PERSON,
      false,
      { 300, 0, 0 },
      { 400, 3400, 900 },
      { 3600, 2600, 900 },
      260 },
    { "reach of 1",
      PERSON,
      PERSON,
      false,
      { 700, 0, 0 },
      { 400, 3400, 1200 },
      { 3600, 2600, 1200 },
      260 },
    { "person 2",
      PERSON,
      PERSON,
      false,
      { 300, 0, 0 },
      { 3600, 500, 900 },
      { 1200, 600, 900 },
      220 },
    { "reach of 2",
      PERSON,
      PERSON,
      false,
      { 700, 0, 0 },
      { 3600, 500, 1200 },
      { 1200, 600, 1200 },
      220 },
    BELT_PART("part 1", 400, 140),
    BELT_PART("part 2", 700, 140),
    BELT_PART("part 3", 1000, 140),
    BELT_PART("part 4", 1300, 140),
    BELT_PART("part 5", 1600, 140),
    BELT_PART("part 6", 1900, 140),
    BELT_PART("part 7", 2200, 140),
    BELT_PART("part 8", 2500, 140),
    BELT_PART("part 9", 2700, 140)
};

/* There in the first half of its ticks, back in the second. */
oct9_mm_t crew_place(const member_t *member, uint32_t tick)
{
    const uint32_t half = member->ticks / 2u, at = tick % member->ticks;
    const int32_t part = (int32_t)(at < half ? at : member->ticks - at), whole = (int32_t)half;
    const oct9_mm_t place = { member->from.x + (member->to.x - member->from.x) * part / whole,
                              member->from.y + (member->to.y - member->from.y) * part / whole,
                              member->from.z + (member->to.z - member->from.z) * part / whole };
    return place;
}
