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
# libcurl is loaded by name when it is first needed, so the program's own headers do not tell of it.
set(HEADGATE_CURL ${CURL_LIBRARIES})
install(CODE "set(curl \"${HEADGATE_CURL}.4\")")
install(CODE [[
  file(GET_RUNTIME_DEPENDENCIES LIBRARIES "${curl}" RESOLVED_DEPENDENCIES_VAR needed
       PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|util|pthread|resolv|anl|nss_.*)\\.so")
  file(INSTALL ${curl} ${needed} DESTINATION "${CMAKE_INSTALL_PREFIX}/lib" FOLLOW_SYMLINK_CHAIN)
]])
install(FILES README.md CHANGELOG.md DESTINATION .)
