// The input and the output of the tab of costs.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "base/comparison_facts.h"
#include "base/frame_costs.h"
#include "settings/settings.h"

namespace winnow::ui {

/// The cost of a module: how much longer a step takes with it than without it.
struct ModuleCost {
    std::string emitter;
    std::string module;  // empty: all modules of the emitter together
    double milliseconds = 0;
};

struct ProfileModel {
    const FrameCosts* costs = nullptr;  // valid for this frame; null: none are kept
    double step_bytes = 0;              // that a step must read and write at least
    double copy_speed = 0;              // GB/s of a copy on this machine; 0: not measured yet
    bool measures_copy = false;
    std::string copy_error;  // why it cannot be measured; else empty
    ComparisonFacts comparison;
    std::span<const ModuleCost> modules{};  // those that were measured; valid for this frame
    std::size_t modules_left = 0;           // that are still to be measured; 0: none is being measured
};

/// Two ways to compute the run, by an edit of its settings each.
struct ComparisonRequest {
    struct Side {
        std::string name;
        std::optional<effects::Edit> edit{};  // none: as the run is
        bool is_saved = false;                // with the effect as it was saved
    };
    std::string what;
    std::array<Side, 2> sides;
    bool of_drawing = false;
};

struct ProfileEvents {
    std::optional<bool> paused;
    std::optional<CostFile> file;  // to be written
    bool measure_copy = false;
    std::optional<ComparisonRequest> compare;
    bool stop_comparing = false;  // and measuring modules
    bool measure_modules = false;
};

}  // namespace winnow::ui
