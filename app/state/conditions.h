// The values that, with its inputs, determine a run, as state files and recordings store them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <limits>
#include <string>

#include "base/error.h"
#include "settings/settings.h"

namespace winnow::state {

/// The most steps of a run: 139 years at 1,000 a second. Doubles hold the time of so many to a 1024th of a
/// step.
inline constexpr std::uint64_t max_steps = std::uint64_t{1} << 42;

struct Conditions {
    effects::Effect effect;
    std::uint32_t seed = 1;
    float density = 1;
    std::uint32_t capacity = 1;
    std::uint64_t step = 0;  // the run continues after this step; at most max_steps
    bool operator==(const Conditions&) const = default;
};

Conditions conditions_of(const effects::Settings& settings, std::uint64_t step);

/// Calls `work`; puts `origin` in front of the message of an Error that it throws.
template <typename Work>
void naming(const std::string& origin, const Work& work) {
    try {
        work();
    } catch (const Error& error) {
        fail(error.status(), "{}: {}", origin, error.what());
    }
}

/// Says in one line, which begins with `origin`, if a run of the effect cannot be replayed.
void warn_if_not_replayable(const std::string& origin, const effects::Effect& effect);

/// Returns {"effect", "seed", "density", "capacity", "step"}.
nlohmann::ordered_json to_json(const Conditions& conditions);
/// `folder` is where the effect's own files lie; empty: where they lay when this was written. Throws
/// Error(bad_input), one line that begins with `origin`, if a part is missing or is not valid.
Conditions read_conditions(const nlohmann::json& json, const std::string& origin,
                           const std::string& folder = "");

/// Returns member `key` of `json`, a whole number from 0 to `most`. Throws Error(bad_input) as above.
std::uint64_t read_count(const nlohmann::json& json, const char* key, std::uint64_t most,
                         const std::string& origin);

/// Throws Error(bad_input) as above if "schema" is not the one that this version reads and writes.
void require_schema(const nlohmann::json& json, const std::string& origin);

/// Copies the effect, the seed and the density into `settings`, and sets the capacity.
void put(const Conditions& conditions, std::uint32_t capacity, effects::Settings& settings);

}  // namespace winnow::state
