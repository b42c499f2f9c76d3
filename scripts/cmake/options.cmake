# How everything of ours is compiled: INTERFACE targets that product and test code link
# privately and third-party code does not. No switches for features: one version behaves one way.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

option(HEADGATE_TESTS "build the tests (the Dockerfile and scripts/demo do not)" ON)
option(HEADGATE_WERROR "treat warnings as errors (the presets do)" OFF)
option(HEADGATE_UNITY "compile a dozen files at once: less than half of the CPU time of a full build" OFF)
option(HEADGATE_FUZZ "build the fuzz targets for libFuzzer (clang; preset fuzz)" OFF)
set(HEADGATE_SANITIZE "" CACHE STRING "sanitizers for -fsanitize=, e.g. address,undefined")

find_program(HEADGATE_CCACHE ccache)
if(HEADGATE_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${HEADGATE_CCACHE})
  # A precompiled header is looked up only by who says that its defines and times do not matter.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${HEADGATE_CCACHE})
endif()
find_program(HEADGATE_MOLD mold)
if(HEADGATE_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

add_library(headgate_options INTERFACE)
# Contraction would change the last digit of a + 0.5 * (b - a), and with it the equality of tables.
target_compile_options(headgate_options INTERFACE -ffp-contract=off)
# Some libraries ask for it: a precompiled header fits only if all do.
target_compile_options(headgate_options INTERFACE -pthread)
target_compile_definitions(headgate_options INTERFACE $<$<NOT:$<CONFIG:Release>>:_GLIBCXX_ASSERTIONS>)
if(HEADGATE_SANITIZE)
  target_compile_options(headgate_options INTERFACE -fsanitize=${HEADGATE_SANITIZE} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all)
  target_link_options(headgate_options INTERFACE -fsanitize=${HEADGATE_SANITIZE})
endif()

if(HEADGATE_FUZZ)
  target_compile_options(headgate_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Not -Wnull-dereference: it sees nothing without optimisation, and at -O2 g++ 12 reports it inside
# libstdc++'s stream buffers and Asio once they are inlined.
add_library(headgate_warnings INTERFACE)
target_compile_options(headgate_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wold-style-cast
                       -Wdouble-promotion -Wsuggest-override)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(headgate_warnings INTERFACE -Wuseless-cast -Wduplicated-cond -Wduplicated-branches -Wlogical-op)
  # At -O2 g++ 12 reports impossible overlaps inside std::string's operator+ (GCC bug 105651), and the text
  # of an empty std::optional as read (bug 80635).
  target_compile_options(headgate_warnings INTERFACE $<$<CONFIG:Release>:-Wno-restrict;-Wno-maybe-uninitialized>)
  if(HEADGATE_SANITIZE MATCHES "thread")
    target_compile_options(headgate_warnings INTERFACE -Wno-tsan)  # every Asio file warns about atomic_thread_fence
  endif()
  if(HEADGATE_SANITIZE)
    # The instrumentation makes g++ 12 see paths that the plain build does not have.
    target_compile_options(headgate_warnings INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
if(HEADGATE_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # It takes each file for a header of the one that includes it.
  target_compile_options(headgate_warnings INTERFACE -Wno-subobject-linkage)
endif()
if(HEADGATE_WERROR)
  target_compile_options(headgate_warnings INTERFACE -Werror)
endif()
