#include "session/particle_life.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "base/text.h"
#include "session/life_words.h"
#include "session/particle_table.h"

namespace winnow::session {
namespace {

constexpr std::size_t max_children_shown = 8;

using particles::Sighting;
using particles::vector_of;

}  // namespace

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
    const bool took_part =
        here == *birth_ || (here > *birth_ && (!states_.contains(here - 1) || states_[here - 1].lives));
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
        follower_->know_parent(*parent, births->first_child[*parent]);
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
    Availability result = seek(seen->step + std::max<std::uint64_t>(left, 1));
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
        {"position", "position", short_vector(vector_of(one.position)) + " m"},
        {"velocity", "velocity", short_vector(velocity) + " m/s"},
        {"speed", "speed", short_number(glm::length(velocity)) + " m/s"},
        {"bounces", "bounces", grouped(one.bounce_count())},
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
    if (!noted_ || noted_->step != step) {
        facts.why_no_parts = !why_no_notes_.empty() ? why_no_notes_
                             : step == *birth_ && !playback_.timeline().reason().empty()
                                 ? "Its birth was not noted, and the run cannot make that step again."
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
