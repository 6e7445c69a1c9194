/* SPDX-License-Identifier: MIT */
/* Files that appear whole or not at all: written beside their place, then renamed. */
#define _XOPEN_SOURCE 700

#include "tools/format/output.h"
#include "tools/fail.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the signal handler removes. */
static const char *volatile unfinished[OUTPUTS_MOST];

static const int deadly[] = { SIGINT, SIGTERM, SIGHUP };
enum { DEADLY_COUNT = sizeof deadly / sizeof deadly[0] };

static void remove_unfinished(int number)
{
    for (size_t i = 0; i < OUTPUTS_MOST; i++)
        if (unfinished[i])
            unlink(unfinished[i]);
    signal(number, SIG_DFL);
    raise(number);
}

/* A signal that is ignored, as under nohup, stays so. A file that grows beyond its limit is an
 * error of writing like others. */
static void catch_signals(void)
{
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_handler = remove_unfinished;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < DEADLY_COUNT; i++)
        if (sigaction(deadly[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(deadly[i], &action, NULL);
    signal(SIGXFSZ, SIG_IGN);
}

static void block_signals(int how)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < DEADLY_COUNT; i++)
        sigaddset(&set, deadly[i]);
    sigprocmask(how, &set, NULL);
}

/* The mode that a file made by open() would have. */
static mode_t usual_mode(void)
{
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Between its making and its being known as unfinished no signal may come. */
static int open_temporary(char *name)
{
    block_signals(SIG_BLOCK);
    const int descriptor = mkstemp(name);
    size_t i = 0;
    while (i + 1 < OUTPUTS_MOST && unfinished[i])
        i++;
    if (descriptor >= 0)
        unfinished[i] = name;
    block_signals(SIG_UNBLOCK);
    return descriptor;
}

/* --- where it may be --------------------------------------------------------------------- */

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool output_check(const char *path, const char *input)
{
    struct stat there, other;
    if (stat(path, &there) != 0)
        return (errno == ENOENT && lstat(path, &there) != 0) ||
               fail(path, "cannot be written: %s", strerror(errno ? errno : ENOENT));
    if (input && stat(input, &other) == 0 && same_file(&there, &other))
        return fail(path, "is what is to be read (%.200s): it would be overwritten", input);
    if (!S_ISREG(there.st_mode))
        return fail(path, "is there and is no regular file");
    if (fstat(STDOUT_FILENO, &other) == 0 && same_file(&there, &other))
        return fail(path, "is where standard output goes");
    return access(path, W_OK) == 0 || fail(path, "cannot be written: %s", strerror(errno));
}

/* --- writing ----------------------------------------------------------------------------- */

static void forget(output_t *output)
{
    for (size_t i = 0; i < OUTPUTS_MOST; i++)
        if (unfinished[i] == output->temporary)
            unfinished[i] = NULL;
    free(output->temporary);
    free(output->target);
    output->temporary = output->target = NULL;
}

static void discard(output_t *output)
{
    unlink(output->temporary);
    forget(output);
}

/* Where a path leads, and a name beside it; false: there is not enough memory. */
static bool make_names(output_t *output, const char *path)
{
    static const char suffix[] = ".XXXXXX";
    output->path = path;
    output->target = realpath(path, NULL);
    if (!output->target)
        output->target = strdup(path);
    const size_t length = output->target ? strlen(output->target) : 0;
    output->temporary = length != 0 ? malloc(length + sizeof suffix) : NULL;
    if (!output->temporary)
        return false;
    memcpy(output->temporary, output->target, length);
    memcpy(output->temporary + length, suffix, sizeof suffix);
    return true;
}

bool output_open(output_t *output, const char *path)
{
    if (!output_check(path, NULL))
        return false;
    if (!make_names(output, path)) {
        free(output->target);
        return fail(path, "cannot be written: no name or no memory");
    }
    catch_signals();
    const int descriptor = open_temporary(output->temporary);
    if (descriptor < 0) {
        fail(path, "cannot be written: %s", strerror(errno));
        forget(output);
        return false;
    }
    output->file = fdopen(descriptor, "wb");
    if (!output->file || fchmod(descriptor, usual_mode()) != 0) {
        fail(path, "cannot be written: %s", strerror(errno));
        if (output->file)
            fclose(output->file);
        else
            close(descriptor);
        discard(output);
        return false;
    }
    return true;
}

/* Whether all of it is on the disk, as far as the system says. */
static bool close_file(FILE *file)
{
    const bool written = fflush(file) == 0 && !ferror(file) &&
                         (fsync(fileno(file)) == 0 || errno == EINVAL);
    const int cause = errno;
    const bool closed = fclose(file) == 0;
    if (!written)
        errno = cause;
    return written && closed;
}

bool output_finish(output_t *output)
{
    errno = 0;
    const bool finished = !output->file || close_file(output->file);
    output->file = NULL;
    return finished ||
           fail(output->path, "cannot be written: %s", errno ? strerror(errno) : "error");
}

bool output_close(output_t *output, bool good)
{
    if (good)
        good = output_finish(output) && printed();
    else if (output->file)
        fclose(output->file);
    if (good && rename(output->temporary, output->target) != 0)
        good = fail(output->path, "cannot be written: %s", strerror(errno));
    if (good)
        forget(output);
    else
        discard(output);
    return good;
}
