/* SPDX-License-Identifier: MIT */
/* The library's assert hook on a board: says where, and exits. */
#include "boards/board.h"
#include "boards/print.h"
#include "port/oct9_port.h"

#if OCT9_ASSERTS
void oct9_assert_failed(const char *file, int line)
{
    print_str(file);
    print_str(":");
    print_i32(line, 0);
    print_str(": assertion failed\n");
    board_exit(1);
}
#endif
