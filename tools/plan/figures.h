/* SPDX-License-Identifier: MIT */
/* What was measured on each core, and how large the boards are: C that bench/figures writes from
 * bench/footprint.json, as a part of building this program. */
#ifndef OCT9_TOOLS_FIGURES_H
#define OCT9_TOOLS_FIGURES_H

#include <stdint.h>

enum { FIGURES_BUILDS = 2 }; /* -O2 and -Os */

/* Instructions or cycles: mean and most seen. */
typedef struct {
    uint32_t mean, most;
} figures_cost_t;

typedef struct {
    const char *name, *what;
    const char *state; /* the struct that holds its state; checks with the same
                          one may share it */
} figures_check_t;

/* A check on a core; bytes. */
typedef struct {
    figures_cost_t cost[FIGURES_BUILDS];
    uint32_t state;
    uint32_t more;  /* what it is asked with, and its answer */
    uint32_t stack; /* of the call, at its deepest */
} figures_question_t;

/* Code is the most that it can be: what a program does not call is left out by the linker. */
typedef struct {
    const char *name, *unit;
    uint32_t code[FIGURES_BUILDS];        /* of the checks and all below them */
    uint32_t window_code[FIGURES_BUILDS]; /* of the robot's own map, on top */
    uint32_t data[FIGURES_BUILDS];        /* of the library, in RAM */
    uint32_t map;                         /* structs of a map in flash */
    uint32_t window;                      /* structs of the robot's own map: a sensor of 64 beams */
    uint32_t window_stack;                /* of its calls, at their deepest */
    uint32_t world_code[FIGURES_BUILDS];  /* of worlds, on top */
    uint32_t world, world_slot;           /* structs of a world, and of each slot */
    uint32_t world_stack;                 /* of its calls, at their deepest */
    const figures_question_t *question;   /* of each check */
} figures_core_t;

typedef struct {
    const char *name;
    const figures_core_t *core;
    uint32_t flash, ram;
    uint32_t stack; /* what its linker script reserves */
    uint32_t mhz;
    const figures_cost_t (*cycles)[FIGURES_BUILDS]; /* of each check; NULL: nobody knows */
} figures_board_t;

extern const figures_check_t figures_check[];
extern const unsigned figures_check_count;
extern const figures_core_t figures_core[];
extern const unsigned figures_core_count;
extern const figures_board_t figures_board[];
extern const unsigned figures_board_count;

#endif
