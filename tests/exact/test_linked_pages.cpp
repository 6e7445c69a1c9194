/* SPDX-License-Identifier: MIT */
/* Casts over a whole building's linked leaves, in several pages, against oct9_cast_ray over the map
 * that they were linked from, in every field of the output.
 *
 * test_linked_pages IMAGE: the image of the building. Environment: SEED; SEGMENTS, how many. */
#include "linked_image.hpp"

#include "oct9/cast.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" {
#include "tests/test.h"
}

using namespace oracle;

static std::vector<char> bytes; /* of the image */

static bool same_leaf(const oct9_leaf_t &a, const oct9_leaf_t &b)
{
    return a.corner.x == b.corner.x && a.corner.y == b.corner.y && a.corner.z == b.corner.z &&
           a.level == b.level && a.payload == b.payload && a.state == b.state;
}

/* Through an image, leaves in nodes where all passes are not counted. */
static bool same(const oct9_cast_output_t &is, const oct9_cast_output_t &should, bool all_counted)
{
    return is.hit == should.hit && is.face == should.face &&
           is.fraction.num == should.fraction.num && is.fraction.den == should.fraction.den &&
           is.point.x == should.point.x && is.point.y == should.point.y &&
           is.point.z == should.point.z && is.nodes == 0 &&
           (all_counted ? is.leaves == should.leaves : is.leaves >= should.leaves) &&
           (is.hit != OCT9_HIT_LEAF || same_leaf(is.leaf, should.leaf));
}

/* Any point of the cube or, in two of three, of what the building spans. */
static oct9_point_t random_point(Random &random, const uint16_t extent[6])
{
    const bool near = random.below(3) != 0;
    const int edge = OCT9_CELLS * OCT9_CELL_Q6;
    int at[3];

    for (int axis = 0; axis < 3; axis++) {
        const int low = near ? extent[axis] * OCT9_CELL_Q6 : 0;
        const int high = near ? extent[axis + 3] * OCT9_CELL_Q6 : edge;
        at[axis] = random.between(low, high - 1) + OCT9_LOW_Q6;
    }
    return { static_cast<int16_t>(at[0]), static_cast<int16_t>(at[1]),
             static_cast<int16_t>(at[2]) };
}

/* How often the walk along a segment changes its page. */
static unsigned long pages_left(const oct9_linked_t &linked, const oct9_cast_input_t &input)
{
    oct9_linked_walk_t walk;
    unsigned long left = 0;
    bool more = oct9_linked_begin(&walk, &linked, &input.from, &input.to);

    while (more) {
        const oct9_linked_record_t *const leaves = walk.page.leaves;
        more = oct9_linked_next(&walk);
        left += more && walk.page.leaves != leaves;
    }
    return left;
}

static void casts_equal_those_of_the_map(void)
{
    oct9_image_t image;
    oct9_image_header_t header;
    const uint64_t seed = setting("SEED", 1), count = setting("SEGMENTS", 100000);
    Random random(seed);
    unsigned long leaves = 0, hits = 0, left = 0;

    CHECK_EQ(oct9_image_open(&image, OCT9_ROM(bytes.data()), bytes.size()), OCT9_OK);
    std::memcpy(&header, bytes.data(), sizeof header);
    const oct9_map_t map = oct9_map_of_image(&image);
    const LinkedImage links(map);
    CHECK(links.linked() && links.linked()->page_count > 1);
    for (uint64_t i = 0; i < count && links.linked(); i++) {
        oct9_cast_input_t input = {};
        oct9_cast_output_t is, should;

        input.from = random_point(random, header.extent);
        input.to = random_point(random, header.extent);
        input.rules.unknown = i % 2 ? OCT9_PASSES : OCT9_BLOCKS;
        input.rules.start_inside = random.below(2) ? OCT9_PASSES : OCT9_BLOCKS;
        input.rules.outside = static_cast<oct9_state_t>(random.below(3));
        CHECK_EQ(oct9_linked_cast_ray(links.linked(), &input, &is), OCT9_OK);
        CHECK_EQ(oct9_cast_ray(&map, &input, &should), OCT9_OK);
        CHECK(same(is, should, input.rules.unknown == OCT9_BLOCKS));
        leaves += is.leaves;
        hits += is.hit == OCT9_HIT_LEAF;
        left += pages_left(*links.linked(), input);
    }
    CHECK(hits > count / 4 && left > count / 4);
    if (links.linked())
        std::printf("seed %" PRIu64 ": %" PRIu64 " segments, %" PRIu32 " leaves in %" PRIu32
                    " pages, left %lu times; %lu leaves visited, %lu hits\n",
                    seed, count, links.linked()->leaf_count, links.linked()->page_count, left,
                    leaves, hits);
}

int main(int argc, char **argv)
{
    std::ifstream file(argc > 1 ? argv[1] : "", std::ios::binary);

    bytes.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    if (bytes.empty()) {
        std::printf("skipped: no image (test_linked_pages IMAGE)\n");
        return 0;
    }
    RUN(casts_equal_those_of_the_map);
    return test_end();
}
