// Wires the real edges and runs the program; everything else is a function that tests can call.

#include <exception>
#include <iostream>

#include <malloc.h>

#include "app/real_services.h"
#include "cli/cli.h"

int main(int argc, char** argv) {
  // Otherwise glibc keeps ever larger blocks once one was freed: a quarter of what `compare` holds.
  constexpr int kBlocksGivenBackBytes = 128 * 1024;
  ::mallopt(M_MMAP_THRESHOLD, kBlocksGivenBackBytes);
  try {
    headgate::app::RealServices services(HEADGATE_VERSION);
    return headgate::cli::run({argv + 1, argv + argc}, services.services(), std::cout, std::cerr);
  } catch (const std::exception& error) {
    std::cerr << "headgate: error (internal): a bug, please report it: " << error.what() << '\n';
    return 2;
  }
}
