// Prints src/core/lint/unicode_tables.cpp from the tables of the Go that runs it:
//
//	go run scripts/gen_unicode_tables.go | clang-format >src/core/lint/unicode_tables.cpp
//
// Run it again when the Go that headgate is made for moves to another version of Unicode.
package main

import (
	"fmt"
	"strings"
	"unicode"
)

type runeRange struct{ first, last, step rune }

// rangesOf lists the code points beyond ASCII that belong to a category. In alphabets where upper and
// lower case alternate, a step of two saves most of the ranges.
func rangesOf(belongs func(rune) bool) []runeRange {
	var ranges []runeRange
	for r := rune(unicode.MaxASCII + 1); r <= unicode.MaxRune; r++ {
		if !belongs(r) {
			continue
		}
		if n := len(ranges); n > 0 {
			open := &ranges[n-1]
			if open.first == open.last && r-open.last <= 2 {
				open.step = r - open.last
			}
			if r == open.last+open.step {
				open.last = r
				continue
			}
		}
		ranges = append(ranges, runeRange{first: r, last: r, step: 1})
	}
	return ranges
}

func printTable(comment, name string, belongs func(rune) bool) {
	ranges := rangesOf(belongs)
	var rows []string
	for _, r := range ranges {
		rows = append(rows, fmt.Sprintf("{0x%x, 0x%x, %d}", r.first, r.last, r.step))
	}
	fmt.Printf("/// %s\nconstexpr std::array<RuneRange, %d> k%s = {{%s}};\n\n", comment, len(ranges), name,
		strings.Join(rows, ", "))
}

func main() {
	fmt.Printf(`// Made by scripts/gen_unicode_tables.go from Unicode %s; do not edit.

#include <array>

#include "core/lint/unicode_tables.h"

namespace headgate::lint {
namespace {

`, unicode.Version)
	printTable("Category L.", "Letters", unicode.IsLetter)
	printTable("Category Ll.", "LowerCase", unicode.IsLower)
	printTable("Category Nd.", "Digits", unicode.IsDigit)
	fmt.Print(`}  // namespace

std::span<const RuneRange> letters() { return kLetters; }

std::span<const RuneRange> lower_case_letters() { return kLowerCase; }

std::span<const RuneRange> digits() { return kDigits; }

}  // namespace headgate::lint
`)
}
