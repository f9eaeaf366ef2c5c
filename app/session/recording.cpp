#include "session/recording.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/input_file.h"
#include "base/json_text.h"
#include "base/output.h"
#include "base/version.h"
#include "effects/compile/replayable.h"
#include "effects/format/effect_file.h"

namespace winnow::session {
namespace {

constexpr std::uint64_t max_bytes = std::uint64_t{1} << 30;
constexpr const char* capacity_pointer = "/simulation/capacity";
constexpr const char* density_pointer = "/simulation/density";
constexpr const char* seed_pointer = "/simulation/seed";

bool is_of_effect(std::string_view pointer) {
    return pointer == effects::effect_pointer ||
           pointer.starts_with(std::string(effects::effect_pointer) + '/');
}

/// Returns true if the simulated state depends on that setting.
bool is_recorded(std::string_view pointer) {
    return is_of_effect(pointer) || pointer == capacity_pointer || pointer == density_pointer ||
           pointer == seed_pointer;
}

/// Returns the edits that turn the recorded settings of `before` into those of `after`.
std::vector<effects::Edit> differences(const effects::Settings& before, const effects::Settings& after) {
    const effects::SimulationSettings &old = before.simulation, &now = after.simulation;
    std::vector<effects::Edit> edits;
    if (before.effect != after.effect)
        edits.push_back({std::string(effects::effect_pointer), effects::to_json(after.effect)});
    if (old.capacity != now.capacity) edits.push_back({capacity_pointer, now.capacity});
    if (old.density != now.density) edits.push_back({density_pointer, now.density});
    if (old.seed != now.seed) edits.push_back({seed_pointer, now.seed});
    return edits;
}

/// Returns NaN, which is not valid, if it is no number or too large.
float float_of(const nlohmann::json& json) {
    const double value = json.is_number() ? json.get<double>() : std::numeric_limits<double>::infinity();
    const bool fits = std::abs(value) <= std::numeric_limits<float>::max();
    return fits ? static_cast<float>(value) : std::numeric_limits<float>::quiet_NaN();
}

glm::vec3 place_of(const nlohmann::json& json) {
    if (!json.is_array() || json.size() != 3) return glm::vec3(float_of({}));
    return {float_of(json[0]), float_of(json[1]), float_of(json[2])};
}

/// Reads the lines in order and keeps the settings as they are after each line.
class Parser {
  public:
    Parser(std::string_view text, const std::string& origin, const std::string& folder)
        : rest_(text), origin_(origin), folder_(folder) {}

    Recording parse() {
        recording_.origin = origin_;
        read_first(next_line());
        while (!ended_) {
            if (rest_.empty()) bad_input("{}: the recording is cut short after line {}", origin_, line_);
            read_input(next_line());
        }
        if (!rest_.empty()) bad_input("{}:{}: more follows the recording's end", origin_, line_ + 1);
        return recording_;
    }

  private:
    std::string here() const { return fmt::format("{}:{}", origin_, line_); }

    /// A line without a line end was not written completely.
    nlohmann::json next_line() {
        ++line_;
        const std::size_t end = rest_.find('\n');
        auto json = parse_json(rest_.substr(0, end));
        if (line_ == 1 && (!json.is_object() || !json.contains("recording")))
            bad_input("{}: this is no recording; winnow view --record writes one", origin_);
        if (end == rest_.npos) bad_input("{}: the recording is cut short", here());
        if (!json.is_object()) bad_input("{}: must be one JSON object", here());
        rest_.remove_prefix(end + 1);
        return json;
    }

    void read_first(const nlohmann::json& json) {
        const std::uint64_t format =
            state::read_count(json, "recording", std::numeric_limits<std::uint32_t>::max(), here());
        if (format != recording_format)
            bad_input("{}: the recording has format {}, and this Winnow ({}) reads format {}", origin_,
                      format, version(), recording_format);
        state::require_schema(json, origin_);
        recording_.begin = state::read_conditions(json, here(), folder_);
        state::naming(here(), [&] { effects::require_replayable(recording_.begin.effect); });
        state::put(recording_.begin, recording_.begin.capacity, settings_);
        step_ = recording_.begin.step;
    }

    void read_input(const nlohmann::json& json) {
        const std::uint64_t step = state::read_count(json, "step", state::max_steps, here());
        if (step < step_) bad_input("{}: step {} comes after step {}", here(), step, step_);
        step_ = step;
        if (json.contains("pointer")) return read_pointer(json);
        if (json.contains("edit")) return read_edit(json["edit"]);
        if (json.contains("reset")) return begin_anew({step, std::nullopt});
        if (!json.contains("end"))
            bad_input("{}: must have one of \"edit\", \"pointer\", \"reset\" and \"end\"", here());
        recording_.end = step;
        ended_ = true;
    }

    void read_edit(const nlohmann::json& json) {
        if (!json.is_object() || !json.contains("pointer") || !json["pointer"].is_string() ||
            !json.contains("value"))
            bad_input("{}: \"edit\" must be an object with \"pointer\" and \"value\"", here());
        const effects::Edit edit{json["pointer"].get<std::string>(), json["value"]};
        if (!is_recorded(edit.pointer))
            bad_input("{}: \"pointer\" must lead into {} or be {}, {} or {}; nothing else changes the state",
                      here(), effects::effect_pointer, capacity_pointer, density_pointer, seed_pointer);
        state::naming(here(), [&] {
            settings_ = effects::apply(settings_, edit);
            if (is_of_effect(edit.pointer)) effects::require_replayable(settings_.effect);
        });
        if (edit.pointer == seed_pointer) return begin_anew({step_, edit});
        recording_.inputs.push_back({step_, edit});
    }

    void read_pointer(const nlohmann::json& line) {
        const nlohmann::json& json = line["pointer"];
        if (line.size() != 2 || !json.is_object() || json.size() != 2 || !json.contains("place") ||
            !json.contains("strength"))
            bad_input("{}: \"pointer\" must be an object with \"place\" and \"strength\" and nothing else",
                      here());
        const particles::Pointer pointer{place_of(json["place"]), float_of(json["strength"])};
        if (!pointer.is_valid())
            bad_input("{}: \"place\" must be three numbers from -{} to {}, and \"strength\" one from 0 to 1",
                      here(), particles::Pointer::farthest, particles::Pointer::farthest);
        recording_.inputs.push_back({step_, std::nullopt, pointer});
    }

    void begin_anew(RecordedInput input) {
        recording_.inputs.push_back(std::move(input));
        step_ = 0;
    }

    std::string_view rest_;
    const std::string& origin_;
    const std::string& folder_;  // of the effect's files; empty: where they lay
    std::uint64_t line_ = 0, step_ = 0;
    bool ended_ = false;
    effects::Settings settings_;
    Recording recording_;
};

}  // namespace

std::vector<effects::Edit> recorded_edits(const effects::Settings& before, const effects::Settings& after,
                                          const effects::Edit& edit) {
    return is_of_effect(edit.pointer) ? std::vector{edit} : differences(before, after);
}

Recorder::Recorder(const std::string& path, const state::Conditions& begin) : file_(path) {
    nlohmann::ordered_json json{
        {"schema", json_schema}, {"recording", recording_format}, {"version", version()}};
    json.update(to_json(begin));
    file_.write(json.dump() + '\n');
}

void Recorder::write(std::uint64_t step, const char* what, nlohmann::ordered_json value) {
    const nlohmann::ordered_json line{{"step", step}, {what, std::move(value)}};
    file_.write(line.dump() + '\n');
}

void Recorder::edit(std::uint64_t step, const effects::Settings& before, const effects::Settings& after,
                    const effects::Edit& edit) {
    for (const effects::Edit& one : recorded_edits(before, after, edit))
        write(step, "edit", {{"pointer", one.pointer}, {"value", one.value}});
}

void Recorder::pointer(std::uint64_t step, const particles::Pointer& pointer) {
    const std::array place{effects::shortest(pointer.place.x), effects::shortest(pointer.place.y),
                           effects::shortest(pointer.place.z)};
    write(step, "pointer", {{"place", place}, {"strength", effects::shortest(pointer.strength)}});
}

void Recorder::reset(std::uint64_t step) {
    write(step, "reset", true);
}

void Recorder::finish(std::uint64_t step) {
    write(step, "end", true);
    file_.commit();
}

Recording parse_recording(std::string_view text, const std::string& origin, const std::string& folder) {
    return Parser(text, origin, folder).parse();
}

Recording read_recording(const std::string& path, const std::string& folder) {
    return parse_recording(read_text_file(path, max_bytes), path, folder);
}

void Replay::Hands::repeat(const RecordedInput& input) const {
    if (input.pointer) return set_pointer(*input.pointer);
    input.edit ? apply(*input.edit) : reset();
}

void Replay::feed(const std::function<std::uint64_t()>& steps, const Hands& hands) {
    while (next_ < recording_.inputs.size() && recording_.inputs[next_].step == steps()) {
        const RecordedInput& input = recording_.inputs[next_++];
        state::naming(fmt::format("{}: after step {}", recording_.origin, input.step),
                      [&] { hands.repeat(input); });
    }
}

bool Replay::finished(std::uint64_t steps) const {
    return next_ == recording_.inputs.size() && steps >= recording_.end;
}

/// Returns true if the remaining inputs come after the last step, so that no step depends on them.
bool Replay::only_the_end_is_left(std::uint64_t steps) const {
    return steps == recording_.end &&
           std::all_of(recording_.inputs.begin() + static_cast<std::ptrdiff_t>(next_),
                       recording_.inputs.end(),
                       [&](const RecordedInput& input) { return input.step == steps; });
}

std::string Replay::difference(std::uint64_t steps) const {
    if (only_the_end_is_left(steps)) return {};
    if (!finished(steps))
        return fmt::format("{}: not all was done again: {} of {} changes, up to step {}", recording_.origin,
                           next_, recording_.inputs.size(), steps);
    return fmt::format("{}: the recording ends after step {}; the run went on to step {}", recording_.origin,
                       recording_.end, steps);
}

}  // namespace winnow::session
