// The sources of the teaching kernels, which the program contains, and the lines that run in a frame.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/drawing.h"
#include "lab/lesson.h"

namespace winnow::lab {

enum class Language { glsl, cuda };

/// Lines of a text, numbered from 1; both belong to the range.
struct LineRange {
    std::size_t first = 0, last = 0;
    bool has(std::size_t line) const { return first <= line && line <= last; }
    bool operator==(const LineRange&) const = default;
};

/// The source of a teaching kernel. A comment such as `// Up-sweep: ...` begins a phase, which ends before
/// the next empty line.
struct Listing {
    std::string path;  // in the sources of Winnow
    std::vector<std::string_view> lines;

    /// Returns the lines of the phase that the title begins with (the longest if several do); nothing for the
    /// comparison with the sequential fold, which no kernel makes.
    std::optional<LineRange> lines_of(const Frame& frame) const;
};

/// Throws Error(bad_input) with the reason if the lesson has no teaching kernel.
Listing listing_of(const Lesson& lesson, Language language);

/// Returns the numbered lines; those that run in the frame have a mark in front. Null: no line has one.
std::string text_of(const Listing& listing, const Frame* frame);

/// Draws the listing with as many frames as the run: each highlights the lines that run in it. Precondition:
/// it is the listing of the run's lesson.
Drawing draw_listing(const Listing& listing, const Execution& run);

}  // namespace winnow::lab
