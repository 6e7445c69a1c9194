# SPDX-License-Identifier: MIT
APP_SRC_points_cost = bench/points_cost/main.c bench/point_peers.c
