# Fails when a file of src/MODULE includes a module that CMakeLists.txt does not list for it, when a
# pure module includes a header that does I/O, or when a third-party header leaks into a header file.
cmake_minimum_required(VERSION 3.25)  # without it, IN_LIST is an error in -P mode
set(impure "fstream|iostream|cstdio|stdio\\.h|thread|mutex|filesystem|random|unistd\\.h|fcntl\\.h|sys/.*|boost/(asio|process).*|git2.*|sqlite3\\.h")
set(third_party "boost/.*|git2.*|yaml-cpp/.*|CLI/.*|nlohmann/.*|re2/.*|tree_sitter/.*|openssl/.*|curl/.*|gtest/.*|gmock/.*")
file(GLOB files ${ROOT}/${MODULE}/*.h ${ROOT}/${MODULE}/*.cpp)
foreach(file IN LISTS files)
  file(STRINGS ${file} includes REGEX "^#include ")
  foreach(include IN LISTS includes)
    if(include MATCHES "\"((core|edge)/[a-z]+|app|cli)/" AND NOT CMAKE_MATCH_1 IN_LIST ALLOWED)
      message(SEND_ERROR "${file}: ${MODULE} may not include ${CMAKE_MATCH_1} (allowed: ${ALLOWED})")
    endif()
    if(PURE AND include MATCHES "<(${impure})>")
      message(SEND_ERROR "${file}: ${MODULE} is pure and may not include <${CMAKE_MATCH_1}>")
    endif()
    # json_fwd.hpp only declares names, so that a module can share its own JSON helpers among its .cpp files.
    if(file MATCHES "\\.h$" AND include MATCHES "<(${third_party})>" AND NOT include MATCHES "<nlohmann/json_fwd.hpp>")
      message(SEND_ERROR "${file}: <${CMAKE_MATCH_1}> belongs in a .cpp file")
    endif()
  endforeach()
endforeach()
