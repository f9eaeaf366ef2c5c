#include "effects/compile/compiled_effect.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "effects/compile/object_rows.h"
#include "effects/compile/properties.h"
#include "effects/compile/replayable.h"
#include "effects/data/scene_mesh.h"
#include "effects/model/check.h"
#include "effects/model/fields.h"

namespace winnow::effects {
namespace {

std::atomic<std::uint64_t> compiled_count = 0;

}  // namespace

Compiled compile(const Effect& effect, const Path& path, const Compiled& before) {
    const Path emitters(path, "emitters"), scenery(path, "scenery"), properties(path, "properties");
    CompiledEffect result{effect, {}, {}, {}, {}, {}};
    compute_properties(result.effect, properties);
    check_objects(effect.scenery, effect.folder.path, Path(scenery, "objects"));
    if (!are_names_sound(effect.properties.size(), properties)) return nullptr;  // expressions may use them
    result.stacks = stacks_of(result.effect, path);
    const std::vector<Property>& known = result.effect.properties;
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) {
        const Path emitter(emitters, i), rate(emitter, rate_field.key);
        const ParsedLets& lets = result.stacks[i].lets;
        rate.attempt_if_sound(
            [&] { result.rates.push_back(read_rate(effect.emitters[i].rate, known, lets, rate)); });
        result.bursts.push_back(read_bursts(effect.emitters[i], known, lets, emitter));
    }
    result.motions = read_motions(result.effect, result.stacks, path);
    if (path.has_faults()) return nullptr;
    check_objects_met(effect, result.stacks, path);
    check_seen(result.stacks, path);
    try {
        const EarlierProgram earlier =
            before ? EarlierProgram{before->stacks, &before->program} : EarlierProgram{};
        result.program = write_program(result.stacks, known, earlier);
    } catch (const Error& error) {
        throw Invalid{emitters.pointer(), error.what()};
    }
    const auto meets = [](const Stack& one) { return first_module(one, meets_objects) != nullptr; };
    if (std::ranges::any_of(result.stacks, meets))
        result.program.objects = object_rows(effect.scenery, effect.folder.path, result.program.files, path);
    ++compiled_count;
    return std::make_shared<const CompiledEffect>(std::move(result));
}

Compiled compile(const Effect& effect, const Compiled& before) {
    try {
        return compile(effect, Path(), before);
    } catch (const Invalid& invalid) {
        bad_input("{}: {}", invalid.pointer, invalid.message);
    }
}

CompileCounts compile_counts() {
    return {compiled_count, texts_written()};
}

}  // namespace winnow::effects
