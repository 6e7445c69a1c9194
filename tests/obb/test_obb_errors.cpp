/* SPDX-License-Identifier: MIT */
/* What an oriented box is refused for; and then its output is as it was. */
extern "C" {
#include "tests/test.h"
}

#include "tests/shared/from_low.h"

#include "oct9/obb.h"

#include <cstring>
#include <initializer_list>

static const oct9_obb_input_t good_input = { { point_from_low(100, 200, 300), OCT9_ROTATION_NONE },
                                             { point_from_low(900, 200, 300),
                                               { 11585, 0, 0, 11585 } },
                                             { 64, 32, 16 },
                                             { OCT9_BLOCKS, OCT9_UNKNOWN, OCT9_BLOCKS, 0, 0 },
                                             false };

/* A map of one free leaf. */
class FreeSpace {
public:
    FreeSpace()
    {
        oct9_tree_init(&tree_, pool_, 1, nullptr);
        const oct9_node_t cube = { { 0, 0, 0 }, OCT9_LEVELS };
        CHECK(oct9_tree_set_node(&tree_, &cube, 1) == OCT9_OK);
    }
    oct9_map_t map() const { return oct9_map_of_tree(&tree_); }

private:
    oct9_block_t pool_[1];
    oct9_tree_t tree_;
};

static void expect_status(const oct9_obb_input_t &input, oct9_status_t should)
{
    const FreeSpace space;
    const oct9_map_t map = space.map();
    oct9_obb_t obb;
    oct9_obb_output_t output, untouched;

    std::memset(&untouched, 0xA5, sizeof untouched);
    std::memcpy(&output, &untouched, sizeof output);
    CHECK_EQ(oct9_obb_sweep(&map, &input, &output), should);
    CHECK((std::memcmp(&output, &untouched, sizeof output) != 0) == (should == OCT9_OK));
    CHECK_EQ(oct9_obb_begin(&obb, &map, &input), should);
}

static void bad_extents_fail(void)
{
    expect_status(good_input, OCT9_OK);
    for (size_t axis = 0; axis < 3; axis++)
        for (int half : { 0, 1, OCT9_OBB_HALF_MAX, OCT9_OBB_HALF_MAX + 1, 32768, 65535 }) {
            oct9_obb_input_t input = good_input;
            input.half_q6[axis] = static_cast<uint16_t>(half);
            expect_status(input,
                          half >= 1 && half <= OCT9_OBB_HALF_MAX ? OCT9_OK : OCT9_ERR_ARGUMENT);
        }
}

static void bad_rotations_fail(void)
{
    const oct9_rotation_t bad[] = { { 0, 0, 0, 0 },
                                    { 16000, 0, 0, 0 },
                                    { -16700, 0, 0, 0 },
                                    { -32768, 0, 0, 0 },
                                    { -32768, -32768, -32768, -32768 },
                                    { 32767, 32767, 32767, 32767 },
                                    { 16384, 16384, 16384, 16384 },
                                    { 8192, 8192, 8192, 0 } };

    for (const oct9_rotation_t &r : bad) {
        oct9_obb_input_t from = good_input, to = good_input;
        from.from.rotation = r;
        to.to.rotation = r;
        expect_status(from, OCT9_ERR_ARGUMENT);
        expect_status(to, OCT9_ERR_ARGUMENT);
    }
}

/* A number that the enum does not have, as C lets one write it. */
template <typename Enum> static void set_number(Enum &field, int number)
{
    static_assert(sizeof field == sizeof number, "an enum is an int here");
    std::memcpy(&field, &number, sizeof field);
}

static void bad_rules_fail(void)
{
    oct9_obb_input_t input = good_input;

    set_number(input.rules.unknown, 2);
    expect_status(input, OCT9_ERR_ARGUMENT);
    input = good_input;
    set_number(input.rules.start_inside, 3);
    expect_status(input, OCT9_ERR_ARGUMENT);
    input = good_input;
    set_number(input.rules.outside, 3);
    expect_status(input, OCT9_ERR_ARGUMENT);
    input = good_input;
    input.rules.filter_value = 1;
    expect_status(input, OCT9_ERR_ARGUMENT);
    input.rules.filter_mask = 0xFFFF;
    input.rules.filter_value = 0x8000;
    expect_status(input, OCT9_ERR_ARGUMENT);
}

static void zero_budget_fails_and_changes_nothing(void)
{
    const FreeSpace space;
    const oct9_map_t map = space.map();
    oct9_obb_t obb;
    oct9_obb_output_t output, untouched;

    std::memset(&untouched, 0xA5, sizeof untouched);
    std::memcpy(&output, &untouched, sizeof output);
    CHECK_EQ(oct9_obb_begin(&obb, &map, &good_input), OCT9_OK);
    CHECK_EQ(oct9_obb_run(&obb, 0, &output), OCT9_ERR_ARGUMENT);
    CHECK(std::memcmp(&output, &untouched, sizeof output) == 0);
    CHECK_EQ(oct9_obb_run(&obb, 1000, &output), OCT9_OK);
    CHECK_EQ(output.hit, OCT9_HIT_NONE);
}

int main()
{
    RUN(bad_extents_fail);
    RUN(bad_rotations_fail);
    RUN(bad_rules_fail);
    RUN(zero_budget_fails_and_changes_nothing);
    return test_end();
}
