#include "effects/compile/compiled_effect.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "effects/compile/object_rows.h"
#include "effects/compile/properties.h"
#include "effects/compile/replayable.h"
#include "effects/compile/view_path.h"
#include "effects/data/scene_mesh.h"
#include "effects/data/texture.h"
#include "effects/expression/expression_listener.h"
#include "effects/model/check.h"
#include "effects/model/fields.h"

namespace winnow::effects {
namespace {

std::atomic<std::uint64_t> compiled_count = 0;

/// Adds what drawing needs of the emitters themselves.
void note_drawing(const Effect& effect, StackProgram& program) {
    std::set<float> orders;
    for (const Emitter& emitter : effect.emitters) {
        orders.insert(emitter.order);
        for (const FurtherLook& look : emitter.looks) orders.insert(look.order);
    }
    const auto rank = [&](float order) {
        return static_cast<std::uint32_t>(std::distance(orders.begin(), orders.find(order)));
    };
    program.order_bits = static_cast<std::uint32_t>(std::bit_width(orders.size() - 1));
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) {
        const Emitter& emitter = effect.emitters[i];
        program.tints = program.tints || emitter.blend == EmitterBlend::multiply;
        program.stacks[i].order = rank(emitter.order);
        for (std::size_t k = 0; k < emitter.looks.size(); ++k) {
            const FurtherLook& look = emitter.looks[k];
            program.tints = program.tints || look.blend == EmitterBlend::multiply;
            program.stacks[i].looks[k].blend = look.blend;
            program.stacks[i].looks[k].order = rank(look.order);
        }
    }
}

void check_blend(const Emitter& emitter, const Path& path) {
    if (emitter.blend == EmitterBlend::multiply && draws_ribbons(emitter))
        throw Invalid{Path(path, "blend").pointer(),
                      "ribbons cannot multiply; must be effect, additive, alpha or premultiplied"};
}

/// Keeps what it hears of an effect's expressions.
class ExpressionKeeper {
  public:
    ExpressionKeeper(std::map<std::string, ReadExpression>& kept, const Path& effect)
        : kept_(kept), above_(effect.pointer().size()) {}

    void operator()(const HeardExpression& heard) {
        std::vector<UsableName> names;
        for (const ExpressionName& one : heard.names)
            if (one.absent.empty()) names.push_back({std::string(one.name), one.type, one.let != nullptr});
        if (*last_ != names) last_ = std::make_shared<const std::vector<UsableName>>(std::move(names));
        kept_.insert_or_assign(heard.path.pointer().substr(above_), ReadExpression{heard.expression, last_});
    }

  private:
    std::map<std::string, ReadExpression>& kept_;
    std::size_t above_;  // characters of the effect's pointer
    UsableNames last_ = std::make_shared<const std::vector<UsableName>>();
};

}  // namespace

namespace {

/// True if the effects differ in the numbers of their properties at most. What is read of stacks does not
/// depend on these: it names properties.
bool differ_in_properties_only(const Effect& effect, const Effect& other) {
    if (effect.properties.size() != other.properties.size()) return false;
    Effect same = effect;
    for (std::size_t i = 0; i < same.properties.size(); ++i)
        same.properties[i].value.number = other.properties[i].value.number;
    return same == other;
}

}  // namespace

Compiled compile(const Effect& effect, const Path& path, const Compiled& before) {
    const Path emitters(path, "emitters"), scenery(path, "scenery"), properties(path, "properties");
    CompiledEffect result{effect, {}, {}, {}, {}, {}, {}, {}};
    const ExpressionListener listener(ExpressionKeeper(result.expressions, path));
    compute_properties(result.effect, properties);
    const bool has_equal_stacks = before && differ_in_properties_only(result.effect, before->effect);
    if (has_equal_stacks) result.expressions.insert(before->expressions.begin(), before->expressions.end());
    check_objects(effect.scenery, effect.folder.path, Path(scenery, "objects"));
    check_scenery_pictures(effect.scenery, effect.folder.path, scenery);
    if (!are_names_sound(effect.properties.size(), properties)) return nullptr;  // expressions may use them
    result.stacks = has_equal_stacks ? before->stacks : stacks_of(result.effect, path);
    const std::vector<Property>& known = result.effect.properties;
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) {
        const Path emitter(emitters, i), rate(emitter, rate_field.key);
        const ParsedLets& lets = result.stacks[i].lets;
        emitter.attempt([&] { check_blend(effect.emitters[i], emitter); });
        rate.attempt_if_sound(
            [&] { result.rates.push_back(read_rate(effect.emitters[i].rate, known, lets, rate)); });
        result.bursts.push_back(read_bursts(effect.emitters[i], known, lets, emitter));
    }
    result.motions = read_motions(result.effect, result.stacks, path);
    if (path.has_faults()) return nullptr;  // a faulty motion has no poses
    check_view_path(result.effect, result.motions, path);
    check_objects_met(effect, result.stacks, path);
    check_seen(result.stacks, path);
    try {
        const EarlierProgram earlier =
            before ? EarlierProgram{before->stacks, &before->program} : EarlierProgram{};
        result.program = write_program(result.stacks, known, earlier);
    } catch (const Error& error) {
        throw Invalid{emitters.pointer(), error.what()};
    }
    note_drawing(effect, result.program);
    for (const SceneObject& object : effect.scenery.objects)
        result.object_bounds.push_back(bounds_of(object, effect.folder.path));
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
