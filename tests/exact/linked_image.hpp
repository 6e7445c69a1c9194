/* SPDX-License-Identifier: MIT */
/* The linked image of a map, by the tools' baker. */
#ifndef OCT9_TEST_LINKED_IMAGE_HPP
#define OCT9_TEST_LINKED_IMAGE_HPP

#include "oct9/linked.h"

#include <cstdlib>

extern "C" {
#include "tools/link.h"
}

namespace oracle {

class LinkedImage {
public:
    explicit LinkedImage(const oct9_map_t &map)
    {
        static const oct9_frame_t frame = OCT9_FRAME(-1000, 2000, 0, 80000);
        static const uint16_t extent[6] = { 0, 0, 0, OCT9_CELLS, OCT9_CELLS, OCT9_CELLS };
        link_counts_t counts;
        const oct9_status_t status = link_map(&map, &frame, extent, &bytes_, &size_, &counts);

        opened_ = status == OCT9_OK && oct9_linked_open(&linked_, bytes_, size_) == OCT9_OK;
        ok_ = opened_ ||
              (status == OCT9_ERR_IMAGE_COUNT && counts.leaves + counts.quads > OCT9_LINKED_MOST);
    }
    ~LinkedImage() { std::free(bytes_); }
    LinkedImage(const LinkedImage &) = delete;
    LinkedImage &operator=(const LinkedImage &) = delete;

    /* It was opened, or the map has too many leaves for it. */
    bool ok() const { return ok_; }

    /* NULL if the map has too many leaves. */
    const oct9_linked_t *linked() const { return opened_ ? &linked_ : nullptr; }

    /* In memory of their exact size. */
    const unsigned char *bytes() const { return bytes_; }
    size_t size() const { return size_; }

private:
    unsigned char *bytes_ = nullptr;
    size_t size_ = 0;
    oct9_linked_t linked_ = {};
    bool opened_ = false, ok_ = false;
};

} // namespace oracle

#endif
