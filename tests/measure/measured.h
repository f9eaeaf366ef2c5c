// Runs benchmarks on a machine of their own, as fast as possible.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/message.h"
#include "session/choices.h"
#include "session/machine.h"

namespace winnow::measure {

/// Returns options for GLSL alone, at these sizes, with few samples.
template <typename Choice>
Choice quick_options(std::vector<std::uint64_t> sizes) {
    constexpr std::uint32_t few_samples = 20;
    Choice options;
    options.backend = Backend::glsl;
    options.sizes = std::move(sizes);
    options.runs = few_samples;
    return options;
}

/// Returns the results of bench(machine, options, progress).
template <typename Bench, typename Choice>
auto measured(const Bench& bench, const Choice& options) {
    session::Machine machine({}, options.backend);
    Progress progress;
    return bench(machine, options, progress);
}

}  // namespace winnow::measure
