/* SPDX-License-Identifier: MIT */
/* How far readings may be trusted: their times, jumps of the pose, beams that repeat themselves or
 * see nothing.
 *
 * A beam that hangs gives its last distance for ever. Its robot moves on, and a good beam's
 * distance to a wall then changes by as much as the beam has moved along itself; beside a wall it
 * moves across itself and may repeat. So a beam is frozen that has repeated its distance for
 * repeat_ms and moved along itself by more than the sensor's noise since it first gave it. A turn
 * moves no beam along itself; but no part repeats all its distances while it turns, so that a whole
 * frame that does is frozen. A laser's readings have no zone; its frame may not repeat while it
 * moves either. */
#include "src/mapper/mapper.h"

#include "src/mapping/beams.h"
#include "src/number/axes.h"
#include "src/number/frame.h"
#include "src/number/magnitude.h"

enum {
    CLOCK = 1,                       /* mapper->trust: frame_ms is set */
    FREEZES = 2,                     /* the whole frame is frozen */
    MOVE_MOST = 1023,                /* mm on an axis in a frame */
    HASHES = 4 * OCT9_SENSOR_SECTORS /* of a laser's last packets */
};

#define STAMP_MOST ((uint32_t)1 << 30) /* older ones go, before the time wraps */
#define MOVED_MOST ((int32_t)1 << 30)
#define TURN_SQUARE 734449  /* of 2^14 times the sine of 3 degrees, for a turn of 6 */
#define AWAY_SQUARE 2934369 /* the same for 12 */

void oct9_mapper_trust_reset(oct9_mapper_t *mapper)
{
    mapper->trust = mapper->next_hash = 0;
    oct9_mapper_been_reset(mapper);
    for (uint16_t i = 0; i < oct9_mapper_looks(mapper->sensor); i++) {
        mapper->looks[i].state = 0;
        mapper->looks[i].distance_mm = mapper->looks[i].other_mm = 0;
        mapper->looks[i].moved = 0;
        mapper->looks[i].hits = mapper->looks[i].since_ms = 0;
    }
}

/* --- times and places ------------------------------------------------------------------------- */

/* The square of the distance of two places: their coordinates differ by less than 2^32, of which
 * no more than 2^30 is taken into account. */
static uint64_t square_between(const oct9_mm_t *a, const oct9_mm_t *b)
{
    uint64_t square = 0;
    for (unsigned i = 0; i < 3; i++) {
        uint32_t apart = oct9_magnitude_between(oct9_mm_axis(a, i), oct9_mm_axis(b, i));
        if (apart > (uint32_t)1 << 30)
            apart = (uint32_t)1 << 30;
        square += (uint64_t)apart * apart; /* three times 2^60 */
    }
    return square;
}

/* A jump is farther than the robot comes in that time, and a correction. A clock that began anew
 * says nothing of the time between: none counts. */
oct9_mapper_step_t oct9_mapper_step(const oct9_mapper_t *mapper, uint32_t time_ms,
                                    const oct9_mm_t *place, uint32_t slack_mm)
{
    const oct9_mapper_policy_t *const policy = mapper->policy;
    if ((mapper->trust & CLOCK) == 0)
        return FIRST;
    const int32_t later = (int32_t)(time_ms - mapper->frame_ms);
    if (later <= 0 && later >= -(int32_t)policy->stale_ms)
        return LATE;
    if (later > (int32_t)UINT16_MAX)
        return FOLLOWS; /* it can be anywhere */
    /* Below 2^32 / 1000 + 2^18. */
    const uint32_t drive = later > 0 ? (uint32_t)later * policy->fastest_mm / 1000u : 0;
    const uint32_t most = drive + policy->jump_mm + slack_mm;
    if (square_between(&mapper->last.place_mm, place) > (uint64_t)most * most)
        return JUMPED;
    return later > 0 ? FOLLOWS : RESTARTED;
}

/* How the sensor moved since the last frame, on its own axes, in 16ths of a mm. Where it went
 * farther than 2^10 mm on an axis it counts as that. */
static void set_moved(int32_t moved[3], const oct9_mapper_pose_t *from,
                      const oct9_mapper_pose_t *to)
{
    int32_t by[3];
    oct9_matrix_t turn;
    oct9_pose_matrix(&to->rotation, &turn);
    for (unsigned i = 0; i < 3; i++) {
        const int32_t a = oct9_mm_axis(&from->place_mm, i), b = oct9_mm_axis(&to->place_mm, i);
        const uint32_t apart = oct9_magnitude_between(a, b);
        by[i] = (int32_t)(apart < MOVE_MOST ? apart : MOVE_MOST);
        if (b < a)
            by[i] = -by[i];
    }
    for (unsigned i = 0; i < 3; i++) {
        /* The columns are the sensor's axes, times a scale of 2^28 within a 64th. The sum is within
         * 2^10 * 1.8 * 2^28. */
        const int64_t along = (int64_t)by[0] * turn.m[0][i] + (int64_t)by[1] * turn.m[1][i] +
                              (int64_t)by[2] * turn.m[2][i];
        const int32_t half = along < 0 ? -((int32_t)1 << 23) : (int32_t)1 << 23;
        moved[i] = (int32_t)((along + half) / ((int32_t)1 << 24));
    }
}

/* Whether one rotation differs from another by more than that: by the square of the sine of half of
 * the turn between them, to a 64th. The products are within 2^29 each. */
static bool turned_more(const oct9_rotation_t *from, const oct9_rotation_t *to, int32_t square)
{
    const int32_t x = ((int32_t)from->w * to->x - (int32_t)to->w * from->x) / OCT9_ONE_Q14 -
                      ((int32_t)from->y * to->z - (int32_t)from->z * to->y) / OCT9_ONE_Q14;
    const int32_t y = ((int32_t)from->w * to->y - (int32_t)to->w * from->y) / OCT9_ONE_Q14 -
                      ((int32_t)from->z * to->x - (int32_t)from->x * to->z) / OCT9_ONE_Q14;
    const int32_t z = ((int32_t)from->w * to->z - (int32_t)to->w * from->z) / OCT9_ONE_Q14 -
                      ((int32_t)from->x * to->y - (int32_t)from->y * to->x) / OCT9_ONE_Q14;
    return (uint32_t)(x * x) + (uint32_t)(y * y) + (uint32_t)(z * z) > (uint32_t)square;
}

/* --- a frame ---------------------------------------------------------------------------------- */

static void copy_rotation(oct9_rotation_t *to, const oct9_rotation_t *from)
{
    to->w = from->w;
    to->x = from->x;
    to->y = from->y;
    to->z = from->z;
}

static void copy_pose(oct9_mapper_pose_t *to, const oct9_mapper_pose_t *from)
{
    to->place_mm.x = from->place_mm.x;
    to->place_mm.y = from->place_mm.y;
    to->place_mm.z = from->place_mm.z;
    copy_rotation(&to->rotation, &from->rotation);
}

/* The angle of a laser's reading, in 2^-16 turns. */
static uint32_t angle_of(const oct9_sensor_frame_t *frame, uint16_t i)
{
    return (((uint32_t)frame->first_q16 << 16) + (uint32_t)frame->step_q32 * i) >> 16;
}

/* The number of a reading's zone, or of a laser's sector. */
static uint16_t zone_of(const oct9_mapper_t *mapper, const oct9_sensor_frame_t *frame, uint16_t i)
{
    if (mapper->sensor->directions)
        return i;
    return (uint16_t)(angle_of(frame, i) * OCT9_SENSOR_SECTORS >> 16);
}

/* The angle from x towards y of a vector on these axes, in 2^-16 turns, rounded down to a 2^-8th of
 * a turn; of no vector any. By halves: the sine of the difference is positive while it is less than
 * half a turn. */
static uint32_t angle_to(int32_t x, int32_t y)
{
    uint32_t angle = y < 0 ? 0x8000u : 0;
    for (uint32_t bit = 0x4000; bit >= 0x100; bit >>= 1) {
        int32_t direction[3];
        oct9_beams_direction(angle + bit, direction);
        /* Both vectors are below 2^15 on each axis. */
        if (direction[0] * y - direction[1] * x >= 0)
            angle += bit;
    }
    return angle;
}

/* Whether a reading looks as level as a motion along its sector may be. */
static bool is_level(const oct9_mapper_news_t *news, const oct9_sensor_frame_t *frame, uint16_t i)
{
    int32_t direction[3];
    oct9_beams_direction(angle_of(frame, i), direction);
    const int32_t up = (news->up[0] * direction[0] + news->up[1] * direction[1]) / OCT9_ONE_Q14;
    return up <= LEAST_ACCEPTED && up >= -LEAST_ACCEPTED;
}

/* How a laser's sectors lie in the world, seen from above. */
static void set_heading(oct9_mapper_news_t *news, const oct9_mapper_pose_t *pose)
{
    oct9_matrix_t turn;
    oct9_pose_matrix(&pose->rotation, &turn);
    news->heading = angle_to(turn.m[0][0] / OCT9_ONE_Q14, turn.m[1][0] / OCT9_ONE_Q14);
    news->upside_down = turn.m[2][2] < 0;
    news->up[0] = turn.m[2][0] / OCT9_ONE_Q14;
    news->up[1] = turn.m[2][1] / OCT9_ONE_Q14;
}

/* The number of a reading's look: a laser's are those of the world's sectors, which the robot's
 * turns leave in their places. */
static uint16_t look_of(const oct9_mapper_t *mapper, const oct9_mapper_news_t *news,
                        const oct9_sensor_frame_t *frame, uint16_t i)
{
    if (mapper->sensor->directions)
        return i;
    const uint32_t angle = angle_of(frame, i);
    const uint32_t by = (news->heading + (news->upside_down ? 0u - angle : angle)) & 0xFFFFu;
    return (uint16_t)(by * OCT9_SENSOR_SECTORS >> 16);
}

/* What a reading means; one of the robot itself means nothing. */
static oct9_zone_t meaning(const oct9_mapper_t *mapper, const oct9_sensor_frame_t *frame,
                           uint16_t i)
{
    const uint8_t status = frame->status ? frame->status[i] : 0;
    if (oct9_mapper_is_own(mapper->sensor, zone_of(mapper, frame, i)))
        return OCT9_ZONE_NONE;
    const oct9_zone_t zone = oct9_sensor_zone(mapper->sensor, frame->distance_mm[i], status);
    return zone == OCT9_ZONE_HIT && frame->distance_mm[i] < mapper->range.min_mm ? OCT9_ZONE_NEAR
                                                                                 : zone;
}

/* A hash of the frame's hits and where they lie; 0 if there is none. */
static uint32_t hash_hits(const oct9_mapper_t *mapper, const oct9_sensor_frame_t *frame)
{
    uint32_t hash = 0;
    for (uint16_t i = 0; i < frame->count; i++)
        if (meaning(mapper, frame, i) == OCT9_ZONE_HIT)
            hash = (hash ^ (uint16_t)frame->distance_mm[i] ^ (uint32_t)i << 16) * 16777619u + 1u;
    if (hash != 0 && !mapper->sensor->directions)
        hash = (hash ^ frame->first_q16) * 16777619u + 1u;
    return hash;
}

static int32_t moved_along(const int32_t moved[3], const oct9_direction_t *direction)
{
    /* The sensor moved by at most 1.8 * 2^14, and the direction is at most 1.8 * 2^14 long. */
    return moved[0] * direction->x + moved[1] * direction->y + moved[2] * direction->z;
}

/* How far a zone has moved along itself since it first gave its hit, in 2^-14 of 16ths of a mm. It
 * moves whether it sees anything or not. */
static int32_t moved_on(const oct9_mapper_look_t *look, const oct9_mapper_news_t *news,
                        const oct9_direction_t *direction)
{
    const int32_t moved = look->moved +
                          moved_along(news->moved, direction); /* within 2^30 + 2^30 */
    return moved > MOVED_MOST ? MOVED_MOST : moved < -MOVED_MOST ? -MOVED_MOST : moved;
}

static bool is_above_noise(const oct9_mapper_t *mapper, int32_t moved)
{
    return oct9_magnitude(moved) >> 14 > mapper->sensor->noise_mm * 16u;
}

/* True if a zone's hit repeats while it moves along itself. */
static bool one_repeats(const oct9_mapper_t *mapper, const oct9_mapper_news_t *news,
                        const oct9_sensor_frame_t *frame)
{
    for (uint16_t i = 0; i < frame->count; i++) {
        const oct9_mapper_look_t *const look = &mapper->looks[i];
        const int32_t moved = moved_on(look, news, &mapper->sensor->directions[i]);
        if (meaning(mapper, frame, i) == OCT9_ZONE_HIT &&
            look->distance_mm == frame->distance_mm[i] && is_above_noise(mapper, moved))
            return true;
    }
    return false;
}

/* True if all hits of the frame repeat for too long while the sensor turns or, of a laser, moves;
 * or while one of its zones moves along itself: what hangs with it hangs, too. */
static bool freezes(const oct9_mapper_t *mapper, const oct9_mapper_news_t *news,
                    const oct9_sensor_frame_t *frame, const oct9_mapper_pose_t *pose)
{
    if (frame->time_ms - mapper->repeat_ms < mapper->policy->repeat_ms)
        return false;
    const uint32_t noise = mapper->sensor->noise_mm;
    return turned_more(&mapper->repeat.rotation, &pose->rotation, TURN_SQUARE) ||
           (mapper->sensor->directions ? one_repeats(mapper, news, frame)
                                       : square_between(&mapper->repeat.place_mm, &pose->place_mm) >
                                             (uint64_t)noise * noise);
}

static void drop_old(const oct9_mapper_t *mapper, oct9_mapper_look_t *look, uint32_t time_ms)
{
    if (time_ms - look->seen_ms > STAMP_MOST)
        look->state &= (uint8_t)~SEEN;
    if (mapper->sensor->directions && time_ms - look->since_ms > STAMP_MOST)
        look->since_ms = time_ms - STAMP_MOST;
}

/* What was too near and is not seen any more stays in the map. */
static void drop_near(const oct9_mapper_t *mapper, oct9_mapper_look_t *look, uint32_t time_ms)
{
    if (time_ms - look->near_ms > mapper->policy->blind_ms)
        look->state &= (uint8_t)~NEAR;
    if (time_ms - look->near_ms > STAMP_MOST)
        look->state &= (uint8_t)~HIDES;
}

/* Where hash i of a laser's last packets stands: two in each of two words of a look. */
static uint32_t *hash_word(oct9_mapper_t *mapper, unsigned i)
{
    oct9_mapper_look_t *const look = &mapper->looks[i / 2u % OCT9_SENSOR_SECTORS];
    return i < HASHES / 2 ? &look->hits : &look->since_ms;
}

/* Whether a laser gave a packet's hits before, in the last packets, which a driver may replay: a
 * buffer of 4 KB has 87. What is new is written down. */
static bool replays(oct9_mapper_t *mapper, uint32_t hits)
{
    const uint32_t hash = ((hits ^ hits >> 16) & 0xFFFFu) | 1u; /* 0: none */
    for (unsigned i = 0; i < HASHES; i++)
        if ((*hash_word(mapper, i) >> 16u * (i % 2u) & 0xFFFFu) == hash)
            return true;
    uint32_t *const word = hash_word(mapper, mapper->next_hash);
    const unsigned shift = 16u * (mapper->next_hash % 2u);
    *word = (*word & ~((uint32_t)0xFFFFu << shift)) | hash << shift;
    mapper->next_hash = (uint8_t)((mapper->next_hash + 1u) % HASHES);
    return false;
}

/* Whether the frame's hits, of which there is one, are no others than before. */
static bool is_repeated(oct9_mapper_t *mapper, uint32_t hits)
{
    if (!mapper->sensor->directions)
        return replays(mapper, hits);
    const bool same = hits == mapper->hits;
    mapper->hits = hits;
    return same;
}

/* Says since when the hits are the same, and whether they repeat for too long. A frame without hits
 * says nothing. */
static bool look_for_repeats(oct9_mapper_t *mapper, const oct9_mapper_news_t *news,
                             const oct9_sensor_frame_t *frame, const oct9_mapper_pose_t *pose,
                             bool first)
{
    const uint32_t hits = hash_hits(mapper, frame);
    const bool same = hits == 0 || is_repeated(mapper, hits);
    if (first || !same) {
        mapper->repeat_ms = frame->time_ms;
        copy_pose(&mapper->repeat, pose);
    }
    return hits != 0 && freezes(mapper, news, frame, pose);
}

/* Notes when the sensor last turned by more than that; at once if `square` is below 0. */
static void turn_to(oct9_rotation_t *facing, uint32_t *facing_ms, const oct9_mapper_news_t *news,
                    const oct9_mapper_pose_t *pose, int32_t square)
{
    if (square < 0 || turned_more(facing, &pose->rotation, square)) {
        *facing_ms = news->time_ms;
        copy_rotation(facing, &pose->rotation);
    } else if (news->time_ms - *facing_ms > STAMP_MOST) {
        *facing_ms = news->time_ms - STAMP_MOST;
    }
}

void oct9_mapper_trust_begin(oct9_mapper_t *mapper, oct9_mapper_news_t *news,
                             const oct9_sensor_frame_t *frame, const oct9_mapper_pose_t *pose)
{
    const bool first = (mapper->trust & CLOCK) == 0;
    news->time_ms = frame->time_ms;
    set_moved(news->moved, first ? pose : &mapper->last, pose);
    if (!mapper->sensor->directions)
        set_heading(news, pose);
    oct9_mapper_been_add(mapper, frame->time_ms);
    news->repeats = look_for_repeats(mapper, news, frame, pose, first);
    turn_to(&mapper->facing, &mapper->facing_ms, news, pose, first ? -1 : TURN_SQUARE);
    turn_to(&mapper->away, &mapper->away_ms, news, pose, first ? -1 : AWAY_SQUARE);
    mapper->trust = (uint8_t)(CLOCK | (news->repeats ? FREEZES : 0));
    mapper->frame_ms = frame->time_ms;
    copy_pose(&mapper->last, pose);
    for (uint16_t i = 0; i < oct9_mapper_looks(mapper->sensor); i++) {
        drop_old(mapper, &mapper->looks[i], frame->time_ms);
        drop_near(mapper, &mapper->looks[i], frame->time_ms);
    }
}

/* How a zone's hit repeats the last ones. A driver with two buffers may give two in turn. */
typedef enum { NEW, REPEATS, HANGS } repeat_t;

static repeat_t repeat_of(const oct9_mapper_t *mapper, const oct9_mapper_news_t *news,
                          oct9_mapper_look_t *look, int16_t distance)
{
    if (look->distance_mm != distance && look->other_mm != distance) {
        look->other_mm = look->distance_mm;
        look->distance_mm = distance;
        look->since_ms = news->time_ms;
        look->moved = 0;
        return NEW;
    }
    if (!is_above_noise(mapper, look->moved))
        return NEW;
    return news->time_ms - look->since_ms >= mapper->policy->repeat_ms ? HANGS : REPEATS;
}

/* How far a reading that means something sees. */
static uint32_t reach_of(const oct9_mapper_t *mapper, oct9_zone_t zone, int16_t distance)
{
    if (zone == OCT9_ZONE_DARK)
        return mapper->policy->dark_mm;
    /* What lies farther than is mapped does not block a check. */
    const int32_t most = mapper->range.max_mm - (int32_t)oct9_two_cells_mm(mapper->base.cell_um);
    const int32_t seen = zone == OCT9_ZONE_HIT ? distance : mapper->sensor->most_mm;
    return seen < most ? (uint32_t)seen : most > 0 ? (uint32_t)most : 0u;
}

/* What came too near and is dark now may be nearer still. A laser's sector has many readings, of
 * which most miss a thin thing: it ends after stale_ms without it. */
static bool stays_near(const oct9_mapper_t *mapper, const oct9_mapper_news_t *news,
                       const oct9_mapper_look_t *look, oct9_zone_t zone)
{
    return zone == OCT9_ZONE_DARK || (!mapper->sensor->directions &&
                                      news->time_ms - look->near_ms <= mapper->policy->stale_ms);
}

/* A reading that says what lies there. Of a laser's readings in one sector the farthest counts, of
 * those that look as level as a motion may. */
static void take_reading(const oct9_mapper_t *mapper, const oct9_mapper_news_t *news,
                         const oct9_sensor_frame_t *frame, uint16_t i, oct9_zone_t zone,
                         oct9_mapper_look_t *look)
{
    const bool zones = mapper->sensor->directions != NULL;
    const uint16_t reach_mm = (uint16_t)reach_of(mapper, zone, frame->distance_mm[i]);
    if (!zones && !is_level(news, frame, i))
        return;
    if (zones || look->seen_ms != news->time_ms || look->reach_mm < reach_mm)
        look->reach_mm = reach_mm;
    look->state = (uint8_t)(SEEN | (stays_near(mapper, news, look, zone) ? look->state & NEAR : 0));
    look->seen_ms = news->time_ms;
}

/* True if the zone, or the whole frame, repeats itself: such a reading is not mapped, and from
 * repeat_ms on it is said. */
static bool is_frozen(const oct9_mapper_t *mapper, const oct9_mapper_news_t *news,
                      oct9_mapper_look_t *look, oct9_zone_t zone, int16_t distance)
{
    repeat_t repeat = news->repeats ? HANGS : NEW;
    if (repeat == NEW && mapper->sensor->directions && zone == OCT9_ZONE_HIT)
        repeat = repeat_of(mapper, news, look, distance);
    if (repeat == HANGS)
        look->state |= FROZEN;
    return repeat != NEW;
}

/* Whether darkness says nothing: as the policy has it, or because what the zone met last was too
 * near, and the sensor has not turned away from it. */
static bool is_blind(const oct9_mapper_t *mapper, const oct9_mapper_look_t *look)
{
    return mapper->policy->dark_mm == 0 ||
           ((look->state & HIDES) != 0 &&
            (!mapper->sensor->directions || (int32_t)(look->near_ms - mapper->away_ms) >= 0));
}

oct9_zone_t oct9_mapper_trust_take(oct9_mapper_t *mapper, const oct9_mapper_news_t *news,
                                   const oct9_sensor_frame_t *frame, uint16_t i)
{
    const oct9_sensor_t *const sensor = mapper->sensor;
    const oct9_zone_t zone = meaning(mapper, frame, i);
    oct9_mapper_look_t *const look = &mapper->looks[look_of(mapper, news, frame, i)];
    if (sensor->directions)
        look->moved = moved_on(look, news, &sensor->directions[i]);
    if (zone == OCT9_ZONE_NEAR) {
        look->state |= NEAR | HIDES;
        look->near_ms = news->time_ms;
        return zone;
    }
    if (zone == OCT9_ZONE_NONE || (zone == OCT9_ZONE_DARK && is_blind(mapper, look)))
        return OCT9_ZONE_NONE;
    look->state &= (uint8_t)~FROZEN;
    if (is_frozen(mapper, news, look, zone, frame->distance_mm[i]))
        return OCT9_ZONE_NONE;
    take_reading(mapper, news, frame, i, zone, look);
    return zone;
}

bool oct9_mapper_trust_freezes(const oct9_mapper_t *mapper)
{
    return (mapper->trust & FREEZES) != 0;
}
