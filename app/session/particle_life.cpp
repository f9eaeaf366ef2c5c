#include "session/particle_life.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

#include "base/text.h"
#include "effects/compile/stack_attributes.h"
#include "session/particle_table.h"

namespace winnow::session {
namespace {

constexpr std::size_t max_children_shown = 8;

using particles::NotedStep;
using particles::Sighting;
using particles::StepNote;
using particles::vector_of;
using particles::WholeParticle;

std::string number_text(float value) {
    return fmt::format("{:.4g}", value);
}

std::string vector_text(const glm::vec3& v) {
    return fmt::format("({:.4g}, {:.4g}, {:.4g})", v.x, v.y, v.z);
}

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
        text += (text.empty() ? "" : ", ") + number_text(std::bit_cast<float>(word));
    return words.size() > 1 ? "(" + text + ")" : text;
}

/// The metres that particles count have a unit; others have the one that their author thinks of.
std::string unit_of(std::string_view attribute) {
    return attribute == effects::travelled || attribute == effects::ribbon_way ? " m" : "";
}

/// Returns what changed between two notes of reactions, in words; empty: nothing.
std::string changes_between(const StepNote& before, const StepNote& after,
                            std::span<const effects::Attribute> attributes) {
    std::string text;
    const auto add = [&](const std::string& change) { text += (text.empty() ? "" : "\n") + change; };
    if (after.killed && !before.killed) add("kills it");
    if (after.bounced && !before.bounced) add("bounce");
    if (after.position != before.position)
        add("position + " + vector_text(after.position - before.position) + " m");
    if (after.velocity != before.velocity)
        add("velocity + " + vector_text(after.velocity - before.velocity) + " m/s");
    if (after.age != before.age) add(fmt::format("age + {:.4g} s", after.age - before.age));
    if (after.lifetime != before.lifetime)
        add(fmt::format("lifetime {:.4g} s instead of {:.4g}", after.lifetime, before.lifetime));
    std::size_t at = 0;
    for (const effects::Attribute& attribute : attributes) {
        const std::size_t count = effects::words_of(attribute.type);
        const auto old = std::span(before.attributes).subspan(at, count),
                   now = std::span(after.attributes).subspan(at, count);
        if (!std::ranges::equal(old, now))
            add(attribute.name + " = " + value_text(attribute.type, now) + unit_of(attribute.name));
        at += count;
    }
    return text;
}

/// Returns what a force adds to those before it, in words; empty: nothing.
std::string force_between(const StepNote& before, const StepNote& after) {
    std::string text;
    if (after.acceleration != before.acceleration)
        text = "acceleration " + vector_text(after.acceleration - before.acceleration) + " m/s\xC2\xB2";
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

std::string seconds_text(std::uint64_t steps, std::uint32_t per_second) {
    return fmt::format("{:.2f} s", static_cast<double>(steps) / per_second);
}

std::span<const effects::Attribute> attributes_of(const effects::CompiledEffect& compiled,
                                                  std::size_t emitter) {
    return compiled.program.stacks[emitter].attributes;
}

}  // namespace

std::vector<LifeFact> attribute_facts(std::span<const effects::Attribute> attributes,
                                      std::span<const std::uint32_t> words) {
    std::vector<LifeFact> facts;
    std::size_t at = 0;
    for (const effects::Attribute& attribute : attributes) {
        const std::size_t count = effects::words_of(attribute.type);
        facts.push_back({attribute.name, attribute.name,
                         value_text(attribute.type, words.subspan(at, count)) + unit_of(attribute.name),
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
    const StepNote begin = note_of(step.before);
    if (last.position != begin.position || last.velocity != begin.velocity)
        parts.push_back(part("motion", "carried by the emitter's space", changes_between(begin, last, {})));
    for (const StepNote& note : std::span(step.notes).subspan(1)) {
        const effects::StackModule* const module = module_of(stack, note);
        if (note.stage == effects::Stage::force) {
            if (module != nullptr)
                parts.push_back(part("force", name_of(*module), force_between(last, note)));
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
        parts.push_back(part("react", "surfaces on its way", changes_between(last, swept, {})));
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

ParticleLife::Run ParticleLife::run() const {
    effects::SimulationSettings simulation = session_.settings().simulation;
    simulation.paused = false;
    simulation.time_scale = 1;
    return {session_.settings().compiled, simulation, playback_.timeline().beginning()};
}

bool ParticleLife::rests() const {
    return session_.settings().simulation.paused && !playback_.timeline().is_travelling();
}

void ParticleLife::follow(std::uint64_t birth_step, std::uint32_t ordinal) {
    stop();
    birth_ = birth_step;
    ordinal_ = ordinal;
    run_ = run();
    begin();
}

void ParticleLife::stop() {
    birth_.reset();
    noted_.reset();
    states_.clear();
    seeks_death_from_.reset();
    if (follower_) follower_->stop();
}

/// Forgets what was seen, which belongs to another run.
void ParticleLife::begin() {
    if (!follower_) follower_.emplace(session_.shaders(), session_.simulation());
    states_.clear();
    looked_at_.reset();
    parent_.reset();
    children_.clear();
    repeated_.reset();
    seeks_death_from_.reset();
    follower_->follow({static_cast<std::uint32_t>(*birth_), ordinal_});
}

void ParticleLife::look() {
    if (!birth_ || !session_.ready()) return;
    if (Run now = run(); !playback_.timeline().is_travelling() && now != run_) {
        run_ = std::move(now);
        begin();
    }
    why_no_notes_ = follower_->prepare();
    if (rests()) return look_at_rest();
    looked_at_.reset();
    children_.clear();
    follower_->submit();
    if (auto arrived = follower_->take()) take(std::move(*arrived));
}

void ParticleLife::take(particles::Follower::Arrived arrived) {
    states_[arrived.now.step] = arrived.now;
    if (arrived.last) {
        noted_ = std::move(arrived.last);
        noted_by_ = run_.compiled;
    }
    while (states_.size() > particles::Follower::states) states_.erase(states_.begin());
}

/// A run that rests is looked at once; its last step is made again if it has no notes yet.
void ParticleLife::look_at_rest() {
    const std::uint64_t here = session_.simulation().steps();
    if (looked_at_ != here) {
        looked_at_ = here;
        take(follower_->wait());
        for (const Sighting& seen : follower_->past()) states_[seen.step] = seen;
        look_at_births();
    }
    if (seeks_death_from_) return seek_on();
    const bool is_noted = noted_ && noted_->step == here;
    const bool took_part = here > *birth_ && (!states_.contains(here - 1) || states_[here - 1].lives);
    if (is_noted || !took_part || !why_no_notes_.empty() || repeated_ == here) return;
    repeated_ = here;
    looked_at_.reset();
    playback_.repeat_step();
}

/// Children follow the other births of a step, in the order of their parents.
void ParticleLife::look_at_births() {
    children_.clear();
    const std::uint64_t here = session_.simulation().steps();
    const auto births = session_.simulation().read_births();
    const auto last = session_.simulation().last_step();
    if (!births || !last) return;
    const auto relative = [](std::uint64_t birth, std::uint32_t ordinal) {
        return LifeRelative{birth, ordinal, fmt::format("particle {}.{}", birth, ordinal)};
    };
    const auto parent = here == *birth_ ? births->parent_of(ordinal_) : std::nullopt;
    if (parent) {
        const std::uint32_t capacity = session_.simulation().capacity();
        const std::uint32_t at = (last->before.read_pool().first + *parent) % capacity;
        const auto identity =
            particles::read_ring(last->before, particles::identity_column, at, 1, capacity).front();
        parent_ = relative(here - static_cast<std::uint32_t>(here - identity.x), identity.y);
    }
    const auto before = states_.find(here - 1);
    if (before == states_.end() || !before->second.lives) return;
    const std::uint32_t index = before->second.index;
    if (index + 1 >= births->first_child.size()) return;
    for (std::uint32_t child = births->first_child[index]; child < births->first_child[index + 1]; ++child) {
        if (children_.size() == max_children_shown) break;
        children_.push_back(relative(here, births->without_parent + child));
    }
}

Availability ParticleLife::seek(std::uint64_t step) {
    return playback_.seek(step);
}

Availability ParticleLife::go_to_birth() {
    seeks_death_from_.reset();
    return seek(*birth_);
}

Availability ParticleLife::go_to_death() {
    if (const auto known = death()) return seek(*known);
    const Sighting* const seen = last_seen();
    if (seen == nullptr) return Availability::no("the particle was not seen alive");
    const std::uint64_t left =
        seen->whole.particle.lifetime - std::min(seen->whole.particle.age, seen->whole.particle.lifetime);
    const Availability result = seek(seen->step + std::max<std::uint64_t>(left, 1));
    if (result) seeks_death_from_ = seen->step;
    return result;
}

/// The run rests at a step that was thought to be that of the death, or between the last step at which the
/// particle is known to live and the first at which it is known to be dead. Steps may have been jumped over.
void ParticleLife::seek_on() {
    const std::uint64_t here = session_.simulation().steps();
    if (const auto known = death()) {
        seeks_death_from_.reset();
        if (known != here) seek(*known);
        return;
    }
    const auto first_dead = std::ranges::find_if(
        states_, [&](const auto& one) { return one.first >= *birth_ && !one.second.lives; });
    const Sighting* const seen = last_seen();
    if (seen == nullptr || (first_dead == states_.end() && !states_[here].lives))
        return seeks_death_from_.reset();
    if (first_dead == states_.end()) {  // it lives longer than was thought
        static_cast<void>(go_to_death());
        return;
    }
    const std::uint64_t between = seen->step + (first_dead->first - seen->step) / 2;
    if (!seek(std::max(between, seen->step + 1))) seeks_death_from_.reset();
}

/// Returns the newest state in which the particle is known to live, up to the present step if there is one.
const Sighting* ParticleLife::last_seen() const {
    const std::uint64_t here = session_.simulation().steps();
    const Sighting* newest = nullptr;
    for (const auto& [step, seen] : states_)
        if (seen.lives && (step <= here || newest == nullptr)) newest = &seen;
    return newest;
}

/// Returns the step in which it died, if the states before it and after it are known.
std::optional<std::uint64_t> ParticleLife::death() const {
    for (auto at = states_.begin(); at != states_.end(); ++at) {
        const auto next = std::next(at);
        if (next == states_.end()) break;
        if (at->second.lives && !next->second.lives && next->first == at->first + 1) return next->first;
    }
    return std::nullopt;
}

std::optional<std::size_t> ParticleLife::emitter_of(const Sighting& seen) const {
    const auto emitter = session_.simulation().inputs().emitter_of(seen.whole.particle.emitter);
    return emitter && *emitter < run_.compiled->stacks.size() ? emitter : std::nullopt;
}

std::string ParticleLife::csv() const {
    const Sighting* const seen = last_seen();
    const auto emitter = seen != nullptr ? emitter_of(*seen) : std::nullopt;
    return life_csv(
        states_, emitter ? attributes_of(*run_.compiled, *emitter) : std::span<const effects::Attribute>());
}

LifeFacts ParticleLife::facts() const {
    LifeFacts facts;
    if (!birth_) return facts;
    facts.title = fmt::format("particle {}.{}", *birth_, ordinal_);
    facts.birth = *birth_;
    facts.death = death();
    if (seeks_death_from_) facts.travelling = "its death";
    const Sighting* const seen = last_seen();
    if (seen == nullptr) {
        facts.fate =
            session_.simulation().steps() < *birth_ ? "It is not born yet." : "It was not seen alive.";
        return facts;
    }
    const std::uint64_t here = session_.simulation().steps();
    const particles::Particle& one = seen->whole.particle;
    const std::uint32_t per_second = run_.compiled->effect.steps_per_second;
    const auto emitter = emitter_of(*seen);
    facts.is_known = true;
    const auto present = states_.find(here);
    facts.lives = here >= *birth_ &&
                  (present != states_.end() ? present->second.lives : !facts.death || here < *facts.death);
    facts.step = seen->step;
    facts.emitter = emitter ? run_.compiled->effect.emitters[*emitter].name : "an emitter that is gone";
    std::ranges::copy(one.position, facts.place.begin());
    std::ranges::copy(one.velocity, facts.velocity.begin());
    const glm::vec3 velocity = vector_of(one.velocity);
    facts.facts = {
        {"emitter", "emitter", facts.emitter},
        {"birth", "born", fmt::format("in step {}, birth {} of it", grouped(*birth_), grouped(ordinal_)),
         "its identity: all its random numbers derive from these two and the seed"},
        {"age", "age",
         fmt::format("{} of {} steps, {}", grouped(one.age), grouped(one.lifetime),
                     seconds_text(one.age, per_second))},
        {"position", "position", vector_text(vector_of(one.position)) + " m"},
        {"velocity", "velocity", vector_text(velocity) + " m/s"},
        {"speed", "speed", number_text(glm::length(velocity)) + " m/s"},
        {"bounces", "bounces", grouped(one.bounces & ~particles::Particle::bounced)},
    };
    if (emitter)
        facts.attributes = attribute_facts(attributes_of(*run_.compiled, *emitter), seen->whole.attributes);
    for (const auto& [step, state] : states_)
        if (state.lives) {
            const float(&place)[3] = state.whole.particle.position;
            facts.path.push_back({place[0], place[1], place[2]});
        }
    facts.parent = parent_;
    facts.children = children_;
    tell_compaction(facts, *seen);
    tell_parts(facts, *seen);
    tell_fate(facts, *seen);
    return facts;
}

/// Survivors are packed in their order to the front of the columns, so the exclusive scan of the votes is
/// where each goes.
void ParticleLife::tell_compaction(LifeFacts& facts, const Sighting& seen) const {
    const std::uint64_t step = facts.lives ? seen.step : seen.step + 1;
    const auto before = states_.find(step - 1), after = states_.find(step);
    const auto add = [&](const char* id, const char* name, std::string value, const char* tip) {
        facts.compaction.push_back({id, name, std::move(value), tip});
    };
    if (facts.lives && seen.step == *birth_) {
        add("place", "place",
            fmt::format("{} of {}, behind the survivors", grouped(seen.index), grouped(seen.alive)),
            "births are placed behind those that survive");
        return;
    }
    if (before != states_.end() && before->second.lives)
        add("index", "before the step",
            fmt::format("place {} of {}", grouped(before->second.index), grouped(before->second.alive)),
            "its place in the order of the living");
    if (after == states_.end()) return;
    const bool is_replaced = !after->second.lives && noted_ && noted_->step == step && noted_->survives;
    add("vote", "vote", after->second.lives || is_replaced ? "1: it survives" : "0: it dies",
        "what it puts into the scan");
    if (!keeps_order(session_.algorithm().compaction)) {
        add("offset", "offset", "none: this compaction keeps no order",
            "places are given by an atomic counter");
    } else if (is_replaced) {
        add("offset", "offset",
            fmt::format("below {}, where births were placed", grouped(after->second.first)),
            "births without room take the places of the oldest");
    } else {
        const std::uint32_t offset =
            after->second.lives ? after->second.place : after->second.first + after->second.older;
        add("offset", "offset", fmt::format("{}: so many survive before it", grouped(offset)),
            "the exclusive prefix sum of the votes of those before it");
    }
    if (after->second.lives)
        add("place", "after the step",
            fmt::format("place {} of {}", grouped(after->second.index), grouped(after->second.alive)),
            "where the compaction has put it");
}

void ParticleLife::tell_parts(LifeFacts& facts, const Sighting& seen) const {
    const std::uint64_t step = facts.lives ? seen.step : seen.step + 1;
    if (facts.lives && step == *birth_) {
        facts.why_no_parts = "It is new: its modules of force and reaction act in the next step.";
        return;
    }
    if (!noted_ || noted_->step != step) {
        facts.why_no_parts = !why_no_notes_.empty() ? why_no_notes_
                             : playback_.timeline().reason().empty()
                                 ? "Its notes come with the next step."
                                 : "Its notes come with the next step that it takes.";
        return;
    }
    const auto emitter = session_.simulation().inputs().emitter_of(noted_->before.particle.emitter);
    if (!emitter || *emitter >= noted_by_->stacks.size()) {
        facts.why_no_parts = "Its emitter is gone.";
        return;
    }
    facts.parts_step = step;
    facts.parts = parts_of(*noted_, *noted_by_, *emitter);
    const auto after = states_.find(step);
    facts.parts_match =
        after == states_.end() || !after->second.lives || after->second.whole == noted_->after;
}

void ParticleLife::tell_fate(LifeFacts& facts, const Sighting& seen) const {
    const particles::Particle& one = seen.whole.particle;
    const std::uint32_t per_second = run_.compiled->effect.steps_per_second;
    if (facts.lives) {
        const std::uint32_t left = one.lifetime - std::min(one.age, one.lifetime);
        facts.fate = fmt::format("It lives, and has {} left, {}, unless a module ends it.",
                                 counted(left, "step"), seconds_text(left, per_second));
        return;
    }
    if (session_.simulation().steps() < *birth_) {
        facts.fate = "It is not born yet.";
        return;
    }
    if (!facts.death) {
        facts.fate = fmt::format("It died after step {}; go to its death to see why.", grouped(seen.step));
        return;
    }
    std::string why = "go to its death to see why";
    if (noted_ && noted_->step == *facts.death)
        why = why_died(*noted_, *noted_by_, session_.simulation().inputs().emitter_of(one.emitter));
    else if (one.age + 1 >= one.lifetime)
        why = fmt::format("its lifetime of {} has ended", counted(one.lifetime, "step"));
    facts.fate = fmt::format("It died in step {}: {}.", grouped(*facts.death), why);
}

}  // namespace winnow::session
