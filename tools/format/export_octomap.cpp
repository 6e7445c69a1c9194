/* SPDX-License-Identifier: MIT */
/* A map as OctoMap's tree, written by liboctomap. The tree is made from the top: each of OctoMap's
 * nodes is asked whether all of it is one state, and divided if not. So it is as small as it may
 * be, however the cube lies in OctoMap's grid. */
#include "oct9/visit.h"
#include "tools/fail.h"
#include "tools/format/export.h"
#include "tools/format/output.h"
#include "tools/silence.hpp"

#include <octomap/octomap.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string>

namespace {

constexpr unsigned DEPTH = 16, MIXED = 3;

/* A node of OctoMap's: its lowest key and how many keys it is long. */
struct Place {
    unsigned key[3], size;
};

/* OctoMap makes the root with its first cell; here the cells come last. */
class Tree : public octomap::OcTree {
public:
    explicit Tree(double cell_m) : octomap::OcTree(cell_m) {}
    octomap::OcTreeNode *make_root()
    {
        root = new octomap::OcTreeNode();
        tree_size = 1;
        size_changed = true;
        return root;
    }
};

class Exporter {
public:
    Exporter(const oct9_map_t &map, const export_grid_t &grid)
        : map_(map), grid_(grid), tree_(grid.cell_m)
    {
    }

    /* False: nothing of the map is known. */
    bool fill()
    {
        const Place all = { { 0, 0, 0 }, 1u << DEPTH };
        if (state_of(all) == OCT9_UNKNOWN)
            return false;
        divide(tree_.make_root(), all);
        return true;
    }

    std::string text() const
    {
        const Silence silence;
        std::ostringstream stream;
        return tree_.writeBinaryConst(stream) ? stream.str() : std::string();
    }

private:
    /* The part of a place that is in the cube; false: there is none. *whole: it is all of it. */
    bool clip(const Place &place, oct9_box_t *box, bool *whole) const
    {
        uint16_t *const lo[3] = { &box->lo.x, &box->lo.y, &box->lo.z };
        uint16_t *const hi[3] = { &box->hi.x, &box->hi.y, &box->hi.z };
        *whole = true;
        for (unsigned a = 0; a < 3; a++) {
            const unsigned begin = std::max(place.key[a], grid_.lo[a]);
            const unsigned end = std::min(place.key[a] + place.size, grid_.lo[a] + OCT9_CELLS);
            if (begin >= end)
                return false;
            *lo[a] = static_cast<uint16_t>(begin - grid_.lo[a]);
            *hi[a] = static_cast<uint16_t>(end - grid_.lo[a]);
            *whole = *whole && end - begin == place.size;
        }
        return true;
    }

    /* The state that all of a place has, or MIXED; outside the cube it is unknown. */
    unsigned state_of(const Place &place) const
    {
        oct9_box_t box;
        bool whole;
        if (!clip(place, &box, &whole))
            return OCT9_UNKNOWN;
        oct9_visit_t leaves;
        oct9_leaf_t leaf;
        unsigned state = whole ? MIXED : unsigned{ OCT9_UNKNOWN };
        const oct9_region_t region = oct9_region_of_box(&box);
        oct9_visit_begin(&leaves, &map_, &region, OCT9_STATES_ALL);
        while (oct9_visit_next(&leaves, UINT32_MAX, &leaf) > 0) {
            if (state != MIXED && state != leaf.state)
                return MIXED;
            state = leaf.state;
        }
        return state;
    }

    /* At most 16 deep. */
    void divide(octomap::OcTreeNode *node, const Place &place)
    {
        for (unsigned c = 0; c < 8; c++) {
            Place child = { {}, place.size / 2 };
            for (unsigned a = 0; a < 3; a++)
                child.key[a] = place.key[a] + (c >> a & 1u) * child.size;
            const unsigned state = state_of(child);
            if (state == OCT9_UNKNOWN)
                continue;
            octomap::OcTreeNode *made = tree_.createNodeChild(node, c);
            if (state == MIXED)
                divide(made, child);
            else
                made->setLogOdds(state == OCT9_OCCUPIED ? tree_.getClampingThresMaxLog()
                                                        : tree_.getClampingThresMinLog());
        }
    }

    oct9_map_t map_;
    export_grid_t grid_;
    Tree tree_;
};

/* Why nothing is written, or NULL. */
const char *make_text(const oct9_map_t &map, const export_grid_t &grid, std::string *text)
{
    try {
        Exporter exporter(map, grid);
        if (!exporter.fill())
            return "nothing to write: the map holds neither free nor occupied space";
        *text = exporter.text();
        return text->empty() ? "OctoMap cannot write it" : nullptr;
    } catch (const std::bad_alloc &) {
        return "out of memory";
    } catch (const std::exception &) {
        return "OctoMap cannot write it";
    }
}

} // namespace

extern "C" bool export_octomap(const oct9_map_t *map, const export_grid_t *grid, const char *path)
{
    std::string text;
    output_t output;
    const char *cause = make_text(*map, *grid, &text);
    if (cause)
        return fail(path, "%s", cause);
    if (!output_open(&output, path))
        return false;
    std::fwrite(text.data(), 1, text.size(), output.file);
    return output_close(&output, true);
}
