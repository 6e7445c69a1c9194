/* SPDX-License-Identifier: MIT */
/* Runs the golden suites, all of them or one; their digests must be the same on every machine. The
 * makefile lists them in build/generated/suites.h: SUITE(name) for each. */
#include "tests/golden/suites.h"

/* One of those below; the linker's choice. */
void suite_entry(void);
void golden_all(void);

#define SUITE(name) void golden_##name(void);
#include "build/generated/suites.h"
#undef SUITE

void golden_all(void)
{
#define SUITE(name) golden_##name();
#include "build/generated/suites.h"
}

int main(void)
{
    suite_entry();
    return test_end();
}
