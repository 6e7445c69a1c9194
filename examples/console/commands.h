/* SPDX-License-Identifier: MIT */
/* The commands: reads what was typed, asks the map, and answers. */
#ifndef CONSOLE_COMMANDS_H
#define CONSOLE_COMMANDS_H

#include "examples/console/console.h"

/* Does what a line says, or says what is wrong with it. False: the program is to end. */
bool command_do(console_t *console, const char *line);

#endif
