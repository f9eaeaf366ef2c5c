#include "effects/compile/rename_let.h"

#include <string_view>
#include <utility>
#include <variant>

#include "base/error.h"
#include "effects/expression/expression_lexer.h"
#include "effects/model/document.h"

namespace winnow::effects {
namespace {

/// Gives a name of expressions another one, in all that may read a let.
class Renaming {
  public:
    Renaming(std::string_view from, std::string_view to) : from_(from), to_(to) {}

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
        try {
            text = renamed(text);
        } catch (const Invalid&) {
            return;
        }
    }

    /// A name behind a point is that of a part.
    std::string renamed(std::string_view text) const {
        std::string result;
        std::size_t copied = 0;  // characters of the text
        bool is_part = false;
        const Path nowhere;
        ExpressionLexer lexer(text, nowhere);
        for (ExpressionToken token = lexer.next(); token.kind != ExpressionToken::Kind::end;
             token = lexer.next()) {
            if (token.kind == ExpressionToken::Kind::name && token.text == from_ && !is_part) {
                const std::size_t begin = token.column - 1;
                result.append(text.substr(copied, begin - copied)).append(to_);
                copied = begin + from_.size();
            }
            is_part = token.is(".");
        }
        return result.append(text.substr(copied));
    }

    std::string_view from_, to_;
};

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
