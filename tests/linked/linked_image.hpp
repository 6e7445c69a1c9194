/* SPDX-License-Identifier: MIT */
/* The linked image of a map, by the tools' baker. */
#ifndef OCT9_TEST_LINKED_IMAGE_HPP
#define OCT9_TEST_LINKED_IMAGE_HPP

#include "tests/shared/random.hpp"

#include "oct9/linked.h"

#include <cstdlib>

extern "C" {
#include "tools/format/link.h"
}

namespace oracle {

class LinkedImage {
public:
    explicit LinkedImage(const oct9_map_t &map, uint32_t page_most = OCT9_LINKED_MOST)
    {
        static const oct9_frame_t frame = OCT9_FRAME(-1000, 2000, 0, 80000);
        static const uint16_t extent[6] = { 0, 0, 0, OCT9_CELLS, OCT9_CELLS, OCT9_CELLS };
        link_counts_t counts;
        const oct9_status_t status = link_map(&map, &frame, extent, page_most, &bytes_, &size_,
                                              &counts);

        opened_ = status == OCT9_OK && oct9_linked_open(&linked_, bytes_, size_) == OCT9_OK;
    }
    ~LinkedImage() { std::free(bytes_); }
    LinkedImage(const LinkedImage &) = delete;
    LinkedImage &operator=(const LinkedImage &) = delete;

    /* NULL if it was not made, or does not open. */
    const oct9_linked_t *linked() const { return opened_ ? &linked_ : nullptr; }

    /* In memory of their exact size. */
    const unsigned char *bytes() const { return bytes_; }
    size_t size() const { return size_; }

private:
    unsigned char *bytes_ = nullptr;
    size_t size_ = 0;
    oct9_linked_t linked_ = {};
    bool opened_ = false;
};

/* One page, or many small ones, of a few leaves each. */
inline uint32_t random_page_most(Random &random)
{
    return random.below(2) ? OCT9_LINKED_MOST : 1 + random.below(60);
}

} // namespace oracle

#endif
