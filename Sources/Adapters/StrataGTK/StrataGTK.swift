#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT
#endif
