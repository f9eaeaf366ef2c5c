// The parts that the steps of a simulation are made with, and changes of these parts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "compact/compactor.h"
#include "effects/compile/compiled_effect.h"
#include "gl/buffer.h"
#include "particles/child_ranks.h"
#include "particles/columns.h"
#include "particles/parameters.h"
#include "particles/reports.h"
#include "particles/step_inputs.h"
#include "scan/scan.h"

namespace winnow::particles {

struct Checkpoint;

/// The compactor computes the steps, and the fallback repeats a step in which the compactor failed. Both read
/// the same votes.
struct Compactors {
    std::shared_ptr<compact::Compactor> compactor;  // null: the fallback computes the steps
    std::shared_ptr<compact::Compactor> fallback;   // keeps order and cannot fail

    compact::Compactor& active() const { return compactor ? *compactor : *fallback; }
    bool may_fall_back() const { return compactor && compactor->may_fail(); }
};

/// Makes the scan that places children if the compactor takes no second scan, and that of reports. It is
/// called when an effect first has such.
using ScanMaker = std::function<std::unique_ptr<scan::Scan>()>;

/// A change of a simulation. An empty member leaves its part unchanged.
struct Change {
    /// Keeps the living particles; if they do not all fit, the effect's policy before the change decides
    /// which of them stay.
    struct Capacity {
        std::uint32_t particles;
        gl::MemoryProvider* memory;  // outlives the simulation; null: the present one
    };
    std::optional<Capacity> capacity = {};
    /// If it has no fallback, the present one stays. Throws std::logic_error if the vote formats differ.
    std::optional<Compactors> compactors = {};
    std::optional<ScanMaker> child_scan = {};
    /// The most reports of a step that are kept; see Reports.
    std::optional<std::uint32_t> report_room = {};
    effects::Compiled effect = {};  // null: it stays
    /// Whose steps are made; the effect, which is alike to theirs, comes with it. Null: they stay.
    std::shared_ptr<Instances> instances = {};
    std::optional<float> density = {};
    /// If true, steps are folded into compactors that can take them; the state is the same either way.
    std::optional<bool> folding = {};
    /// If true, heavy codes are peeled off folded steps where there are light ones beside them; if false,
    /// they never are. Until it is given, they are in a large pool. The state is the same either way.
    std::optional<bool> peeling = {};
    /// If true, the programs of steps compute with long times from now on.
    bool long_times = false;
    /// Continues from the state as the saved simulation would; the figures count from here on. Particles that
    /// exceed the capacity are lost, as when it shrinks. Precondition: the state has one fraction and
    /// one slot per emitter of the effect.
    struct Restored {
        const State* state;
        std::uint32_t seed;
    };
    std::optional<Restored> restored = {};
    /// Continues from a checkpoint as the saved simulation would; the figures count from here on. Particles
    /// that exceed the capacity are lost, as when it shrinks. Precondition: the effect and the density after
    /// the change are those of the checkpoint.
    const Checkpoint* checkpoint = nullptr;
};

/// The child counts of the living particles, and the scan that places the children if the compactor does not.
/// Empty until an effect has children.
struct ChildScan {
    ScanMaker make;
    std::shared_ptr<scan::Scan> scan;
    SharedBuffer counts;                // one per particle of the capacity; of instances, then one per child
    std::shared_ptr<ChildRanks> ranks;  // null unless steps are those of instances
};

/// Everything that a change may replace. A copy shares the objects on the GPU. A change is prepared on a
/// copy, which may fail, and takes effect when the copy replaces the original.
struct Setup {
    std::shared_ptr<Storage> storage;
    SharedBuffer votes;  // one per particle of the capacity, in the compactors' format; null while steps
                         // are folded, unless a check of a step cast them
    SharedBuffer kept;   // StepKind::kept() elements of each; null unless a link looks back
    StepInputs inputs;
    bool folding = true;
    std::optional<bool> peeling;  // nullopt: where the capacity makes it worth it
    bool peels = false;  // a pass of their own advances the particles with heavy codes; see may_peel()
    /// Their number, then the place of each, one word per particle of the capacity; null unless steps peel.
    SharedBuffer peel_list;
    compact::Fold fold;  // for the effect's kind of step
    ChildScan children;
    std::uint32_t report_room = 0;
    std::shared_ptr<Reports> reports;  // null unless events of instances' particles are reported
    Compactors compactors;

    /// A step that reports events is not folded, so that the particles that died can be seen.
    bool folds() const {
        return folding && !gathers_reports() && inputs.kind().may_fold && compactors.active().folds();
    }
    bool gathers_reports() const { return inputs.instances() && reports_events(inputs.compiled()); }
    bool has_children() const { return inputs.kind().children; }
    bool looks_back() const { return inputs.kind().looks_back; }
    compact::VoteFormat vote_format() const { return compactors.active().vote_format(); }
    /// Bytes held for `particles`: columns, also those that are kept, the list to peel, votes, offsets and
    /// the counts of children.
    std::uint64_t bytes_for(std::uint32_t particles, bool counts_children) const;
    /// Allocates what steps that are not folded write.
    void ensure_votes();

    /// Returns a copy with the change made: allocates and builds everything that is missing and modifies
    /// nothing that a step reads. Throws Error(bad_input) if something does not fit or a shader does not
    /// build.
    Setup prepare(const Change& change, const gl::Facts& facts, Programs& programs) const;
    /// Begins to build the programs that the change needs, so that prepare() finds them. Precondition:
    /// programs are kept. Throws Error(bad_input) if the change is refused.
    void begin(const Change& change, const gl::Facts& facts, Programs& programs) const;

  private:
    /// Particles of the capacity from which on the pass costs less than it saves, measured on an H100.
    static constexpr std::uint32_t worth_peeling = 1u << 21;

    Setup with(const Change& change) const;
    /// In a small capacity, or if many particles are heavy, the folded pass runs all codes. So it does if a
    /// link looks back, because the state of peeled particles before the step is not kept.
    bool may_peel(std::uint32_t particles) const {
        const bool may = folds() && inputs.kind().mixes && !looks_back();
        if (!may || peeling) return may && *peeling;
        return particles >= worth_peeling && inputs.has_few_heavy();
    }
    void prepare_storage(const Change& change, const gl::Facts& facts);
    void prepare_compaction(const Change& change, bool folded);
    void prepare_peeling();
    void prepare_children(const gl::Facts& facts, Programs& programs);
    void prepare_reports(Programs& programs);
    /// `before`: the storage before the change, if there is any.
    void prepare_programs(Programs& programs, const Storage* before) const;
};

}  // namespace winnow::particles
