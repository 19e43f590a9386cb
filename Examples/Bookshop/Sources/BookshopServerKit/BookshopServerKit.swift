// Part of Strata.
// SPDX-License-Identifier: MIT
