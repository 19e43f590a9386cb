// Part of Strata.
// SPDX-License-Identifier: MIT

#include <adwaita.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
