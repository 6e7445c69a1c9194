/* SPDX-License-Identifier: MIT */
/* Contacts of two objects against their definition, in integers of 128 bits.
 *
 * SEED and PAIRS come from the environment. */
#include "tests/shared/check_none.hpp"
#include "objects_cases.hpp"
#include "objects_tree.hpp"

#include <cstdio>

extern "C" {
#include "tests/test.h"
}

using namespace oracle;

/* How many pairs were apart, how many touched with cores apart, and how many cores overlapped. */
static uint64_t apart, touching, overlapping;

/* What a contact must be: along `gap` of squared length `square`. `sum` is twice the middle of the
 * cores' nearest points. */
struct Due {
    Triple gap, sum;
    int64_t square, least; /* least: the shortest displacement of cores that overlap */
};

static Due due_of(const Block &a, const Block &b)
{
    Due due = { {}, {}, 0, 0 };

    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t low = std::max(a.lo[axis], b.lo[axis]),
                      high = std::min(a.hi[axis], b.hi[axis]);
        due.sum[axis] = low + high;
        if (low > high) /* the gap is from high to low */
            due.gap[axis] = b.lo[axis] == low ? low - high : high - low;
        due.square += due.gap[axis] * due.gap[axis];
    }
    if (due.square != 0)
        return due;
    due.least = INT64_MAX;
    for (size_t side = 0; side < 6; side++) { /* +x, -x, +y, ... */
        const size_t axis = side / 2;
        Block moved = b;
        const int64_t by = side % 2 == 0 ? a.hi[axis] - b.lo[axis] : a.lo[axis] - b.hi[axis];
        moved.lo[axis] += by;
        moved.hi[axis] += by;
        if (std::abs(by) >= due.least)
            continue;
        due.least = std::abs(by);
        due.gap = {};
        due.gap[axis] = side % 2 == 0 ? 1 : -1;
        due.square = 1;
        for (size_t i = 0; i < 3; i++)
            due.sum[i] = i != axis     ? std::max(a.lo[i], b.lo[i]) + std::min(a.hi[i], b.hi[i])
                       : side % 2 == 0 ? a.hi[i] + b.lo[i]
                                       : a.lo[i] + b.hi[i];
    }
    return due;
}

/* The sign of x sqrt(square) - y. */
static int compare(int64_t x, int64_t square, Wide y)
{
    const Wide left = Wide{ x } * x * square, right = y * y;
    const int x_sign = (x > 0) - (x < 0), y_sign = (y > 0) - (y < 0);

    if (x_sign != y_sign)
        return x_sign < y_sign ? -1 : 1;
    return x_sign * ((left > right) - (left < right));
}

static std::string differs(const oct9_bounds_t &a, const oct9_bounds_t &b,
                           const oct9_object_contact_t &contact)
{
    const Due due = due_of(core_of(a), core_of(b));
    const int64_t reach = radius_of(a) + radius_of(b);
    const int64_t wider = radius_of(a) - radius_of(b);
    const Triple point = triple_of(contact.point);

    if (due.least != 0 || blocks_distance2(core_of(a), core_of(b)) == 0) {
        if (contact.distance_q14 != -256 * (due.least + reach))
            return "depth " + std::to_string(contact.distance_q14);
    } else {
        const int64_t root = contact.distance_q14 + 256 * reach;
        if (root < 0 || root * root > due.square << 16 ||
            (root + 1) * (root + 1) <= due.square << 16)
            return "distance " + std::to_string(contact.distance_q14);
    }
    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t n = contact.normal[axis];
        const Wide pull = Wide{ due.gap[axis] } * wider;
        if (compare(2 * n - 1, due.square, Wide{ 32768 } * due.gap[axis]) > 0 ||
            compare(2 * n + 1, due.square, Wide{ 32768 } * due.gap[axis]) < 0)
            return "normal's axis " + std::to_string(axis) + " is " + std::to_string(n);
        if ((point[axis] != -32768 &&
             compare(2 * point[axis] - due.sum[axis], due.square, pull) > 0) ||
            (point[axis] != 32767 &&
             compare(2 * point[axis] + 2 - due.sum[axis], due.square, pull) <= 0))
            return "point's axis " + std::to_string(axis) + " is " + std::to_string(point[axis]);
    }
    return "";
}

static void count(const oct9_bounds_t &a, const oct9_bounds_t &b)
{
    if (!meets(a, b))
        apart++;
    else if (blocks_distance2(core_of(a), core_of(b)) != 0)
        touching++;
    else
        overlapping++;
}

static std::string contact_of_two(Random &random)
{
    ThingSource source(random);
    OwnedObjects owned(2, 1, OCT9_LOOSE);
    std::vector<Thing> things;
    oct9_object_contact_t contact, back;

    for (unsigned i = 0; i < 2; i++) {
        const oct9_objects_add_input_t input = { source.next(things), 0, 0, false };
        things.push_back({ {}, input.bounds, 0, 0, false, false, false });
        if (oct9_objects_add(&owned.objects, &input, &things[i].handle) < 0)
            return "an object is refused";
    }
    const oct9_bounds_t &a = things[0].bounds, &b = things[1].bounds;
    const int touch = oct9_objects_contact(&owned.objects, things[0].handle, things[1].handle,
                                           &contact);
    count(a, b);
    if (touch != (meets(a, b) ? 1 : 0))
        return "returns " + std::to_string(touch);
    if (oct9_objects_contact(&owned.objects, things[1].handle, things[0].handle, &back) != touch ||
        back.distance_q14 != contact.distance_q14)
        return "the other order gives another distance";
    const std::string text = differs(a, b, contact);
    return text.empty() ? differs(b, a, back) : text;
}

static void contacts(void)
{
    const uint64_t pairs = setting("PAIRS", 50000);

    for (uint64_t i = 0; i < pairs; i++) {
        const uint64_t seed = setting("SEED", 1) + i;
        Random random(seed);
        check_none(contact_of_two(random), seed, "a contact");
    }
    CHECK(apart > pairs / 20 && touching > pairs / 20 && overlapping > pairs / 20);
}

/* At the largest numbers: balls as far apart as they can be, and boxes as deep. */
static void extremes(void)
{
    const oct9_bounds_t low = { { -32768, -32768, -32768 }, { 0, 0, 0 }, OCT9_BOUND_SPHERE };
    const oct9_bounds_t high = { { 32767, 32767, 32767 }, { 32767, 0, 0 }, OCT9_BOUND_SPHERE };
    const oct9_bounds_t all = { { 0, 0, 0 }, { 32767, 32767, 32767 }, OCT9_BOUND_BOX };
    const oct9_bounds_t wide = { { -32768, 0, 0 }, { 32767, 1, 1 }, OCT9_BOUND_BOX };
    const oct9_bounds_t far = { { 32767, 0, 0 }, { 0, 0, 0 }, OCT9_BOUND_SPHERE };
    const oct9_bounds_t some[] = { low, high, all, wide, far };

    for (const oct9_bounds_t &a : some)
        for (const oct9_bounds_t &b : some) {
            OwnedObjects owned(2, 1, OCT9_LOOSE);
            const oct9_objects_add_input_t first = { a, 0, 0, false }, second = { b, 0, 0, false };
            oct9_handle_t one, other;
            oct9_object_contact_t contact;
            CHECK(oct9_objects_add(&owned.objects, &first, &one) >= 0);
            CHECK(oct9_objects_add(&owned.objects, &second, &other) >= 0);
            CHECK_EQ(oct9_objects_contact(&owned.objects, one, other, &contact), meets(a, b));
            CHECK(differs(a, b, contact).empty());
        }
}

static void handles_that_are_gone(void)
{
    OwnedObjects owned(2, 1, OCT9_LOOSE);
    const oct9_objects_add_input_t ball = {
        { { 1, 2, 3 }, { 5, 5, 5 }, OCT9_BOUND_SPHERE }, 0, 0, false
    };
    oct9_object_contact_t contact = { { 7, 7, 7 }, { 7, 7, 7 }, 7 };
    oct9_handle_t here, gone;

    CHECK_EQ(oct9_objects_add(&owned.objects, &ball, &here), 0);
    CHECK_EQ(oct9_objects_add(&owned.objects, &ball, &gone), 0);
    CHECK_EQ(oct9_objects_remove(&owned.objects, gone), OCT9_OK);
    CHECK_EQ(oct9_objects_contact(&owned.objects, here, gone, &contact), OCT9_ERR_HANDLE);
    CHECK_EQ(oct9_objects_contact(&owned.objects, gone, here, &contact), OCT9_ERR_HANDLE);
    CHECK(contact.distance_q14 == 7 && contact.point.x == 7 && contact.normal[2] == 7);
    CHECK_EQ(oct9_objects_contact(&owned.objects, here, here, &contact), 1);
    CHECK_EQ(contact.distance_q14, -256 * 10);
}

int main(void)
{
    std::printf("seed %llu\n", static_cast<unsigned long long>(setting("SEED", 1)));
    RUN(contacts);
    RUN(extremes);
    RUN(handles_that_are_gone);
    std::printf("%llu apart, %llu touch, %llu with cores that overlap\n",
                static_cast<unsigned long long>(apart), static_cast<unsigned long long>(touching),
                static_cast<unsigned long long>(overlapping));
    return test_end();
}
