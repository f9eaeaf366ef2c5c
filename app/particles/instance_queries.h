// Answers about single instances between steps: their figures, which arrive a step or two late, and their
// particles.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "compact/compactor.h"
#include "gl/buffer.h"
#include "gl/program.h"
#include "gl/rings.h"
#include "particles/columns.h"
#include "particles/figures.h"
#include "particles/instances.h"

namespace winnow::particles {

/// Whom queries are about: the newest particles, and what their steps know of instances. The step's inputs
/// are bound.
struct QueriedParticles {
    const ColumnSet& newest;
    std::uint32_t capacity, bound;  // at most `bound` are alive
    const Instances& instances;
    std::uint64_t step;  // that made them
};

class InstanceQueries {
  public:
    explicit InstanceQueries(gl::ShaderLibrary& shaders);

    /// Counts the particles of all instances after a step, unless it was done. Never waits: if too many
    /// results are on their way, does nothing.
    void count(const QueriedParticles& particles);
    /// Waits for the results that are on their way.
    void wait();

    /// The figures of an instance after a step.
    struct Figures {
        std::uint64_t step = 0;  // of the simulation
        std::uint32_t alive = 0, dropped = 0;
        std::optional<Box> bounds;
    };
    /// Returns the newest figures of a row that have arrived; nullopt: none have.
    std::optional<Figures> of(std::uint32_t row);

    /// Returns the particles of one instance in their order, from the front of columns of their own:
    /// taken out by votes, a scan and a compaction. `compactor` keeps order.
    ColumnSet take_out(std::uint32_t row, const QueriedParticles& particles, compact::Compactor& compactor,
                       gl::MemoryProvider& memory);

  private:
    static constexpr std::uint32_t slots = 4;

    void reserve(std::uint32_t instances);
    void poll();

    gl::ShaderLibrary& shaders_;
    gl::Program count_, vote_[2];  // by compact::VoteFormat
    std::uint32_t room_ = 0;       // instances
    gl::Buffer figures_;           // shared::InstanceFigures of each
    std::unique_ptr<gl::ReadbackRing> ring_;
    std::deque<std::uint64_t> on_the_way_;  // steps
    std::optional<std::uint64_t> counted_;  // the step that was counted last
    std::uint64_t arrived_ = 0;             // the step of the newest that arrived
    std::vector<shared::InstanceFigures> newest_;
};

}  // namespace winnow::particles
