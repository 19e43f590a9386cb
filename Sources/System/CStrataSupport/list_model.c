// Part of Strata.
// SPDX-License-Identifier: MIT

#include "strata_support.h"

#if STRATA_GTK
#include <gio/gio.h>

typedef struct {
  GObject parent;
  guint count;
} StrataListModel;

typedef struct {
  GObjectClass parent;
} StrataListModelClass;

static GType item_type(GListModel *list) {
  (void)list;
  return G_TYPE_OBJECT;
}

static guint count(GListModel *list) { return ((StrataListModel *)list)->count; }

// NB: the objects stand for nothing. Who shows one asks for the row at its position.
static gpointer item(GListModel *list, guint position) {
  return position < count(list) ? g_object_new(G_TYPE_OBJECT, NULL) : NULL;
}

static void list_model_init(GListModelInterface *interface) {
  interface->get_item_type = item_type;
  interface->get_n_items = count;
  interface->get_item = item;
}

GType strata_list_model_get_type(void);
G_DEFINE_TYPE_WITH_CODE(
    StrataListModel, strata_list_model, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, list_model_init))

static void strata_list_model_init(StrataListModel *model) { model->count = 0; }
static void strata_list_model_class_init(StrataListModelClass *class) { (void)class; }

void *strata_list_model_new(void) { return g_object_new(strata_list_model_get_type(), NULL); }

void strata_list_model_replace(void *model, unsigned int position, unsigned int removed, unsigned int added) {
  StrataListModel *list = model;
  g_return_if_fail(position <= list->count && removed <= list->count - position);
  // NB: told as one change, GTK asks for each added item to see if it was among the removed ones.
  list->count -= removed;
  if (removed > 0) g_list_model_items_changed(G_LIST_MODEL(list), position, removed, 0);
  list->count += added;
  if (added > 0) g_list_model_items_changed(G_LIST_MODEL(list), position, 0, added);
}
#endif
