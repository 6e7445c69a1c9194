/* SPDX-License-Identifier: MIT */
/* Walks over a whole building's linked leaves, in several pages, against those of oct9_walk_next
 * over the map that they were linked from: every leaf, and how each is entered.
 *
 * test_linked_pages IMAGE: the image of the building. Environment: SEED; SEGMENTS, how many. */
#include "linked_image.hpp"
#include "tests/shared/report.hpp"

#include "oct9/walk.h"

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

struct Counts {
    unsigned long leaves, occupied, left; /* pages */
};

/* Returns true if both walks along a segment are equal. */
static bool same_walk(const oct9_map_t &map, const oct9_linked_t &linked, const oct9_point_t &from,
                      const oct9_point_t &to, Counts &counts)
{
    oct9_linked_walk_t over;
    oct9_walk_t walk;
    bool more = oct9_linked_begin(&over, &linked, &from, &to);
    bool same = more == oct9_walk_begin(&walk, &map, &from, &to);

    while (more && same) {
        oct9_leaf_t is, should;
        oct9_fraction_t entered, expected;
        const oct9_linked_record_t *const leaves = over.page.leaves;

        oct9_linked_leaf(&over, &is);
        oct9_walk_leaf(&walk, &should);
        same = same_leaf(is, should) &&
               oct9_linked_entry(&over, &entered) == oct9_walk_entry(&walk, &expected) &&
               entered.num == expected.num && entered.den == expected.den;
        counts.leaves++;
        counts.occupied += is.state == OCT9_OCCUPIED;
        more = oct9_linked_next(&over);
        same = same && more == oct9_walk_next(&walk);
        counts.left += more && over.page.leaves != leaves;
    }
    return same;
}

static void walks_equal_those_of_the_map(void)
{
    oct9_image_t image;
    oct9_image_header_t header;
    const uint64_t seed = setting("SEED", 1), count = setting("SEGMENTS", 100000);
    Random random(seed);
    Counts counts = {};

    CHECK_EQ(oct9_image_open(&image, OCT9_ROM(bytes.data()), bytes.size()), OCT9_OK);
    std::memcpy(&header, bytes.data(), sizeof header);
    const oct9_map_t map = oct9_map_of_image(&image);
    const LinkedImage links(map);
    CHECK(links.linked() && links.linked()->page_count > 1);
    for (uint64_t i = 0; i < count && links.linked(); i++) {
        const oct9_point_t from = random_point(random, header.extent);
        const oct9_point_t to = random_point(random, header.extent);
        CHECK(same_walk(map, *links.linked(), from, to, counts));
    }
    CHECK(counts.occupied > count / 4 && counts.left > count / 4);
    if (links.linked())
        std::printf("seed %" PRIu64 ": %" PRIu64 " segments, %" PRIu32 " leaves in %" PRIu32
                    " pages, left %lu times; %lu leaves visited, %lu of them occupied\n",
                    seed, count, links.linked()->leaf_count, links.linked()->page_count,
                    counts.left, counts.leaves, counts.occupied);
}

int main(int argc, char **argv)
{
    std::ifstream file(argc > 1 ? argv[1] : "", std::ios::binary);

    bytes.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    if (bytes.empty()) {
        std::printf("skipped: no image (test_linked_pages IMAGE)\n");
        return 0;
    }
    RUN(walks_equal_those_of_the_map);
    return test_end();
}
