// The life of one particle of a run: from its birth to its death, what its modules did to it in each step,
// where the compaction put it, and why it died.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/life_facts.h"
#include "particles/follower.h"
#include "session/playback.h"
#include "session/session.h"

namespace winnow::session {

class ParticleLife {
  public:
    /// The others must outlive this object.
    ParticleLife(Session& session, Playback& playback) : session_(session), playback_(playback) {}

    /// From now on, follows this particle, which was born in this step of the run.
    void follow(std::uint64_t birth_step, std::uint32_t ordinal);
    void stop();
    bool follows() const { return birth_.has_value(); }

    /// Takes what the steps of a frame have brought. Call it after these. Waits for the GPU only where the
    /// run is paused. Throws as particles::Follower does.
    void look();
    /// Goes to the step after which the particle is new. Refused as Playback::seek().
    Availability go_to_birth();
    /// Goes to the step in which the particle dies; it is found within the next frames. Refused likewise.
    Availability go_to_death();

    /// Returns what is known now.
    LifeFacts facts() const;
    /// Returns the states that are known of it as CSV, one step in a row.
    std::string csv() const;
    particles::Identity identity() const {
        return {static_cast<std::uint32_t>(birth_.value_or(0)), ordinal_};
    }

  private:
    /// All that the run is a function of, besides its steps.
    struct Run {
        effects::Compiled compiled;
        effects::SimulationSettings simulation;
        std::uint64_t begun = 0;
        bool operator==(const Run&) const = default;
    };
    Run run() const;
    bool rests() const;
    void begin();
    void take(particles::Follower::Arrived arrived);
    void look_at_rest();
    void seek_on();
    void look_at_births();
    Availability seek(std::uint64_t step);
    const particles::Sighting* last_seen() const;
    std::optional<std::uint64_t> death() const;
    std::optional<std::size_t> emitter_of(const particles::Sighting& seen) const;
    void tell_compaction(LifeFacts& facts, const particles::Sighting& seen) const;
    void tell_fate(LifeFacts& facts, const particles::Sighting& seen) const;
    void tell_parts(LifeFacts& facts, const particles::Sighting& seen) const;

    Session& session_;
    Playback& playback_;
    std::optional<particles::Follower> follower_;
    std::optional<std::uint64_t> birth_;  // the step; nullopt: nothing is followed
    std::uint32_t ordinal_ = 0;
    Run run_;
    std::map<std::uint64_t, particles::Sighting> states_;  // by step, of this run
    std::optional<particles::NotedStep> noted_;
    effects::Compiled noted_by_;  // the effect of that step
    std::string why_no_notes_;
    std::optional<LifeRelative> parent_;             // known once the run has rested at the birth
    std::vector<LifeRelative> children_;             // of the step at which the run rests
    std::optional<std::uint64_t> looked_at_;         // the step at which the run rests and was looked at
    std::optional<std::uint64_t> repeated_;          // the step that was made again for its notes
    std::optional<std::uint64_t> seeks_death_from_;  // a step at which it lives, while its death is sought
};

}  // namespace winnow::session
