// Reports of steps: which particles of instances were born, died, collided or gave a signal, for the program
// that plays them. They arrive a step or two late.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "gl/buffer.h"
#include "gl/program.h"
#include "gl/rings.h"
#include "particles/columns.h"
#include "scan/scan.h"

namespace winnow::particles {

/// The reports of steps since they were taken last, in order of steps, and within a step in order of births.
struct StepReports {
    struct OfStep {
        std::uint64_t step = 0;  // of the simulation
        std::vector<shared::Report> reports;
    };
    std::deque<OfStep> steps;
    std::uint64_t lost = 0;  // reports that had no room in their step, or that waited for too long
};

/// Gathers reports by a vote, a scan and a list.
class Reports {
  public:
    /// `scan` scans u32 sums. At most `room` reports of a step are kept.
    Reports(gl::ShaderLibrary& shaders, std::unique_ptr<scan::Scan> scan, std::uint32_t room);

    /// Allocates for steps of so many particles. Throws Error(bad_input) if they do not fit.
    void reserve(gl::MemoryProvider& memory, std::uint32_t capacity);
    /// Returns true if the reports of one step more can be on their way. Never waits.
    bool has_room();
    /// Submits the reports of a step whose births are made. Preconditions: has_room(); the step's inputs are
    /// bound, and `source` was advanced in place. At most `bound` particles were alive before it, and at most
    /// `births` were born in it.
    void gather(const ColumnSet& source, const ColumnSet& destination, std::uint64_t step,
                std::uint32_t bound, std::uint32_t births);
    /// Returns what has arrived. Never waits.
    StepReports take();

    /// True if reports are on their way, or were not taken.
    bool any() const { return !on_the_way_.empty() || !arrived_.steps.empty() || arrived_.lost > 0; }

    /// The most reports of a step, and about how many of several steps wait to be taken.
    static constexpr std::uint32_t max_room = 1u << 16;
    /// The most steps whose reports are on their way.
    static constexpr std::uint32_t slots = 16;

  private:
    void list(const ColumnSet& source, const ColumnSet& destination, std::uint32_t candidates);
    void poll();

    gl::Program vote_, list_;
    std::unique_ptr<scan::Scan> scan_;
    const std::uint32_t room_;
    gl::Buffer votes_;    // then their scan
    gl::Buffer reports_;  // of the newest step, behind REPORTS_HEAD words
    gl::ReadbackRing ring_;
    std::deque<std::uint64_t> on_the_way_;  // steps
    StepReports arrived_;
    std::uint64_t waiting_ = 0;  // reports in it
};

}  // namespace winnow::particles
