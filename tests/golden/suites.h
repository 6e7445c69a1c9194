/* SPDX-License-Identifier: MIT */
/* The tests that run everywhere, on the host and on every board, from the same sources. */
#ifndef TESTS_GOLDEN_SUITES_H
#define TESTS_GOLDEN_SUITES_H

void suite_fixed(void);
void suite_tree(void);
void suite_fill(void);
void suite_image(void);
void suite_walk(void);
void suite_cast(void);
void suite_fan(void);
void suite_probe(void);
void suite_visit(void);
void suite_sweep(void);
void suite_path(void);
void suite_near(void);
void suite_obb(void);
void suite_frontier(void);
void suite_occupancy(void);
void suite_scan(void);
void suite_beams(void);
void suite_coarsen(void);
void suite_window(void);
void suite_forget(void);
void suite_changes(void);
void suite_packet(void);
void suite_points(void);
void suite_objects(void);
void suite_pairs(void);
void suite_rims(void);
void suite_scene(void);
void suite_planes(void);
void suite_linked(void);
void suite_view(void);
void suite_view_scene(void);

#endif
