/* SPDX-License-Identifier: MIT */
/* A separate decoder of packets, written from the format in oct9/packet.h: what a packet says of
 * tiles of 4 x 4 x 4 cells of the world, and of larger nodes. */
#ifndef OCT9_TEST_PACKET_DECODE_HPP
#define OCT9_TEST_PACKET_DECODE_HPP

#include "oct9/occupancy.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace packets {

using Bytes = std::vector<uint8_t>;

/* The states of a tile's cells: x + 4 y + 16 z. */
using States = std::array<uint8_t, 64>;

/* A node of `size` cells, in the world. A tile's is 4; of a larger node all cells are alike. */
struct Node {
    int64_t x, y, z;
    int size;
    States states;
};

struct Packet {
    uint32_t sender, start, number;
    oct9_offset_t window;
    std::vector<Node> nodes;
};

/* The CRC-32 of zip and Ethernet, bit by bit. */
inline uint32_t crc_of(const uint8_t *bytes, size_t size)
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

/* Makes the last four bytes the CRC of those before. */
inline void sign(Bytes &bytes)
{
    const uint32_t crc = crc_of(bytes.data(), bytes.size() - 4);

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
    explicit Decoder(const Bytes &bytes) : bytes_(bytes) {}

    /* Nothing where the bytes are no packet. */
    std::optional<Packet> packet()
    {
        if (bytes_.size() < 32 || word_at(bytes_, 0) != 0x0002396Fu ||
            word_at(bytes_, bytes_.size() - 4) != crc_of(bytes_.data(), bytes_.size() - 4))
            return std::nullopt;
        packet_.sender = word_at(bytes_, 4);
        packet_.start = word_at(bytes_, 8);
        packet_.number = word_at(bytes_, 12);
        packet_.window = { static_cast<int32_t>(word_at(bytes_, 16)),
                           static_cast<int32_t>(word_at(bytes_, 20)),
                           static_cast<int32_t>(word_at(bytes_, 24)) };
        if (packet_.start == 0 || packet_.number == 0 ||
            ((packet_.window.x | packet_.window.y | packet_.window.z) & 7) != 0)
            return std::nullopt;
        at_ = 28;
        while (at_ < bytes_.size() - 4)
            if (!record())
                return std::nullopt;
        return packet_;
    }

private:
    /* The eight states of a half-word; false where there is none. */
    bool eight(std::array<uint8_t, 8> &states)
    {
        if (at_ + 2 > bytes_.size() - 4)
            return false;
        const unsigned half = bytes_[at_] | static_cast<unsigned>(bytes_[at_ + 1]) << 8;
        at_ += 2;
        for (size_t i = 0; i < 8; i++)
            states[i] = static_cast<uint8_t>(half >> 2 * i & 3u);
        return true;
    }

    bool record()
    {
        std::array<uint8_t, 8> children;
        if (at_ + 6 > bytes_.size() - 4)
            return false;
        const uint32_t word = word_at(bytes_, at_);
        const unsigned level = word >> 27;
        const uint32_t code = word & 0x7FFFFFFu;
        at_ += 4;
        if (level < 2 || level > 5 || (code & ((1u << 3 * level) - 1)) != 0 || !eight(children))
            return false;
        return level == 2 ? tile(code, children) : large(code, level, children);
    }

    void add(uint32_t code, unsigned level, const States &states)
    {
        packet_.nodes.push_back({ packet_.window.x + digit(code, 0),
                                  packet_.window.y + digit(code, 1),
                                  packet_.window.z + digit(code, 2), 1 << level, states });
    }

    /* Cells of a tile are numbered by x, y, z, not by Morton codes. */
    static void fill_child(States &states, size_t child, const std::array<uint8_t, 8> &cells)
    {
        for (size_t i = 0; i < 8; i++) {
            const size_t x = 2 * (child & 1) + (i & 1), y = 2 * (child >> 1 & 1) + (i >> 1 & 1);
            const size_t z = 2 * (child >> 2) + (i >> 2);
            states[x + 4 * y + 16 * z] = cells[i];
        }
    }

    bool tile(uint32_t code, const std::array<uint8_t, 8> &children)
    {
        States states;
        for (size_t child = 0; child < 8; child++) {
            std::array<uint8_t, 8> cells;
            cells.fill(children[child]);
            if (children[child] == 3 && !eight(cells))
                return false;
            for (uint8_t cell : cells)
                if (cell > 2)
                    return false;
            fill_child(states, child, cells);
        }
        add(code, 2, states);
        return true;
    }

    bool large(uint32_t code, unsigned level, const std::array<uint8_t, 8> &children)
    {
        States states;
        for (uint8_t child : children)
            if (child > 2 || child != children[0])
                return false;
        states.fill(children[0]);
        add(code, level, states);
        return true;
    }

    const Bytes &bytes_;
    Packet packet_ = {};
    size_t at_ = 0;
};

inline std::optional<Packet> decode(const Bytes &bytes)
{
    return Decoder(bytes).packet();
}

} // namespace packets

#endif
