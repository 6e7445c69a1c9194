/* SPDX-License-Identifier: MIT */
/* A separate decoder of packets, written from the format in oct9/packet.h: what a packet says of
 * halves of tiles, of 4 x 4 x 2 cells of the world, and of nodes that are one leaf. */
#ifndef OCT9_TEST_PACKET_DECODE_HPP
#define OCT9_TEST_PACKET_DECODE_HPP

#include "oct9/occupancy.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace packets {

using Bytes = std::vector<uint8_t>;

/* The states of the cells of half a tile: x + 4 y + 16 z. */
using States = std::array<uint8_t, 32>;

/* A node of `size` cells, in the world, whose cells are all alike; or half a tile, `size` is 4. */
struct Node {
    int64_t x, y, z;
    int size;
    bool half;
    States states;

    int height() const { return half ? 2 : size; }
};

struct Packet {
    uint32_t sender, start, number;
    oct9_offset_t window;
    std::vector<Node> nodes;
};

/* The CRC-32 of zip and Ethernet, bit by bit. */
inline uint32_t crc_of(const Bytes &bytes, size_t size)
{
    uint32_t crc = 0xFFFFFFFFu;

    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = (crc & 1u) != 0 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
    }
    return ~crc;
}

inline uint32_t word_at(const Bytes &bytes, size_t at)
{
    return static_cast<uint32_t>(bytes[at]) | static_cast<uint32_t>(bytes[at + 1]) << 8 |
           static_cast<uint32_t>(bytes[at + 2]) << 16 | static_cast<uint32_t>(bytes[at + 3]) << 24;
}

inline uint32_t half_word_at(const Bytes &bytes, size_t at)
{
    return static_cast<uint32_t>(bytes[at]) | static_cast<uint32_t>(bytes[at + 1]) << 8;
}

/* The CRC of a packet of that sender in that window. */
inline uint32_t crc_in(const Bytes &bytes, uint32_t sender, const oct9_offset_t &window)
{
    Bytes all;
    for (const uint32_t word : { sender, static_cast<uint32_t>(window.x),
                                 static_cast<uint32_t>(window.y), static_cast<uint32_t>(window.z) })
        for (unsigned i = 0; i < 4; i++)
            all.push_back(static_cast<uint8_t>(word >> 8 * i));
    all.insert(all.end(), bytes.begin(), bytes.end() - 4);
    return crc_of(all, all.size());
}

/* The window whose corner is the one nearest to `around` that has a packet's bits. */
inline oct9_offset_t window_of(const Bytes &bytes, const oct9_offset_t &around)
{
    const uint32_t place = word_at(bytes, 10);
    const auto axis = [place](unsigned bit, int64_t near_by) {
        int64_t best = 8 * static_cast<int64_t>(place >> bit & 511u);
        while (best - near_by >= 2048)
            best -= 4096;
        while (best - near_by < -2048)
            best += 4096;
        return static_cast<int32_t>(static_cast<uint32_t>(best));
    };
    return { axis(0, around.x), axis(9, around.y), axis(18, around.z) };
}

/* Makes the last four bytes the CRC of a packet of that sender. */
inline void sign(Bytes &bytes, uint32_t sender, const oct9_offset_t &around)
{
    const uint32_t crc = crc_in(bytes, sender, window_of(bytes, around));

    for (size_t i = 0; i < 4; i++)
        bytes[bytes.size() - 4 + i] = static_cast<uint8_t>(crc >> 8 * i);
}

/* Every third bit of a Morton code from `first` on. */
inline int64_t digit(uint32_t code, unsigned first)
{
    int64_t number = 0;

    for (unsigned bit = 0; bit < 9; bit++)
        number |= static_cast<int64_t>(code >> (3 * bit + first) & 1u) << bit;
    return number;
}

class Decoder {
public:
    Decoder(const Bytes &bytes, uint32_t sender, const oct9_offset_t &around)
        : bytes_(bytes), sender_(sender), around_(around)
    {
    }

    /* Nothing where the bytes are no packet of that sender. */
    std::optional<Packet> packet()
    {
        if (bytes_.size() < 18 || half_word_at(bytes_, 0) != (sender_ & 0xFFFFu) ||
            bytes_[13] >> 3 != 3)
            return std::nullopt;
        packet_.sender = sender_;
        packet_.start = word_at(bytes_, 2);
        packet_.number = word_at(bytes_, 6);
        packet_.window = window_of(bytes_, around_);
        if (packet_.start == 0 || packet_.number == 0 ||
            word_at(bytes_, bytes_.size() - 4) != crc_in(bytes_, sender_, packet_.window))
            return std::nullopt;
        at_ = 14;
        while (at_ < bytes_.size() - 4)
            if (!record())
                return std::nullopt;
        return packet_;
    }

private:
    bool has(size_t count) const { return at_ + count <= bytes_.size() - 4; }

    bool record()
    {
        if (!has(3))
            return false;
        const uint32_t word = half_word_at(bytes_, at_) | static_cast<uint32_t>(bytes_[at_ + 2])
                                                              << 16;
        const auto state = static_cast<uint8_t>(word >> 22);
        const uint32_t node = word & 0x3FFFFFu;
        at_ += 3;
        if (state == 3)
            return half(node << 5);
        for (unsigned level = 2; level <= 9; level++) { /* the mark of the level ends the node */
            const uint32_t mark = 1u << 3 * (level - 2);
            if ((node & (2 * mark - 1)) != mark)
                continue;
            States states;
            states.fill(state);
            add((node - mark) << 5, 1 << level, false, states);
            return true;
        }
        return false;
    }

    void add(uint32_t code, int size, bool half, const States &states)
    {
        packet_.nodes.push_back({ packet_.window.x + digit(code, 0),
                                  packet_.window.y + digit(code, 1),
                                  packet_.window.z + digit(code, 2), size, half, states });
    }

    /* Cells of half a tile are numbered by x, y, z, not by Morton codes. */
    static void fill_child(States &states, size_t child, const std::array<uint8_t, 8> &cells)
    {
        for (size_t i = 0; i < 8; i++) {
            const size_t x = 2 * (child & 1) + (i & 1), y = 2 * (child >> 1) + (i >> 1 & 1);
            states[x + 4 * y + 16 * (i >> 2)] = cells[i];
        }
    }

    bool half(uint32_t code)
    {
        States states;
        if (!has(1))
            return false;
        const unsigned children = bytes_[at_++];
        for (size_t child = 0; child < 4; child++) {
            const auto state = static_cast<uint8_t>(children >> 2 * child & 3u);
            std::array<uint8_t, 8> cells;
            cells.fill(state);
            if (state == 3 && !eight(cells))
                return false;
            fill_child(states, child, cells);
        }
        add(code, 4, true, states);
        return true;
    }

    /* The eight states of a half-word; false where there is none, or one is 3. */
    bool eight(std::array<uint8_t, 8> &cells)
    {
        if (!has(2))
            return false;
        for (size_t i = 0; i < 8; i++) {
            cells[i] = static_cast<uint8_t>(half_word_at(bytes_, at_) >> 2 * i & 3u);
            if (cells[i] == 3)
                return false;
        }
        at_ += 2;
        return true;
    }

    const Bytes &bytes_;
    const uint32_t sender_;
    const oct9_offset_t around_;
    Packet packet_ = {};
    size_t at_ = 0;
};

/* A packet of that sender, whose window is near that one. */
inline std::optional<Packet> decode(const Bytes &bytes, uint32_t sender,
                                    const oct9_offset_t &around)
{
    return Decoder(bytes, sender, around).packet();
}

} // namespace packets

#endif
