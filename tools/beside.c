/* SPDX-License-Identifier: MIT */
/* Work side by side. */
#define _POSIX_C_SOURCE 200809L

#include "tools/beside.h"
#include "tools/fail.h"
#include "tools/progress.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A piece in progress. */
typedef struct {
    pid_t process; /* 0: none */
    size_t piece;
    int file; /* without a name */
} job_t;

/* -1: an error was printed. */
static int open_file(void)
{
    FILE *named = tmpfile();
    const int file = named ? dup(fileno(named)) : -1;
    if (file < 0)
        fail("a temporary file", "cannot be made: %s", strerror(errno));
    if (named)
        fclose(named);
    return file;
}

static bool work(const beside_t *beside, const job_t *job)
{
    warn_no_more();
    progress_no_more();
    FILE *file = fdopen(job->file, "w");
    if (!file)
        return fail("a temporary file", "cannot be written: %s", strerror(errno));
    const bool good = beside->work(beside->context, job->piece, file);
    return (fclose(file) == 0 ||
            fail("a temporary file", "cannot be written: %s", strerror(errno))) &&
           good;
}

static bool start(const beside_t *beside, job_t *job, size_t piece)
{
    job->piece = piece;
    job->file = open_file();
    if (job->file < 0)
        return false;
    fflush(NULL); /* or it is written twice */
    job->process = fork();
    if (job->process == 0)
        _exit(work(beside, job) ? STATUS_GOOD : STATUS_BAD_DATA);
    if (job->process > 0)
        return true;
    job->process = 0;
    close(job->file);
    return fail(beside->name, "no process can be made: %s", strerror(errno));
}

static bool take_file(const beside_t *beside, const job_t *job)
{
    FILE *file = fdopen(job->file, "r");
    if (!file)
        return fail("a temporary file", "cannot be read: %s", strerror(errno));
    rewind(file);
    const bool good = !beside->take || beside->take(beside->context, job->piece, file);
    fclose(file);
    return good;
}

static bool take(const beside_t *beside, job_t *job, int status)
{
    bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0; /* it has printed an error else */
    if (WIFSIGNALED(status))
        good = fail(beside->name, "a process was ended by signal %d", WTERMSIG(status));
    if (good)
        good = take_file(beside, job);
    else
        close(job->file);
    job->process = 0;
    return good;
}

/* Waits for one of them. */
static bool end_one(const beside_t *beside, job_t *jobs)
{
    int status;
    const pid_t process = wait(&status);
    if (process < 0)
        return fail(beside->name, "a process cannot be waited for: %s", strerror(errno));
    for (uint32_t i = 0; i < beside->jobs; i++)
        if (jobs[i].process == process)
            return take(beside, &jobs[i], status);
    return true;
}

static job_t *free_job(const beside_t *beside, job_t *jobs)
{
    for (uint32_t i = 0; i < beside->jobs; i++)
        if (jobs[i].process == 0)
            return &jobs[i];
    return NULL;
}

bool beside_run(const beside_t *beside)
{
    static job_t jobs[BESIDE_JOBS_MOST];
    size_t begun = 0, ended = 0;
    bool good = true;
    while (ended < begun || (good && begun < beside->count)) {
        job_t *job = good && begun < beside->count ? free_job(beside, jobs) : NULL;
        progress_show(beside->name, ended, beside->count);
        if (job) {
            good = start(beside, job, begun);
            begun += good;
            continue;
        }
        good = end_one(beside, jobs) && good;
        ended++;
    }
    progress_end();
    return good;
}
