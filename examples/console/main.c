/* SPDX-License-Identifier: MIT */
/* Rooms of a real building in flash, and a terminal: type a pose or a motion in millimetres, and
 * read whether it is clear. `help` lists the commands. */
#include "boards/board.h"
#include "boards/print.h"
#include "examples/console/answers.h"
#include "examples/console/commands.h"

extern const unsigned char oct9_map_rooms[];
extern const uint32_t oct9_map_rooms_size;

static console_t console;

_Static_assert(sizeof console < 1280, "with its stack it is to fit 8 KB with room to spare");

static void greet(void)
{
    print_str("\r\noct9: is this way clear? Type help, or e.g.\r\n"
              "  check 0 700 1100 r 150 to 0 2200 1100\r\n");
    answer_map(&console);
    answer_rules(&console.rules);
}

/* Waits for the next line. The receiver holds one character, so nothing else is done meanwhile. */
static line_event_t listen(void)
{
    print_str("> ");
    for (;;) {
        const int c = board_getc();
        if (c < 0)
            continue;
        const line_event_t event = line_take(&console.line, (char)c);
        if (event != LINE_MORE)
            return event;
    }
}

static void talk(void)
{
    for (;;) {
        const line_event_t event = listen();
        if (event == LINE_TOO_LONG)
            print_str("? the line is too long\r\n");
        else if (event == LINE_END ||
                 (event == LINE_READY && !command_do(&console, console.line.text)))
            return;
    }
}

int main(void)
{
    const oct9_status_t status = oct9_image_open(&console.image, OCT9_ROM(oct9_map_rooms),
                                                 oct9_map_rooms_size);
    if (status != OCT9_OK) {
        print_str("the map is damaged\r\n");
        return 1;
    }
    console.map = oct9_map_of_image(&console.image);
    greet();
    talk();
    answer_memory();
    return 0;
}
