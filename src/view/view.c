/* SPDX-License-Identifier: MIT */
/* Views: which rays are cast in a frame, and their results; rays in a map.
 *
 * A frame casts those coarse squares whose Morton code has a given remainder when divided by the
 * number of frames. This is an even lattice, because codes that differ in their low bits are near
 * each other. The remainders come in bit-reversed order, so that the squares of successive frames
 * are also far apart. Within a coarse square the quadtree is visited by counting: the next square's
 * code is the current one plus the square's number of pixels, and trailing zeros show that a parent
 * is done. So there is no stack. The results of the corners' rays are read from the pixels. */
#include "oct9/view.h"
#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/hash.h"
#include "src/query/rules.h"
#include "src/view/view_ends.h"
#include "src/view/view_frame.h"
#include "src/view/view_seen.h"
#include "src/walk/walk.h"

enum { NOTHING = 0, OUTSIDE = 2, OLD = 0x80 };

/* --- the view -------------------------------------------------------------------------------- */

static unsigned pixel_count(const oct9_view_sensor_t *sensor)
{
    return oct9_view_edge(sensor) * oct9_view_edge(sensor);
}

static void clear_pixels(oct9_view_pixel_t *pixels, unsigned count, oct9_view_entry_t *seen,
                         uint32_t size)
{
    for (unsigned i = 0; i < count; i++) {
        pixels[i].stop = NOTHING;
        pixels[i].depth_q6 = OCT9_DEPTH_UNSEEN;
        pixels[i].frame = 0;
        pixels[i].filled = false;
    }
    for (uint32_t i = 0; i < size; i++)
        seen[i].leaf = seen[i].frame = 0;
}

oct9_status_t oct9_view_init(oct9_view_t *view, const oct9_view_sensor_t *sensor,
                             oct9_view_pixel_t *pixels, oct9_view_entry_t *seen, uint32_t size)
{
    OCT9_ASSERT(view && sensor && pixels && seen);
    const oct9_status_t status = oct9_table_size_good(size) ? oct9_view_sensor_check(sensor)
                                                            : OCT9_REFUSE();
    if (status != OCT9_OK)
        return status;
    view->rays = view->leaves = view->nodes = view->tests = view->lost = 0;
    view->running = false;
    view->changes++; /* any value before */
    view->incomplete = 0;
    view->frame = 0;
    view->size = size;
    view->sensor = sensor;
    view->pixels = pixels;
    view->seen = seen;
    view->map.tree = NULL; /* there is none yet */
    view->map.image = NULL;
    view->scene = NULL;
    oct9_rules_copy(&view->ray.rules, &sensor->rules);
    clear_pixels(pixels, pixel_count(sensor), seen, size);
    return OCT9_OK;
}

/* --- squares --------------------------------------------------------------------------------- */

/* The first of a frame's coarse squares: the bits of the frame's number, reversed. */
static unsigned first_square(uint32_t frame, unsigned frames)
{
    unsigned number = 0;
    for (; frames > 1; frames >>= 1, frame >>= 1)
        number = number << 1 | (unsigned)(frame & 1u);
    return number;
}

static void begin_square(oct9_view_t *view, unsigned square)
{
    const oct9_view_sensor_t *sensor = view->sensor;
    view->square = (uint16_t)square;
    view->code = (uint16_t)(square << 2u * sensor->coarse);
    view->level = sensor->coarse;
    view->filled = 0;
    view->running = square < 1u << 2u * (unsigned)(sensor->grid - sensor->coarse);
}

/* Goes to the square after one that is done. */
static void next_square(oct9_view_t *view)
{
    const unsigned coarse = view->sensor->coarse;
    view->code = (uint16_t)(view->code + (1u << 2u * view->level));
    while (view->level < coarse && ((unsigned)view->code >> 2u * view->level & 3u) == 0)
        view->level++;
    view->filled = 0;
    if (view->level == coarse)
        begin_square(view, (unsigned)view->square + view->sensor->frames);
}

/* The pixel at (du, dv) from the square's corner of lowest u and v. */
static unsigned pixel_at(const oct9_view_t *view, unsigned du, unsigned dv)
{
    const unsigned u = oct9_view_gather(view->code) + du,
                   v = oct9_view_gather((unsigned)view->code >> 1) + dv;
    return v * oct9_view_edge(view->sensor) + u;
}

static unsigned corner_pixel(const oct9_view_t *view, unsigned corner)
{
    return pixel_at(view, (corner & 1u) << view->level, (corner >> 1) << view->level);
}

/* --- frames ---------------------------------------------------------------------------------- */

/* True if the pixel was cast in this frame. An older frame with the same low 8 bits is not
 * possible: complete frames write each pixel within OCT9_VIEW_FRAMES_MAX frames, and give_up()
 * handles the others, so that no pixel is older than OLD + OCT9_VIEW_FRAMES_MAX < 256. A pixel that
 * was filled in this frame is not asked for again: squares come in the order of their codes, and
 * ask for their own pixels or later ones. */
static bool is_cast(const oct9_view_t *view, const oct9_view_pixel_t *pixel)
{
    return pixel->frame == (uint8_t)view->frame;
}

/* Some pixels of a frame that is given up are not written in their turn. This keeps them from
 * becoming older than OLD. */
static void give_up(oct9_view_t *view)
{
    const unsigned count = pixel_count(view->sensor);
    for (unsigned i = 0; i < count; i++) {
        oct9_view_pixel_t *pixel = &view->pixels[i];
        if (((view->frame - pixel->frame) & OLD) != 0)
            pixel->frame = (uint8_t)(view->frame - OLD);
    }
}

oct9_status_t oct9_view_frame(oct9_view_t *view, const oct9_map_t *map, const oct9_pose_t *pose)
{
    const oct9_status_t status = oct9_view_axes(view->sensor, pose, view->axes_q13);
    if (status != OCT9_OK)
        return status;
    if (view->running)
        give_up(view);
    oct9_point_copy(&view->ray.from, &pose->place);
    view->map.tree = map->tree;
    view->map.image = map->image;
    view->scene = NULL;
    view->generation = oct9_map_generation(map);
    view->changes++;
    view->rays = view->leaves = view->nodes = view->tests = view->lost = 0;
    view->incomplete = (uint8_t)(view->incomplete - (view->incomplete != 0));
    view->casting = false;
    begin_square(view, first_square(view->frame, view->sensor->frames));
    view->frame++;
    return OCT9_OK;
}

/* --- the quadtree ----------------------------------------------------------------------------- */

/* True if the square's corners differ. */
static bool corners_differ(const oct9_view_t *view)
{
    const oct9_view_pixel_t *first = &view->pixels[corner_pixel(view, 0)];
    unsigned near = first->depth_q6, far = near;
    for (unsigned corner = 1; corner < 4; corner++) {
        const oct9_view_pixel_t *other = &view->pixels[corner_pixel(view, corner)];
        if (other->stop != first->stop)
            return true;
        near = other->depth_q6 < near ? other->depth_q6 : near;
        far = other->depth_q6 > far ? other->depth_q6 : far;
    }
    return far - near > view->sensor->differ_q6;
}

/* Fills one of the square's own pixels: those of its side, and at the grid's far edges one more
 * row. */
static void fill_pixel(oct9_view_t *view)
{
    const unsigned side = 1u << view->level, last = oct9_view_edge(view->sensor) - 1u;
    const unsigned wide = side + (oct9_view_gather(view->code) + side == last);
    const unsigned high = side + (oct9_view_gather((unsigned)view->code >> 1) + side == last);
    const oct9_view_pixel_t *from = &view->pixels[corner_pixel(view, 0)];
    oct9_view_pixel_t *to = &view->pixels[pixel_at(view, view->filled % wide, view->filled / wide)];
    if (!is_cast(view, to)) {
        to->stop = from->stop;
        to->depth_q6 = from->depth_q6;
        to->frame = from->frame;
        to->filled = true;
    }
    view->filled++;
    if (view->filled == wide * high)
        next_square(view);
}

bool oct9_view_next_ray(oct9_view_t *view)
{
    if (view->filled != 0) {
        fill_pixel(view);
        return false;
    }
    for (unsigned corner = 0; corner < 4; corner++) {
        const unsigned pixel = corner_pixel(view, corner);
        if (!is_cast(view, &view->pixels[pixel])) {
            oct9_view_end(view->sensor, view->axes_q13, &view->ray.from, pixel, &view->ray.to);
            view->pixel = (uint16_t)pixel;
            return true;
        }
    }
    if (view->level == 0)
        next_square(view);
    else if (corners_differ(view))
        view->level--;
    else
        fill_pixel(view);
    return false;
}

void oct9_view_set_pixel(oct9_view_t *view, uint32_t stop, uint32_t depth_q6)
{
    oct9_view_pixel_t *pixel = &view->pixels[view->pixel];
    pixel->stop = stop;
    pixel->depth_q6 = (uint16_t)depth_q6;
    pixel->frame = (uint8_t)view->frame;
    pixel->filled = false;
    view->casting = false;
    view->rays++;
}

/* --- frames of a map -------------------------------------------------------------------------- */

oct9_status_t oct9_view_begin(oct9_view_t *view, const oct9_map_t *map, const oct9_pose_t *pose)
{
    OCT9_ASSERT(view && map && pose);
    const oct9_status_t status = oct9_rules_check(&view->sensor->rules, map);
    return status == OCT9_OK ? oct9_view_frame(view, map, pose) : status;
}

/* Begins a ray. Each leaf counts, so the walk must not cross nodes without anything occupied in one
 * step, as a cast in an image does. The ray is cast in the map as it was when the frame began.
 * Returns false if it cannot begin, because the map was written to within this slice: the rules
 * were good at the beginning. */
static OCT9_APART bool begin_ray(oct9_view_t *view)
{
    oct9_cast_t *cast = &view->cast;
    if (oct9_cast_begin(cast, &view->map, &view->ray) != OCT9_OK)
        return false;
    if (view->map.image && cast->walk.skip_void)
        (void)oct9_walk_begin(&cast->walk, &view->map, &view->ray.from, &view->ray.to);
    cast->walk.generation = view->generation;
    view->casting = true;
    return true;
}

/* Stores a ray's result. num * range is at most 65535 * 32767 < 2^31. */
static void end_ray(oct9_view_t *view, const oct9_cast_output_t *output, uint32_t code)
{
    const oct9_fraction_t *time = &output->fraction;
    const bool hit = output->hit != OCT9_HIT_NONE;
    oct9_view_set_pixel(view,
                        output->hit == OCT9_HIT_LEAF ? code
                        : hit                        ? OUTSIDE
                                                     : NOTHING,
                        hit ? time->num * view->sensor->range_q6 / time->den : OCT9_DEPTH_NONE);
    view->leaves += output->leaves;
    view->nodes += output->nodes;
}

/* Visits one leaf of the ray, if it has one. Returns false if the map was written to within this
 * slice. */
static bool step_ray(oct9_view_t *view)
{
    oct9_cast_output_t output;
    oct9_view_entry_t *entry = NULL;
    uint32_t code = NOTHING;
    if (view->cast.more)
        entry = oct9_view_enter(view, &code);
    const oct9_status_t status = oct9_cast_run(&view->cast, 1, &output);
    if (status != OCT9_OK)
        return status == OCT9_AGAIN;
    if (entry && output.hit == OCT9_HIT_LEAF)
        entry->leaf |= OCT9_VIEW_STOPPED;
    end_ray(view, &output, code);
    return true;
}

oct9_status_t oct9_view_run(oct9_view_t *view, uint32_t budget)
{
    OCT9_ASSERT(view);
    if (budget == 0 || view->scene)
        return OCT9_REFUSE();
    view->changes++;
    if (oct9_view_stale(view, view->generation))
        return OCT9_ERR_STALE;
    for (; view->running; budget--) {
        if (budget == 0)
            return OCT9_AGAIN;
        const bool good = view->casting ? step_ray(view)
                                        : !oct9_view_next_ray(view) || begin_ray(view);
        if (!good)
            return OCT9_ERR_STALE;
    }
    return view->lost == 0 ? OCT9_OK : OCT9_ERR_SEEN_FULL;
}
