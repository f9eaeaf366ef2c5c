// The input and the output of the comparison of two versions of an effect side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/comparison_facts.h"

namespace winnow::ui {

/// A version of the effect that can be shown beside the run.
struct VersionChoice {
    enum class Kind { saved, change, file } kind = Kind::saved;
    std::string name{};      // that it is told by
    std::size_t change = 0;  // it is the effect after so many of DocumentModel::changes
    std::string file{};      // a built-in name or a path
};

struct VersionModel {
    /// The times of a step and of a picture on both sides, and their sums; `first_difference` is unused.
    ComparisonFacts facts{};
    std::uint64_t step = 0;        // of the version's state
    bool is_there = false;         // where the run goes
    std::optional<bool> agrees{};  // the states of both at `compared_step`, to the bit
    std::uint64_t compared_step = 0;
    std::uint64_t bytes = 0;       // that the version holds
    std::uint64_t kept_bytes = 0;  // the most of these that it keeps to go back
    float bar = 0.5f;              // the share of the seen scene that shows the run

    /// True while the picture is divided.
    bool is_shown() const { return facts.state == ComparisonFacts::State::running; }
};

struct VersionEvents {
    std::optional<VersionChoice> show{};  // from now on
    bool stop = false;
    std::optional<float> bar{};  // another VersionModel::bar
};

}  // namespace winnow::ui
