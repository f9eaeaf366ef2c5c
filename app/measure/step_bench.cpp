#include "measure/step_bench.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "effects/json.h"
#include "session/headless_settings.h"
#include "shaders/shared.h"

namespace winnow::measure {
namespace {

constexpr std::array<std::uint64_t, 6> usual_alive{100'000,    1'000'000,  4'000'000,
                                                   16'000'000, 64'000'000, 128'000'000};
constexpr std::uint64_t compared_alive = 16'000'000, alive_in_software = 100'000;
constexpr std::array<float, 4> all_deaths{0.1f, 1, 10, 50};
constexpr float usual_deaths = 1;
constexpr float share_filled = 0.99f;  // of the capacity: the room that births need is always there
constexpr float least_of_mean = 0.95f, most_of_mean = 1.05f;  // lifetimes
constexpr float filled_after = 1.2f;                          // lifetimes
constexpr std::uint32_t least_filling_steps = 30;
constexpr std::uint32_t seconds_of_an_effect = 10;
constexpr std::uint32_t usual_steps_per_second = 60;
constexpr float most_rate = 1e9f;  // births a second of one emitter

/// Slower where the births of a second would be too many; a step costs the same.
std::uint32_t steps_per_second(float births_per_step) {
    const auto most = static_cast<std::uint32_t>(most_rate / births_per_step);
    return std::clamp(most, 1u, usual_steps_per_second);
}

effects::Effect filling_effect(float alive, float mean_life) {
    effects::Effect effect;
    effect.name = "bench";
    effect.steps_per_second = steps_per_second(alive / mean_life);
    const auto rate = static_cast<float>(effect.steps_per_second);
    effects::Emitter& emitter = effect.emitters.front();
    emitter.rate = alive / mean_life * rate;
    emitter.lifetime = {std::ceil(mean_life * least_of_mean) / rate,
                        std::floor(mean_life * most_of_mean) / rate};
    return effect;
}

FrameCase filling_case(std::uint32_t capacity, float deaths, bool every_compactor) {
    constexpr float whole = 100;
    const float mean_life = std::round(whole / deaths);  // steps
    FrameCase made;
    made.capacity = capacity;
    made.deaths = deaths;
    made.filling_steps = std::max(least_filling_steps, static_cast<std::uint32_t>(mean_life * filled_after));
    made.every_compactor = every_compactor;
    made.effect = filling_effect(share_filled * static_cast<float>(capacity), mean_life);
    return made;
}

std::uint32_t capacity_of(std::uint64_t alive) {
    const double capacity = std::ceil(static_cast<double>(alive) / static_cast<double>(share_filled));
    if (capacity > shared::MAX_CAPACITY)
        bad_input("bench frame: --sizes: {} alive need room for more than the {} that are possible", alive,
                  shared::MAX_CAPACITY);
    return static_cast<std::uint32_t>(capacity);
}

FrameCase effect_case(const FrameBenchChoice& options) {
    FrameCase made;
    made.effect = effects::load(options.effect);
    made.capacity =
        options.capacity.value_or(session::capacity_for(made.effect, options.density.value_or(1)));
    made.filling_steps = seconds_of_an_effect * made.effect.steps_per_second;
    made.every_compactor = true;
    return made;
}

std::vector<float> chosen_deaths(const FrameBenchChoice& options) {
    if (!options.deaths.empty()) return options.deaths;
    if (options.all) return {all_deaths.begin(), all_deaths.end()};
    return {usual_deaths};
}

/// Every number with every share.
std::vector<FrameCase> all_of(const std::vector<std::uint32_t>& capacities, const std::vector<float>& deaths,
                              bool every_compactor) {
    std::vector<FrameCase> cases;
    for (const std::uint32_t capacity : capacities)
        for (const float share : deaths) cases.push_back(filling_case(capacity, share, every_compactor));
    return cases;
}

std::vector<FrameCase> usual_cases(const FrameBenchChoice& options) {
    std::vector<FrameCase> cases;
    for (const std::uint64_t alive : usual_alive) {
        const bool compared = alive == compared_alive;
        std::vector<float> deaths = chosen_deaths(options);
        if (compared && options.deaths.empty()) deaths = {all_deaths.begin(), all_deaths.end()};
        for (const float share : deaths)
            cases.push_back(
                filling_case(capacity_of(alive), share, options.all || (compared && share == usual_deaths)));
    }
    return cases;
}

}  // namespace

std::vector<FrameCase> frame_cases(const FrameBenchChoice& options, bool software) {
    if (!options.effect.empty()) return {effect_case(options)};
    if (options.capacity) return all_of({*options.capacity}, chosen_deaths(options), true);
    std::vector<std::uint32_t> capacities;
    for (const std::uint64_t alive : options.sizes) capacities.push_back(capacity_of(alive));
    if (!capacities.empty()) return all_of(capacities, chosen_deaths(options), true);
    if (software) return all_of({capacity_of(alive_in_software)}, chosen_deaths(options), true);
    return usual_cases(options);
}

}  // namespace winnow::measure
