// Benchmarks of a machine of their own, as quick as they can be.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "commands/machine.h"
#include "commands/options.h"
#include "commands/progress.h"

namespace winnow::commands {

/// Of GLSL alone, at these sizes, of the fewest samples.
inline Options quick_options(std::vector<std::uint64_t> sizes) {
    constexpr std::uint32_t fewest_samples = 20;
    Options options;
    options.backend = Backend::glsl;
    options.sizes = std::move(sizes);
    options.runs = fewest_samples;
    return options;
}

/// What bench(machine, options, progress) finds.
template <typename Bench>
auto measured(const Bench& bench, const Options& options) {
    Machine machine(options, false);
    Progress progress;
    return bench(machine, options, progress);
}

}  // namespace winnow::commands
