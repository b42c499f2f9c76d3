// Read by the leak sanitizer by its name: libgit2 1.5 forgets the regular expression's match data
// each time it opens a repository of format version 1 (sparse checkouts, partial clones).

#if defined(__SANITIZE_ADDRESS__)
extern "C" const char* __lsan_default_suppressions();  // NOLINT(bugprone-reserved-identifier)

extern "C" const char* __lsan_default_suppressions() { return "leak:libpcre2\n"; }
#endif
