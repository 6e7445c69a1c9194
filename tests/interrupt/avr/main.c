/* SPDX-License-Identifier: MIT */
/* A tree on AVR, where a timer's interrupt comes between the bytes of a generation or a slot: into
 * each cycle of a reader comes a writer, into each cycle of a writer a reader. */
#include "oct9/map.h"
#include "src/map/tree.h"
#include "tests/test.h"

#include <avr/interrupt.h>
#include <avr/io.h>

/* Behind the pool lies what a reader must never see: as many blocks as half a slot can be wrong. */
enum { BLOCKS = 40, BEHIND = 256, TRAP = 0x7777 };

/* Payloads whose low bytes are the numbers of blocks behind the pool. */
enum { EMPTY = 0x0077, FULL = 0x7F55 };

static struct {
    oct9_block_t pool[BLOCKS];
    oct9_block_t behind[BEHIND];
} memory;

static oct9_tree_t tree;
static const oct9_map_t map = { &tree, NULL };
static const oct9_cell_t cell = { 30, 16, 16 };

/* --- an alarm --------------------------------------------------------------------------------- */

static void (*alarm)(void);
static volatile bool rung;

ISR(TIMER3_COMPA_vect)
{
    TCCR3B = 0;
    rung = true;
    alarm();
}

/* Calls `handler` after so many cycles more, and a constant. */
static void alarm_start(uint16_t cycles, void (*handler)(void))
{
    alarm = handler;
    rung = false;
    TCCR3A = 0;
    TCNT3 = 0;
    OCR3A = cycles;
    TIFR3 = 1u << OCF3A;
    TIMSK3 = 1u << OCIE3A;
    sei();
    TCCR3B = 1u << CS30;
}

/* Whether it was called; if not, it will not be. */
static bool alarm_stop(void)
{
    cli();
    TCCR3B = 0;
    TIMSK3 = 0;
    return rung;
}

/* --- a generation between bytes --------------------------------------------------------------- */

static const uint32_t before = 0x00FFFFFEu, after = 0x01000000u;

static void write_elsewhere(void)
{
    tree.generation = before + 1u;
    tree.generation = after;
}

/* A reader sees the generation of before or after, never a mixture. */
static void a_generation_is_whole(void)
{
    bool old_seen = false, new_seen = false;
    for (uint16_t cycles = 1; cycles < 200; cycles++) {
        tree.generation = before;
        alarm_start(cycles, write_elsewhere);
        const uint32_t seen = oct9_tree_read_begin(&tree);
        (void)alarm_stop();
        CHECK(seen == before || seen == after);
        old_seen = old_seen || seen == before;
        new_seen = new_seen || seen == after;
    }
    CHECK(old_seen && new_seen);
}

/* --- queries in the middle of a write --------------------------------------------------------- */

static uint16_t asked_payload, asked_level;
static bool asked_fresh;

static void ask(void)
{
    oct9_leaf_t leaf;
    const uint32_t seen = oct9_tree_read_begin(&tree);
    (void)oct9_map_locate(&map, cell, &leaf);
    asked_fresh = oct9_tree_read_end(&tree, seen) == OCT9_OK;
    asked_payload = leaf.payload;
    asked_level = leaf.level;
}

static void prepare(void)
{
    for (unsigned i = 0; i < BEHIND; i++)
        for (unsigned child = 0; child < 8; child++)
            memory.behind[i].slot[child] = OCT9_SLOT_LEAF | TRAP;
    const oct9_node_t all = { { 0, 0, 0 }, OCT9_LEVELS };
    CHECK_EQ(oct9_tree_init(&tree, memory.pool, BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&tree, &all, EMPTY), OCT9_OK);
    tree.generation = before; /* a write ends with a carry through all bytes */
}

static bool answered(uint16_t payload, uint16_t level)
{
    return asked_payload == payload && asked_level == level;
}

/* The map is asked in each cycle of a write: before it, after it, or the answer is stale; and
 * any answer is from the pool. */
static void a_write_is_noticed(void)
{
    uint16_t cycles = 1, fresh = 0, stale = 0;
    do {
        prepare();
        alarm_start(cycles++, ask);
        (void)oct9_tree_set_cell(&tree, cell, FULL);
        if (!alarm_stop())
            break;
        CHECK(asked_payload != TRAP);
        if (asked_fresh) {
            fresh++;
            CHECK(answered(EMPTY, OCT9_LEVELS) || answered(FULL, 0));
        } else {
            stale++;
        }
    } while (cycles < 30000);
    CHECK(fresh > 0 && stale > 1000);
}

static void write_in_between(void)
{
    (void)oct9_tree_set_cell(&tree, cell, FULL);
}

/* A write comes into each cycle of a question. */
static void a_reader_notices(void)
{
    uint16_t cycles = 1, fresh = 0, stale = 0;
    do {
        prepare();
        alarm_start(cycles++, write_in_between);
        ask();
        if (!alarm_stop())
            break;
        CHECK(asked_payload != TRAP);
        if (asked_fresh) {
            fresh++;
            CHECK(answered(EMPTY, OCT9_LEVELS) || answered(FULL, 0));
        } else {
            stale++;
        }
    } while (cycles < 30000);
    CHECK(fresh > 0 && stale > 100);
}

int main(void)
{
    RUN(a_generation_is_whole);
    RUN(a_write_is_noticed);
    RUN(a_reader_notices);
    return test_end();
}
