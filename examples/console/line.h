/* SPDX-License-Identifier: MIT */
/* A line that is being typed: echo, backspace, nothing else. Ctrl-C drops it, Ctrl-D at its
 * beginning ends the program. */
#ifndef CONSOLE_LINE_H
#define CONSOLE_LINE_H

#include <stdbool.h>
#include <stdint.h>

#define LINE_MOST 96u /* characters */

/* Begins as all zero. */
typedef struct {
    uint8_t length;
    uint8_t last; /* the character before */
    bool escape;  /* within what an arrow key sends */
    bool too_long;
    char text[LINE_MOST + 1]; /* ends with 0 once the line is ready */
} line_t;

/* What a character that came in has made of the line. */
typedef enum {
    LINE_MORE,     /* it goes on */
    LINE_READY,    /* it is complete, in `text` until the next character */
    LINE_TOO_LONG, /* likewise, but more was typed than is there */
    LINE_DROPPED,  /* by Ctrl-C */
    LINE_END       /* there will be no more */
} line_event_t;

/* Takes a character and echoes it. */
line_event_t line_take(line_t *line, char c);

#endif
