// Follows one particle of a simulation by its identity, for people: the state of it after each step, and what
// the modules of its stack did to it in the last step that it took. Its step is computed once more beside the
// others', by the same functions with notes in their text, so the programs of steps are as they always are.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "effects/compile/stack_words.h"
#include "gl/program.h"
#include "gl/rings.h"
#include "particles/simulation.h"
#include "shaders/particles/follow.h"

namespace winnow::particles {

/// A particle with the words of its attributes.
struct WholeParticle {
    Particle particle{};
    std::array<std::uint32_t, effects::max_attribute_words> attributes{};
    bool operator==(const WholeParticle&) const = default;
};

/// The fate of the particle in a step.
struct Sighting {
    std::uint64_t step = 0;   // after which it was looked for
    std::uint32_t alive = 0;  // particles that live then
    bool lives = false;       // it is one of them; only then the next three are known
    std::uint32_t index = 0;  // its place in the order of the living, from 0
    std::uint32_t place = 0;  // its place in the columns
    WholeParticle whole{};
    std::uint32_t first = 0;  // the place of the oldest; as many survivors were replaced by births
    std::uint32_t older =
        0;  // of those that live, how many are older, if they lie in the order of their births
    bool operator==(const Sighting&) const = default;
};

/// The particle behind a module of its stack, or before the first of a stage.
struct StepNote {
    effects::Stage stage = effects::Stage::force;
    std::uint32_t number = 0;  // of the module in its stage, from 1; 0: before the first
    bool bounced = false, killed = false;
    glm::vec3 position{0}, velocity{0};
    float age = 0, lifetime = 0;  // seconds
    glm::vec3 acceleration{0};    // by the forces so far
    float drag = 0;               // likewise, 1/s
    std::array<std::uint32_t, effects::max_attribute_words> attributes{};
};

/// A step of the particle, its birth too: then `before` is as `after`.
struct NotedStep {
    std::uint64_t step = 0;
    bool survives = false;  // its vote
    std::uint32_t children = 0;
    WholeParticle before, after;
    std::vector<StepNote> notes;  // of the stages force and react, or spawn, in the order of the step
};

class Follower {
  public:
    static constexpr std::uint32_t states = shared::FOLLOWED_STATES;  // that are kept

    /// Throws as ShaderLibrary and MemoryProvider do. `simulation` must outlive this object, and have no
    /// other follower.
    Follower(gl::ShaderLibrary& shaders, Simulation& simulation);
    ~Follower();
    Follower(const Follower&) = delete;

    /// From now on, follows this particle; what was noted is forgotten.
    void follow(const Identity& identity);
    /// Says whose child it is, without which the birth of a child is not noted: the place of the parent in
    /// the order of those that lived before that step, and how many children those before the parent had in
    /// it.
    void know_parent(std::uint32_t parent, std::uint32_t first_child) { parent_ = {parent, first_child}; }
    void stop();
    const std::optional<Identity>& identity() const { return identity_; }

    /// Begins to build the program that notes the steps of the present effect, unless it is built. Returns
    /// why there is none, in a sentence: the driver is at work, or refuses it; empty: steps are noted.
    std::string prepare();

    /// Submits a copy of what is known after the last step. Never waits for the GPU.
    void submit();
    struct Arrived {
        Sighting now;
        std::optional<NotedStep> last;  // the last step that it took, if that was noted
    };
    /// Returns the newest copy that has arrived since the last call. Never waits.
    std::optional<Arrived> take();
    /// Waits for the GPU and returns the newest, and the states after the steps before it, in order of steps.
    Arrived wait();
    std::vector<Sighting> past() const;

  private:
    void look();
    void note_step();
    bool is_noted_for(const StepInputs& inputs) const;
    Arrived read(const std::byte* bytes) const;
    Sighting sighting(const shared::FollowedState& state) const;
    std::uint64_t whole_step(std::uint32_t low) const;

    gl::ShaderLibrary& shaders_;
    Simulation& simulation_;
    std::optional<Identity> identity_;
    std::pair<std::uint32_t, std::uint32_t> parent_;  // its place, and the first of its children
    std::uint32_t run_ = 0;
    gl::Buffer noted_;
    gl::ReadbackRing ring_;
    gl::Program begin_, find_, keep_, advance_;
    std::optional<std::uint32_t> planes_;  // that begin_ and find_ are built for
    std::string noted_for_;                // that advance_ is built for
    bool has_long_times_ = false;          // likewise
    bool notes_ = false;                   // advance_ is built
    std::string refusal_;
};

/// Reads back all that live, in their order. Waits for the GPU.
std::vector<WholeParticle> read_all(Simulation& simulation);

}  // namespace winnow::particles
