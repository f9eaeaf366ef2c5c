// Particles whose values a check chooses, in the memory that drawing reads; no simulation makes them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gl/buffer.h"
#include "particles/columns.h"
#include "particles/simulation.h"

namespace winnow::verify {

/// Living particles of some emitters, in the order of the pool. They wrap around the end of the
/// columns.
class SpriteSet {
  public:
    /// `dead`: what lies in the columns behind the living. Throws as gl::MemoryProvider::allocate does.
    SpriteSet(std::vector<particles::Particle> living, const std::vector<effects::Emitter>& emitters,
              const std::vector<particles::Particle>& dead = {});

    particles::ParticleView living() const;
    /// Their stacks are those of before, with other values.
    void set_emitters(const std::vector<effects::Emitter>& emitters) const;
    /// Returns the place in the columns of the i-th living particle.
    std::uint32_t slot_of(std::uint32_t i) const { return (capacity_ / 2 + i) % capacity_; }

  private:
    std::uint32_t capacity_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    particles::ColumnSet columns_;
    std::shared_ptr<const effects::StackProgram> program_;
    gl::Buffer table_;
};

}  // namespace winnow::verify
