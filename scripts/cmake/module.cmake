# What nearly every file of ours includes, compiled once. Files include what they use all the same:
# scripts/lint builds without this. Nor does a release: from a precompiled header g++ 12 takes what it
# inlines of the standard library for ours, and warns about it.
file(WRITE ${PROJECT_BINARY_DIR}/headers.cpp "")
add_library(headgate_headers OBJECT ${PROJECT_BINARY_DIR}/headers.cpp)
target_link_libraries(headgate_headers PRIVATE fmt::fmt headgate_options headgate_warnings)
target_precompile_headers(headgate_headers PRIVATE <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory>
                          <optional> <span> <string> <string_view> <utility> <variant> <vector> <fmt/core.h>)

# headgate_unity(TARGET): with HEADGATE_UNITY its files are compiled a dozen at once, in which what stands
# in their unnamed namespaces has to have different names. What a release is made of, and scripts/lint,
# compile every file alone.
function(headgate_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${HEADGATE_UNITY} UNITY_BUILD_BATCH_SIZE 12)
endfunction()

# headgate_module(PATH [DEPS module...] [LINKS target...])
#
# Declares src/PATH as one static library: src/core/stats is target headgate_stats, included as
# "core/stats/...". Modules below core are pure: values in, values out, no I/O headers.
function(headgate_module path)
  cmake_parse_arguments(ARG "" "" "DEPS;LINKS" ${ARGN})
  cmake_path(GET path FILENAME name)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${path}/*.cpp)
  file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${path}/*.h)
  if(NOT sources)
    file(WRITE ${PROJECT_BINARY_DIR}/empty.cpp "")
    set(sources ${PROJECT_BINARY_DIR}/empty.cpp)
  endif()
  add_library(headgate_${name} STATIC ${sources})
  set_target_properties(headgate_${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_sources(headgate_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${headers})
  headgate_unity(headgate_${name})
  set(deps "")
  foreach(dep IN LISTS ARG_DEPS)
    cmake_path(GET dep FILENAME dep_name)
    list(APPEND deps headgate_${dep_name})
  endforeach()
  target_link_libraries(headgate_${name} PUBLIC ${deps} fmt::fmt PRIVATE ${ARG_LINKS} headgate_options headgate_warnings)
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    target_precompile_headers(headgate_${name} REUSE_FROM headgate_headers)
  endif()
  set(pure OFF)
  if(path MATCHES "^core/")
    set(pure ON)
  endif()
  add_test(NAME layering.${name}
           COMMAND ${CMAKE_COMMAND} -DMODULE=${path} -DPURE=${pure} "-DALLOWED=${path};${ARG_DEPS}"
                   -DROOT=${PROJECT_SOURCE_DIR}/src -P ${PROJECT_SOURCE_DIR}/scripts/cmake/check_layering.cmake)
  set_tests_properties(layering.${name} PROPERTIES LABELS layering)
endfunction()

# headgate_tests(KIND MODULE [LINKS target...])
#
# One GoogleTest binary of all tests/KIND/NAME/*_test.cpp, with tests/support beside it; KIND (unit,
# edge, app) is the ctest label. What they share is in tests/CMakeLists.txt.
function(headgate_tests kind module)
  cmake_parse_arguments(ARG "" "" "LINKS" ${ARGN})
  cmake_path(GET module FILENAME name)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${kind}/${name}/*.cpp)
  if(NOT sources)
    return()
  endif()
  set(target ${kind}_${name}_test)
  add_executable(${target} ${sources})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${target} PRIVATE headgate_${name} ${ARG_LINKS} headgate_test_options)
  headgate_unity(${target})
  target_precompile_headers(${target} REUSE_FROM headgate_test_headers)
  gtest_discover_tests(${target} TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST PROPERTIES LABELS ${kind})
endfunction()
