# SPDX-License-Identifier: MIT
"""A stand-in for cflib: what the viewer uses of it."""
