/* SPDX-License-Identifier: MIT */
/* Readers and writers that interrupt each other, at every instruction.
 *
 * A timer interrupts a writer after more and more instructions, each time from the same map, and
 * its handler asks the map. Either the questions were stale, or the answers are those of the map
 * before the write, after it, or between two slices of it. Where the library writes in several
 * steps within a slice, each of these states passes every check of the tree and gives the same
 * answers each time. Then the reverse: a writer interrupts a reader.
 */
#include "boards/print.h"
#include "oct9/reader.h"
#include "tests/golden/world.h"
#include "tests/interrupt/questions.h"
#include "tests/interrupt/timer.h"
#include "tests/interrupt/writers.h"
#include "tests/test.h"

enum { STATES_MAX = 512, STRIDE = 16 };

/* The answers at each even generation since the beginning; 0: none yet. */
static uint32_t answers[STATES_MAX];
static uint32_t first, last;           /* generations before and after the write */
static uint32_t fresh, stale, between; /* what the questions were, of one writer */

static const writer_t *writer;
static const oct9_frame_t base = OCT9_FRAME(100, 200, 300, 40000);
static oct9_map_t map;

static uint32_t *answer_at(uint32_t generation)
{
    static uint32_t none;
    const uint32_t state = (generation - first) / 2u;
    CHECK(state < STATES_MAX);
    return state < STATES_MAX ? &answers[state] : &none;
}

static bool tree_good(void)
{
    uint8_t seen[(TIMER_BLOCKS + 7) / 8];
    return oct9_tree_check(&writers_map.tree, seen) == OCT9_OK;
}

static uint32_t ask_in_frame(const oct9_frame_t *frame)
{
    const oct9_mm_t *origin = &frame->origin_mm;
    uint32_t digest = ask(&map);
    digest = digest_add(digest, (uint32_t)origin->x);
    digest = digest_add(digest, (uint32_t)origin->y);
    return digest_add(digest, (uint32_t)origin->z);
}

/* The answers with nobody at work. */
static uint32_t ask_alone(void)
{
    oct9_frame_t frame = base;
    CHECK_EQ(oct9_window_frame(&writers_map.window, &base, &frame), OCT9_OK);
    return ask_in_frame(&frame);
}

/* What the questions may answer: those before, after each slice, and at the end. */
static void record_answers(void)
{
    bool done = false;
    for (unsigned i = 0; i < STATES_MAX; i++)
        answers[i] = 0;
    first = writers_map.tree.generation;
    *answer_at(first) = ask_alone();
    for (unsigned slices = 0; !done && slices < 100; slices++) {
        done = writer->write();
        *answer_at(writers_map.tree.generation) = ask_alone();
    }
    CHECK(done);
    if (writer->blocks < WRITERS_PLENTY)
        CHECK(writers_map.merged + writers_map.grown + writers_map.skipped > 0);
    writer_keep();
    last = writers_map.tree.generation;
    CHECK(last != first);
    CHECK(*answer_at(last) != *answer_at(first));
    CHECK(tree_good());
}

/* Asks while a writer may be at work. A reader that meets a write ends in its one try. */
static void question(void)
{
    oct9_reader_t reader = oct9_reader_of_window(&writers_map, &base, 1);
    oct9_status_t status = oct9_reader_begin(&reader);
    uint32_t answer = 0;
    if (status == OCT9_OK) {
        answer = ask_in_frame(&reader.frame);
        status = oct9_reader_end(&reader);
    }
    if (status != OCT9_OK) {
        CHECK(status == OCT9_ERR_STALE || status == OCT9_AGAIN);
        stale++;
        return;
    }
    fresh++;
    CHECK_EQ(reader.seen % 2u, 0);
    uint32_t *const known = answer_at(reader.seen);
    if (*known == 0) {
        CHECK(tree_good());
        *known = answer;
        between++;
    }
    CHECK_EQ(answer, *known);
}

static void write_all(void)
{
    for (unsigned slices = 0; slices < 100 && !writer->write(); slices++) {
    }
}

static void report(const char *what, uint32_t times)
{
    print_str(writer->name);
    print_str(", ");
    print_str(what);
    print_str(": ");
    print_u32(times, 0);
    print_str(" times, ");
    print_u32(fresh, 0);
    print_str(" answered, ");
    print_u32(stale, 0);
    print_str(" stale, ");
    print_u32(between, 0);
    print_str(" states between\n");
}

static void begin(unsigned number)
{
    writer = &writers[number];
    map = oct9_map_of_tree(&writers_map.tree);
    writer_prepare(writer);
    record_answers();
    fresh = stale = between = 0;
}

/* Where nothing is written one instruction is like the next: there every STRIDE-th will do, and
 * where a stride has met a change its instructions are gone over one by one. */
typedef struct {
    uint32_t at;  /* instructions */
    uint32_t met; /* the map's memory that was met before, as a sum */
    uint32_t slow_to;
} stride_t;

static void stride(stride_t *s, uint32_t met)
{
    if (met != s->met && s->at > s->slow_to) {
        s->slow_to = s->at;
        s->at -= s->at > STRIDE ? STRIDE - 1u : s->at - 1u;
        return;
    }
    s->met = met;
    s->at += s->at < s->slow_to ? 1u : STRIDE;
}

static uint32_t met; /* at the last interrupt */

/* Asks where the map has changed since the interrupt before: all else would be the same. */
static void handler_asks(void)
{
    const uint32_t sum = writer_sum();
    if (sum == met)
        return;
    met = sum;
    question();
}

static void asked_while_writing(unsigned number)
{
    uint32_t times = 0;
    begin(number);
    stride_t s = { 1, 0, 0 };
    met = 0;
    for (bool rung = true; rung; times++) {
        writer_restore();
        timer_start(s.at, handler_asks);
        write_all();
        rung = timer_stop();
        CHECK_EQ(writers_map.tree.generation, last);
        stride(&s, met);
    }
    CHECK(tree_good());
    CHECK(stale > 0 && fresh > 0);
    report("asked", times);
}

/* To a reader all that an interrupt writes comes at once, so the map after it is put there. */
static void written_while_asking(unsigned number)
{
    uint32_t times = 0;
    begin(number);
    for (bool rung = true; rung; times++) {
        writer_restore();
        timer_start(1u + times, writer_repeat);
        question();
        rung = timer_stop();
        if (rung)
            CHECK_EQ(writers_map.tree.generation, last);
    }
    CHECK(stale > 0 && fresh > 0);
    report("asking", times);
}

static void writers_are_asked(void)
{
    for (unsigned i = 0; i < writers_count; i++)
        asked_while_writing(i);
}

static void readers_are_overtaken(void)
{
    for (unsigned i = 0; i < writers_count; i++)
        if (writers[i].interrupts)
            written_while_asking(i);
}

int main(void)
{
    RUN(writers_are_asked);
    RUN(readers_are_overtaken);
    return test_end();
}
