/* SPDX-License-Identifier: MIT */
/* Calls that are interrupted in the middle: pages of memory are protected, so that the next access
 * to one of them raises a signal, whose handler runs there, as a task of higher priority would. */
#ifndef TESTS_SHARED_INTERRUPTED_H
#define TESTS_SHARED_INTERRUPTED_H

#include "tests/test.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

static char *guarded; /* the first protected byte, on the boundary of a page */
static size_t guarded_bytes;
static int allowed;                 /* of a page that is protected */
static void (*comes_between)(void); /* runs while nothing is protected */
static bool again;                  /* the other pages are then protected anew */
static unsigned interrupts;

static void protect(int access)
{
    CHECK_EQ(mprotect(guarded, guarded_bytes, access), 0);
}

static void on_access(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)context;
    const ptrdiff_t at = (char *)info->si_addr - guarded;
    if (at < 0 || at >= (ptrdiff_t)guarded_bytes)
        _Exit(1);
    protect(PROT_READ | PROT_WRITE);
    interrupts++;
    comes_between();
    if (!again)
        return;
    protect(allowed);
    CHECK_EQ(mprotect(guarded + at / PAGE * PAGE, PAGE, PROT_READ | PROT_WRITE), 0);
}

/* From now on an access that is not allowed runs `handler`: the first one, or each to another page
 * than the one before. */
static void guard(void *from, size_t bytes, int access, void (*handler)(void), bool over_again)
{
    struct sigaction action = { .sa_sigaction = on_access, .sa_flags = SA_SIGINFO | SA_NODEFER };
    CHECK_EQ(sigaction(SIGSEGV, &action, NULL), 0);
    guarded = from;
    guarded_bytes = bytes;
    allowed = access;
    comes_between = handler;
    again = over_again;
    interrupts = 0;
    protect(access);
}

static void unguard(void)
{
    protect(PROT_READ | PROT_WRITE);
    CHECK_EQ(sigaction(SIGSEGV, &(struct sigaction){ .sa_handler = SIG_DFL }, NULL), 0);
}

#endif
