// What is known of finished steps: figures that the GPU wrote, arriving a step or two late.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <glm/glm.hpp>

#include "gl/buffer.h"
#include "gl/fence.h"

namespace winnow::particles {

/// An axis-aligned box, in metres.
struct Box {
    glm::vec3 least{0}, greatest{0};
    bool operator==(const Box&) const = default;
};

/// alive = alive before - died + born holds for every step.
struct Figures {
    std::uint64_t step = 0;
    std::uint32_t alive = 0, born = 0, died = 0, replaced = 0;
    std::uint64_t dropped = 0;  // more can be asked for than there are particles
    std::uint32_t lost = 0;     // of those who died: their position or velocity was no finite number
    std::optional<Box> bounds;  // of the positions of the living, exact; empty: nobody lives
    std::uint64_t hash = 0;     // of the living in order; 0 unless asked for
    bool hashed = false;
    bool fell_back = false;  // computed by the fallback compactor
};

/// A ring of slots in memory that the CPU reads without waiting. Allocates nothing after construction but
/// what take_into()'s vector needs.
class FigureQueue {
  public:
    static constexpr std::uint32_t slots = 64;

    FigureQueue();

    /// What is known of a step before the GPU has made it.
    struct Submission {
        std::uint64_t step = 0;
        bool hashed = false, fell_back = false;
        std::uint32_t most_births = 0;  // no more than these are born in it
        std::uint64_t beyond = 0;       // births asked for of which the GPU was not told: dropped
    };
    /// Whether there is a slot for one step more; asks the GPU, never waits.
    bool has_room();
    /// Copies the pool of the step just submitted. Precondition: has_room() (throws std::logic_error).
    void submit(const gl::Buffer& pool, const Submission& submission);
    /// Appends the figures of the finished steps, in order, each once. Never waits.
    void take_into(std::vector<Figures>& figures);
    /// No more than these were born in the steps whose figures have not been taken.
    std::uint64_t births_on_the_way() const { return births_on_the_way_; }
    void wait_for_all();
    /// What has not been taken never comes.
    void clear();

  private:
    struct Pending {
        Submission known;
        bool wanted = true;
        gl::Fence fence;
    };
    Pending& at(std::uint32_t i) { return pending_[(oldest_ + i) % slots]; }
    Figures read(std::uint32_t slot) const;

    gl::ReadbackBuffer memory_;
    std::array<Pending, slots> pending_;    // one for each slot
    std::uint32_t oldest_ = 0, count_ = 0;  // of the pending, as a ring
    std::uint32_t finished_ = 0;            // of them, the first so many have passed their fences
    std::uint64_t births_on_the_way_ = 0;
};

}  // namespace winnow::particles
