/* SPDX-License-Identifier: MIT */
/* A second writer of a scene's image, straight from the header's words, so that reader and writer
 * cannot share a misreading of them. The host is little-endian. */
#ifndef OCT9_TEST_SCENE_IMAGE_HPP
#define OCT9_TEST_SCENE_IMAGE_HPP

#include "scene_judge.hpp"

#include <map>

namespace scenes {

using Bytes = std::vector<uint8_t>;

constexpr oct9_frame_t FRAME = OCT9_FRAME(-1000, 2000, 30, 80000);

/* Where the header's words lie. */
enum Word {
    MAGIC,
    CRC,
    VERSION,
    LENGTH,
    ORIGIN_X,
    ORIGIN_Y,
    ORIGIN_Z,
    CELL_UM,
    ROOT,
    PRIMITIVES,
    BLOCKS,
    LISTS,
    INDICES,
    WORDS
};

inline uint32_t word_at(const Bytes &bytes, size_t word)
{
    uint32_t value;

    std::memcpy(&value, bytes.data() + 4 * word, 4);
    return value;
}

inline void set_word(Bytes &bytes, size_t word, uint32_t value)
{
    std::memcpy(bytes.data() + 4 * word, &value, 4);
}

/* CRC-32 of IEEE 802.3, bit by bit. */
inline uint32_t crc_of(const uint8_t *bytes, size_t size)
{
    uint32_t crc = 0xFFFFFFFFu;

    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

/* Makes the CRC right, of as much as the length says if there is that much. */
inline void sign(Bytes &bytes)
{
    if (bytes.size() < 4 * WORDS)
        return;
    const size_t length = std::min<size_t>(bytes.size(), word_at(bytes, LENGTH));
    if (length > 8)
        set_word(bytes, CRC, crc_of(bytes.data() + 8, length - 8));
}

class ImageWriter {
public:
    explicit ImageWriter(const oct9_scene_t &scene) : scene_(scene), nodes_(all_nodes(scene))
    {
        for (const Place &node : nodes_)
            if (!node.is_leaf())
                number_.emplace(node.slot, number_.size());
    }

    Bytes bytes()
    {
        const uint32_t counts[] = { scene_.primitive_count, blocks(), scene_.list_count,
                                    scene_.index_count };
        const uint32_t origin[] = { static_cast<uint32_t>(FRAME.origin_mm.x),
                                    static_cast<uint32_t>(FRAME.origin_mm.y),
                                    static_cast<uint32_t>(FRAME.origin_mm.z) };

        put(OCT9_SCENE_MAGIC);
        put(uint32_t{ 0 });
        put(OCT9_SCENE_VERSION);
        put(uint32_t{ 0 });
        for (uint32_t coordinate : origin)
            put(coordinate);
        put(FRAME.cell_um);
        put(uint32_t{ renumbered(scene_.tree.root) });
        for (uint32_t count : counts)
            put(count);
        put_arrays();
        if (out_.size() % 4 != 0)
            put(uint16_t{ 0 });
        set_word(out_, LENGTH, static_cast<uint32_t>(out_.size()));
        sign(out_);
        return out_;
    }

private:
    uint32_t blocks() const { return static_cast<uint32_t>(number_.size()); }

    uint16_t renumbered(uint16_t slot) const
    {
        return (slot & OCT9_SLOT_LEAF) != 0 ? slot : static_cast<uint16_t>(number_.at(slot));
    }

    template <class T> void put(const T &value)
    {
        const uint8_t *at = reinterpret_cast<const uint8_t *>(&value);

        out_.insert(out_.end(), at, at + sizeof value);
    }

    void put_arrays()
    {
        for (uint32_t i = 0; i < scene_.list_count; i++)
            put(scene_.lists[i]);
        for (const Place &node : nodes_)
            for (size_t c = 0; c < 8 && !node.is_leaf(); c++)
                put(renumbered(scene_.tree.pool[node.slot].slot[c]));
        for (uint32_t i = 0; i < scene_.index_count; i++)
            put(scene_.indices[i]);
        for (uint32_t i = 0; i < scene_.primitive_count; i++)
            put_primitive(scene_.primitives[i]);
    }

    void put_primitive(const oct9_primitive_t &p)
    {
        for (const oct9_point_t *point : { &p.a, &p.b, &p.c })
            for (int16_t coordinate : { point->x, point->y, point->z })
                put(coordinate);
        for (uint16_t number : { p.radius_q6, p.id, p.category, p.kind })
            put(number);
    }

    const oct9_scene_t &scene_;
    std::vector<Place> nodes_;
    std::map<uint16_t, size_t> number_; /* of the blocks, in depth-first order */
    Bytes out_;
};

inline Bytes image_of(const oct9_scene_t &scene)
{
    return ImageWriter(scene).bytes();
}

/* Memory of exactly that size, aligned, so that the sanitizers see a byte too far. */
struct Copy {
    std::unique_ptr<uint8_t[]> memory;
    size_t size;

    explicit Copy(const Bytes &bytes) : memory(new uint8_t[bytes.size()]), size(bytes.size())
    {
        std::copy(bytes.begin(), bytes.end(), memory.get());
    }
};

} // namespace scenes

#endif
