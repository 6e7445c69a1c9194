/* SPDX-License-Identifier: MIT */
/* The library's hooks on a board: a failed assertion says where, and exits. */
#include "boards/board.h"
#include "boards/print.h"
#include "port/oct9_port.h"

#if OCT9_ASSERTS
/* Says where, and goes on: the call returns OCT9_ERR_ARGUMENT. */
void oct9_argument_refused(const char *file, int line)
{
    print_str(file);
    print_str(":");
    print_i32(line, 0);
    print_str(": wrong argument\n");
}

void oct9_assert_failed(const char *file, int line)
{
    print_str(file);
    print_str(":");
    print_i32(line, 0);
    print_str(": assertion failed\n");
    board_exit(1);
}
#endif
