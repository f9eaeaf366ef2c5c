#include "session/life_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "base/text.h"

namespace winnow::session {

std::string short_number(float value) {
    return fmt::format("{:.4g}", value);
}

std::string short_vector(const glm::vec3& v) {
    return fmt::format("({:.4g}, {:.4g}, {:.4g})", v.x, v.y, v.z);
}

std::string seconds_text(std::uint64_t steps, std::uint32_t per_second) {
    return fmt::format("{:.2f} s", static_cast<double>(steps) / per_second);
}

std::span<const effects::Attribute> attributes_of(const effects::CompiledEffect& compiled,
                                                  std::size_t emitter) {
    return compiled.program.stacks[emitter].attributes;
}

namespace {

using particles::NotedStep;
using particles::StepNote;
using particles::vector_of;
using particles::WholeParticle;

bool is_finite(const glm::vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Returns the module that a note stands behind; null before the first.
const effects::StackModule* module_of(const effects::Stack& stack, const StepNote& note) {
    std::uint32_t number = 0;
    for (const effects::StackModule& one : stack.modules)
        if (one.module->stage == note.stage && ++number == note.number) return &one;
    return nullptr;
}

/// Returns the module's name, and which of its list it is.
std::string name_of(const effects::StackModule& module) {
    return fmt::format("{}, module {}", module.module->name, module.place + 1);
}

std::string value_text(effects::Type type, std::span<const std::uint32_t> words) {
    if (type == effects::Type::integer) return grouped(words.front());
    std::string text;
    for (const std::uint32_t word : words)
        text += (text.empty() ? "" : ", ") + short_number(std::bit_cast<float>(word));
    return words.size() > 1 ? "(" + text + ")" : text;
}

std::string value_text(const effects::Attribute& attribute, std::span<const std::uint32_t> words) {
    return value_text(attribute.type, words) + (attribute.unit.empty() ? "" : " " + attribute.unit);
}

/// Returns what changed between two notes of reactions, in words; empty: nothing.
std::string changes_between(const StepNote& before, const StepNote& after,
                            std::span<const effects::Attribute> attributes) {
    std::string text;
    const auto add = [&](const std::string& change) { text += (text.empty() ? "" : "\n") + change; };
    if (after.killed && !before.killed) add("kills it");
    if (after.bounced && !before.bounced) add("bounce");
    if (after.position != before.position)
        add("position + " + short_vector(after.position - before.position) + " m");
    if (after.velocity != before.velocity)
        add("velocity + " + short_vector(after.velocity - before.velocity) + " m/s");
    if (after.age != before.age) add(fmt::format("age + {:.4g} s", after.age - before.age));
    if (after.lifetime != before.lifetime)
        add(fmt::format("lifetime {:.4g} s instead of {:.4g}", after.lifetime, before.lifetime));
    std::size_t at = 0;
    for (const effects::Attribute& attribute : attributes) {
        const std::size_t count = effects::words_of(attribute.type);
        const auto old = std::span(before.attributes).subspan(at, count),
                   now = std::span(after.attributes).subspan(at, count);
        if (!std::ranges::equal(old, now)) add(attribute.name + " = " + value_text(attribute, now));
        at += count;
    }
    return text;
}

/// Returns what a force adds to those before it, in words; empty: nothing.
std::string force_between(const StepNote& before, const StepNote& after) {
    std::string text;
    if (after.acceleration != before.acceleration)
        text = "acceleration " + short_vector(after.acceleration - before.acceleration) + " m/s\xC2\xB2";
    if (after.drag != before.drag)
        text += fmt::format("{}drag {:.4g} /s", text.empty() ? "" : "\n", after.drag - before.drag);
    return text;
}

LifePart part(std::string stage, std::string name, const std::string& added) {
    return {std::move(stage), std::move(name), added.empty() ? "nothing" : added, !added.empty()};
}

/// Returns the state of the particle in the form of a note.
StepNote note_of(const WholeParticle& whole) {
    StepNote note;
    note.position = vector_of(whole.particle.position);
    note.velocity = vector_of(whole.particle.velocity);
    note.attributes = whole.attributes;
    return note;
}

}  // namespace

std::vector<LifeFact> attribute_facts(std::span<const effects::Attribute> attributes,
                                      std::span<const std::uint32_t> words) {
    std::vector<LifeFact> facts;
    std::size_t at = 0;
    for (const effects::Attribute& attribute : attributes) {
        const std::size_t count = effects::words_of(attribute.type);
        facts.push_back({attribute.name, attribute.name, value_text(attribute, words.subspan(at, count)),
                         attribute.sentence});
        at += count;
    }
    return facts;
}

std::vector<LifePart> parts_of(const NotedStep& step, const effects::CompiledEffect& compiled,
                               std::size_t emitter) {
    const effects::Stack& stack = compiled.stacks[emitter];
    const auto attributes = attributes_of(compiled, emitter);
    std::vector<LifePart> parts;
    if (step.notes.empty()) return parts;
    StepNote last = step.notes.front();
    const bool is_birth = last.stage == effects::Stage::spawn;
    const StepNote begin = note_of(step.before);
    if (is_birth)
        parts.push_back(
            part("birth", "begins",
                 fmt::format("at {} m\nvelocity {} m/s\nlifetime {:.4g} s", short_vector(last.position),
                             short_vector(last.velocity), last.lifetime)));
    else if (last.position != begin.position || last.velocity != begin.velocity)
        parts.push_back(part("motion", "carried by the emitter's space", changes_between(begin, last, {})));
    for (const StepNote& note : std::span(step.notes).subspan(1)) {
        const effects::StackModule* const module = module_of(stack, note);
        if (note.stage == effects::Stage::force) {
            if (module != nullptr)
                parts.push_back(part("force", name_of(*module), force_between(last, note)));
        } else if (note.stage == effects::Stage::spawn) {
            if (module != nullptr)
                parts.push_back(part("spawn", name_of(*module), changes_between(last, note, attributes)));
        } else if (note.number == 0) {  // between the stages it has moved
            StepNote moved = last;
            moved.age = note.age;
            moved.lifetime = note.lifetime;
            parts.push_back(part("motion", note.bounced ? "moves, and bounces off the plane" : "moves",
                                 changes_between(moved, note, attributes)));
        } else if (module != nullptr) {
            parts.push_back(part("react", name_of(*module), changes_between(last, note, attributes)));
        }
        last = note;
    }
    const StepNote end = note_of(step.after);
    if (end.position != last.position || end.velocity != last.velocity) {
        StepNote swept = end;
        swept.age = last.age, swept.lifetime = last.lifetime;
        swept.bounced = (step.after.particle.bounces & particles::Particle::bounced) != 0;
        swept.killed = last.killed;
        parts.push_back(is_birth
                            ? part("motion", "moves to the end of the step", changes_between(last, swept, {}))
                            : part("react", "surfaces on its way", changes_between(last, swept, {})));
    }
    return parts;
}

std::string why_died(const NotedStep& step, const effects::CompiledEffect& compiled,
                     std::optional<std::size_t> emitter) {
    const particles::Particle& after = step.after.particle;
    if (!emitter) return "its emitter was taken out of the effect";
    if (step.survives)
        return "it survived the step, but births needed its place: it was one of the oldest "
               "where the capacity was full";
    const effects::Stack& stack = compiled.stacks[*emitter];
    const auto cause = [&](const auto& holds) -> std::string {
        for (const StepNote& note : step.notes)
            if (holds(note))
                if (const effects::StackModule* module = module_of(stack, note)) return name_of(*module);
        return {};
    };
    if (!is_finite(vector_of(after.position)) || !is_finite(vector_of(after.velocity))) {
        const std::string by = cause([](const StepNote& note) {
            return !is_finite(note.position) || !is_finite(note.velocity) || !is_finite(note.acceleration);
        });
        return "it was lost: its position or its velocity is no finite number" +
               (by.empty() ? "" : ", first behind " + by);
    }
    if (after.lifetime == 0) {
        const std::string by = cause([](const StepNote& note) { return note.killed; });
        return by.empty() ? "a surface on its way killed it" : "killed by " + by;
    }
    if (after.lifetime < step.before.particle.lifetime) {
        const float before = step.notes.empty() ? 0 : step.notes.front().lifetime;
        const std::string by = cause([&](const StepNote& note) { return note.lifetime < before; });
        if (!by.empty()) return "its lifetime was shortened by " + by;
    }
    return fmt::format("its lifetime has ended: {} of {} steps, {}", grouped(after.age),
                       grouped(after.lifetime),
                       seconds_text(after.lifetime, compiled.effect.steps_per_second));
}

}  // namespace winnow::session
