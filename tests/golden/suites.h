/* SPDX-License-Identifier: MIT */
/* The tests that run everywhere, on the host and on every board, from the same sources.
 *
 * A program begins with the function that the linker calls suite_entry: golden_all, or golden_NAME
 * for the suite of that name alone, where a board holds no more (see golden.mk, which reads the
 * names here). */
#ifndef TESTS_GOLDEN_SUITES_H
#define TESTS_GOLDEN_SUITES_H

#define GOLDEN_SUITES(SUITE) \
    SUITE(fixed)             \
    SUITE(tree)              \
    SUITE(fill)              \
    SUITE(flips)             \
    SUITE(image)             \
    SUITE(walk)              \
    SUITE(cast)              \
    SUITE(fan)               \
    SUITE(probe)             \
    SUITE(visit)             \
    SUITE(sweep)             \
    SUITE(path)              \
    SUITE(spheres)           \
    SUITE(near)              \
    SUITE(obb)               \
    SUITE(mm)                \
    SUITE(length)            \
    SUITE(frontier)          \
    SUITE(occupancy)         \
    SUITE(scan)              \
    SUITE(beams)             \
    SUITE(coarsen)           \
    SUITE(window)            \
    SUITE(forget)            \
    SUITE(changes)           \
    SUITE(packet)            \
    SUITE(packet_errors)     \
    SUITE(sensor)            \
    SUITE(mapper)            \
    SUITE(mapper_errors)     \
    SUITE(store)             \
    SUITE(points)            \
    SUITE(points_errors)     \
    SUITE(objects)           \
    SUITE(objects_queries)   \
    SUITE(pairs)             \
    SUITE(rims)              \
    SUITE(scene)             \
    SUITE(scene_errors)      \
    SUITE(material)          \
    SUITE(layered)           \
    SUITE(obstacles)         \
    SUITE(planes)            \
    SUITE(linked)            \
    SUITE(view)              \
    SUITE(view_scene)        \
    SUITE(frustum)           \
    SUITE(lit)

#define GOLDEN_DECLARE(name) \
    void suite_##name(void); \
    void golden_##name(void);
GOLDEN_SUITES(GOLDEN_DECLARE)

void golden_all(void);

#endif
