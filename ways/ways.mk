# SPDX-License-Identifier: MIT
# The ways into oct9: a folder for each.

include $(wildcard ways/*/*.mk)
