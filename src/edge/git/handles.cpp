#include "edge/git/handles.h"

#include <git2.h>

namespace headgate::git {

template <>
void Free<git_commit>::operator()(git_commit* object) const {
  git_commit_free(object);
}

template <>
void Free<git_config>::operator()(git_config* object) const {
  git_config_free(object);
}

template <>
void Free<git_index>::operator()(git_index* object) const {
  git_index_free(object);
}

template <>
void Free<git_object>::operator()(git_object* object) const {
  git_object_free(object);
}

template <>
void Free<git_odb>::operator()(git_odb* object) const {
  git_odb_free(object);
}

template <>
void Free<git_odb_object>::operator()(git_odb_object* object) const {
  git_odb_object_free(object);
}

template <>
void Free<git_reference>::operator()(git_reference* object) const {
  git_reference_free(object);
}

template <>
void Free<git_repository>::operator()(git_repository* object) const {
  git_repository_free(object);
}

template <>
void Free<git_status_list>::operator()(git_status_list* object) const {
  git_status_list_free(object);
}

template <>
void Free<git_tree>::operator()(git_tree* object) const {
  git_tree_free(object);
}

template <>
void Free<git_tree_entry>::operator()(git_tree_entry* object) const {
  git_tree_entry_free(object);
}

}  // namespace headgate::git
