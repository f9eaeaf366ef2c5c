#include "effects/model/check.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <unordered_map>

#include "effects/model/parameter_value.h"

namespace winnow::effects {
namespace {

constexpr double max_lifetime_steps = 2147483648.0;

[[noreturn]] void refuse_number(const Field& field, const Path& path, const std::string& found) {
    throw Invalid{path.pointer(), fmt::format("must be {}, not {}", range_text(field), found)};
}

template <typename Vector>
void check_each(const Field& field, const Vector& value, const Path& path) {
    for (int i = 0; i < Vector::length(); ++i)
        check(field, value[i], Path(path, static_cast<std::size_t>(i)));
}

/// Throws Invalid unless the time is between one step and 2^31 steps. `also` says what else is right.
void check_steps(const Effect& effect, float seconds, const Path& path, std::string_view also = "") {
    const double rate = effect.steps_per_second;
    const auto shortest = static_cast<float>(1.0 / rate);
    const double longest = max_lifetime_steps / rate;
    if (seconds >= shortest && seconds <= longest) return;
    throw Invalid{path.pointer(),
                  fmt::format("must be {}one step to 2^31 steps, at {} steps per second {} to {:g} s, not {}",
                              also, effect.steps_per_second, shortest, longest, seconds)};
}

void check_lifetime(const Effect& effect, const Range& lifetime, const Path& path) {
    for (const float seconds : {lifetime.least, lifetime.most}) check_steps(effect, seconds, path);
}

void check_ages(const Effect& effect, const Emitter& emitter, const Path& path) {
    for (std::size_t i = 0; i < emitter.children.size(); ++i) {
        const Path link(path, i), age(link, "age");
        if (emitter.children[i].on == On::age)
            age.attempt_if_sound([&] { check_steps(effect, emitter.children[i].age, age); });
    }
}

/// Each burst that varies costs time in each step that it takes part in, so their number is bounded.
void check_burst(const Emitter& emitter, const Burst& burst, const Path& path) {
    if (!varies(burst, emitter)) return;
    if (burst.every != 0 && burst.every < static_cast<float>(min_period))
        throw Invalid{Path(path, "every").pointer(),
                      fmt::format("must be 0 or at least {} s for a burst with a varying count, a delay, a "
                                  "duration or a probability, or with moments \"together\", not {}",
                                  min_period, burst.every)};
    const double spread = double{burst.delay.most} - burst.delay.least + burst.duration;
    for (const float period : {burst.every, emitter.loop ? emitter.duration : 0.0f})
        if (period > 0 && spread > period * max_bursts_at_once)
            throw Invalid{
                Path(path, burst.duration > 0 ? "duration" : "delay").pointer(),
                fmt::format("must let at most {} bursts overlap, which follow each other after {} s",
                            max_bursts_at_once, period)};
}

void check_emission(const Effect& effect, const Emitter& emitter, const Path& path) {
    const Path duration(path, "duration"), bursts(path, "bursts");
    if (emitter.duration != 0)
        duration.attempt_if_sound([&] { check_steps(effect, emitter.duration, duration, "0 or "); });
    for (std::size_t i = 0; i < emitter.bursts.size(); ++i) {
        const Path burst(bursts, i);
        burst.attempt_if_sound([&] { check_burst(emitter, emitter.bursts[i], burst); });
    }
}

/// The number of emitters of each name.
using Census = std::unordered_map<std::string_view, int>;

Census census_of(const Effect& effect) {
    Census census;
    for (const Emitter& emitter : effect.emitters) ++census[emitter.name];
    return census;
}

void check_reference(const Effect& effect, const Census& census, const std::string& name, const Path& path) {
    const auto found = census.find(name);
    if (found != census.end() && found->second == 1) return;
    const std::string shown = fmt::format("\"{}\"", excerpt(name));
    if (found != census.end())
        throw Invalid{path.pointer(),
                      fmt::format("must be the name of one emitter; {} are called {}", found->second, shown)};
    std::vector<std::string_view> names;
    for (const Emitter& emitter : effect.emitters) names.push_back(emitter.name);
    throw Invalid{path.pointer(), fmt::format("must be the name of an emitter of this effect, not {}{}",
                                              shown, did_you_mean(name, names))};
}

void check_references(const Effect& effect, const Path& emitters) {
    Census census;
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) {
        const Path here(emitters, i), links(here, "children");
        const auto& children = effect.emitters[i].children;
        if (census.empty() && !children.empty()) census = census_of(effect);
        for (std::size_t k = 0; k < children.size(); ++k) {
            const Path link(links, k), emitter(link, "emitter");
            emitter.attempt_if_sound([&] { check_reference(effect, census, children[k].emitter, emitter); });
        }
    }
}

void check_lamps(const Scenery& scenery, const Path& path) {
    const Path lamps(path, "lamps");
    for (std::size_t i = 0; i < scenery.lamps.size(); ++i) {
        const Path lamp(lamps, i), direction(lamp, "direction");
        direction.attempt_if_sound([&] {
            if (scenery.lamps[i].direction == glm::vec3(0))
                throw Invalid{direction.pointer(), "must not be zero; [0, 1, 0] is from above"};
        });
    }
}

void check_gradient(const Scenery& scenery, const Path& path) {
    const Path gradient(path, "sky_gradient");
    for (std::size_t i = 1; i < scenery.gradient.size(); ++i) {
        const Path stop(gradient, i), at(stop, "at");
        const float before = scenery.gradient[i - 1].at, own = scenery.gradient[i].at;
        at.attempt_if_sound([&] {
            if (own <= before)
                throw Invalid{
                    at.pointer(),
                    fmt::format("must be above the {} degrees of the stop before, not {}", before, own)};
        });
    }
}

/// Throws Invalid unless each element of a list has a later time than the one before.
template <typename Element>
void check_times(const std::vector<Element>& list, const Path& path) {
    for (std::size_t i = 1; i < list.size(); ++i) {
        const Path element(path, i), time(element, "time");
        time.attempt_if_sound([&] {
            if (list[i].time <= list[i - 1].time)
                throw Invalid{time.pointer(),
                              fmt::format("must be later than the {} s of the one before, not {}",
                                          list[i - 1].time, list[i].time)};
        });
    }
}

void check_targets(const std::vector<Waypoint>& way, const Path& path) {
    for (std::size_t i = 0; i < way.size(); ++i) {
        const Path waypoint(path, i), target(waypoint, "target");
        target.attempt_if_sound([&] {
            if (way[i].target == way[i].position)
                throw Invalid{target.pointer(), "must be another point than the position of the camera"};
        });
    }
}

}  // namespace

bool are_names_sound(std::size_t count, const Path& path) {
    for (std::size_t i = 0; i < count; ++i) {
        const Path element(path, i);
        if (!Path(element, "name").is_sound()) return false;
    }
    return count > 0 || path.is_sound();
}

std::string number_text(double value) {
    const std::string brief = fmt::format("{:g}", value);
    double back = 0;
    std::from_chars(brief.data(), brief.data() + brief.size(), back);
    return back == value || std::isnan(value) ? brief : fmt::format("{}", value);
}

std::string range_text(const Field& field) {
    const auto [least, most] = field.range;
    std::string text = number_text(least);
    if (least != most) text += " to " + number_text(most);
    if (!field.unit.empty()) text += fmt::format(" {}", field.unit);
    return text;
}

void check(const Field& field, double value, const Path& path) {
    if (!(value >= field.range.least && value <= field.range.most))
        refuse_number(field, path, number_text(value));
}

void check(const Field& field, float value, const Path& path) {
    // The limits are rounded to floats too: a double within them must stay so when it is rounded.
    if (!(value >= static_cast<float>(field.range.least) && value <= static_cast<float>(field.range.most)))
        refuse_number(field, path, fmt::format("{}", value));
}

void check(const Field&, const Rate& rate, const Path& path) {
    check(rate_parameter(), rate.value, path);
}

void check(const Field&, const BurstCount& count, const Path& path) {
    check(count_parameter(), count.value, path);
}

void check(const Field&, const Probability& probability, const Path& path) {
    check(probability_parameter(), probability.value, path);
}

void check(const Field& field, const NumberInTime& number, const Path& path) {
    check(parameter_of(field, number), number.value, path);
}

void check(const Field& field, const VectorInTime& vector, const Path& path) {
    check(parameter_of(field, vector), vector.value, path);
}

void check(const Field& field, const PropertyValue& value, const Path& path) {
    if (!value.is_computed()) check(field, value.number, path);
}

void check(const Field& field, const Lets& lets, const Path& path) {
    check_count(field, lets.size(), path);
}

void check(const Field& field, const Files& files, const Path& path) {
    check_count(field, files.all().size(), path);
}

void check(const Field& field, std::uint32_t value, const Path& path) {
    check(field, static_cast<double>(value), path);
}

void check(const Field& field, const std::string& value, const Path& path) {
    if (value.size() <= static_cast<std::size_t>(field.range.most)) return;
    throw Invalid{path.pointer(), fmt::format("must be at most {} bytes long, not {}",
                                              static_cast<std::size_t>(field.range.most), value.size())};
}

void check(const Field& field, const glm::vec3& value, const Path& path) {
    check_each(field, value, path);
}

void check(const Field& field, const glm::vec4& value, const Path& path) {
    constexpr int alpha = 3;
    check_each(field, value, path);
    check(Field{.key = field.key, .range = share, .sentence = field.sentence}, value[alpha],
          Path(path, std::size_t{alpha}));
}

void check(const Field& field, const Range& value, const Path& path) {
    check(field, value.least, Path(path, std::size_t{0}));
    check(field, value.most, Path(path, std::size_t{1}));
    if (value.least <= value.most) return;
    throw Invalid{path.pointer(), fmt::format("must be [least, most] with least <= most, not [{}, {}]",
                                              value.least, value.most)};
}

void check_count(const Field& field, std::size_t count, const Path& path) {
    const auto [least, most] = field.range;
    if (count >= static_cast<std::size_t>(least) && count <= static_cast<std::size_t>(most)) return;
    throw Invalid{path.pointer(), fmt::format("must have {} to {} elements, not {}", number_text(least),
                                              number_text(most), count)};
}

void check_rules(const Children& children, const Path& path) {
    for (const float count : {children.count.least, children.count.most})
        if (count != std::floor(count))
            throw Invalid{Path(path, "count").pointer(), fmt::format("must be whole numbers, not {}", count)};
}

void check_rules(const View& view, const Path& path) {
    const Path near(path, "near"), waypoints(path, "path");
    near.attempt_if_sound([&] {
        if (view.near >= view.far)
            throw Invalid{near.pointer(),
                          fmt::format("must be below \"far\", {} m, not {}", view.far, view.near)};
    });
    if (view.path.size() == 1)
        throw Invalid{waypoints.pointer(), fmt::format("must have no points, or {} to {}, not 1",
                                                       min_waypoints, number_text(max_waypoints))};
    check_times(view.path, waypoints);
    check_targets(view.path, waypoints);
    check_times(view.exposures, Path(path, "exposures"));
}

void check_rules(const Effect& effect, const Path& path) {
    const Path emitters(path, "emitters"), scenery(path, "scenery");
    const bool knows_steps = Path(path, "steps_per_second").is_sound();
    for (std::size_t i = 0; knows_steps && i < effect.emitters.size(); ++i) {
        const Path here(emitters, i), lifetime(here, "lifetime");
        lifetime.attempt_if_sound([&] { check_lifetime(effect, effect.emitters[i].lifetime, lifetime); });
        check_ages(effect, effect.emitters[i], Path(here, "children"));
        check_emission(effect, effect.emitters[i], here);
    }
    check_lamps(effect.scenery, scenery);
    check_gradient(effect.scenery, scenery);
    if (are_names_sound(effect.emitters.size(), emitters)) check_references(effect, emitters);
}

}  // namespace winnow::effects
