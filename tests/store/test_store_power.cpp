/* SPDX-License-Identifier: MIT */
/* Power cuts: random histories of changes and saves on random flashes, and at each save the power
 * fails at each program and each erase in turn. What is loaded then must be the map that was saved
 * last or the one that was being saved, whole, by a model; and another save must work. One of these
 * worlds goes on, now and then, so that histories have cuts in them. Flash that wears out, bits
 * that flip, and damage of a whole slot likewise.
 *
 * SEED and CUTS (at least so many) come from the environment. */
#include "store_world.hpp"

#include <cstdio>

using namespace store;
using oracle::setting;

static uint64_t cuts, saves, nested, worn_out, flips, corrupted, histories, unsteady_cuts;

/* Prints where a world went wrong, the first ten times. */
static bool expect(bool good, const char *what, uint64_t seed, uint64_t save, uint64_t cut)
{
    static int reported = 0;

    CHECK(good);
    if (!good && reported++ < 10)
        std::printf("  %s: history %llu, save %llu, cut at %llu\n", what,
                    static_cast<unsigned long long>(seed), static_cast<unsigned long long>(save),
                    static_cast<unsigned long long>(cut));
    return good;
}

/* The map a store loads after the power is back, as tree and bytes. */
struct Loaded {
    Tree tree;
    Bytes user;
    oct9_status_t status;

    Loaded(Memory &memory, Flash &flash)
        : tree(memory.config.blocks), user(memory.config.user_size, 0xEE)
    {
        flash.power_on();
        CHECK_EQ(oct9_store_open(&memory.store, &memory.config), OCT9_OK);
        status = oct9_store_load(&memory.store, &tree.tree, user.data());
        CHECK(tree.good());
    }

    bool is(const Model &model) const
    {
        return status == OCT9_OK && user == model.user && tree.is(model);
    }
};

class History {
public:
    explicit History(uint64_t seed)
        : seed_(seed), random_(seed), config_(random_config()), flash_(geometry_, seed),
          trial_flash_(flash_), tree_(config_.blocks)
    {
        bind(memory_, config_, flash_);
        bind(trial_, config_, trial_flash_);
        flash_.unsteady = config_.slots > 2 && random_.chance(30);
        wear_out();
        model_.user.assign(config_.user_size, 0);
        CHECK_EQ(oct9_store_open(&memory_.store, &memory_.config), OCT9_OK);
        CHECK_EQ(oct9_store_load(&memory_.store, &tree_.tree, model_.user.data()),
                 OCT9_ERR_STORE_EMPTY);
    }

    void run(unsigned count)
    {
        for (save_ = 0; save_ < count; save_++) {
            act();
            save_with_cuts();
            if (random_.chance(20))
                load_again();
            if (random_.chance(25))
                flip_bits();
            if (random_.chance(25))
                corrupt();
        }
    }

private:
    uint64_t seed_, save_ = 0;
    Random random_;
    Geometry geometry_;
    oct9_store_config_t config_;
    Flash flash_, trial_flash_;
    Memory memory_, trial_;
    Tree tree_;
    Model model_;             /* of the tree as it is */
    std::deque<Model> saved_; /* the newest last; all that may be in the flash */
    std::deque<Model> tried_; /* those that were tried since one was saved for sure */
    bool any_ = false;        /* the last of saved_ was saved for sure */
    bool bad_ = false;        /* a block is */
    bool unsure_ = false;     /* the last save was cut, in unsteady flash */

    oct9_store_config_t random_config()
    {
        static const uint32_t records[] = { 48, 64, 96, 128, 256 };
        static const uint32_t units[] = { 8, 16, 32, 64, 128, 256 };
        const uint32_t record = records[random_.below(5)];
        const uint32_t blocks = 12 + random_.below(80);
        const uint32_t slots = 2 + random_.below(3);
        const uint32_t need = OCT9_STORE_PAGES(blocks, record) + 1;
        const uint32_t per_block = 1 + random_.below(6);
        do
            geometry_.program_size = units[random_.below(6)];
        while (record % geometry_.program_size != 0);
        geometry_.block_size = per_block * record;
        geometry_.block_size += geometry_.program_size - 1;
        geometry_.block_size -= geometry_.block_size % geometry_.program_size;
        geometry_.block_count = slots * ((need + per_block - 1) / per_block + random_.below(4)) +
                                random_.below(slots);
        return make_config(geometry_, record, slots, random_.below(17), blocks);
    }

    /* A block, or all of a slot but one. */
    void wear_out()
    {
        const uint32_t slot_blocks = geometry_.block_count / config_.slots;
        const uint32_t slot = random_.below(config_.slots);

        bad_ = random_.chance(30);
        if (!bad_)
            return;
        flash_.make_bad(random_.below(geometry_.block_count));
        if (random_.chance(40))
            for (uint32_t block = 1; block < slot_blocks; block++)
                flash_.make_bad(slot * slot_blocks + block);
    }

    void act()
    {
        for (uint32_t n = random_.below(6); n > 0; n--)
            change(random_, &tree_.tree, model_);
        if (random_.chance(30))
            for (uint8_t &byte : model_.user)
                byte = static_cast<uint8_t>(random_.u32());
    }

    /* A whole save, in pieces; until the power fails. */
    static oct9_status_t save(Memory &memory, Flash &flash, const oct9_tree_t &tree,
                              const Model &model, uint32_t budget)
    {
        oct9_status_t status = oct9_store_save(&memory.store, &tree, model.user.data());

        CHECK_EQ(status, OCT9_OK);
        do
            status = oct9_store_run(&memory.store, budget);
        while (status == OCT9_AGAIN && !flash.off());
        return status;
    }

    static bool is_among(const std::deque<Model> &models, const Loaded &loaded)
    {
        return std::any_of(models.begin(), models.end(),
                           [&](const Model &model) { return loaded.is(model); });
    }

    /* Every save with the power cut at each operation, and then without. */
    void save_with_cuts()
    {
        const uint32_t budget = 1 + random_.below(8);
        const bool goes_on = random_.chance(30);
        uint64_t goes_on_at = 0;

        if (random_.chance(10))
            give_up();
        copy(trial_, memory_);
        trial_flash_ = flash_;
        trial_flash_.power_on();
        const oct9_status_t status = save(trial_, trial_flash_, tree_.tree, model_, budget);
        const uint64_t operations = trial_flash_.operations();
        saves++;
        for (uint64_t cut = 1; cut <= operations; cut++)
            cut_at(cut, budget);
        if (goes_on && operations != 0 && !unsure_)
            goes_on_at = 1 + random_.below(static_cast<uint32_t>(operations));
        if (goes_on_at != 0) {
            go_on_from_cut(goes_on_at);
            return;
        }
        flash_.power_on();
        const oct9_status_t now = save(memory_, flash_, tree_.tree, model_, budget);
        expect(now == status, "not as in the trial", seed_, save_, 0);
        expect(now == OCT9_OK || now == OCT9_ERR_STORE_WORN, "save", seed_, save_, 0);
        worn_out += now == OCT9_ERR_STORE_WORN;
        unsure_ = unsure_ && now != OCT9_OK;
        remember(now == OCT9_OK);
    }

    /* A save that was begun, and the map changes. */
    void give_up()
    {
        flash_.power_on();
        CHECK_EQ(oct9_store_save(&memory_.store, &tree_.tree, model_.user.data()), OCT9_OK);
        const oct9_status_t status = oct9_store_run(&memory_.store, 1 + random_.below(10));
        const uint32_t generation = tree_.tree.generation;
        remember(status == OCT9_OK);
        change(random_, &tree_.tree, model_);
        if (status == OCT9_AGAIN && tree_.tree.generation != generation)
            CHECK_EQ(oct9_store_run(&memory_.store, 1000), OCT9_ERR_STALE);
    }

    void remember(bool surely)
    {
        if (surely) {
            saved_.push_back(model_);
            tried_.clear();
            any_ = true;
        } else { /* it may be there, yet the last saved map counts */
            saved_.insert(any_ ? saved_.end() - 1 : saved_.end(), model_);
            tried_.push_back(model_);
        }
        if (saved_.size() > 60)
            saved_.pop_front();
    }

    /* What is loaded is the last map or the one that was being saved. */
    bool old_or_new(const Loaded &loaded) const
    {
        if (loaded.is(model_))
            return true;
        if (any_)
            return loaded.is(saved_.back()) || may_be_there(loaded);
        return none_is_there(loaded.status) || is_among(saved_, loaded);
    }

    bool none_is_there(oct9_status_t status) const
    {
        return status == OCT9_ERR_STORE_EMPTY || (flash_.unsteady && status == OCT9_ERR_STORE_MAP);
    }

    /* Of flash that fails, and of flash that reads otherwise each time, also a map may be there
     * that was tried later than the last one that was saved. */
    bool may_be_there(const Loaded &loaded) const
    {
        return (flash_.unsteady || bad_) && is_among(tried_, loaded);
    }

    void cut_at(uint64_t cut, uint32_t budget)
    {
        copy(trial_, memory_);
        trial_flash_ = flash_;
        trial_flash_.power_on();
        trial_flash_.cut_at = cut;
        (void)save(trial_, trial_flash_, tree_.tree, model_, budget);
        expect(trial_flash_.off(), "no cut", seed_, save_, cut);
        Loaded loaded(trial_, trial_flash_);
        expect(old_or_new(loaded), "lost", seed_, save_, cut);
        cuts++;
        unsteady_cuts += flash_.unsteady;
        if (random_.chance(10))
            save_after(cut);
    }

    /* The next save works too, also if it is cut again before. */
    void save_after(uint64_t cut)
    {
        if (random_.chance(50)) {
            trial_flash_.power_on();
            trial_flash_.cut_at = 1 + random_.below(20);
            (void)save(trial_, trial_flash_, tree_.tree, model_, 3);
            Loaded again(trial_, trial_flash_);
            expect(old_or_new(again), "lost at a second cut", seed_, save_, cut);
            nested++;
        }
        trial_flash_.power_on();
        const oct9_status_t status = save(trial_, trial_flash_, tree_.tree, model_, 5);
        Loaded after(trial_, trial_flash_);
        if (status == OCT9_OK)
            expect(after.is(model_), "not saved after a cut", seed_, save_, cut);
        else
            expect(status == OCT9_ERR_STORE_WORN && old_or_new(after), "worn", seed_, save_, cut);
    }

    /* The power fails in this world; what it loads, it has. */
    void go_on_from_cut(uint64_t cut)
    {
        flash_.power_on();
        flash_.cut_at = cut;
        (void)save(memory_, flash_, tree_.tree, model_, 4);
        remember(false);
        flash_.power_on();
        CHECK_EQ(oct9_store_open(&memory_.store, &memory_.config), OCT9_OK);
        Bytes user(config_.user_size);
        const oct9_status_t status = oct9_store_load(&memory_.store, &tree_.tree, user.data());
        unsure_ = flash_.unsteady;
        if (status != OCT9_OK) {
            expect(!any_ && none_is_there(status), "lost for good", seed_, save_, cut);
            model_ = Model();
            model_.user.assign(config_.user_size, 0);
            CHECK_EQ(oct9_tree_init(&tree_.tree, tree_.tree.pool, config_.blocks, nullptr),
                     OCT9_OK);
            return;
        }
        for (size_t i = saved_.size(); i-- != 0;)
            if (user == saved_[i].user && tree_.is(saved_[i])) {
                const bool sure = !unsure_ || (any_ && i + 1 == saved_.size());
                model_ = saved_[i];
                saved_.erase(saved_.begin() + static_cast<long>(i));
                const std::deque<Model> tried = tried_;
                remember(sure); /* or it may read otherwise the next time */
                if (unsure_)
                    tried_ = tried; /* what could not be read now may be then */
                return;
            }
        expect(false, "what was never saved", seed_, save_, cut);
    }

    /* Without a cut: what is loaded is what was saved. */
    void load_again()
    {
        Tree tree(config_.blocks);
        Bytes user(config_.user_size);

        flash_.power_on();
        const oct9_status_t status = oct9_store_load(&memory_.store, &tree.tree, user.data());
        if (!any_ || bad_ || unsure_)
            return;
        expect(status == OCT9_OK && tree.good() && tree.is(saved_.back()) &&
                   user == saved_.back().user,
               "load", seed_, save_, 0);
    }

    /* One bit in each record at most: nothing is lost. */
    void flip_bits()
    {
        if (!any_ || flash_.unsteady || bad_)
            return;
        trial_flash_ = flash_;
        const uint32_t record = config_.record_size;
        const bool all = random_.chance(50);
        const uint32_t only = random_.below(static_cast<uint32_t>(trial_flash_.size()));
        for (uint32_t block = 0; block < geometry_.block_count; block++)
            for (uint32_t at = 0; at + record <= geometry_.block_size; at += record) {
                const uint32_t begin = block * geometry_.block_size + at;
                if (!all && (only < begin || only >= begin + record))
                    continue;
                uint8_t &byte = trial_flash_.bytes()[begin + random_.below(record)];
                byte = static_cast<uint8_t>(byte ^ 1u << random_.below(8));
                flips++;
            }
        Loaded loaded(trial_, trial_flash_);
        expect(loaded.is(saved_.back()), "a bit", seed_, save_, 0);
        trial_flash_.power_on();
        if (save(trial_, trial_flash_, loaded.tree.tree, saved_.back(), 9) == OCT9_OK) {
            Loaded again(trial_, trial_flash_);
            expect(again.is(saved_.back()), "a save after a bit", seed_, save_, 0);
        }
    }

    /* Bytes of any one slot are corrupted: some map that was saved is there, if ever two slots had
     * one. */
    void corrupt()
    {
        trial_flash_ = flash_;
        const uint32_t slot = geometry_.block_count / config_.slots * geometry_.block_size;
        const uint32_t begin = slot * random_.below(config_.slots);
        for (uint32_t n = 1 + random_.below(random_.chance(50) ? 5 : 2 * slot); n > 0; n--)
            trial_flash_.bytes()[begin + random_.below(slot)] = static_cast<uint8_t>(random_.u32());
        Loaded loaded(trial_, trial_flash_);
        expect(loaded.status == OCT9_ERR_STORE_EMPTY || is_among(saved_, loaded), "made up", seed_,
               save_, 0);
        corrupted++;
    }
};

static void histories_with_cuts(void)
{
    const uint64_t enough = setting("CUTS", 100000), seed = setting("SEED", 20261);

    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    while (cuts < enough) {
        History history(seed + histories++);
        history.run(24);
    }
    std::printf(
        "%llu power cuts in %llu saves of %llu histories, %llu of them in unsteady flash, "
        "%llu after a cut; %llu flipped bits, %llu corrupted slots, "
        "%llu saves on worn flash failed\n",
        static_cast<unsigned long long>(cuts), static_cast<unsigned long long>(saves),
        static_cast<unsigned long long>(histories), static_cast<unsigned long long>(unsteady_cuts),
        static_cast<unsigned long long>(nested), static_cast<unsigned long long>(flips),
        static_cast<unsigned long long>(corrupted), static_cast<unsigned long long>(worn_out));
}

int main(void)
{
    RUN(histories_with_cuts);
    return test_end();
}
