// The parts that the steps of a simulation are made with, and how they are changed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "compact/compactor.h"
#include "effects/effect.h"
#include "gl/buffer.h"
#include "particles/columns.h"
#include "particles/step_inputs.h"
#include "scan/scan.h"

namespace winnow::particles {

/// The compactor computes the steps, and the fallback repeats one that it failed. Both read the same votes.
struct Compactors {
    std::shared_ptr<compact::Compactor> compactor;  // null: the fallback computes the steps
    std::shared_ptr<compact::Compactor> fallback;   // keeps order and cannot fail

    compact::Compactor& active() const { return compactor ? *compactor : *fallback; }
    bool may_fall_back() const { return compactor && compactor->may_fail(); }
};

/// Makes the scan that places children where the compactor takes no second scan; it is called when an effect
/// first has any.
using ScanMaker = std::function<std::unique_ptr<scan::Scan>()>;

/// A change of what a simulation is or is made of. Members that are empty leave what they name as it is.
struct Change {
    /// Keeps the living; shrinking below them follows the effect's policy before the change.
    struct Capacity {
        std::uint32_t particles;
        gl::MemoryProvider* memory;  // outlives the simulation
    };
    std::optional<Capacity> capacity = {};
    /// Without a fallback, the one that there is stays. Throws std::logic_error where the formats differ.
    std::optional<Compactors> compactors = {};
    std::optional<ScanMaker> child_scan = {};
    std::optional<effects::Effect> effect = {};
    std::optional<float> density = {};
    /// Steps are folded into compactors that can take them, unless this is false; the state is the same.
    std::optional<bool> folding = {};
    /// Goes on from there, as the simulation that was saved would; its figures are of the steps from here on.
    /// The capacity loses those that it cannot hold, as when it shrinks. Precondition: the state's fractions
    /// are as many as the effect's emitters.
    struct Restored {
        const State* state;
        std::uint32_t seed;
    };
    std::optional<Restored> restored = {};
};

/// The counts of the living's children, and the scan that places the children by them where the compactor
/// does not. Empty while no effect has had any.
struct ChildScan {
    ScanMaker make;
    std::shared_ptr<scan::Scan> scan;
    SharedBuffer counts;  // one for each particle of the capacity
};

/// All that a change may replace. A copy shares what lies on the GPU, so that a change is prepared on a copy,
/// which may be refused, and made by putting the copy in the place of the original.
struct Setup {
    std::shared_ptr<Storage> storage;
    SharedBuffer votes;  // one for each particle of the capacity, in the compactors' format; null while steps
                         // are folded, unless a check of one cast them
    StepInputs inputs;
    bool folding = true;
    compact::Fold fold;  // of the effect's kind
    ChildScan children;
    Compactors compactors;

    bool folds() const { return folding && compactors.active().folds(); }
    bool has_children() const { return inputs.kind().children; }
    compact::VoteFormat vote_format() const { return compactors.active().vote_format(); }
    /// Bytes held for `particles`: columns, votes, offsets and the counts of children.
    std::uint64_t bytes_for(std::uint32_t particles, bool counts_children) const;
    void ensure_votes();

    /// This after the change: allocates and builds all that is missing, and touches nothing that a step
    /// reads. Throws Error(bad_input) if something does not fit or a shader does not build.
    Setup prepare(const Change& change, const gl::Facts& facts, Programs& programs) const;

  private:
    void prepare_storage(const Change& change, const gl::Facts& facts);
    void prepare_compaction(const Change& change);
    void prepare_children();
    void prepare_programs(Programs& programs) const;
};

}  // namespace winnow::particles
