# SPDX-License-Identifier: MIT
"""A stand-in for cflib.crtp: what the viewer uses of it."""


def init_drivers():
    pass
