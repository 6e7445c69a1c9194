/* SPDX-License-Identifier: MIT */
/* What calls on a set of 1,000 points cost on a board, in instructions: mean and worst; and
 * questions to sets of several sizes, beside brute force and a uniform grid. */
#include "bench/point_peers.h"
#include "boards/board.h"
#include "boards/print.h"
#include "oct9/points.h"
#include "tests/random.h"

enum {
    POINTS = 1000,
    QUESTIONS = 2000,
    CAPACITY = 16,
    LEAST_LEVEL = 0,
    BLOCKS = 1024,
    BUCKETS = 4096,
    RADIUS_Q6 = OCT9_CUBE_Q6 / 10,
    MOST = 10000, /* of the sizes that are compared */
    MOST_CELLS = 4096,
    COMPARED = 200,
    COMPARED_Q6 = 1000
};

static oct9_block_t blocks[BLOCKS];
static oct9_bucket_t buckets[BUCKETS];
static oct9_entry_t entries[BUCKETS * CAPACITY];
static oct9_entry_t cloud[POINTS], found[MOST];
static oct9_near_point_t near[8];
static oct9_points_t points;
static oct9_points_find_t find;
static random_t random = { 601 };

/* The results of a call that are worth a mean. */
typedef struct {
    uint32_t visited, found;
} work_t;

static int16_t coordinate(uint32_t bits)
{
    return (int16_t)((int32_t)(bits & INT16_MAX) + OCT9_LOW_Q6);
}

static oct9_point_t random_point(void)
{
    const uint32_t bits = random_u32(&random);
    const oct9_point_t point = { coordinate(bits), coordinate(bits >> 15),
                                 coordinate(random_u32(&random)) };
    return point;
}

static bool insert(uint32_t i, const oct9_point_t *at, work_t *work)
{
    (void)at;
    (void)work;
    return oct9_points_insert(&points, &cloud[i].point, cloud[i].id) == OCT9_OK;
}

static bool take_out(uint32_t i, const oct9_point_t *at, work_t *work)
{
    (void)at;
    (void)work;
    return oct9_points_remove(&points, &cloud[i].point, cloud[i].id) == OCT9_OK;
}

static bool radius(uint32_t i, const oct9_point_t *at, work_t *work)
{
    (void)i;
    const oct9_region_t ball = { .kind = OCT9_REGION_SPHERE,
                                 .centre = *at,
                                 .radius_q6 = RADIUS_Q6 };
    const bool good = oct9_points_find_begin(&find, &points, &ball) == OCT9_OK;
    const int count = oct9_points_find_next(&find, UINT32_MAX, found, POINTS);
    work->visited = find.leaves + find.nodes;
    work->found = (uint32_t)count;
    return good && count >= 0;
}

static bool ask_nearest(const oct9_point_t *at, uint16_t count, work_t *work)
{
    const oct9_points_nearest_input_t input = {
        .point = *at, .range_q6 = UINT16_MAX, .capacity = count, .found = near
    };
    oct9_points_nearest_output_t output;
    const bool good = oct9_points_nearest(&points, &input, &output) == OCT9_OK;
    work->visited = output.leaves + output.nodes;
    work->found = output.count;
    return good && output.count == count;
}

static bool nearest_1(uint32_t i, const oct9_point_t *at, work_t *work)
{
    (void)i;
    return ask_nearest(at, 1, work);
}

static bool nearest_8(uint32_t i, const oct9_point_t *at, work_t *work)
{
    (void)i;
    return ask_nearest(at, 8, work);
}

/* Prints: points NAME COUNT MEAN WORST VISITED FOUND. Sums stay below 2^32: 2,000 calls of fewer
 * than 2^21 instructions. */
static bool measure(const char *name, uint32_t count,
                    bool (*call)(uint32_t i, const oct9_point_t *at, work_t *work))
{
    uint32_t sum = 0, worst = 0, visited = 0, met = 0;
    for (uint32_t i = 0; i < count; i++) {
        work_t work = { 0, 0 };
        const oct9_point_t at = random_point();
        board_counter_begin();
        const bool good = call(i, &at, &work);
        const uint32_t taken = board_counter_end();
        if (!good)
            return false;
        sum += taken;
        visited += work.visited;
        met += work.found;
        if (worst < taken)
            worst = taken;
    }
    print_str("points ");
    print_left(name, 10);
    print_u32(count, 8);
    print_u32(sum / count, 10);
    print_u32(worst, 10);
    print_u32(visited / count, 8);
    print_u32(met / count, 8);
    print_str("\n");
    return true;
}

/* --- beside brute force and a grid ------------------------------------------------------------ */

static oct9_point_t many[MOST], sorted[MOST];
static uint32_t first[MOST_CELLS + 1], index_of[MOST], listed[MOST];
static point_list_t list = { .point = many };
static point_grid_t grid = { .first = first, .point = sorted, .index = index_of };

typedef enum { BY_LIST, BY_GRID, BY_OCT9, PEERS } peer_t;
typedef uint32_t question_t(peer_t peer, const oct9_point_t *at);

static uint32_t find_in(const oct9_region_t *region)
{
    if (oct9_points_find_begin(&find, &points, region) != OCT9_OK)
        return UINT32_MAX;
    return (uint32_t)oct9_points_find_next(&find, UINT32_MAX, found, MOST);
}

static oct9_point_t by(const oct9_point_t *at, int by_q6)
{
    const oct9_point_t to = { (int16_t)(at->x + by_q6), (int16_t)(at->y + by_q6),
                              (int16_t)(at->z + by_q6) };
    return to;
}

/* How many are in a box. */
static uint32_t in_box(peer_t peer, const oct9_point_t *at)
{
    if (peer == BY_LIST)
        return point_list_box(&list, at, COMPARED_Q6, listed);
    if (peer == BY_GRID)
        return point_grid_box(&grid, at, COMPARED_Q6, listed);
    const oct9_region_t box = { .kind = OCT9_REGION_BOX,
                                .lo = by(at, -COMPARED_Q6),
                                .hi = by(at, COMPARED_Q6) };
    return find_in(&box);
}

/* How many are in a sphere. */
static uint32_t in_sphere(peer_t peer, const oct9_point_t *at)
{
    if (peer == BY_LIST)
        return point_list_ball(&list, at, COMPARED_Q6, listed);
    if (peer == BY_GRID)
        return point_grid_ball(&grid, at, COMPARED_Q6, listed);
    const oct9_region_t ball = { .kind = OCT9_REGION_SPHERE,
                                 .centre = *at,
                                 .radius_q6 = COMPARED_Q6 };
    return find_in(&ball);
}

/* Which is the nearest. No two are equally near to a question: the random numbers say so. */
static uint32_t is_nearest(peer_t peer, const oct9_point_t *at)
{
    if (peer == BY_LIST)
        return point_list_nearest(&list, at);
    if (peer == BY_GRID)
        return point_grid_nearest(&grid, at);
    work_t work;
    return ask_nearest(at, 1, &work) ? near[0].entry.id : UINT32_MAX;
}

static bool fill(uint32_t count, const oct9_points_config_t *config)
{
    if (oct9_points_init(&points, config) != OCT9_OK)
        return false;
    list.count = count;
    for (uint32_t i = 0; i < count; i++) {
        many[i] = random_point();
        if (oct9_points_insert(&points, &many[i], (uint16_t)i) != OCT9_OK)
            return false;
    }
    grid.bits = point_grid_bits(count);
    point_grid_build(&grid, &list);
    return true;
}

/* Prints: versus QUESTION COUNT LIST GRID OCT9, the means. */
static bool compare(const char *name, uint32_t count, question_t *ask)
{
    uint32_t sum[PEERS] = { 0 };
    for (uint32_t i = 0; i < COMPARED; i++) {
        const oct9_point_t at = random_point();
        uint32_t answer[PEERS];
        for (peer_t peer = BY_LIST; peer < PEERS; peer++) {
            board_counter_begin();
            answer[peer] = ask(peer, &at);
            sum[peer] += board_counter_end();
        }
        if (answer[BY_GRID] != answer[BY_LIST] || answer[BY_OCT9] != answer[BY_LIST])
            return false;
    }
    print_str("versus ");
    print_left(name, 10);
    print_u32(count, 8);
    for (peer_t peer = BY_LIST; peer < PEERS; peer++)
        print_u32(sum[peer] / COMPARED, 10);
    print_str("\n");
    return true;
}

static bool compare_all(const oct9_points_config_t *config)
{
    static const uint16_t sizes[] = { 100, 1000, MOST };
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        if (!fill(sizes[i], config) || !compare("box", sizes[i], in_box) ||
            !compare("sphere", sizes[i], in_sphere) || !compare("nearest", sizes[i], is_nearest))
            return false;
    return true;
}

int main(void)
{
    const oct9_points_config_t config = { .blocks = blocks,
                                          .block_count = BLOCKS,
                                          .buckets = buckets,
                                          .entries = entries,
                                          .bucket_count = BUCKETS,
                                          .bucket_size = CAPACITY,
                                          .least_level = LEAST_LEVEL };
    for (uint16_t i = 0; i < POINTS; i++) {
        cloud[i].point = random_point();
        cloud[i].id = i;
    }
    const bool good = board_counter_unit() == BOARD_INSTRUCTIONS &&
                      oct9_points_init(&points, &config) == OCT9_OK &&
                      measure("insert", POINTS, insert) && measure("radius", QUESTIONS, radius) &&
                      measure("nearest", QUESTIONS, nearest_1) &&
                      measure("nearest-8", QUESTIONS, nearest_8) &&
                      measure("remove", POINTS, take_out) && compare_all(&config);
    return good ? 0 : 1;
}
