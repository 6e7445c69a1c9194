/* SPDX-License-Identifier: MIT */
/* Runs the golden suites, all of them or one; their digests must be the same on every machine. */
#include "tests/golden/suites.h"
#include "tests/test.h"

/* One of those below; the linker's choice. */
void suite_entry(void);

#define RUN_ALONE(name)      \
    void golden_##name(void) \
    {                        \
        TEST_SUITE(#name);   \
        suite_##name();      \
    }
GOLDEN_SUITES(RUN_ALONE)

#define RUN_IN_TURN(name) golden_##name();

void golden_all(void)
{
    GOLDEN_SUITES(RUN_IN_TURN)
}

int main(void)
{
    suite_entry();
    return test_end();
}
