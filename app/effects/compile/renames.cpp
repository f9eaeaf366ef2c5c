#include "effects/compile/renames.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"
#include "effects/expression/expression_lexer.h"
#include "effects/model/document.h"
#include "effects/modules/module_files.h"

namespace winnow::effects {
namespace {

/// Gives a name of expressions another one, in all that may read it.
class Renaming {
  public:
    using FindNames = std::vector<ExpressionToken> (*)(std::string_view text);

    /// `find_names` says which names of an expression are meant.
    Renaming(std::string_view from, std::string_view to, FindNames find_names = names_read_in)
        : from_(from), to_(to), find_names_(find_names) {}

    void in(Effect& effect) const {
        for (Property& property : effect.properties) in(property.value.expression);
        in(effect.lets);
        in_transform(effect.transform);
        for (SceneObject& object : effect.scenery.objects) in_motion(object.motion);
        for (Emitter& emitter : effect.emitters) in(emitter);
    }

    void in(Emitter& emitter) const {
        in(emitter.lets);
        in(emitter.rate.value);
        in_transform(emitter.transform);
        for (Burst& burst : emitter.bursts) {
            in(burst.count.value);
            in(burst.probability.value);
        }
        for (Children& link : emitter.children) in(link.when);
        for_each_module(emitter, [&](ModuleUse& use) {
            for (auto& [name, value] : use.values) in(value);
        });
    }

  private:
    void in(Lets& lets) const {
        for (auto& [name, text] : lets) in(text);
    }

    void in_motion(Motion& motion) const {
        in(motion.position.value);
        in(motion.rotation.value);
        in(motion.along.value);
    }

    void in_transform(Transform& transform) const {
        in_motion(transform);
        in(transform.scale.value);
    }

    void in(Value& value) const {
        if (auto* const formula = std::get_if<Formula>(&value)) in(formula->text);
        auto* const curve = std::get_if<Curve>(&value);
        if (curve != nullptr && curve->by) in(*curve->by);
        auto* const gradient = std::get_if<Gradient>(&value);
        if (gradient != nullptr && gradient->by) in(*gradient->by);
    }

    /// A text that is no expression stays as it is: that of a link's `when` may be one while it has no
    /// meaning.
    void in(std::string& text) const {
        std::string result;
        std::size_t copied = 0;  // bytes of the text
        for (const ExpressionToken& name : find_names_(text)) {
            if (name.text != from_) continue;
            const auto begin = static_cast<std::size_t>(name.text.data() - text.data());
            result.append(text, copied, begin - copied).append(to_);
            copied = begin + from_.size();
        }
        text = result.append(text, copied);
    }

    std::string_view from_, to_;
    FindNames find_names_;
};

/// Gives an attribute another name where the emitter's modules name it as the value of a parameter.
void rename_values(Emitter& emitter, const std::string& folder, const std::string& from,
                   const std::string& to) {
    const ModuleFinder find = finder_in(folder);
    for_each_module(emitter, [&](ModuleUse& use) {
        const auto module = find(use.module);
        for (const Attribute& attribute : module->attributes) {
            if (attribute.name == from)
                bad_input("the file of the module {} declares {}, and has its name", use.module,
                          excerpt(from));
            if (attribute.name == to) bad_input("{} is already the name of an attribute", excerpt(to));
        }
        for (const Parameter& parameter : module->parameters) {
            const auto given = use.values.find(parameter.name);
            if (parameter.type != Type::attribute || given == use.values.end()) continue;
            const Value before = Constant(from), taken = Constant(to);
            if (given->second == taken) bad_input("{} is already the name of an attribute", excerpt(to));
            if (given->second == before) given->second = taken;
        }
    });
}

}  // namespace

Effect with_let_renamed(const Effect& effect, std::optional<std::size_t> emitter, const std::string& from,
                        const std::string& to) {
    Effect result = effect;
    Lets& lets = emitter ? result.emitters[*emitter].lets : result.lets;
    if (lets.contains(to)) bad_input("{} is already the name of a let", excerpt(to));
    const Renaming renaming(from, to);
    if (emitter)
        renaming.in(result.emitters[*emitter]);
    else
        renaming.in(result);
    auto let = lets.extract(from);
    let.key() = to;
    lets.insert(std::move(let));
    return result;
}

Effect with_attribute_renamed(const Effect& effect, std::size_t emitter, const std::string& from,
                              const std::string& to) {
    Effect result = effect;
    Emitter& own = result.emitters[emitter];
    if (own.lets.contains(to) || effect.lets.contains(to))
        bad_input("{} is already the name of a let", excerpt(to));
    rename_values(own, effect.folder.path, from, to);
    Renaming(from, to).in(own);
    const Renaming of_parent(from, to, names_read_of_parent_in);
    for (Emitter& child : result.emitters)
        if (std::ranges::count(own.children, child.name, &Children::emitter) > 0) of_parent.in(child);
    return result;
}

Effect with_property_renamed(const Effect& effect, std::size_t property, const std::string& to) {
    Effect result = effect;
    for (std::size_t i = 0; i < result.properties.size(); ++i)
        if (i != property && result.properties[i].name == to)
            bad_input("{} is already the name of a property", excerpt(to));
    Renaming(effect.properties[property].name, to).in(result);
    result.properties[property].name = to;
    return result;
}

}  // namespace winnow::effects
