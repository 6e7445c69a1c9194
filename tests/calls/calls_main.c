/* SPDX-License-Identifier: MIT */
/* The checks that a robot asks most, by what they are used for: those that `oct9 plan` prints. From
 * free cells; unknown passes. */
#include "bench/calls_checks.h"
#include "bench/calls_part.h"

int main(void)
{
    return checks_run(part_map());
}
