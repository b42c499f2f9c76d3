// Files below tests/data, for tests that replay recorded input.

#pragma once

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace headgate::testing_support {

/// The bytes of tests/data/`path`; throws when there is no such file.
inline std::string data_file(const std::string& path) {
  std::ifstream file(std::string(HEADGATE_TEST_DATA) + "/" + path, std::ios::binary);
  if (!file) {
    throw std::runtime_error("no test data: " + path);
  }
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace headgate::testing_support
