// The simulation: simulate, vote, scan, compact, spawn. All on the GPU; no count is read back.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compact/compactor.h"
#include "effects/effect.h"
#include "gl/buffer.h"
#include "gl/rings.h"
#include "gl/tools.h"
#include "particles/columns.h"
#include "particles/emission.h"
#include "particles/figures.h"
#include "particles/state.h"
#include "particles/step_kind.h"
#include "scan/scan.h"

namespace winnow::particles {

/// What drawing reads: columns as a ring, and the Pool with its indirect arguments. While a step is not
/// settled, these are its particles moved on but not yet winnowed: drawing need not wait, and reads nothing
/// that may fail.
struct Living {
    std::array<const gl::Buffer*, shared::PARTICLE_COLUMNS> columns;
    const gl::Buffer* pool;      // shared::Pool; draw arguments at offsetof(Pool, draw_vertices)
    const gl::Buffer* emitters;  // shared::Emitter each
    std::uint32_t capacity;
};

/// Whether a step's scan was what the CPU computes from the same votes; of a compactor whose scan leaves
/// nothing behind, whether it packed what the CPU would.
struct ScanCheck {
    std::uint64_t step = 0;
    std::uint32_t votes = 0;                      // how many were compared
    std::optional<std::uint32_t> first_mismatch;  // index of the vote, of its word where votes are bits, or
                                                  // of the survivor
    bool matches() const { return !first_mismatch; }
};

/// Makes the scan that places children where the compactor takes no second scan; asked when an effect first
/// has any.
using ScanMaker = std::function<std::unique_ptr<scan::Scan>()>;

/// How many particles fit, and what says so.
struct Room {
    std::uint64_t most;
    std::string limit;
};
/// For a capacity that nobody asked for: what has room whatever removes and draws the particles, with some of
/// the free memory left to others. `free_bytes`: what Facts::free_bytes() says.
Room ample_room(const gl::Facts& facts, std::optional<std::uint64_t> free_bytes);

/// The same for a capacity that was asked for: where `particles` take `bytes`, of `available` free memory.
Room room_for(const gl::Facts& facts, std::uint64_t particles, std::uint64_t bytes,
              std::optional<std::uint64_t> available);

/// Declares the passes of a step in their order, so that a registry lists them so whatever is made first.
void declare_passes(gl::Passes& passes);

/// A change of what a simulation is or is made of. Members that are empty leave what they name as it is.
struct Change {
    /// Keeps the living; shrinking below them follows the effect's policy before the change.
    struct Capacity {
        std::uint32_t particles;
        gl::MemoryProvider* memory;  // outlives the simulation
    };
    /// What computes the steps, and what repeats one that it failed; votes have the same format for both
    /// (throws std::logic_error). No compactor: the fallback computes the steps. No fallback: that which
    /// there is.
    struct Compactors {
        std::unique_ptr<compact::Compactor> compactor, fallback;
    };
    std::optional<Capacity> capacity = {};
    std::optional<Compactors> compactors = {};
    std::optional<ScanMaker> child_scan = {};
    std::optional<effects::Effect> effect = {};
    std::optional<float> density = {};
    /// Whether steps are folded into compactors that can (they are by default); the state is the same.
    std::optional<bool> folding = {};
    /// Goes on from there, as the simulation that was saved would; its figures are of the steps from here on.
    /// What the capacity cannot hold is lost as when it shrinks. Precondition: the state's fractions are as
    /// many as the effect's emitters.
    struct Restored {
        const State* state;
        std::uint32_t seed;
    };
    std::optional<Restored> restored = {};
};

class Simulation {
  public:
    /// Allocates two sets of columns for `capacity`. `fallback` must keep order and cannot fail: it computes
    /// the steps unless there is a `compactor`, and repeats a step that the other failed. `memory` outlives
    /// this. Without `make_child_scan` no particle can have children. Throws as change(), and
    /// Error(bad_input) with what would fit before any column is allocated.
    Simulation(const gl::Tools& context, gl::MemoryProvider& memory, const effects::Effect& effect,
               std::uint32_t capacity, std::uint32_t seed, std::unique_ptr<compact::Compactor> fallback,
               ScanMaker make_child_scan = {}, std::unique_ptr<compact::Compactor> compactor = {});
    ~Simulation();

    /// Takes effect with the next step. Throws Error(bad_input), with all as it was, if what it needs does
    /// not fit or a shader of it does not build; what is old is freed once what is new exists. Precondition:
    /// settled() (throws std::logic_error).
    void change(Change change);
    // One change each.
    void set_effect(const effects::Effect& effect) { change({.effect = effect}); }
    void set_density(float factor) { change({.density = factor}); }
    void set_capacity(std::uint32_t capacity, gl::MemoryProvider& memory) {
        change({.capacity = Change::Capacity{capacity, &memory}});
    }
    void set_compactors(std::unique_ptr<compact::Compactor> compactor,
                        std::unique_ptr<compact::Compactor> fallback);
    void set_compactor(std::unique_ptr<compact::Compactor> compactor);
    void set_child_scan(ScanMaker make_child_scan) { change({.child_scan = std::move(make_child_scan)}); }
    void set_folding(bool on) { change({.folding = on}); }

    /// Empty, at step 0.
    void reset(std::uint32_t seed);
    /// Whether steps compute the hash of the living.
    void set_hashing(bool on) { hashing_ = on; }

    /// Whether the last step is known to have succeeded; if its compactor failed, repeats it with the
    /// fallback, for ever after the only one. Also whether there is room for one step more on its way to the
    /// GPU (FigureQueue::slots are). Never waits.
    bool settled();
    /// Polls until settled(); for headless commands.
    void settle();
    /// Submits one step. Precondition: settled(). Throws Error(absent) if the context is lost.
    void step();

    /// Why the compactor was given up, or empty.
    const std::string& failure() const { return failure_; }

    /// Figures of finished steps in order, each once; those still on the way come later. Never waits.
    std::vector<Figures> take_figures();
    /// The same, after waiting for all submitted steps.
    std::vector<Figures> wait_figures();

    /// Compares the last step's scan, or what it packed, with the reference; reads back, so on demand only.
    /// `in_order`: the compactor keeps order. Nullopt when the last step's input is not there any more
    /// (before the first step, after a change of compactor or capacity, and, where the step was folded, of
    /// the effect), or if too many are in no order. Precondition: settled().
    std::optional<ScanCheck> check_scan(bool in_order = true);

    Living living() const;
    std::uint64_t steps() const { return next_step_; }
    std::uint32_t capacity() const { return capacity_; }
    /// Bytes held for particles: columns, votes, offsets and the counts of children.
    std::uint64_t memory_bytes() const;

    /// Waits for the last step and reads its result back; for state files.
    State save();
    /// A change to that state.
    void restore(const State& state) { change({.restored = Change::Restored{&state, seed_}}); }
    /// The living, in order, read back; for tests.
    std::vector<Particle> read_living();
    /// Tests inject what a driver or a bug might have left.
    void poison_scratch(std::uint32_t word);

  private:
    class Programs;

    /// What a submitted step needs to be repeated, until it is known to have succeeded.
    struct Submitted {
        shared::Step step;
        std::uint32_t bound = 0;        // no more than this were alive before it
        std::uint32_t most_births = 0;  // no more than this are born in it
        std::uint64_t beyond = 0;       // births; see Emission
        bool hashed = false;
        bool folded = false;  // simulated by the compactor, which leaves the source as it was
        bool fell_back = false;
    };

    /// What a change makes, before anything of the simulation is touched.
    struct Prepared;
    struct Plan;
    Plan plan_of(const Change& change) const;
    Prepared prepare(const Change& change);
    void prepare_columns(const Change& change, const Plan& plan, Prepared& made) const;
    void prepare_children(const Change& change, const Plan& plan, Prepared& made) const;
    void prepare_effect(const Change& change, const Plan& plan, Prepared& made);
    void prepare_compaction(const Change& change, const Plan& plan, Prepared& made) const;
    void prepare_programs(const Change& change, const Plan& plan, const Prepared& made);
    void prepare_state(const Change& change, const Plan& plan, Prepared& made) const;
    void commit(Change change, Prepared made);
    void commit_compaction(Change& change, Prepared& made);
    void commit_capacity(const Change& change, Prepared& made);
    void commit_effect(Change& change, Prepared& made);
    void commit_state(const Change& change, const Prepared& made);
    bool has_children() const { return most_children_ > 0; }
    bool folds() const { return folding_ && compactor().folds(); }
    void bind_fold() const;
    compact::Compactor& compactor() const { return compactor_ ? *compactor_ : *fallback_; }
    shared::Step next_step_block() const;
    std::uint32_t most_births(const shared::Step& step, std::uint32_t bound) const;
    /// Whom a capacity below the living keeps.
    bool keeps_newest() const { return effect_.when_full == effects::WhenFull::replace_oldest; }
    void resize_pool() const;
    void resize(const ColumnSet& old, std::uint32_t old_capacity);
    void bind() const;
    std::uint32_t alive_bound() const;
    void simulate();
    void compact(compact::Compactor& compactor);
    bool compactor_places_children() const { return has_children() && compactor().takes_second_scan(); }
    void place_children();
    void count_children_anew();
    void spawn();
    void refit(const gl::Buffer& pool) const;
    void hash();
    bool finish_submitted();
    void forget_passes();
    void forget_steps();
    void finish_step();
    void fall_back();
    void compare_offsets(ScanCheck& check) const;
    bool advance_kept_source();
    void compare_packed(ScanCheck& check, std::uint32_t first, bool in_order) const;
    std::vector<bool> read_votes(std::uint32_t count) const;
    void report_compaction();

    gl::Tools context_;
    std::unique_ptr<Programs> programs_;
    gl::MemoryProvider* memory_;
    effects::Effect effect_;
    StepKind kind_;
    std::uint32_t most_children_ = 0;  // of one particle in one step, by the effect; 0: there are none
    float density_ = 1;
    std::uint32_t capacity_ = 0;
    std::uint32_t seed_ = 0;
    std::uint64_t next_step_ = 0;
    bool hashing_ = false;
    bool folding_ = true;

    ColumnSet source_, destination_;  // source: the living; destination: where a step packs the survivors
    gl::Buffer votes_, step_block_, emitters_, births_;
    gl::Buffer links_, children_;  // empty while no effect has had children
    gl::UploadRing step_uploads_, births_uploads_;
    Emission emission_;
    FigureQueue figures_;
    std::uint32_t last_bound_ = 0;     // of the last step
    bool source_is_kept_ = false;      // the destination is what the last step read
    bool source_is_advanced_ = false;  // of what is kept
    bool effect_is_edited_ = false;    // since the last step

    std::unique_ptr<compact::Compactor> fallback_, compactor_;
    compact::Fold fold_;  // of the effect's kind
    ScanMaker make_child_scan_;
    std::unique_ptr<scan::Scan> child_scan_;  // null while no effect has had children
    std::optional<Submitted> submitted_;
    std::string failure_;
};

}  // namespace winnow::particles
