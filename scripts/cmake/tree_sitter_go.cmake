# The Go grammar for tree-sitter: fetched by the npm client at configure time, pinned by its
# SHA-512, never committed. Newer grammars (ABI 15) do not load in Debian's runtime.

set(HEADGATE_GRAMMAR_VERSION 0.23.4)
set(HEADGATE_GRAMMAR_SHA512
    "89068712ce3231afe1328fd9086a8b7c6eb51749a28a750b5357c587e199ade091b4aca514bb6f9fbf7ca1c0998cedabfee9e0359800635b3584f17203091cef")
set(HEADGATE_DOWNLOADS "${PROJECT_SOURCE_DIR}/build/downloads" CACHE PATH "where fetched packages are kept between builds")

set(grammar_tarball ${HEADGATE_DOWNLOADS}/tree-sitter-go-${HEADGATE_GRAMMAR_VERSION}.tgz)
if(NOT EXISTS ${grammar_tarball})
  find_program(HEADGATE_NPM npm REQUIRED)
  file(MAKE_DIRECTORY ${HEADGATE_DOWNLOADS})
  execute_process(COMMAND ${HEADGATE_NPM} pack --silent tree-sitter-go@${HEADGATE_GRAMMAR_VERSION}
                  WORKING_DIRECTORY ${HEADGATE_DOWNLOADS} RESULT_VARIABLE npm_status OUTPUT_QUIET)
  if(NOT npm_status EQUAL 0)
    message(FATAL_ERROR "npm pack tree-sitter-go@${HEADGATE_GRAMMAR_VERSION} failed; is the npm registry reachable?")
  endif()
endif()
file(SHA512 ${grammar_tarball} grammar_sha512)
if(NOT grammar_sha512 STREQUAL HEADGATE_GRAMMAR_SHA512)
  file(REMOVE ${grammar_tarball})
  message(FATAL_ERROR "${grammar_tarball}: SHA-512 is ${grammar_sha512}, expected ${HEADGATE_GRAMMAR_SHA512}; removed it")
endif()
set(grammar_dir ${PROJECT_BINARY_DIR}/tree-sitter-go-${HEADGATE_GRAMMAR_VERSION})
if(NOT EXISTS ${grammar_dir}/package/src/parser.c)
  file(ARCHIVE_EXTRACT INPUT ${grammar_tarball} DESTINATION ${grammar_dir} PATTERNS "package/src/*")
endif()
add_library(headgate_tree_sitter_go STATIC ${grammar_dir}/package/src/parser.c)
target_include_directories(headgate_tree_sitter_go PRIVATE ${grammar_dir}/package/src)
target_compile_options(headgate_tree_sitter_go PRIVATE -w)
target_link_libraries(headgate_tree_sitter_go PUBLIC PkgConfig::tree_sitter)
