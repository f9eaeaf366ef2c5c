// The facts about two ways to compute the same run, as plain data, which a session finds and the panel
// shows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace winnow {

struct ComparedSide {
    struct Pass {
        std::string name;
        double milliseconds = 0;  // the median of its runs
    };
    std::string name;           // of the choice: "glsl", "saved"
    std::string computed_by{};  // the algorithm, resolved
    std::vector<Pass> passes{};
    double milliseconds = 0;  // of a step or a picture: the sum of the passes
};

struct ComparisonFacts {
    enum class State { none, waiting, running, done, refused } state = State::none;
    std::string what{};     // "backend", "the effect"
    std::string refused{};  // why there is none
    std::array<ComparedSide, 2> sides{};
    std::size_t other = 1;                            // the side that is not as the run is computed
    std::uint32_t made = 0, wanted = 0;               // steps, or pictures
    std::uint64_t from = 0;                           // the step at which both began
    std::uint32_t compared = 0;                       // steps whose states were compared
    std::optional<std::uint64_t> first_difference{};  // the step after which the states differ
    bool keep_order = true;                      // false: one compaction leaves the particles in any order
    bool compares_hashes = true;                 // false: no state is compared
    std::optional<double> picture_difference{};  // the greatest of a channel of a pixel, 0 to 255

    /// Returns how many times the second takes as long as the first; nullopt: not known yet.
    std::optional<double> ratio() const {
        if (sides[0].milliseconds <= 0 || sides[1].milliseconds <= 0) return std::nullopt;
        return sides[1].milliseconds / sides[0].milliseconds;
    }
};

}  // namespace winnow
