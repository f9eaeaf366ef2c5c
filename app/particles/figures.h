// The figures of finished steps; the GPU writes them and they arrive a step or two late.
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

/// Returns the box that the GPU has computed of at least one particle; shared::Pool says what the keys are.
Box box_of_keys(const glm::uvec3& low, const glm::uvec3& high);

/// The figures of one step. alive = alive before - died + born holds for every step.
struct StepFigures {
    std::uint64_t step = 0;
    std::uint32_t alive = 0, born = 0, died = 0, replaced = 0;
    std::uint64_t dropped = 0;  // more births can be asked for than there can be particles
    std::uint32_t lost = 0;     // the died whose position or velocity was not finite
    std::optional<Box> bounds;  // exact box of the positions of the living particles; empty: none is alive
    std::uint64_t hash = 0;     // of the living particles in order; 0 unless asked for
    bool hashed = false;
    bool fell_back = false;  // the fallback compactor computed the step
};

/// The figures on their way from the GPU, and the upper bound on the living particles that follows from the
/// figures that have arrived.
class FigureQueue {
  public:
    static constexpr std::uint32_t slots = 64;

    FigureQueue();

    /// The figures that are known before the GPU has made the step.
    struct Submission {
        std::uint64_t step = 0;
        bool hashed = false, fell_back = false;
        std::uint32_t max_births = 0;  // upper bound on the births of the step
        std::uint64_t beyond = 0;      // births that were not sent to the GPU, counted as dropped
    };
    /// Returns true if the figures of one step more fit, whether those before were submitted or not.
    bool has_room() const { return announced_ - arrived_ < slots; }
    /// Returns true if submit() may be called. After a restart, discarded figures may still hold their slots.
    bool can_submit() { return ring_.has_room(); }
    /// Counts the births of a step that was just submitted; submit() follows before the next step.
    void announce(const Submission& submission);
    /// Copies the pool after the announced step. Precondition: can_submit() (throws
    /// std::logic_error).
    void submit(const gl::Buffer& pool);
    /// Fetches the figures that have arrived and frees their slots. Never waits.
    void poll();
    /// Returns the fetched figures, in order, each once.
    std::vector<StepFigures> take() { return std::exchange(fetched_, {}); }
    /// Returns how many submitted steps have figures that have not arrived.
    std::uint64_t on_the_way() const { return announced_ - arrived_; }
    void wait_for_all() const { ring_.wait_for_all(); }
    /// Returns an upper bound on the living particles after all submitted steps: those after the last step
    /// whose figures were fetched, plus the most births since then.
    std::uint64_t alive_bound() const { return alive_ + births_on_the_way_; }
    /// Discards all figures that were not taken. `alive` particles exist before the next step.
    void restart(std::uint32_t alive);

  private:
    gl::ReadbackRing ring_;
    std::array<Submission, slots> submissions_;
    std::uint64_t announced_ = 0, arrived_ = 0;
    std::uint32_t alive_ = 0;
    std::uint64_t births_on_the_way_ = 0;
    std::vector<StepFigures> fetched_;
};

}  // namespace winnow::particles
