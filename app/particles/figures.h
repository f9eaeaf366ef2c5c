// The figures of finished steps, which the GPU writes and which arrive a step or two late.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <glm/glm.hpp>

#include "gl/rings.h"

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

/// Figures on their way from the GPU, and the bound on the living that follows from those that have arrived.
class FigureQueue {
  public:
    static constexpr std::uint32_t slots = 64;

    FigureQueue();

    /// The part of the figures that is known before the GPU has made the step.
    struct Submission {
        std::uint64_t step = 0;
        bool hashed = false, fell_back = false;
        std::uint32_t most_births = 0;  // no more than these are born in it
        std::uint64_t beyond = 0;       // births asked for of which the GPU was not told: dropped
    };
    /// Asks the GPU whether there is a slot for one step more; never waits.
    bool has_room() { return ring_.has_room(); }
    /// Copies the pool of the step just submitted. Precondition: has_room() (throws std::logic_error).
    void submit(const gl::Buffer& pool, const Submission& submission);
    /// Fetches what has arrived, which frees slots. Never waits.
    void poll();
    /// The figures that were fetched, in order, each once.
    std::vector<Figures> take() { return std::exchange(fetched_, {}); }
    void wait_for_all() const { ring_.wait_for_all(); }
    /// No more than these are alive after the steps that were submitted: those of the last step whose figures
    /// were fetched, and all that may have been born since.
    std::uint64_t alive_bound() const { return alive_ + births_on_the_way_; }
    /// Figures that were not taken never come. `alive` are there before the next step.
    void restart(std::uint32_t alive);

  private:
    gl::ReadbackRing ring_;
    std::array<Submission, slots> submissions_;
    std::uint64_t submitted_ = 0, arrived_ = 0;
    std::uint32_t alive_ = 0;
    std::uint64_t births_on_the_way_ = 0;
    std::vector<Figures> fetched_;
};

}  // namespace winnow::particles
