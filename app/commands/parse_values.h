// Values on the command line: numbers, sizes, lists and names, each with an error that says what would be
// right.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "scan/catalogue.h"

namespace winnow::commands {

inline constexpr std::uint32_t max_frame_side = 16384;  // pixels

/// Width and height of a frame, in pixels.
struct FrameSize {
    std::uint32_t width = 1280, height = 720;
    bool operator==(const FrameSize&) const = default;
};

/// Returns a whole number from `least` to `most`: decimal digits, optionally followed by k, M or G (powers of
/// 1000) or Ki, Mi or Gi (powers of 1024); or a power such as 2^20. `option` names it in the
/// Error(bad_input).
std::uint64_t parse_count(std::string_view option, std::string_view text, std::uint64_t least,
                          std::uint64_t most);

/// Parses "A-B", or one number, which is both ends. Returns the first and the last frame, with
/// 1 <= first <= last <= `most`. Throws Error(bad_input), one line that begins with `option`.
std::pair<std::uint32_t, std::uint32_t> parse_range(std::string_view option, std::string_view text,
                                                    std::uint32_t most);

/// Returns a finite decimal number above 0 and at most `most`.
float parse_positive(std::string_view option, std::string_view text, float most);
/// Returns a finite decimal number from `least` to `most`.
float parse_between(std::string_view option, std::string_view text, float least, float most);

/// Parses "1280x720": each side from 1 to `most` pixels.
FrameSize parse_frame_size(std::string_view option, std::string_view text, std::uint32_t most);

/// Returns counts separated by commas, at least one, each from `least` to `most`.
std::vector<std::uint64_t> parse_counts(std::string_view option, std::string_view text, std::uint64_t least,
                                        std::uint64_t most);

/// Returns finite decimal numbers separated by commas, at least one, each above 0 and at most `most`.
std::vector<float> parse_positives(std::string_view option, std::string_view text, float most);

/// Parses "0.1..1:5", which is five numbers at even distances with both ends, or numbers separated by commas.
/// They are finite, from `least` to `most`, each above the one before; at least one, at most `at_most`.
std::vector<float> parse_series(std::string_view option, std::string_view text, float least, float most,
                                std::uint32_t at_most);

/// Parses whole numbers and ranges of them, separated by commas: "1-4,9". Each is from 0 to 2^32 - 1; they
/// are at least one and at most `at_most`, in the order given.
std::vector<std::uint32_t> parse_ranges(std::string_view option, std::string_view text,
                                        std::uint32_t at_most);

/// Returns the value of a name from one of the catalogue's tables.
template <typename Value, std::size_t N>
Value parse_name(std::string_view option, std::string_view text, const std::array<Named<Value>, N>& names) {
    if (const auto value = find_name(names, text)) return *value;
    std::array<std::string_view, N> candidates;
    for (std::size_t i = 0; i < N; ++i) candidates[i] = names[i].name;
    bad_input("{}: there is no '{}'{}; it is one of {}", option, text, did_you_mean(text, candidates),
              join_or(candidates));
}

/// Returns what stands between the commas.
std::vector<std::string> parse_names(const std::string& text);

}  // namespace winnow::commands
