#include "effects/compiled_effect.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/error.h"
#include "effects/fields.h"
#include "effects/object_rows.h"
#include "effects/rate.h"
#include "effects/replayable.h"
#include "effects/scene_mesh.h"

namespace winnow::effects {
namespace {

std::atomic<std::uint64_t> compiled_count = 0;

}  // namespace

Compiled compile(const Effect& effect, const Path& path, const Compiled& before) {
    const Path emitters(path, "emitters"), scenery(path, "scenery");
    CompiledEffect result{effect, {}, {}, {}};
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) {
        const Path emitter(emitters, i);
        result.rates.push_back(
            read_rate(effect.emitters[i].rate, effect.properties, Path(emitter, rate_field.key)));
    }
    check_objects(effect.scenery, effect.folder.path, Path(scenery, "objects"));
    result.stacks = stacks_of(effect, path);
    check_objects_met(effect, result.stacks, path);
    check_seen(result.stacks, path);
    try {
        const EarlierProgram earlier =
            before ? EarlierProgram{before->stacks, &before->program} : EarlierProgram{};
        result.program = write_program(result.stacks, effect.properties, earlier);
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
