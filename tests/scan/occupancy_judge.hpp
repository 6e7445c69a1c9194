/* SPDX-License-Identifier: MIT */
/* One scan into a map, in slices, and into pools that may be too small for it: does each call
 * return what it promises? Returns what is wrong, or "". */
#ifndef OCT9_TEST_OCCUPANCY_JUDGE_HPP
#define OCT9_TEST_OCCUPANCY_JUDGE_HPP

#include "occupancy_marks.hpp"

#include <string>
#include <vector>

namespace oracle {

inline unsigned long tight_judged, tight_refused;

/* Between two slices each cell is as before or as after. */
inline std::string halfway_differs(Rig &rig, Random &random, const CellChanges &changes)
{
    const oct9_map_t map = oct9_map_of_tree(&rig.occupancy.tree);

    if (!rig.sound())
        return "an unsound tree between two slices";
    for (int i = 0; i < 20 && !changes.empty(); i++) {
        const CellChange &change = changes[random.below(static_cast<uint32_t>(changes.size()))];
        oct9_leaf_t leaf;
        if (oct9_map_locate(&map, cell_of(change.code), &leaf) != OCT9_OK ||
            (leaf.payload != payload_of(change.before) && leaf.payload != payload_of(change.after)))
            return "neither before nor after between two slices";
    }
    return "";
}

inline bool same_beams(const std::vector<oct9_beam_t> &a, const std::vector<oct9_beam_t> &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), [](const auto &p, const auto &q) {
        return spot_of(p.end) == spot_of(q.end) && p.met == q.met;
    });
}

/* Runs a scan until it says something else than that it is to be called again. */
inline std::string slices_differ(oct9_scan_t &scan, Rig &rig, Random &random, uint32_t budget,
                                 const CellChanges &changes, oct9_status_t expected)
{
    for (uint32_t before = scan.tiles;; before = scan.tiles) {
        const oct9_status_t status = oct9_scan_run(&scan, budget);
        /* Where the model refuses, `tiles` begins again after the count. */
        if (scan.tiles - (scan.tiles >= before ? before : 0) > budget)
            return "more tiles than the budget";
        if (status != OCT9_AGAIN)
            return status == expected
                     ? ""
                     : difference("status", std::to_string(status), std::to_string(expected));
        const std::string text = random.below(200) == 0 ? halfway_differs(rig, random, changes)
                                                        : "";
        if (!text.empty())
            return text;
    }
}

/* A scan at its end, where nothing was coarsened. */
inline std::string end_differs(oct9_scan_t &scan, uint32_t budget, const CellChanges &changes)
{
    if (oct9_scan_run(&scan, budget) != OCT9_OK)
        return "a run after the end does not answer as before";
    if (scan.merged + scan.grown > 0)
        return "counters say that something was coarsened";
    if (scan.changed > changes.size() || (scan.changed == 0) != changes.empty())
        return "changed: is " + std::to_string(scan.changed) + " of " +
               std::to_string(changes.size()) + " cells";
    return "";
}

/* All of a scan: what is wrong, except for the map that it leaves. */
inline std::string scan_differs(Rig &rig, Random &random, const Look &look, uint32_t budget,
                                const CellChanges &changes, oct9_status_t expected)
{
    std::vector<oct9_beam_t> beams = look.beams;
    oct9_scan_t scan;

    std::memset(&scan, 0xA5, sizeof scan);
    if (oct9_scan_begin(&scan, &rig.occupancy, &look.origin, beams.data(),
                        static_cast<uint32_t>(beams.size())) != OCT9_OK)
        return "begin fails";
    std::string text = slices_differ(scan, rig, random, budget, changes, expected);
    if (text.empty() && expected == OCT9_OK)
        text = end_differs(scan, budget, changes);
    if (text.empty() && !same_beams(beams, look.beams))
        text = "the caller's part of a beam was changed";
    return text.empty() && !rig.sound() ? "an unsound tree" : text;
}

/* A pool with `room` more blocks than the map uses: is the answer the promised one, and the map
 * what it was, or what it should be? */
inline std::string tight_differs(Random &random, const oct9_model_t &model, const Look &look,
                                 const CellChanges &changes, const Leaves &before,
                                 const Leaves &after, uint32_t room, uint32_t needed)
{
    static const uint32_t budgets[] = { 1, 3, 20, UINT32_MAX };
    const uint32_t used = static_cast<uint32_t>(before.size() - 1) / 7;
    const bool fits = needed <= room;
    oct9_model_t refuses = model;

    refuses.full = OCT9_REFUSE;
    Rig rig(refuses, used + room);
    rig.load(before);
    if (rig.unused() != room)
        return "the pool is not as planned";
    const std::string text = scan_differs(rig, random, look, budgets[random.below(4)], changes,
                                          fits ? OCT9_OK : OCT9_ERR_POOL_FULL);
    if (!text.empty())
        return text + ", room " + std::to_string(room) + ", needed " + std::to_string(needed);
    if (!(leaves_of(rig.tree()) == (fits ? after : before)))
        return fits ? "a map that differs" : "a refused scan changed the map";
    if (!fits && rig.tree().used != used)
        return "a refused scan changed `used`";
    tight_judged++;
    tight_refused += fits ? 0 : 1;
    return rig.tree().failed == (fits ? 0u : 1u) ? "" : "`failed` is wrong";
}

inline std::string tight_pools_differ(Random &random, const oct9_model_t &model, const Look &look,
                                      const CellChanges &changes, const Leaves &before,
                                      const Leaves &after, uint32_t needed)
{
    std::vector<uint32_t> rooms = { needed, needed + 1 };

    if (needed > 0) {
        rooms.push_back(needed - 1);
        rooms.push_back(random.below(needed));
    }
    for (uint32_t room : rooms) {
        if (before.size() == 1 && room == 0)
            continue; /* no pool is empty */
        if ((before.size() - 1) / 7 + room > OCT9_BLOCKS_MAX)
            continue;
        const std::string text = tight_differs(random, model, look, changes, before, after, room,
                                               needed);
        if (!text.empty())
            return text;
    }
    return "";
}

} // namespace oracle

#endif
