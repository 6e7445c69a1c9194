/* SPDX-License-Identifier: MIT */
/* What goes wrong when it is asked for, so that one can see the board notice. */
#ifndef TESTS_BOARD_CHECK_TROUBLE_H
#define TESTS_BOARD_CHECK_TROUBLE_H

/* "overflow" of the stack, a load that is "unaligned", a "write" into flash, a "canary" that
 * dies. Returns where the board lets it pass, and for anything else. */
void trouble_make(const char *name);

#endif
