// Part of Strata.
// SPDX-License-Identifier: MIT

#include <microhttpd.h>
