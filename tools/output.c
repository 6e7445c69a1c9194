/* SPDX-License-Identifier: MIT */
/* Files that appear whole or not at all: written beside their place, then renamed. */
#define _XOPEN_SOURCE 700

#include "tools/output.h"
#include "tools/fail.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the signal handler removes. */
static const char *volatile unfinished;

static const int deadly[] = { SIGINT, SIGTERM, SIGHUP };
enum { DEADLY_COUNT = sizeof deadly / sizeof deadly[0] };

static void remove_unfinished(int number)
{
    if (unfinished)
        unlink(unfinished);
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
    if (descriptor >= 0)
        unfinished = name;
    block_signals(SIG_UNBLOCK);
    return descriptor;
}

static void discard(output_t *output)
{
    unlink(output->temporary);
    unfinished = NULL;
    free(output->temporary);
    output->temporary = NULL;
}

bool output_open(output_t *output, const char *path)
{
    static const char suffix[] = ".XXXXXX";
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))
        return fail(path, "is there and is no regular file");
    const size_t length = strlen(path);
    output->path = path;
    output->temporary = malloc(length + sizeof suffix);
    if (!output->temporary)
        return fail(path, "out of memory");
    memcpy(output->temporary, path, length);
    memcpy(output->temporary + length, suffix, sizeof suffix);
    catch_signals();
    const int descriptor = open_temporary(output->temporary);
    if (descriptor < 0) {
        fail(path, "cannot be written: %s", strerror(errno));
        free(output->temporary);
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

bool output_close(output_t *output, bool good)
{
    const bool written = !ferror(output->file);
    const bool closed = fclose(output->file) == 0;
    if (good && !(written && closed))
        good = fail(output->path, "cannot be written: %s", errno ? strerror(errno) : "error");
    else if (good && rename(output->temporary, output->path) != 0)
        good = fail(output->path, "cannot be written: %s", strerror(errno));
    if (!good) {
        discard(output);
        return false;
    }
    unfinished = NULL;
    free(output->temporary);
    return true;
}
