/* SPDX-License-Identifier: MIT */
/* Random maps of one kind after the other, each loaded from a model, to be asked by
 * visit(map, model, random, kind, number). */
#ifndef OCT9_TEST_WORLDS_HPP
#define OCT9_TEST_WORLDS_HPP

#include "generate.hpp"
#include "load.hpp"

extern "C" {
#include "tests/test.h"
}

namespace oracle {

/* Number m is made from seed + m. */
template <class Visit> void for_trees(uint64_t maps, uint64_t seed, Visit visit)
{
    for (unsigned m = 0; m < maps; m++) {
        Random random(seed + m);
        const Model model = random_model(random, Payloads::wide);
        const LoadedTree tree(model, random);

        CHECK(tree.ok());
        if (tree.ok())
            visit(tree.map(), model, random, "tree", m);
    }
}

/* The same for images: LoadedImage or BakedImage. */
template <class Image, class Visit>
void for_images(uint64_t maps, uint64_t seed, const char *kind, Visit visit)
{
    for (unsigned m = 0; m < maps; m++) {
        Random random(seed + m);
        const Model model = random_model(random, Payloads::states);
        const Image image(model);

        CHECK(image.ok());
        if (image.ok())
            visit(image.map(), model, random, kind, m);
    }
}

} // namespace oracle

#endif
