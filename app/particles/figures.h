// What is known of finished steps: figures that the GPU wrote, arriving a step or two late.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "gl/buffer.h"
#include "gl/context.h"

namespace winnow::particles {

/// alive = alive before - died + born holds for every step.
struct Figures {
    std::uint64_t step = 0;
    std::uint32_t alive = 0, born = 0, died = 0, replaced = 0, dropped = 0;
    std::uint64_t hash = 0;  // of the living in order; 0 unless asked for
    bool hashed = false;
    bool fell_back = false;  // computed by the fallback compactor
};

/// A ring of slots in memory that the CPU reads without waiting.
class FigureQueue {
  public:
    FigureQueue();

    /// Copies the pool of the step just submitted. Waits only if the ring is full of steps that the GPU has
    /// not finished; nothing is ever dropped.
    void submit(const gl::Buffer& pool, std::uint64_t step, bool hashed, bool fell_back);
    std::vector<Figures> take();
    void wait_for_all();
    void clear();

  private:
    static constexpr std::uint32_t slots = 64;
    struct Pending {
        std::uint32_t slot;
        Figures known;
        gl::Fence fence;
    };
    Figures read(const Pending& pending) const;

    gl::ReadbackBuffer memory_;
    std::deque<Pending> pending_;
    std::vector<Figures> finished_;
    std::uint32_t next_slot_ = 0;
};

}  // namespace winnow::particles
