// Linked into every program that uses libgit2, and read there by the leak sanitizer: libgit2 1.5
// forgets the regular expression's match data each time it opens a repository of format version 1
// (sparse checkouts, partial clones).

extern "C" const char* __lsan_default_suppressions();  // NOLINT(bugprone-reserved-identifier)

extern "C" const char* __lsan_default_suppressions() { return "leak:libpcre2\n"; }
