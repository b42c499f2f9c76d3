# What `cmake --install` makes of a build: the program with every library that it needs in lib/ beside
# it, so that it runs on any Linux with the C library of Debian 12 (glibc 2.36) or a newer one.

# The old kind of run path counts for the libraries' own libraries too.
target_link_options(headgate PRIVATE -Wl,--disable-new-dtags)
set_target_properties(headgate PROPERTIES INSTALL_RPATH "$ORIGIN/lib")
install(TARGETS headgate RUNTIME_DEPENDENCY_SET headgate_needs RUNTIME DESTINATION .)
# The C library and its loader are the machine's.
install(RUNTIME_DEPENDENCY_SET headgate_needs
        PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|util|pthread|resolv|anl|nss_.*)\\.so"
        LIBRARY DESTINATION lib)
install(FILES README.md CHANGELOG.md DESTINATION .)
