// The simulation: simulate, vote, scan, compact, spawn. All on the GPU; no count is read back.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compact/compactor.h"
#include "effects/effect.h"
#include "gl/buffer.h"
#include "gl/tools.h"
#include "gl/upload_ring.h"
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

/// Declares the passes of a step in their order, so that a registry lists them so whatever is made first.
void declare_passes(gl::Passes& passes);

class Simulation {
  public:
    /// Allocates two sets of columns for `capacity`. `fallback` must keep order and cannot fail: it computes
    /// the steps unless set_compactor() gave another, and repeats a step that the other failed. `memory`
    /// outlives this. Without `make_child_scan` no particle can have children. Throws Error(bad_input) with
    /// what would fit, before anything is allocated.
    Simulation(const gl::Tools& context, gl::MemoryProvider& memory, const effects::Effect& effect,
               std::uint32_t capacity, std::uint32_t seed, std::unique_ptr<compact::Compactor> fallback,
               ScanMaker make_child_scan = {});
    ~Simulation();

    // Changes take effect with the next step. Precondition of each: settled().
    /// Throws Error(bad_input), with all as it was, if what the effect needs beside columns does not fit.
    void set_effect(const effects::Effect& effect);
    void set_density(float factor);
    /// Keeps the living; shrinking below them follows the effect's policy. Old and new exist for a moment.
    void set_capacity(std::uint32_t capacity, gl::MemoryProvider& memory);
    /// What computes the steps, and what repeats one that it failed; votes have the same format for both
    /// (throws std::logic_error). Null: the fallback computes the steps.
    void set_compactors(std::unique_ptr<compact::Compactor> compactor,
                        std::unique_ptr<compact::Compactor> fallback);
    /// The same, with the fallback that there is.
    void set_compactor(std::unique_ptr<compact::Compactor> compactor);
    void set_child_scan(ScanMaker make_child_scan);
    /// Empty, at step 0.
    void reset(std::uint32_t seed);
    /// Whether steps are folded into compactors that can (they are by default); the state is the same.
    void set_folding(bool on);
    /// Whether steps compute the hash of the living.
    void set_hashing(bool on) { hashing_ = on; }

    /// Whether the last step is known to have succeeded; if its compactor failed, repeats it with the
    /// fallback, for ever after the only one. Also whether there is room for one step more on its way to the
    /// GPU (FigureQueue::slots are). Never waits.
    bool settled();
    /// Polls until settled(); for headless commands.
    void settle();
    /// Submits one step. Precondition: settled().
    void step();

    /// Why the compactor was given up, or empty.
    const std::string& failure() const { return failure_; }

    /// Figures of finished steps in order, each once; those still on the way come later. Never waits.
    std::vector<Figures> take_figures();
    /// The same, after waiting for all submitted steps.
    std::vector<Figures> wait_figures();

    /// Compares the last step's scan, or what it packed, with the reference; reads back, so on demand only.
    /// `in_order`: the compactor keeps order. Nullopt when the last step's input is not there any more
    /// (before the first step, after a change of compactor, capacity or effect), or if too many are in no
    /// order. Precondition: settled().
    std::optional<ScanCheck> check_scan(bool in_order = true);

    Living living() const;
    std::uint64_t steps() const { return next_step_; }
    std::uint32_t capacity() const { return capacity_; }
    /// Bytes held for particles: columns, votes, and what the pools take.
    std::uint64_t memory_bytes() const;

    /// Waits for the last step and reads its result back; for state files.
    State save();
    /// Goes on from there, as the simulation that was saved would; its figures are of the steps from here on.
    /// What the capacity cannot hold is lost as in set_capacity(). Precondition: the state's fractions are as
    /// many as the effect's emitters.
    void restore(const State& state);
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

    void allocate(std::uint32_t capacity);
    void allocate_scratch();
    void allocate_votes();
    void upload_effect();
    void require_children(const effects::Effect& effect);
    bool has_children() const { return most_children_ > 0; }
    bool folds() const { return folding_ && compactor().folds(); }
    std::uint64_t bytes_for(std::uint32_t capacity, bool children) const;
    void check_capacity(std::uint32_t capacity) const;
    void bind_fold() const;
    compact::Compactor& compactor() const { return compactor_ ? *compactor_ : *fallback_; }
    shared::Step next_step_block() const;
    std::uint32_t most_births(const shared::Step& step, std::uint32_t bound) const;
    /// Whom a capacity below the living keeps.
    bool keeps_newest() const { return effect_.when_full == effects::WhenFull::replace_oldest; }
    void resize_pool() const;
    void resize(const ColumnSet& old, std::uint32_t old_capacity);
    void place_living(const shared::Pool& saved);
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
    void note_arrived();

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
    std::uint32_t alive_known_ = 0;    // after the last step whose figures have arrived
    std::vector<Figures> arrived_;     // not taken yet
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
