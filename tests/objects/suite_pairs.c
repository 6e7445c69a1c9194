/* SPDX-License-Identifier: MIT */
/* Pairs of moving objects: by hand, and against looking at each object with each. */
#include "oct9/objects.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/objects/things.h"
#include "tests/test.h"

enum { ROUNDS = 28, ACTS = 12 };

static oct9_pairs_t scratch;
static uint64_t found[THINGS]; /* bit b of [a]: the pair a, b was reported */
static uint32_t calls;         /* that it took */

/* --- what it must be ------------------------------------------------------------------------- */

static int64_t half_of(const oct9_bounds_t *bounds, unsigned axis)
{
    return bounds->half_q6[bounds->kind == OCT9_BOUND_BOX ? axis : 0];
}

/* By the nearest points of the two: of a sphere its centre, of a box any. */
static bool overlap(const oct9_bounds_t *a, const oct9_bounds_t *b)
{
    const int16_t p[3] = { a->centre.x, a->centre.y, a->centre.z };
    const int16_t q[3] = { b->centre.x, b->centre.y, b->centre.z };
    const bool a_box = a->kind == OCT9_BOUND_BOX, b_box = b->kind == OCT9_BOUND_BOX;
    const int64_t radius = (a_box ? 0 : a->half_q6[0]) + (b_box ? 0 : (int64_t)b->half_q6[0]);
    int64_t sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        const int64_t a_half = a_box ? half_of(a, i) : 0, b_half = b_box ? half_of(b, i) : 0;
        const int64_t below = (q[i] - b_half) - (p[i] + a_half);
        const int64_t above = (p[i] - a_half) - (q[i] + b_half);
        const int64_t gap = below > 0 ? below : above > 0 ? above : 0;
        sum += gap * gap;
    }
    return sum <= radius * radius;
}

static bool all_ignored(unsigned category, unsigned ignored)
{
    return category != 0 && (category & ~ignored) == 0;
}

static bool is_pair(unsigned a, unsigned b, bool moved_only)
{
    const oct9_object_t *p = &thing_pool[a], *q = &thing_pool[b];
    return thing_there[a] && thing_there[b] && !(p->is_static && q->is_static) &&
           !all_ignored(p->category, q->ignored) && !all_ignored(q->category, p->ignored) &&
           (!moved_only || p->moved_tick == (uint16_t)things.tick ||
            q->moved_tick == (uint16_t)things.tick) &&
           overlap(&p->bounds, &q->bounds);
}

/* --- what it is ------------------------------------------------------------------------------ */

/* Enters a pair into `found`. */
static void enter(oct9_handle_t a, oct9_handle_t b)
{
    CHECK(a.index < b.index);
    CHECK(oct9_objects_get(&things, a) && oct9_objects_get(&things, b));
    CHECK(!(found[a.index] >> b.index & 1u));
    found[a.index] |= (uint64_t)1 << b.index;
}

/* Enters all pairs into `found`; their number. The array has room for 1 to 3 pairs, in turn. */
static uint32_t find(oct9_pairs_of_t of, uint32_t budget)
{
    static uint16_t room;
    oct9_object_pair_t pair[4];
    uint32_t count = 0;
    int next;
    room = (uint16_t)(room % 3u + 1u);
    for (unsigned i = 0; i < THINGS; i++)
        found[i] = 0;
    calls = 0;
    query_paint(&scratch, sizeof scratch);
    CHECK_EQ(oct9_objects_pairs_begin(&scratch, &things, of, 0), OCT9_OK);
    for (;;) {
        query_paint(pair, sizeof pair);
        next = oct9_objects_pairs_next(&scratch, budget, pair, room);
        if (next == 0)
            break;
        calls++;
        if (next == OCT9_AGAIN)
            continue;
        CHECK(next > 0 && (unsigned)next <= room);
        for (int i = 0; i < next; i++)
            enter(pair[i].a, pair[i].b);
        CHECK(query_painted(&pair[next], sizeof pair[0]));
        count += (uint32_t)next;
    }
    CHECK_EQ(oct9_objects_pairs_next(&scratch, budget, pair, room), 0); /* and says so again */
    return count;
}

/* --- by hand --------------------------------------------------------------------------------- */

static uint32_t pairs_of_two(oct9_bounds_t a, oct9_bounds_t b)
{
    uint32_t count[2];
    for (unsigned p = 0; p < 2; p++) {
        things_init(p ? OCT9_ENCLOSING : OCT9_LOOSE, THING_NODES);
        (void)thing_add(a);
        (void)thing_add(b);
        count[p] = find(OCT9_PAIRS_ALL, UINT32_MAX);
        CHECK_EQ(find(OCT9_PAIRS_MOVED, UINT32_MAX), count[p]);
    }
    CHECK_EQ(count[0], count[1]);
    return count[0];
}

static void touching(void)
{
    CHECK_EQ(pairs_of_two(thing_ball(0, 0, 0, 10), thing_ball(20, 0, 0, 10)), 1);
    CHECK_EQ(pairs_of_two(thing_ball(0, 0, 0, 10), thing_ball(21, 0, 0, 10)), 0);
    CHECK_EQ(pairs_of_two(thing_ball(100, 100, 100, 35), thing_ball(120, 130, 160, 35)), 1);
    CHECK_EQ(pairs_of_two(thing_ball(100, 100, 100, 35), thing_ball(120, 130, 160, 34)), 0);
    CHECK_EQ(
        pairs_of_two(thing_box(1000, 1000, 1000, 5, 6, 7), thing_box(1015, 1016, 1017, 10, 10, 10)),
        1);
    CHECK_EQ(
        pairs_of_two(thing_box(1000, 1000, 1000, 5, 6, 7), thing_box(1015, 1016, 1018, 10, 10, 10)),
        0);
    CHECK_EQ(
        pairs_of_two(thing_box(1000, 1000, 1000, 10, 10, 10), thing_ball(1040, 1050, 1010, 50)), 1);
    CHECK_EQ(
        pairs_of_two(thing_box(1000, 1000, 1000, 10, 10, 10), thing_ball(1040, 1050, 1011, 50)), 0);
    CHECK_EQ(pairs_of_two(thing_ball(7, 7, 7, 0), thing_box(7, 7, 7, 0, 0, 0)), 1);
    CHECK_EQ(pairs_of_two(thing_ball(7, 7, 7, 0), thing_box(7, 8, 7, 0, 0, 0)), 0);
}

/* Sizes and places where numbers are largest. */
static void extremes(void)
{
    const int32_t least = -16384, most = 49151;
    CHECK_EQ(pairs_of_two(thing_ball(least, 0, 0, 32767), thing_ball(most - 1, 0, 0, 32767)), 1);
    CHECK_EQ(pairs_of_two(thing_ball(least, 0, 0, 32767), thing_ball(most, 0, 0, 32767)), 0);
    CHECK_EQ(
        pairs_of_two(thing_ball(least, least, least, 32767), thing_ball(most, most, most, 32767)),
        0);
    CHECK_EQ(pairs_of_two(thing_box(least, least, least, 32767, 32767, 32767),
                          thing_box(most - 1, most - 1, most - 1, 32767, 32767, 32767)),
             1);
    const oct9_bounds_t cube = thing_box(16384, 16384, 16384, 16384, 16384, 16384);
    CHECK_EQ(pairs_of_two(cube, thing_ball(-1, 5, 5, 1)), 1);
    CHECK_EQ(pairs_of_two(cube, thing_ball(-2, 5, 5, 1)), 0);
    CHECK_EQ(pairs_of_two(cube, thing_ball(5, 32769, 5, 1)), 1);
    CHECK_EQ(pairs_of_two(cube, thing_ball(5, 32770, 5, 1)), 0);
    CHECK_EQ(pairs_of_two(thing_ball(32767, 32767, 32767, 0), thing_ball(32767, 32767, 32767, 0)),
             1);
    CHECK_EQ(pairs_of_two(thing_ball(most, most, most, 0), thing_ball(most, most, most, 0)), 1);
}

/* Two that touch at a face of the cube, of which the one or the other is outside, or both. */
static void at_six_faces(void)
{
    for (unsigned face = 0; face < 6; face++)
        for (int32_t depth = -30; depth < 30; depth += 10) {
            oct9_bounds_t a = thing_ball(0, 0, 0, 9), b = thing_box(0, 0, 0, 11, 11, 11);
            a.centre = world_at_face(face, depth);
            b.centre = world_at_face(face, depth + 20);
            CHECK_EQ(pairs_of_two(a, b), 1);
            CHECK_EQ(pairs_of_two(b, a), 1);
            b.centre = world_at_face(face, depth + 21);
            CHECK_EQ(pairs_of_two(a, b), 0);
        }
}

static uint32_t pairs_of_kinds(uint16_t category, uint16_t ignored, bool is_static)
{
    const oct9_bounds_t ball = thing_ball(300, 300, 300, 9);
    const oct9_objects_add_input_t first = { ball, 5, 2, true };
    const oct9_objects_add_input_t second = { ball, category, ignored, is_static };
    oct9_handle_t handle;
    things_init(OCT9_LOOSE, THING_NODES);
    CHECK_EQ(oct9_objects_add(&things, &first, &handle), 0);
    CHECK_EQ(oct9_objects_add(&things, &second, &handle), 0);
    return find(OCT9_PAIRS_ALL, UINT32_MAX);
}

static void who_counts(void)
{
    CHECK_EQ(pairs_of_kinds(5, 2, false), 1);
    CHECK_EQ(pairs_of_kinds(5, 2, true), 0);  /* two static ones */
    CHECK_EQ(pairs_of_kinds(2, 0, false), 0); /* the first ignores 2 */
    CHECK_EQ(pairs_of_kinds(3, 0, false), 1);
    CHECK_EQ(pairs_of_kinds(0, 0, false), 1); /* of no category: counts always */
    CHECK_EQ(pairs_of_kinds(1, 5, false), 0); /* the second ignores all that the first is */
    CHECK_EQ(pairs_of_kinds(1, 4, false), 1);
}

/* A fixture that is moved to one that rests, and the reverse. */
static void who_moved(void)
{
    const oct9_bounds_t there = thing_ball(900, 900, 900, 5), here = thing_ball(905, 900, 900, 5);
    const oct9_objects_add_input_t rests = { .bounds = there, .is_static = true };
    const oct9_objects_add_input_t moves = { .bounds = here };
    oct9_handle_t fixture, part;
    things_init(OCT9_LOOSE, THING_NODES);
    CHECK_EQ(oct9_objects_add(&things, &rests, &fixture), 0);
    CHECK_EQ(oct9_objects_add(&things, &moves, &part), 0);
    CHECK_EQ(find(OCT9_PAIRS_MOVED, UINT32_MAX), 1);
    things_update(1);
    CHECK_EQ(find(OCT9_PAIRS_MOVED, UINT32_MAX), 0);
    CHECK_EQ(find(OCT9_PAIRS_ALL, UINT32_MAX), 1);
    CHECK_EQ(oct9_objects_move(&things, fixture, &here), 0);
    CHECK_EQ(find(OCT9_PAIRS_MOVED, UINT32_MAX), 1);
    things_update(1);
    CHECK_EQ(oct9_objects_move(&things, part, &there), 0);
    CHECK_EQ(find(OCT9_PAIRS_MOVED, UINT32_MAX), 1);
    for (unsigned i = 0; i < 20; i++)
        (void)thing_add(there);
    things_update(1);
    CHECK_EQ(oct9_objects_move(&things, part, &there), 0);
    CHECK_EQ(oct9_objects_remove(&things, part), OCT9_OK);
    CHECK_EQ(find(OCT9_PAIRS_MOVED, UINT32_MAX), 0); /* one that is gone does not ask */
}

static void errors(void)
{
    oct9_object_pair_t pair = { { 3, 4 }, { 5, 6 } };
    things_init(OCT9_LOOSE, 1);
    (void)thing_add(thing_ball(9, 9, 9, 1));
    (void)thing_add(thing_ball(99, 9, 9, 1));
    CHECK_EQ(oct9_objects_pairs_begin(&scratch, &things, (oct9_pairs_of_t)2, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_objects_pairs_begin(&scratch, &things, OCT9_PAIRS_ALL, 0), OCT9_OK);
    CHECK_EQ(oct9_objects_pairs_next(&scratch, 0, &pair, 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_objects_pairs_next(&scratch, 1, &pair, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_objects_pairs_next(&scratch, 1, &pair, 1), OCT9_AGAIN);
    CHECK_EQ(oct9_objects_pairs_next(&scratch, 99, &pair, 1), 0);
    CHECK(pair.a.index == 3 && pair.a.generation == 4);
    CHECK(pair.b.index == 5 && pair.b.generation == 6);
}

/* --- contacts -------------------------------------------------------------------------------- */

static oct9_object_contact_t contact_of(oct9_bounds_t a, oct9_bounds_t b, int touch)
{
    oct9_object_contact_t contact;
    things_init(OCT9_LOOSE, 1);
    const oct9_handle_t first = thing_add(a), second = thing_add(b);
    CHECK_EQ(oct9_objects_contact(&things, first, second, &contact), touch);
    return contact;
}

static void contacts_by_hand(void)
{
    /* 20, 30, 60 apart is 70 */
    oct9_object_contact_t contact = contact_of(thing_ball(100, 100, 100, 30),
                                               thing_ball(120, 130, 160, 30), 0);
    CHECK_EQ(contact.distance_q14, 10 * 256);
    CHECK(contact.normal[0] == 4681 && contact.normal[1] == 7022 && contact.normal[2] == 14043);
    CHECK_EQ(contact.point.z, AT(130));
    contact = contact_of(thing_box(1000, 1000, 1000, 10, 10, 10),
                         thing_box(1015, 990, 1000, 8, 9, 5), 1);
    CHECK_EQ(contact.distance_q14, -3 * 256);
    CHECK(contact.normal[0] == 16384 && contact.normal[1] == 0 && contact.normal[2] == 0);
    CHECK(contact.point.x == AT(1008) && contact.point.y == AT(994) && contact.point.z == AT(1000));
    contact = contact_of(thing_ball(1000, 1000, 1000, 5), thing_ball(1000, 1000, 1000, 7), 1);
    CHECK(contact.distance_q14 == -12 * 256 && contact.normal[0] == 16384);
}

/* Of each two of some, also at the cube's rim and outside. */
static void contacts(void)
{
    random_t random = { 531 };
    uint32_t digest = DIGEST_BEGIN;
    oct9_object_contact_t contact;
    oct9_handle_t handle;
    things_init(OCT9_LOOSE, 1);
    for (unsigned i = 0; i < THINGS; i++) {
        const oct9_objects_add_input_t input = { .bounds = thing_random_bounds(&random) };
        CHECK(oct9_objects_add(&things, &input, &handle) >= 0);
    }
    for (unsigned a = 0; a < THINGS; a++)
        for (unsigned b = 0; b < THINGS; b++) {
            const int touch = oct9_objects_contact(&things, thing_handle(a), thing_handle(b),
                                                   &contact);
            CHECK_EQ(touch, overlap(&thing_pool[a].bounds, &thing_pool[b].bounds));
            digest = digest_add(digest, (uint32_t)touch);
            digest = digest_add(digest, (uint32_t)contact.distance_q14);
            digest = digest_add(digest, (uint16_t)contact.point.x);
            digest = digest_add(digest, (uint16_t)contact.point.y);
            digest = digest_add(digest, (uint16_t)contact.normal[0]);
            digest = digest_add(digest, (uint16_t)contact.normal[2]);
        }
    TEST_DIGEST("contacts", digest);
}

/* --- neighbours ------------------------------------------------------------------------------ */

static int16_t *coordinate(oct9_bounds_t *bounds, unsigned axis)
{
    return axis == 0 ? &bounds->centre.x : axis == 1 ? &bounds->centre.y : &bounds->centre.z;
}

/* One coordinate of two boxes: that of the first anywhere in its node of the size, the other's so
 * that they touch, or are `apart`, on that side of it (-1, 1), or overlap (0). */
static void set_axis(random_t *random, int side, int apart, int size, unsigned axis,
                     oct9_bounds_t *a, oct9_bounds_t *b)
{
    const int low = 16384 + size * (int)random_below(random, 4);
    const int at = low + (int)random_below(random, (uint32_t)size);
    const int half = random_below(random, 2) ? size / 2
                                             : (int)random_below(random, (uint32_t)size / 2);
    const int other = random_below(random, 2) ? size / 2 : size / 4 + 1;
    const int to = at + side * (half + other + apart);
    a->half_q6[axis] = (uint16_t)half;
    b->half_q6[axis] = (uint16_t)other;
    *coordinate(a, axis) = AT(at);
    *coordinate(b, axis) = AT(to);
}

/* Two boxes of one level, or the second of a higher one, that touch across any of the 26 sides. */
static void neighbours(void)
{
    random_t random = { 505 };
    for (unsigned i = 0; i < 27 * 16; i++) {
        const int size = 64 << random_below(&random, 4), apart = i % 2 == 0;
        const int sides[3] = { (int)(i / 16 % 3) - 1, (int)(i / 48 % 3) - 1, (int)(i / 144) - 1 };
        oct9_bounds_t a = { .kind = OCT9_BOUND_BOX }, b = { .kind = OCT9_BOUND_BOX };
        set_axis(&random, sides[0], apart, size, 0, &a, &b);
        set_axis(&random, sides[1], 0, size, 1, &a, &b);
        set_axis(&random, sides[2], 0, size, 2, &a, &b);
        things_init(OCT9_LOOSE, 48);
        (void)thing_add(i % 4 < 2 ? a : b);
        (void)thing_add(i % 4 < 2 ? b : a);
        CHECK_EQ(find(OCT9_PAIRS_ALL, UINT32_MAX), sides[0] == 0 || !apart);
    }
}

/* One coordinate of a large box in the node on that side of one that begins at `low`, and of a
 * point in that half of the node, where the box just reaches, or just does not. */
static void reach_axis(int side, bool upper, bool beyond, int low, int size, unsigned axis,
                       oct9_bounds_t *large, oct9_bounds_t *point)
{
    const int middle = low + size / 2;
    const int at = side < 0 ? low - 1 : side > 0 ? low + size : middle;
    const int rim = at + (side < 0 || (side == 0 && upper) ? size / 2 : -(size / 2));
    *coordinate(large, axis) = AT(at);
    large->half_q6[axis] = (uint16_t)(size / 2);
    *coordinate(point,
                axis) = AT(side == 0 ? upper ? middle : middle - 1 : rim - (beyond ? side : 0));
}

/* A point in each half of a node, and below that each box of the node's size about it that reaches
 * there. */
static void reached_from_above(void)
{
    for (unsigned choice = 0; choice < 256; choice++) {
        const unsigned octant = choice & 7u, off = choice >> 3 & 7u, larger = 1u + (choice >> 6);
        const int size = 64 << larger, low = 16384 + size;
        bool beyond = false;
        oct9_bounds_t large = { .kind = OCT9_BOUND_BOX }, point = { .kind = OCT9_BOUND_BOX };
        for (unsigned a = 0; a < 3; a++) {
            const bool upper = octant >> a & 1u, beside = off >> a & 1u;
            const int side = !beside ? 0 : upper ? 1 : -1;
            const bool misses = beside && !beyond && choice % 3u == a;
            reach_axis(side, upper, misses, low, size, a, &large, &point);
            beyond = beyond || misses;
        }
        things_init(OCT9_LOOSE, 48);
        (void)thing_add(choice % 2 ? large : point);
        (void)thing_add(choice % 2 ? point : large);
        CHECK_EQ(find(OCT9_PAIRS_ALL, UINT32_MAX), !beyond);
    }
}

/* --- the work -------------------------------------------------------------------------------- */

/* How many calls of a budget of 1 it takes, where there are no pairs. */
static uint32_t steps(oct9_pairs_of_t of)
{
    oct9_object_pair_t pair;
    uint32_t count = 1;
    CHECK_EQ(oct9_objects_pairs_begin(&scratch, &things, of, 0), OCT9_OK);
    while (oct9_objects_pairs_next(&scratch, 1, &pair, 1) == OCT9_AGAIN)
        count++;
    return count;
}

/* So many points side by side in one smallest node, the first of them not static. All begin at one
 * place on x, or one behind the other. */
static void row(unsigned count, unsigned dynamic, bool along_x)
{
    oct9_handle_t handle;
    things_init(OCT9_LOOSE, THING_NODES);
    for (unsigned i = 0; i < count; i++) {
        const oct9_bounds_t across = thing_ball(100, 66 + (int)i, 100, 0);
        const oct9_bounds_t along = thing_ball(66 + (int)i, 100, 100, 0);
        const oct9_objects_add_input_t input = { .bounds = along_x ? along : across,
                                                 .is_static = i >= dynamic };
        CHECK_EQ(oct9_objects_add(&things, &input, &handle), 0);
    }
    things_update(OCT9_LEVELS + 1);
}

/* All places are looked at for who asks; one that does looks at 10 nodes and all in the last. In
 * the walk each node below the root is a step, and that there is no more, and each two of one
 * node. */
static void work_by_hand(void)
{
    enum { WALK = 10 + 16 * 15 / 2 };
    const oct9_bounds_t out = thing_ball(-9, 9, 9, 1);
    row(16, 2, false);
    CHECK_EQ(steps(OCT9_PAIRS_ALL), WALK);
    row(17, 2, false); /* few: less than an eighth */
    CHECK_EQ(steps(OCT9_PAIRS_ALL), THINGS + 2 * (10 + 17));
    row(16, 16, true);
    CHECK_EQ(steps(OCT9_PAIRS_ALL), 10 + 15); /* each looks at the next one, and at no more */
    row(16, 16, false);
    CHECK_EQ(steps(OCT9_PAIRS_ALL), WALK);
    CHECK_EQ(steps(OCT9_PAIRS_MOVED), THINGS);
    CHECK_EQ(oct9_objects_move(&things, thing_handle(3), &thing_pool[3].bounds), 0);
    CHECK_EQ(steps(OCT9_PAIRS_MOVED), THINGS + 10 + 16);
    /* looks at itself, outside, and at the 9 nodes of levels 9 to 1 */
    CHECK_EQ(oct9_objects_move(&things, thing_handle(3), &out), 1);
    CHECK_EQ(steps(OCT9_PAIRS_ALL), THINGS + 1 + 9 + WALK - 15);
}

/* --- at random ------------------------------------------------------------------------------- */

/* All pairs against looking at all; adds them to the digest, and in how many calls they come. */
static void compare(oct9_pairs_of_t of, uint32_t budget, uint32_t *digest)
{
    const uint32_t count = find(of, budget);
    *digest = digest_add(digest_add(*digest, count), calls);
    for (unsigned a = 0; a < THINGS; a++) {
        uint64_t expected = 0;
        for (unsigned b = a + 1; b < THINGS; b++)
            if (is_pair(a, b, of == OCT9_PAIRS_MOVED)) {
                expected |= (uint64_t)1 << b;
                *digest = digest_add(*digest, a * THINGS + b);
            }
        CHECK(found[a] == expected);
    }
}

static void rounds(oct9_placement_t placement, uint32_t nodes, uint32_t *digest)
{
    random_t random = { 501 + nodes };
    things_init(placement, nodes);
    for (unsigned i = 0; i < ROUNDS; i++) {
        for (uint32_t acts = random_below(&random, i % 2 ? ACTS : 3); acts > 0; acts--)
            things_act(&random);
        compare(OCT9_PAIRS_ALL, i % 3 ? UINT32_MAX : query_budgets[i % QUERY_BUDGETS], digest);
        compare(OCT9_PAIRS_MOVED, i % 5 ? UINT32_MAX : query_budgets[i % QUERY_BUDGETS], digest);
        CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
        if (i % 4 != 3)
            things_update(1);
    }
}

/* Fixtures, and a few that are not static: those ask, and no removed one does. */
static void few_dynamic(void)
{
    random_t random = { 521 };
    uint32_t digest = DIGEST_BEGIN;
    oct9_handle_t handle;
    things_init(OCT9_LOOSE, THING_NODES);
    for (unsigned i = 0; i < THINGS; i++) {
        oct9_objects_add_input_t input = { .bounds = thing_random_bounds(&random),
                                           .is_static = i % 9 != 0 };
        if (i > 9 && i % 9 == 0)
            input.bounds = thing_pool[9].bounds;
        CHECK(oct9_objects_add(&things, &input, &handle) >= 0);
        thing_there[handle.index] = true;
    }
    CHECK_EQ(things.dynamic, 5);
    compare(OCT9_PAIRS_ALL, UINT32_MAX, &digest);
    CHECK_EQ(oct9_objects_remove(&things, thing_handle(9)), OCT9_OK);
    thing_there[9] = false;
    CHECK_EQ(things.dynamic, 4);
    for (unsigned i = 0; i < QUERY_BUDGETS; i++) {
        compare(OCT9_PAIRS_ALL, query_budgets[i], &digest);
        compare(OCT9_PAIRS_MOVED, query_budgets[i], &digest);
        things_update(1);
        for (unsigned j = 0; j <= i; j++) {
            const oct9_bounds_t bounds = thing_random_bounds(&random);
            CHECK(oct9_objects_move(&things, thing_handle(j), &bounds) >= 0);
        }
    }
    CHECK_EQ(oct9_objects_check(&things), OCT9_OK);
    TEST_DIGEST("pairs_few", digest);
}

static void at_random(void)
{
    uint32_t digest = DIGEST_BEGIN;
    rounds(OCT9_LOOSE, THING_NODES, &digest);
    rounds(OCT9_LOOSE, 20, &digest);
    rounds(OCT9_ENCLOSING, THING_NODES, &digest);
    rounds(OCT9_ENCLOSING, 1, &digest);
    TEST_DIGEST("pairs", digest);
}

GOLDEN_SUITE(pairs)
{
    RUN(touching);
    RUN(extremes);
    RUN(at_six_faces);
    RUN(who_counts);
    RUN(who_moved);
    RUN(errors);
    RUN(contacts_by_hand);
    RUN(contacts);
    RUN(neighbours);
    RUN(reached_from_above);
    RUN(work_by_hand);
    RUN(few_dynamic);
    RUN(at_random);
}
