/* SPDX-License-Identifier: MIT */
/* How a source is taken: the options that say what its numbers and its unknown space mean. */
#ifndef OCT9_TOOLS_SOURCE_TAKING_H
#define OCT9_TOOLS_SOURCE_TAKING_H

#include "tools/source/frame.h"
#include "tools/source/pose.h"

#include <getopt.h>
#include <stdbool.h>

typedef struct {
    source_frame_t frame;
    source_pose_t pose;
    bool posed, shifted, two_state;
} taking_t;

/* For a table of getopt_long. */
#define TAKING_OPTIONS                                                                       \
    { "unit", required_argument, NULL, 'u' }, { "up", required_argument, NULL, 'a' },        \
        { "shift", required_argument, NULL, 's' }, { "pose", required_argument, NULL, 'p' }, \
    {                                                                                        \
        "two-state", no_argument, NULL, 't'                                                  \
    }

/* Takes one of these options. Returns NULL, or what is wrong. */
const char *taking_option(taking_t *taking, int option, const char *value);

/* Takes a text of these options, with blanks between them. Returns NULL, or what is wrong. */
const char *taking_parse(taking_t *taking, const char *text);

#endif
