/* SPDX-License-Identifier: MIT */
/* Target: a tree against a plain array. Random writes go to both; after each the tree's invariants
 * hold, it has exactly the blocks that the array asks for, and it was refused iff these were more
 * than the pool has. Walks, planes and casts are judged in rational arithmetic on the array, by the
 * method of tests/shared/oracle.hpp; no code of the library is shared with it.
 *
 * The array is a cube of 8 cells somewhere in the map, and one payload for all around it. An input
 * is a byte for the place, one for the pool, then operations; each begins with a byte that says
 * which. */
#include "oct9/cast.h"
#include "oct9/planes.h"
#include "oct9/visit.h"
#include "tests/shared/oracle.hpp"
#include "verify/fuzz/fuzz.h"

#include <algorithm>
#include <array>
#include <vector>

namespace {

constexpr int EDGE = 8; /* cells of the array along an axis */
constexpr unsigned BLOCKS = 160, PAYLOADS = 4, OPERATIONS_MOST = 24;

using Cell = std::array<int, 3>;

/* --- the input -------------------------------------------------------------------------------- */

class Input {
public:
    Input(const uint8_t *data, size_t size) : data_(data), left_(size) {}

    bool more() const { return left_ != 0; }
    unsigned byte()
    {
        if (left_ == 0)
            return 0;
        left_--;
        return *data_++;
    }
    unsigned below(unsigned n) { return byte() % n; }
    int between(int lo, int hi) /* both included, from two bytes */
    {
        const unsigned value = byte() + 256 * byte();
        return lo + static_cast<int>(value % static_cast<unsigned>(hi - lo + 1));
    }

private:
    const uint8_t *data_;
    size_t left_;
};

/* Said so, as the sanitizers look at each comparison of arrays. */
bool same(const Cell &a, const Cell &b)
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* --- the array -------------------------------------------------------------------------------- */

struct Cube {
    Cell corner;
    int size;
};

class Array {
public:
    explicit Array(const Cell &base) : base_(base) { uniform_.fill(true); }

    const Cell &base() const { return base_; }
    bool inside(const Cell &cell) const
    {
        for (size_t a = 0; a < 3; a++)
            if (cell[a] < base_[a] || cell[a] >= base_[a] + EDGE)
                return false;
        return true;
    }
    unsigned at(const Cell &cell) const { return inside(cell) ? cells_[index(cell)] : around_; }

    /* All cells of an aligned cube are alike. */
    bool uniform(const Cube &cube) const
    {
        return cube.size == 1 || !meets(cube) || uniform_[place(cube)];
    }

    /* The aligned cube of that size around a cell. */
    static Cube around(const Cell &cell, int size)
    {
        return { { cell[0] & -size, cell[1] & -size, cell[2] & -size }, size };
    }

    /* The largest one whose cells are alike: the leaf. */
    Cube leaf(const Cell &cell) const
    {
        int size = 1;

        while (size < OCT9_CELLS && uniform(around(cell, 2 * size)))
            size *= 2;
        return around(cell, size);
    }

    /* Every aligned cube of 2 cells and more that holds a cell of the array. */
    template <class Each> void for_cubes(Each each) const
    {
        for (int size = 2; size <= OCT9_CELLS; size *= 2)
            for (int z = base_[2] & -size; z < base_[2] + EDGE; z += size)
                for (int y = base_[1] & -size; y < base_[1] + EDGE; y += size)
                    for (int x = base_[0] & -size; x < base_[0] + EDGE; x += size)
                        each(Cube{ { x, y, z }, size });
    }

    unsigned blocks() const
    {
        unsigned count = 0;

        for_cubes([&](const Cube &cube) { count += !uniform(cube); });
        return count;
    }

    /* Of the array's cells in a cube; false at the first for which `good` is not. */
    template <class Good> bool for_all(const Cube &cube, Good good) const
    {
        Cell lo, hi;

        for (size_t a = 0; a < 3; a++) {
            lo[a] = std::max(cube.corner[a], base_[a]);
            hi[a] = std::min(cube.corner[a] + cube.size, base_[a] + EDGE);
        }
        for (int z = lo[2]; z < hi[2]; z++)
            for (int y = lo[1]; y < hi[1]; y++)
                for (int x = lo[0]; x < hi[0]; x++)
                    if (!good(Cell{ x, y, z }))
                        return false;
        return true;
    }

    bool within(const Cube &cube) const
    {
        Cell last = cube.corner;

        for (int &c : last)
            c += cube.size - 1;
        return inside(cube.corner) && inside(last);
    }

    Cube whole() const { return { base_, EDGE }; }
    template <class Holds> void set(Holds holds, unsigned payload)
    {
        for_all(whole(), [&](const Cell &cell) {
            if (holds(cell))
                cells_[index(cell)] = payload;
            return true;
        });
        look();
    }
    void set_all(unsigned payload)
    {
        cells_.fill(payload);
        around_ = payload;
        look();
    }

private:
    /* At most so many cubes of 2 cells and more lie along an axis, at each of nine sizes. */
    static constexpr size_t ACROSS = EDGE / 2 + 1, SIZES = 9;

    bool meets(const Cube &cube) const
    {
        for (size_t a = 0; a < 3; a++)
            if (cube.corner[a] >= base_[a] + EDGE || cube.corner[a] + cube.size <= base_[a])
                return false;
        return true;
    }

    /* Where a cube that meets the array is in uniform_. */
    size_t place(const Cube &cube) const
    {
        size_t at = 0;

        for (int size = cube.size; size > 2; size /= 2)
            at++;
        for (size_t a = 0; a < 3; a++)
            at = at * ACROSS +
                 static_cast<size_t>(cube.corner[a] / cube.size - base_[a] / cube.size);
        return at;
    }

    /* From small cubes up: one is uniform if its eighths are, and alike. */
    void look()
    {
        for_cubes([&](const Cube &cube) {
            bool same = true;
            const int half = cube.size / 2;
            for (int child = 0; child < 8; child++) {
                const Cell corner = { cube.corner[0] + half * (child & 1),
                                      cube.corner[1] + half * (child >> 1 & 1),
                                      cube.corner[2] + half * (child >> 2) };
                same = same && uniform({ corner, half }) && at(corner) == at(cube.corner);
            }
            uniform_[place(cube)] = same;
        });
    }

    size_t index(const Cell &cell) const
    {
        return static_cast<size_t>(((cell[2] - base_[2]) * EDGE + cell[1] - base_[1]) * EDGE +
                                   cell[0] - base_[0]);
    }

    Cell base_;
    std::array<unsigned, EDGE *EDGE *EDGE> cells_ = {};
    std::array<bool, SIZES * ACROSS * ACROSS * ACROSS> uniform_;
    unsigned around_ = 0;
};

/* --- writes ----------------------------------------------------------------------------------- */

class World {
public:
    World(const Cell &base, unsigned blocks) : array_(base)
    {
        FUZZ_CHECK(oct9_tree_init(&tree_, pool_, blocks, nullptr) == OCT9_OK);
    }

    const Array &array() const { return array_; }
    const oct9_tree_t &tree() const { return tree_; }
    oct9_map_t map() const { return oct9_map_of_tree(&tree_); }

    template <class Holds, class Write>
    void write(Holds holds, bool everything, unsigned payload, Write call)
    {
        const bool fits = needed(holds, everything, payload) <= room(holds, everything);
        const uint32_t failed = tree_.failed;
        const oct9_status_t status = call(&tree_, static_cast<uint16_t>(payload));

        FUZZ_CHECK(status == (fits ? OCT9_OK : OCT9_ERR_POOL_FULL));
        FUZZ_CHECK(tree_.failed == failed + !fits && tree_.generation % 2 == 0);
        if (fits && everything)
            array_.set_all(payload);
        else if (fits)
            array_.set(holds, payload);
        check();
    }

    void check() const
    {
        uint8_t seen[(BLOCKS + 7) / 8];

        FUZZ_CHECK(oct9_tree_check(&tree_, seen) == OCT9_OK);
        FUZZ_CHECK(tree_.used == array_.blocks() && tree_.peak >= tree_.used &&
                   tree_.peak <= tree_.capacity);
    }

private:
    /* Whether a write covers all of a cube, and any of it. */
    template <class Holds> bool all_of(const Cube &cube, Holds holds, bool everything) const
    {
        return everything || (array_.within(cube) && array_.for_all(cube, holds));
    }
    template <class Holds> bool any_of(const Cube &cube, Holds holds, bool everything) const
    {
        return everything || !array_.for_all(cube, [&](const Cell &cell) { return !holds(cell); });
    }

    /* A block for each cube that lies in a leaf of another payload, if the write cuts it. */
    template <class Holds> unsigned needed(Holds holds, bool everything, unsigned payload) const
    {
        unsigned count = 0;

        array_.for_cubes([&](const Cube &cube) {
            count += array_.uniform(cube) && array_.at(cube.corner) != payload &&
                     any_of(cube, holds, everything) && !all_of(cube, holds, everything);
        });
        return count;
    }

    /* The free blocks, and those that the write covers. */
    template <class Holds> unsigned room(Holds holds, bool everything) const
    {
        unsigned count = tree_.capacity - tree_.used;

        array_.for_cubes([&](const Cube &cube) {
            count += !array_.uniform(cube) && all_of(cube, holds, everything);
        });
        return count;
    }

    oct9_block_t pool_[BLOCKS] = {};
    oct9_tree_t tree_ = {};
    Array array_;
};

oct9_cell_t narrow(const Cell &cell)
{
    return { static_cast<uint16_t>(cell[0]), static_cast<uint16_t>(cell[1]),
             static_cast<uint16_t>(cell[2]) };
}

Cell some_cell(const World &world, Input &input)
{
    Cell cell = world.array().base();

    for (int &c : cell)
        c += static_cast<int>(input.below(EDGE));
    return cell;
}

void set_node(World &world, Input &input)
{
    const unsigned level = input.below(4);
    const Cell cell = some_cell(world, input);
    const Cube cube = Array::around(cell, 1 << level);
    const oct9_node_t node = { narrow(cube.corner), static_cast<uint8_t>(level) };

    if (!world.array().within(cube))
        return;
    const auto holds = [&](const Cell &c) {
        return same(Array::around(c, cube.size).corner, cube.corner);
    };
    world.write(holds, false, input.below(PAYLOADS), [&](oct9_tree_t *tree, uint16_t payload) {
        return oct9_tree_set_node(tree, &node, payload);
    });
}

void set_everything(World &world, Input &input)
{
    const oct9_node_t node = { { 0, 0, 0 }, OCT9_LEVELS };
    const oct9_box_t box = { { 0, 0, 0 }, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
    const bool by_box = input.below(2) != 0;

    world.write([](const Cell &) { return true; }, true, input.below(PAYLOADS),
                [&](oct9_tree_t *tree, uint16_t payload) {
                    return by_box ? oct9_tree_fill_box(tree, &box, payload)
                                  : oct9_tree_set_node(tree, &node, payload);
                });
}

void fill_box(World &world, Input &input)
{
    Cell lo = some_cell(world, input), hi = some_cell(world, input);

    for (size_t a = 0; a < 3; a++) {
        if (lo[a] > hi[a])
            std::swap(lo[a], hi[a]);
        hi[a]++;
    }
    const oct9_box_t box = { narrow(lo), narrow(hi) };
    const auto holds = [&](const Cell &c) {
        return c[0] >= lo[0] && c[0] < hi[0] && c[1] >= lo[1] && c[1] < hi[1] && c[2] >= lo[2] &&
               c[2] < hi[2];
    };
    world.write(holds, false, input.below(PAYLOADS), [&](oct9_tree_t *tree, uint16_t payload) {
        return oct9_tree_fill_box(tree, &box, payload);
    });
}

/* A sphere that does not reach beyond the array. Its centre counts from the low faces of the cube.
 */
void fill_sphere(World &world, Input &input)
{
    const Cell &base = world.array().base();
    std::array<int, 3> centre;
    int room = EDGE * OCT9_CELL_Q6;

    for (size_t a = 0; a < 3; a++) {
        centre[a] = base[a] * OCT9_CELL_Q6 + input.between(0, EDGE * OCT9_CELL_Q6 - 1);
        room = std::min({ room, centre[a] - base[a] * OCT9_CELL_Q6,
                          (base[a] + EDGE) * OCT9_CELL_Q6 - centre[a] });
    }
    const int radius = std::min(input.between(0, EDGE * OCT9_CELL_Q6 / 2), room);
    const oct9_point_t point = { static_cast<int16_t>(centre[0] + OCT9_LOW_Q6),
                                 static_cast<int16_t>(centre[1] + OCT9_LOW_Q6),
                                 static_cast<int16_t>(centre[2] + OCT9_LOW_Q6) };
    const auto holds = [&](const Cell &c) {
        int square = 0;

        for (size_t a = 0; a < 3; a++) {
            const int low = c[a] * OCT9_CELL_Q6 - centre[a], high = low + OCT9_CELL_Q6;
            square += std::max(low * low, high * high);
        }
        return square <= radius * radius;
    };
    world.write(holds, false, input.below(PAYLOADS), [&](oct9_tree_t *tree, uint16_t payload) {
        return oct9_tree_fill_sphere(tree, &point, static_cast<uint16_t>(radius), payload);
    });
}

/* --- looks ------------------------------------------------------------------------------------ */

bool is_leaf(const oct9_leaf_t &leaf, const Cube &cube, unsigned payload)
{
    const oct9_state_t state = payload == 0 ? OCT9_UNKNOWN
                             : payload == 1 ? OCT9_FREE
                                            : OCT9_OCCUPIED;

    return leaf.corner.x == cube.corner[0] && leaf.corner.y == cube.corner[1] &&
           leaf.corner.z == cube.corner[2] && 1 << leaf.level == cube.size &&
           leaf.payload == payload && leaf.state == state;
}

void locate_all(World &world, Input &)
{
    const Array &array = world.array();
    const oct9_map_t map = world.map();

    array.for_all(array.whole(), [&](const Cell &cell) {
        oct9_leaf_t leaf;
        FUZZ_CHECK(oct9_map_locate(&map, narrow(cell), &leaf) == OCT9_OK);
        FUZZ_CHECK(is_leaf(leaf, array.leaf(cell), array.at(cell)));
        return true;
    });
}

void visit_all(World &world, Input &input)
{
    const oct9_map_t map = world.map();
    const unsigned states = 1 + input.below(7), budget = 1 + input.byte();
    uint32_t volume = 0;
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    int status;

    FUZZ_CHECK(oct9_visit_begin(&visit, &map, nullptr, states) == OCT9_OK);
    while ((status = oct9_visit_next(&visit, budget, &leaf)) != 0) {
        if (status == OCT9_AGAIN)
            continue;
        const Cell corner = { leaf.corner.x, leaf.corner.y, leaf.corner.z };
        FUZZ_CHECK(is_leaf(leaf, world.array().leaf(corner), world.array().at(corner)));
        FUZZ_CHECK((states >> leaf.state & 1u) != 0);
        volume += 1u << 3 * leaf.level;
    }
    FUZZ_CHECK(states != OCT9_STATES_ALL || volume == 1u << 27);
}

/* --- segments -------------------------------------------------------------------------------- */

struct Stay {
    bool outside;
    Cube leaf;
    unsigned payload;
};

oct9_point_t some_point(const World &world, Input &input)
{
    const unsigned fine = input.below(3);
    int16_t c[3];

    for (size_t a = 0; a < 3; a++) {
        const int low = world.array().base()[a] * OCT9_CELL_Q6 + OCT9_LOW_Q6;
        const int at = input.between(low - 2 * OCT9_CELL_Q6, low + (EDGE + 2) * OCT9_CELL_Q6);
        const int mask = fine == 0 ? -1 : fine == 1 ? -16 : -64;
        c[a] = static_cast<int16_t>(at & mask);
    }
    return { c[0], c[1], c[2] };
}

/* What the segment's points lie in, in order. */
std::vector<Stay> stays(const Array &array, const oracle::Segment &segment)
{
    std::vector<Stay> out;

    for (const oracle::Time &time : oracle::sample_times(segment, 1)) {
        const auto at = oracle::cell_at(segment, time);
        Stay stay = { true, { { 0, 0, 0 }, 0 }, 0 };
        if (std::all_of(at.begin(), at.end(), [](int64_t c) { return c >= 0 && c < OCT9_CELLS; })) {
            const Cell cell = { static_cast<int>(at[0]), static_cast<int>(at[1]),
                                static_cast<int>(at[2]) };
            stay = { false, array.leaf(cell), array.at(cell) };
        }
        if (out.empty() || out.back().outside != stay.outside ||
            !same(out.back().leaf.corner, stay.leaf.corner))
            out.push_back(stay);
    }
    return out;
}

bool same_entry(const oct9_fraction_t &time, oct9_face_t face, const oracle::Entry &entry)
{
    return face == entry.face &&
           static_cast<int64_t>(time.num) * entry.time.den == entry.time.num * time.den;
}

void walk(World &world, Input &input)
{
    const oct9_point_t from = some_point(world, input), to = some_point(world, input);
    const oracle::Segment segment = oracle::segment_between(from, to);
    const oct9_map_t map = world.map();
    oct9_walk_t walk;
    oct9_planes_t planes;
    bool more = oct9_walk_begin(&walk, &map, &from, &to);

    FUZZ_CHECK(oct9_planes_begin(&planes, &map, &from, &to) == more);
    for (const Stay &stay : stays(world.array(), segment)) {
        oct9_leaf_t leaf, other;
        oct9_fraction_t time;
        if (stay.outside)
            continue;
        FUZZ_CHECK(more);
        oct9_walk_leaf(&walk, &leaf);
        oct9_planes_leaf(&planes, &other);
        FUZZ_CHECK(is_leaf(leaf, stay.leaf, stay.payload));
        FUZZ_CHECK(is_leaf(other, stay.leaf, stay.payload));
        const oct9_face_t face = oct9_walk_entry(&walk, &time);
        FUZZ_CHECK(
            same_entry(time, face, oracle::entry_into(segment, stay.leaf.corner, stay.leaf.size)));
        more = oct9_walk_next(&walk) > 0;
        FUZZ_CHECK(oct9_planes_next(&planes) == more);
    }
    FUZZ_CHECK(!more);
}

bool blocks(const Stay &stay, const oct9_rules_t &rules, bool first)
{
    if (stay.outside)
        return rules.outside == OCT9_OCCUPIED ||
               (rules.outside == OCT9_UNKNOWN && rules.unknown == OCT9_BLOCKS);
    if (first && rules.start_inside == OCT9_PASSES)
        return false;
    return stay.payload >= 2 || (stay.payload == 0 && rules.unknown == OCT9_BLOCKS);
}

void check_hit(const oct9_cast_output_t &output, const oracle::Segment &segment, const Stay *hit)
{
    if (hit == nullptr) {
        FUZZ_CHECK(output.hit == OCT9_HIT_NONE);
    } else if (hit->outside) {
        FUZZ_CHECK(output.hit == OCT9_HIT_OUTSIDE);
    } else {
        FUZZ_CHECK(output.hit == OCT9_HIT_LEAF && is_leaf(output.leaf, hit->leaf, hit->payload));
        FUZZ_CHECK(same_entry(output.fraction, output.face,
                              oracle::entry_into(segment, hit->leaf.corner, hit->leaf.size)));
    }
}

void cast(World &world, Input &input)
{
    const unsigned bits = input.byte(), budget = 1 + input.below(8);
    const oct9_cast_input_t question = { some_point(world, input),
                                         some_point(world, input),
                                         { static_cast<oct9_policy_t>(bits & 1),
                                           static_cast<oct9_state_t>((bits >> 1) % 3),
                                           static_cast<oct9_policy_t>(bits >> 4 & 1), 0, 0 } };
    const oracle::Segment segment = oracle::segment_between(question.from, question.to);
    const std::vector<Stay> all = stays(world.array(), segment);
    const oct9_map_t map = world.map();
    const Stay *hit = nullptr;
    oct9_cast_t cast;
    oct9_cast_output_t output;

    for (const Stay &stay : all)
        if (hit == nullptr && blocks(stay, question.rules, &stay == &all.front()))
            hit = &stay;
    FUZZ_CHECK(oct9_cast_begin(&cast, &map, &question) == OCT9_OK);
    while (oct9_cast_run(&cast, budget, &output) == OCT9_AGAIN)
        FUZZ_CHECK(output.leaves <= all.size());
    check_hit(output, segment, hit);
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const operations[])(World &, Input &) = {
        set_node,   set_node,  set_node, fill_box, fill_box, fill_sphere, set_everything,
        locate_all, visit_all, walk,     walk,     cast,     cast
    };
    Input input(data, size);
    Cell base;

    for (int &c : base) { /* the map's low end, across its middle, its high end */
        const unsigned place = input.below(3);
        c = place == 0 ? 0 : place == 1 ? OCT9_CELLS / 2 - 3 : OCT9_CELLS - EDGE;
    }
    World world(base, 1 + input.below(BLOCKS));
    for (unsigned i = 0; i < OPERATIONS_MOST && input.more(); i++)
        operations[input.below(sizeof operations / sizeof *operations)](world, input);
    world.check();
    return 0;
}
