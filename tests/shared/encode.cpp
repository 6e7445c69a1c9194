/* SPDX-License-Identifier: MIT */
/* The image format, written level by level. Each level but 8 begins on a new page; the format
 * demands that of level 2 only. So a page's nodes have their children in one row, and those of the
 * void ones can come first. */
#include "encode.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <tuple>

extern "C" {
#include "port/oct9_port.h"
}

namespace oracle {

using List = std::vector<size_t>; /* nodes of the model, by number */

class Encoder {
public:
    Encoder(const Model &model, const oct9_mm_t &origin_mm, uint32_t cell_um)
        : model_(model), origin_mm_(origin_mm), cell_um_(cell_um)
    {
        find_void();
    }

    std::vector<uint32_t> encode()
    {
        if (!model_.node(0).is_leaf())
            write_levels();
        pages_.resize((nodes_.size() + OCT9_IMAGE_PAGE - 1) / OCT9_IMAGE_PAGE * 2);
        return assemble();
    }

private:
    const Model &model_;
    oct9_mm_t origin_mm_;
    uint32_t cell_um_;
    std::vector<bool> void_; /* nothing occupied below */
    std::vector<uint32_t> pages_, nodes_;
    std::vector<uint16_t> bricks_;
    uint32_t level_begin_[8] = {};
    std::map<size_t, uint32_t> number_; /* of a node of the model that the directory names */

    /* A model's children come after their parents, so that going back they are done first. */
    void find_void()
    {
        void_.resize(model_.nodes().size());
        for (size_t i = model_.nodes().size(); i-- > 0;) {
            const Node &node = model_.node(i);
            void_[i] = node.payload != OCT9_OCCUPIED;
            for (size_t k = 0; k < 8 && !node.is_leaf(); k++)
                void_[i] = (k == 0 || void_[i]) && void_[child(i, k)];
        }
    }

    size_t child(size_t i, size_t k) const
    {
        return static_cast<size_t>(model_.node(i).first_child) + k;
    }

    /* The children's states: their low bits in one byte, their high bits in the next. */
    uint32_t states(size_t i) const
    {
        uint32_t out = 0;

        for (size_t k = 0; k < 8; k++) {
            const Node &c = model_.node(child(i, k));
            const uint32_t state = c.is_leaf() ? uint32_t{ c.payload } : OCT9_IMAGE_INNER;
            out |= (state % 2) << k | (state / 2) << (8 + k);
        }
        return out;
    }

    void write_levels()
    {
        List level_nodes = { 0 };

        for (unsigned level = OCT9_LEVELS; level >= 2; level--) {
            level_begin_[OCT9_LEVELS - level] = static_cast<uint32_t>(nodes_.size());
            level_nodes = write_level(level, level_nodes);
            if (level > 2)
                nodes_.resize(whole_pages(nodes_.size()));
        }
        for (size_t brick : level_nodes)
            bricks_.push_back(static_cast<uint16_t>(states(brick)));
    }

    static size_t whole_pages(size_t count)
    {
        return (count + OCT9_IMAGE_PAGE - 1) / OCT9_IMAGE_PAGE * OCT9_IMAGE_PAGE;
    }

    /* Writes the nodes of a level; returns their inner children in the order given to them. */
    List write_level(unsigned level, const List &list)
    {
        const size_t end = nodes_.size() + list.size();
        const size_t next_begin = level == 2 ? 0 : whole_pages(end);
        List next;

        for (size_t i = 0; i < list.size(); i += OCT9_IMAGE_PAGE) {
            const auto from = list.begin() + static_cast<ptrdiff_t>(i);
            const size_t count = std::min<size_t>(OCT9_IMAGE_PAGE, list.size() - i);
            write_page(List(from, from + static_cast<ptrdiff_t>(count)), next_begin, next);
        }
        return next;
    }

    /* `first` counts from 1, so that 0 is void even without children. */
    void write_page(const List &list, size_t next_begin, List &next)
    {
        const size_t page = nodes_.size() / OCT9_IMAGE_PAGE;
        const uint32_t base = static_cast<uint32_t>(next_begin + next.size() - 1);
        const size_t at = nodes_.size();

        nodes_.resize(at + list.size());
        for (size_t i = 0; i < list.size(); i++)
            number_[list[i]] = static_cast<uint32_t>(at + i);
        write_nodes(list, at, base, next_begin, next, true);
        const uint32_t behind_void = static_cast<uint32_t>(next_begin + next.size()) - base;
        write_nodes(list, at, base, next_begin, next, false);

        pages_.resize(2 * (page + 1));
        pages_[2 * page] = base;
        pages_[2 * page + 1] = behind_void;
    }

    void write_nodes(const List &list, size_t at, uint32_t base, size_t next_begin, List &next,
                     bool which)
    {
        for (size_t i = 0; i < list.size(); i++) {
            if (void_[list[i]] != which)
                continue;
            const size_t before = next.size();
            uint32_t first = static_cast<uint32_t>(next_begin + before) - base;
            for (size_t k = 0; k < 8; k++)
                if (!model_.node(child(list[i], k)).is_leaf())
                    next.push_back(child(list[i], k));
            if (which && next.size() == before)
                first = 0;
            nodes_[at + i] = states(list[i]) | first << 16;
        }
    }

    /* The directory's entries of a node, its eight children one after the other. */
    void write_entries(size_t i, unsigned level, std::vector<uint32_t> &entries) const
    {
        const Node &node = model_.node(i);

        if (node.is_leaf())
            entries.resize(entries.size() + (size_t{ 1 } << 3 * (level - 6)),
                           0x8000u + 4 * level + node.payload);
        else if (level == 6)
            entries.push_back(number_.at(i));
        else
            for (size_t k = 0; k < 8; k++)
                write_entries(child(i, k), level - 1, entries);
    }

    oct9_image_header_t header() const
    {
        oct9_image_header_t h = {};

        h.magic = OCT9_IMAGE_MAGIC;
        h.version = OCT9_IMAGE_VERSION;
        h.origin_mm[0] = origin_mm_.x;
        h.origin_mm[1] = origin_mm_.y;
        h.origin_mm[2] = origin_mm_.z;
        h.cell_um = cell_um_;
        h.root = model_.node(0).is_leaf() ? model_.node(0).payload : OCT9_IMAGE_INNER;
        h.page_count = static_cast<uint32_t>(pages_.size() / 2);
        h.node_count = static_cast<uint32_t>(nodes_.size());
        h.brick_count = static_cast<uint32_t>(bricks_.size());
        h.extent[3] = h.extent[4] = h.extent[5] = OCT9_CELLS;
        std::copy(std::begin(level_begin_), std::end(level_begin_), h.level_begin);
        return h;
    }

    std::vector<uint32_t> assemble() const
    {
        oct9_image_header_t h = header();
        std::vector<uint32_t> words(sizeof h / 4);
        std::vector<uint32_t> entries;

        write_entries(0, OCT9_LEVELS, entries);
        for (size_t i = 0; i < entries.size(); i += 2)
            words.push_back(entries[i] | entries[i + 1] << 16);
        words.insert(words.end(), pages_.begin(), pages_.end());
        words.insert(words.end(), nodes_.begin(), nodes_.end());
        for (size_t i = 0; i < bricks_.size(); i += 2)
            words.push_back(bricks_[i] |
                            (i + 1 < bricks_.size() ? uint32_t{ bricks_[i + 1] } << 16 : 0));
        h.bytes = static_cast<uint32_t>(words.size() * 4);
        std::memcpy(words.data(), &h, sizeof h);
        for (size_t i = 0; i < 3; i++)
            words[offsetof(oct9_image_header_t, extent) / 4 + i] = h.extent[2 * i] |
                                                                   uint32_t{ h.extent[2 * i + 1] }
                                                                       << 16;
        for (uint32_t &word : words)
            word = oct9_port_le32(word);
        words[1] = oct9_port_le32(oct9_rom_crc32(0, &words[2], h.bytes - 8));
        return words;
    }
};

std::vector<uint32_t> encode_image(const Model &model, const oct9_mm_t &origin_mm, uint32_t cell_um)
{
    return Encoder(model, origin_mm, cell_um).encode();
}

std::vector<uint32_t> encode_world(std::vector<Tile> tiles, const oct9_mm_t &origin_mm,
                                   uint32_t cell_um)
{
    std::sort(tiles.begin(), tiles.end(), [](const Tile &a, const Tile &b) {
        return std::make_tuple(a.place[2], a.place[1], a.place[0]) <
               std::make_tuple(b.place[2], b.place[1], b.place[0]);
    });
    std::vector<uint32_t> words = { OCT9_WORLD_MAGIC,
                                    0,
                                    OCT9_WORLD_VERSION,
                                    static_cast<uint32_t>(tiles.size()),
                                    static_cast<uint32_t>(origin_mm.x),
                                    static_cast<uint32_t>(origin_mm.y),
                                    static_cast<uint32_t>(origin_mm.z),
                                    cell_um,
                                    0,
                                    0 };
    size_t offset = words.size() + 5 * tiles.size();
    for (const Tile &tile : tiles) {
        const auto half = [&](size_t a) { return static_cast<uint16_t>(tile.place[a]); };
        words.push_back(half(0) | uint32_t{ half(1) } << 16);
        words.push_back(half(2));
        words.push_back(static_cast<uint32_t>(offset));
        words.push_back(static_cast<uint32_t>(4 * tile.words.size()));
        words.push_back(oct9_port_le32(tile.words[1]));
        offset += tile.words.size();
    }
    for (uint32_t &word : words)
        word = oct9_port_le32(word);
    words[1] = oct9_port_le32(oct9_rom_crc32(0, &words[2], 4 * (words.size() - 2)));
    for (const Tile &tile : tiles)
        words.insert(words.end(), tile.words.begin(), tile.words.end());
    return words;
}

} // namespace oracle
