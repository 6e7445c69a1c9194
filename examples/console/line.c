/* SPDX-License-Identifier: MIT */
#include "examples/console/line.h"

#include "boards/board.h"
#include "boards/print.h"

enum { CTRL_C = 3, CTRL_D = 4, BELL = 7, BACKSPACE = 8, ESCAPE = 27, DELETE = 127 };

static line_event_t begin_anew(line_t *line, line_event_t event)
{
    line->text[line->length] = '\0';
    line->length = 0;
    line->too_long = false;
    print_str("\r\n");
    return event;
}

static void rub_out(line_t *line)
{
    if (line->length == 0)
        return;
    line->length--;
    print_str("\b \b");
}

/* What has no room is not echoed, and marks the line: a number that lost digits is no number. */
static void add(line_t *line, char c)
{
    if (line->length < LINE_MOST) {
        line->text[line->length++] = c;
        board_putc(c);
    } else {
        line->too_long = true;
        board_putc(BELL);
    }
}

/* Arrow keys send an escape, '[', and then one letter, or numbers and '~'. */
static bool in_escape(line_t *line, char c)
{
    if (c == ESCAPE) {
        line->escape = true;
        return true;
    }
    if (!line->escape)
        return false;
    line->escape = c == '[' || (c >= '0' && c <= ';');
    return c >= ' ';
}

line_event_t line_take(line_t *line, char c)
{
    const bool second_of_pair = c == '\n' && line->last == '\r';
    line->last = (uint8_t)c;
    if (second_of_pair || in_escape(line, c))
        return LINE_MORE;
    if (c == '\r' || c == '\n')
        return begin_anew(line, line->too_long ? LINE_TOO_LONG : LINE_READY);
    if (c == CTRL_C)
        return begin_anew(line, LINE_DROPPED);
    if (c == CTRL_D && line->length == 0)
        return begin_anew(line, LINE_END);
    if (c == BACKSPACE || c == DELETE)
        rub_out(line);
    else if (c >= ' ' && c <= '~')
        add(line, c);
    return LINE_MORE;
}
