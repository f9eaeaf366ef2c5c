// The inputs of a step besides the particles, in buffers on the GPU.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "effects/effect.h"
#include "gl/rings.h"
#include "particles/columns.h"
#include "particles/emission.h"
#include "particles/parameters.h"
#include "particles/slots.h"

namespace winnow::particles {

/// Holds the effect's tables, and for each step its numbers (shared::Step) and the births of the emitters. A
/// copy shares the buffers; after set() gives it another effect, the GPU sees that effect only after
/// upload_tables().
class StepInputs {
  public:
    /// Throws as MemoryProvider::allocate does; so does set().
    StepInputs();

    /// An empty argument leaves its part unchanged. Living particles and fractions of births that have
    /// accumulated stay with their emitters (slots.h).
    void set(const std::optional<effects::Effect>& effect, std::optional<float> density);
    void upload_tables() const;
    /// Begins anew, without particles. Tables change.
    void restart();
    /// Continues from a state of the present effect. Tables change.
    void restore(const State& state);
    /// Writes what restore() needs of these inputs.
    void save(State& state) const;

    const StepKind& kind() const { return kind_; }
    /// True if a capacity below the number of living particles keeps the newest of them; otherwise it keeps
    /// the oldest.
    bool keeps_newest() const { return effect_.when_full == effects::WhenFull::replace_oldest; }
    const Emission& emission() const { return emission_; }

    /// Computes and uploads the inputs of step number `index`, counted from 1. Call it once per step, in
    /// order. Precondition: at most FigureQueue::slots steps are on their way.
    shared::Step next(std::uint64_t index, std::uint32_t seed, std::uint32_t capacity);

    const gl::Buffer& emitters() const { return *emitters_; }
    void bind_births() const { births_->bind_storage(shared::BIND_BIRTHS); }
    /// Binds everything except the births, as steps need it that are folded into a compactor.
    void bind() const;

  private:
    void make_tables();

    effects::Effect effect_;
    Slots slots_;
    float density_ = 1;
    StepKind kind_;
    std::uint32_t most_children_ = 0;  // most children of one particle in one step
    Emission emission_;                // by slot
    std::vector<shared::Emitter> emitter_table_;
    std::vector<shared::Link> link_table_;
    SharedBuffer step_, emitters_, births_, links_;
    std::shared_ptr<gl::UploadRing> step_uploads_, births_uploads_;
};

}  // namespace winnow::particles
