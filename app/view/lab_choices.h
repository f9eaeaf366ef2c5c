// The choices that the Lab's window offers besides lessons, values and operators: how networks are drawn, and
// the numbers that some lessons depend on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "lab/lesson.h"
#include "lab/network_view.h"

namespace winnow::view {

struct LabLook {
    std::string_view name, summary;
    lab::NetworkOptions options;
};
std::span<const LabLook> lab_looks();
/// Returns the index of the look, or the number of looks if there is none of that name.
std::size_t look_named(std::string_view name);

/// A number that some lessons depend on.
struct LabChoice {
    std::string_view id, label, tooltip;
    std::uint32_t lab::Parameters::*member;
    std::uint32_t least, most;
    bool doubles;
    bool (*matters)(const lab::Lesson& lesson);
    std::string_view zero{};  // what the number 0 means, in a word; empty: it is never 0
};
std::span<const LabChoice> lab_numbers();

}  // namespace winnow::view
