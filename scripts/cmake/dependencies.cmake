# Third-party libraries, one a line: the Debian package that brings it, then the folder that uses
# it. Test docs.packages holds scripts/setup and the Dockerfile against these names.

find_package(PkgConfig REQUIRED)                                     # pkg-config: the pkg_check_modules below
find_package(Threads REQUIRED)
find_package(Boost 1.81 REQUIRED)                                    # libboost1.81-dev: edge/proc, core/stats, core/compare (headers only)
find_package(fmt 9 REQUIRED)                                         # libfmt-dev: anywhere
find_package(nlohmann_json 3.11 REQUIRED)                            # nlohmann-json3-dev: core/results, core/github, core/report, edge/go
find_package(yaml-cpp 0.7 REQUIRED)                                  # libyaml-cpp-dev: core/config
find_package(CLI11 2.1 REQUIRED)                                     # libcli11-dev: cli
find_package(OpenSSL 3 REQUIRED)                                     # libssl-dev: edge/os
find_package(CURL 7.85 REQUIRED)                                     # libcurl4-openssl-dev: edge/net (loaded when it is needed)
pkg_check_modules(libgit2 REQUIRED IMPORTED_TARGET libgit2>=1.5)     # libgit2-dev: edge/git
pkg_check_modules(re2 REQUIRED IMPORTED_TARGET re2)                  # libre2-dev: core/schedule, core/gate
pkg_check_modules(tree_sitter REQUIRED IMPORTED_TARGET tree-sitter)  # libtree-sitter-dev: core/lint
include(tree_sitter_go)                                              # npm: fetches the Go grammar of core/lint
if(HEADGATE_TESTS)
  find_package(GTest 1.12 REQUIRED)                                  # libgtest-dev libgmock-dev: tests
endif()
