/* SPDX-License-Identifier: MIT */
/* Runs the golden suites; their digests must be the same on every machine. */
#include "tests/golden/suites.h"
#include "tests/test.h"

int main(void)
{
    suite_fixed();
    suite_tree();
    suite_fill();
    suite_image();
    suite_walk();
    suite_cast();
    suite_fan();
    suite_probe();
    suite_visit();
    suite_sweep();
    suite_path();
    suite_near();
    suite_obb();
    suite_frontier();
    suite_occupancy();
    suite_scan();
    suite_beams();
    suite_coarsen();
    suite_window();
    suite_forget();
    suite_changes();
    suite_packet();
    suite_points();
    suite_objects();
    suite_pairs();
    suite_rims();
    suite_scene();
    suite_planes();
    suite_linked();
    suite_view();
    suite_view_scene();
    return test_end();
}
