// Everything that a step reads beside the particles, as the GPU has it.
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

namespace winnow::particles {

/// The effect's tables, and of each step its block of numbers and the births that the emitters ask for. A
/// copy shares the buffers. It may be given another effect, which the GPU does not see before
/// upload_tables().
class StepInputs {
  public:
    /// Throws as MemoryProvider::allocate; so does set().
    StepInputs();

    /// An empty argument leaves what it names as it is. Fractions of births that have accumulated stay with
    /// their emitters.
    void set(const std::optional<effects::Effect>& effect, std::optional<float> density);
    void upload_tables() const;

    const StepKind& kind() const { return kind_; }
    /// True if a capacity below the living keeps the newest of them, else it keeps the oldest.
    bool keeps_newest() const { return effect_.when_full == effects::WhenFull::replace_oldest; }
    Emission& emission() { return emission_; }
    const Emission& emission() const { return emission_; }

    /// Makes and uploads the inputs of step number `index`, from 1. Precondition: no more than
    /// FigureQueue::slots steps are on their way. To be called once for each step, in order.
    shared::Step next(std::uint64_t index, std::uint32_t seed, std::uint32_t capacity);

    const gl::Buffer& emitters() const { return *emitters_; }
    void bind_births() const { births_->bind_storage(shared::BIND_BIRTHS); }
    /// Binds all but the births, as steps need it that are folded into a compactor.
    void bind() const;

  private:
    effects::Effect effect_;
    float density_ = 1;
    StepKind kind_;
    std::uint32_t most_children_ = 0;  // of one particle in one step
    Emission emission_;
    std::vector<shared::Emitter> emitter_table_;
    std::vector<shared::Link> link_table_;
    SharedBuffer step_, emitters_, births_, links_;
    std::shared_ptr<gl::UploadRing> step_uploads_, births_uploads_;
};

}  // namespace winnow::particles
