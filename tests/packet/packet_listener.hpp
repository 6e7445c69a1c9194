/* SPDX-License-Identifier: MIT */
/* A listener of one robot: each packet that is taken is compared with what it says, each that is
 * refused with what was there before. */
#ifndef OCT9_TEST_PACKET_LISTENER_HPP
#define OCT9_TEST_PACKET_LISTENER_HPP

#include "packet_link.hpp"

#include <cstdio>
#include <memory>

extern "C" {
#include "tests/test.h"
}

namespace packets {

inline bool same_place(const oct9_offset_t &a, const oct9_offset_t &b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

class Listener {
public:
    Listener(const oct9_offset_t &window, uint32_t seen_size, bool follows, const oct9_run_t &first)
        : map(OCT9_BLOCKS_MAX, model(), 0), seen_(seen_size), follows_(follows)
    {
        move_to(window);
        begin(first);
    }

    /* Begins anew, with that run or a later one. */
    void begin(const oct9_run_t &first)
    {
        const auto size = static_cast<uint32_t>(seen_.size());
        CHECK_EQ(oct9_packet_receiver_init(&receiver_, &map.occupancy, seen_.data(), size, &first),
                 OCT9_OK);
        follow(first);
    }

    void move_to(const oct9_offset_t &to)
    {
        const oct9_offset_t &at = map.occupancy.window, was = at;
        const oct9_offset_t by = { (to.x - at.x) / 8, (to.y - at.y) / 8, (to.z - at.z) / 8 };
        if ((by.x | by.y | by.z) == 0)
            return;
        CHECK_EQ(oct9_window_move(&map.occupancy, &by, 3), OCT9_OK);
        CHECK(same_place(at, to));
        record.moved(was, map);
    }

    /* A good packet: true if it is to be acknowledged. */
    bool take(const Bytes &bytes)
    {
        if (half_word_at(bytes, 0) != (run.sender & 0xFFFFu))
            return refuse(bytes, OCT9_ERR_PACKET_SENDER);
        const Packet packet = *decode(bytes, run.sender, map.occupancy.window);
        if (packet.start < run.start)
            return refuse(bytes, OCT9_ERR_PACKET_RUN);
        const bool begins = packet.start > run.start;
        if (begins)
            follow({ packet.sender, packet.start });
        if (follows_ && packet.number > newest_) {
            newest_ = packet.number;
            move_to(packet.window);
        }
        const oct9_status_t status = apply(bytes);
        CHECK(status == OCT9_OK || status == OCT9_ERR_PACKET_LATE);
        late += status != OCT9_OK;
        for (const Node &node : packet.nodes) {
            const std::string wrong = record.note(node, packet.number, status != OCT9_OK, map);
            CHECK(wrong.empty());
            if (!wrong.empty())
                std::printf("  packet %u of run %u: %s\n", packet.number, packet.start,
                            wrong.c_str());
        }
        CHECK(!begins || record.matches(map)); /* nothing of an earlier run is left */
        return status == OCT9_OK;
    }

    /* A damaged one, by what of it is read first. */
    bool refuse(const Bytes &bytes)
    {
        const bool other = bytes.size() >= 2 && half_word_at(bytes, 0) != (run.sender & 0xFFFFu);
        return refuse(bytes, other ? OCT9_ERR_PACKET_SENDER : OCT9_ERR_PACKET_BAD);
    }

    /* Nothing is changed, not a byte of what it owns: false, as it is not to be acknowledged. */
    bool refuse(const Bytes &bytes, oct9_status_t status)
    {
        const std::vector<oct9_block_t> pool = map.pool;
        const std::vector<uint32_t> seen = seen_;
        const oct9_tree_t tree = map.occupancy.tree;
        const oct9_receiver_t receiver = receiver_;
        CHECK_EQ(apply(bytes), status);
        CHECK(std::memcmp(pool.data(), map.pool.data(), pool.size() * sizeof pool[0]) == 0);
        CHECK(std::memcmp(seen.data(), seen_.data(), seen.size() * sizeof seen[0]) == 0);
        CHECK(std::memcmp(&receiver, &receiver_, sizeof receiver) == 0);
        CHECK_EQ(map.occupancy.tree.used, tree.used);
        CHECK_EQ(map.occupancy.tree.generation, tree.generation);
        return false;
    }

    Map map;
    Record record;
    oct9_run_t run = {};
    uint32_t late = 0;

private:
    static oct9_model_t model() { return { 1, 1, -5, 6, -5, 6, 0, 0, OCT9_REFUSE }; }

    void follow(const oct9_run_t &next)
    {
        run = next;
        record = Record();
        newest_ = 0;
    }

    /* From memory of its exact size. */
    oct9_status_t apply(const Bytes &bytes)
    {
        const std::unique_ptr<uint8_t[]> copy(new uint8_t[bytes.size()]);
        std::copy(bytes.begin(), bytes.end(), copy.get());
        return oct9_packet_apply(&receiver_, copy.get(), static_cast<uint32_t>(bytes.size()));
    }

    oct9_receiver_t receiver_ = {};
    std::vector<uint32_t> seen_;
    bool follows_;
    uint32_t newest_ = 0;
};

} // namespace packets

#endif
