/* SPDX-License-Identifier: MIT */
/* Keeps liboctomap quiet: it prints progress and errors on stderr and stdout, where an error of
 * this program is one line. */
#ifndef OCT9_TOOLS_SILENCE_HPP
#define OCT9_TOOLS_SILENCE_HPP

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

/* Sends stderr and stdout to nowhere while it lives. */
class Silence {
public:
    Silence()
    {
        std::fflush(nullptr);
        const int nowhere = open("/dev/null", O_WRONLY);
        for (int i = 0; i < 2; i++) {
            kept_[i] = dup(i + 1);
            if (nowhere >= 0 && kept_[i] >= 0)
                dup2(nowhere, i + 1);
        }
        if (nowhere >= 0)
            close(nowhere);
    }
    ~Silence()
    {
        std::fflush(nullptr);
        for (int i = 0; i < 2; i++) {
            if (kept_[i] < 0)
                continue;
            dup2(kept_[i], i + 1);
            close(kept_[i]);
        }
    }
    Silence(const Silence &) = delete;
    Silence &operator=(const Silence &) = delete;

private:
    int kept_[2];
};

#endif
