# Third-party libraries, one a line, with the folder that uses it. Names of the Debian packages
# stand in scripts/setup and the Dockerfile; test docs.packages-agree compares the two.

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(Boost 1.81 REQUIRED)                            # edge/proc, core/stats (headers only)
find_package(fmt 9 REQUIRED)                                 # anywhere
find_package(nlohmann_json 3.11 REQUIRED)                    # core/results, core/github, core/report, edge/go
find_package(yaml-cpp 0.7 REQUIRED)                          # core/config
find_package(CLI11 2.1 REQUIRED)                             # cli
find_package(OpenSSL 3 REQUIRED)                             # edge/os
pkg_check_modules(libgit2 REQUIRED IMPORTED_TARGET libgit2>=1.5)  # edge/git
pkg_check_modules(re2 REQUIRED IMPORTED_TARGET re2)          # core/schedule, core/gate
pkg_check_modules(tree_sitter REQUIRED IMPORTED_TARGET tree-sitter)  # core/lint
find_package(GTest 1.12 REQUIRED)                            # tests
include(tree_sitter_go)                                      # core/lint: the Go grammar
