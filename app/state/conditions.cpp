#include "state/conditions.h"

#include <fmt/format.h>

#include <filesystem>
#include <limits>

#include "base/error.h"
#include "base/message.h"
#include "base/output.h"
#include "base/text.h"
#include "base/version.h"
#include "effects/compile/replayable.h"
#include "effects/data/data_files.h"
#include "effects/format/effect_file.h"

namespace winnow::state {
namespace {

const nlohmann::json& member(const nlohmann::json& json, const char* key, const std::string& origin) {
    const auto found = json.find(key);
    if (found == json.end()) bad_input("{}: \"{}\" is missing", origin, key);
    return *found;
}

/// Sets one setting, with the validation of the settings.
void take(effects::Settings& settings, const char* pointer, const nlohmann::json& value,
          const std::string& origin) {
    naming(origin, [&] { settings = effects::apply(settings, {pointer, value}); });
}

}  // namespace

Conditions conditions_of(const effects::Settings& settings, std::uint64_t step) {
    const effects::SimulationSettings& s = settings.simulation;
    return {settings.effect, s.seed, s.density, s.capacity, step};
}

void warn_if_not_replayable(const std::string& origin, const effects::Effect& effect) {
    if (const std::string why = effects::why_not_replayable(effect); !why.empty())
        say(fmt::format("{}: {}", origin, why));
}

nlohmann::ordered_json to_json(const Conditions& conditions) {
    nlohmann::ordered_json json{{"effect", effects::to_json(conditions.effect)},
                                {"seed", conditions.seed},
                                {"density", conditions.density},
                                {"capacity", conditions.capacity},
                                {"step", conditions.step}};
    if (const effects::Folder& own = conditions.effect.folder; own.contents != 0)
        json["modules"] = {{"folder", own.path.empty() ? "" : std::filesystem::absolute(own.path).string()},
                           {"digest", hex16(own.contents)}};
    return json;
}

std::uint64_t read_count(const nlohmann::json& json, const char* key, std::uint64_t most,
                         const std::string& origin) {
    const nlohmann::json& value = member(json, key, origin);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most)
        bad_input("{}: \"{}\" must be a whole number from 0 to {}", origin, key, most);
    return value.get<std::uint64_t>();
}

void require_schema(const nlohmann::json& json, const std::string& origin) {
    constexpr std::uint64_t any = std::numeric_limits<std::uint32_t>::max();
    if (const std::uint64_t schema = read_count(json, "schema", any, origin); schema != json_schema)
        bad_input("{}: its schema is {}, and this Winnow ({}) reads schema {}", origin, schema, version(),
                  json_schema);
}

static std::string text_in(const nlohmann::json& json, const char* key) {
    const auto found = json.is_object() ? json.find(key) : json.end();
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Conditions read_conditions(const nlohmann::json& json, const std::string& origin, const std::string& folder) {
    const effects::RefusingFaults strictly;
    effects::Settings settings;
    const nlohmann::json own = json.value("modules", nlohmann::json::object());
    settings.effect.folder.path = folder.empty() ? text_in(own, "folder") : folder;
    take(settings, "/effect", member(json, "effect", origin), origin);
    if (const auto& now = settings.effect.folder;
        own.contains("digest") && text_in(own, "digest") != hex16(now.contents))
        bad_input("{}: the effect's own modules or data in {} have changed since it was written", origin,
                  now.path.empty() ? "Winnow" : now.path);
    take(settings, "/simulation/seed", member(json, "seed", origin), origin);
    take(settings, "/simulation/density", member(json, "density", origin), origin);
    take(settings, "/simulation/capacity", member(json, "capacity", origin), origin);
    return conditions_of(settings, read_count(json, "step", max_steps, origin));
}

void put(const Conditions& conditions, std::uint32_t capacity, effects::Settings& settings) {
    settings.effect = conditions.effect;
    settings.simulation.seed = conditions.seed;
    settings.simulation.density = conditions.density;
    settings.simulation.capacity = capacity;
}

}  // namespace winnow::state
