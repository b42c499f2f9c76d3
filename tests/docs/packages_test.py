#!/usr/bin/python3
"""One list of libraries, said in three places: CMake, scripts/setup and the Dockerfile agree, and the
image's run-time packages are those that the program loads."""

import re
import unittest

from project import PROGRAM, instructions, run, text, tracked_files

# Not libraries, so not in dependencies.cmake.
COMPILER = {"g++", "cmake", "ninja-build", "ca-certificates"}
# What every Debian or Go image has anyway, and what sanitizer builds add.
GIVEN = {"libc6", "libstdc++6", "libgcc-s1", "libasan8", "libubsan1", "libtsan2"}


def cmake_packages():
    """(for the program, for the tests): packages that dependencies.cmake names."""
    program, tests = set(), set()
    for line in text("scripts/cmake/dependencies.cmake").splitlines():
        found = re.match(r"\s*(?:find_package|pkg_check_modules|include)\(.*\)\s+# ([a-z0-9.+ -]+): (.*)", line)
        if found:
            (tests if found[2] == "tests" else program).update(found[1].split())
    return program, tests


def setup_packages(array):
    body = re.search(rf"^{array}=\(\n(.*?)^\)", text("scripts/setup"), re.M | re.S)[1]
    return set(re.sub(r"#.*", "", body).split())


def image_packages():
    """[packages] of each apt-get install in the Dockerfile: build stage, final stage."""
    return [set(re.search(r"--no-install-recommends ([^&]*)", rest)[1].split())
            for name, rest in instructions("Dockerfile") if name == "RUN" and "apt-get install" in rest]


class Packages(unittest.TestCase):
    def test_every_dependency_names_its_package(self):
        for line in text("scripts/cmake/dependencies.cmake").splitlines():
            if re.match(r"\s*(find_package|pkg_check_modules)\(", line) and "Threads" not in line:  # part of g++
                self.assertRegex(line, r"# [a-z0-9.+-]+( [a-z0-9.+-]+)*: \S")
        self.assertEqual(cmake_packages()[1], {"libgtest-dev", "libgmock-dev"})

    def test_the_image_is_built_with_exactly_these(self):
        self.assertEqual(image_packages()[0], cmake_packages()[0] | COMPILER)

    def test_setup_installs_exactly_these_and_git(self):
        # npm and Go are installed only where the machine has none.
        self.assertEqual(setup_packages("build_packages"), (cmake_packages()[0] - {"npm"}) | COMPILER | {"git"})
        self.assertIn("packages+=(npm)", text("scripts/setup"))

    def test_setup_installs_the_libraries_of_the_tests(self):
        self.assertLessEqual(cmake_packages()[1], setup_packages("test_packages"))

    def test_the_final_image_has_the_libraries_that_the_program_loads(self):
        self.assertTrue(PROGRAM, "HEADGATE_PROGRAM is not set")
        dynamic = run("readelf", "-d", PROGRAM).stdout
        names = re.findall(r"\(NEEDED\)\s+Shared library: \[(.*?)\]", dynamic)
        self.assertIn("libc.so.6", names)
        multiarch = run("gcc", "-print-multiarch").stdout.strip()  # the machine may have others' libraries too
        # Libraries that are loaded by name when they are needed, which the program's headers do not tell.
        for path in tracked_files():
            if re.match(r"src/.*\.cpp$", path):
                names += re.findall(r'"(lib[\w.+-]+\.so\.\d+)"', text(path))
        self.assertIn("libcurl.so.4", names)
        loaded = set()
        for name in names:
            owner = run("dpkg-query", "-S", f"*/{multiarch}/{name}").stdout
            self.assertTrue(owner, f"no package owns {name}")
            loaded.add(owner.split(":")[0])
        self.assertEqual(image_packages()[1], loaded - GIVEN)


if __name__ == "__main__":
    unittest.main()
