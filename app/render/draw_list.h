// The list of particles that are drawn, and their order: culled by votes and a scan, sorted by depth.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "effects/model/effect.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "scan/glsl_tiles.h"
#include "scan/glsl_variant.h"
#include "shaders/shared.h"
#include "sort/radix_sort.h"

namespace winnow::render {

// The pass that lists particles by votes and a scan (shaders/render/list/list.comp): its division into work
// groups, and its programs.

/// Which entries a program lists.
struct ListKind {
    std::uint32_t columns;  // that it reads
    bool cached_order;      // those of shared::CachedOrder, else the living
    bool ribbons;           // the points of ribbons with the numbers of the ribbons, else what is in view
    bool orders = false;    // its keys have the orders of emitters before the depths
    bool looks = false;     // its entries are looks of particles
};

gl::Program load_list(const gl::Facts& facts, gl::ShaderLibrary& shaders, const ListKind& kind);

/// Returns as many groups as run at once; more if the parts were too large for shared memory, fewer if the
/// parts were so small that fewer groups are faster.
std::uint32_t groups_of_list(const gl::Facts& facts, std::uint32_t entries);

/// Returns the single-pass scan that gives a group the number of particles listed before its own, and the
/// block scan of the words of its own votes.
scan::GlslVariant list_variant(const gl::Facts& facts);

/// Decides when to sort and when to use the cached order.
class SortRhythm {
  public:
    /// Returns true if the particles must be sorted now. Call it once a frame with the step that is shown.
    /// True for every `every`-th frame, and whenever the particles cannot be those that were sorted: time
    /// went back, or jumped.
    bool is_due(std::uint32_t every, std::uint64_t step) {
        const bool follows = step_ && step >= *step_ && step - *step_ <= max_steps;
        step_ = step;
        since_ = follows && since_ + 1 < every ? since_ + 1 : 0;
        return since_ == 0;
    }
    /// The cached order is gone; the next frame must sort.
    void forget() { step_.reset(); }

  private:
    static constexpr std::uint64_t max_steps = 64;  // between two frames; more are a jump in time
    std::optional<std::uint64_t> step_;
    std::uint32_t since_ = 0;  // frames since the last sort
};

/// The largest sprite of an effect, so that culling needs only a particle's position.
struct SpriteBounds {
    float largest_radius = 0;   // metres
    float longest_stretch = 0;  // seconds of motion drawn as length
    float brightest_color = 0;  // component of a linear colour
};
SpriteBounds bounds_of(const effects::StackProgram& program);

/// A request for the list of one frame.
struct ListRequest {
    bool culls = false;            // leaves out particles that cannot show in the frame
    bool sorts = false;            // lists from back to front, else in the order of the pool
    std::uint32_t key_bits = 32;   // 16 or 32
    std::uint32_t order_bits = 0;  // StackProgram's; fewer than those of the key
    std::uint32_t looks = 1;       // likewise; a sorted list has an entry for each look of a particle
    std::uint32_t sort_every = 1;  // frames; above 1 the pool must be in the order of births
    std::uint64_t step = 0;        // of the simulation
    SpriteBounds bounds;
    float size_factor = 1;     // on all diameters
    bool is_mirrored = false;  // also lists particles whose reflection in the plane is in view
    float plane_height = 0;    // metres, of the plane
};

/// The buffers that drawing through a list reads.
struct Listed {
    const gl::Buffer* slots;  // one word per listed particle: its index in the columns
    const gl::Buffer* state;  // shared::DrawList, which begins with the indirect arguments
    bool has_looks = false;   // the words say the look of each entry, too
};

/// The particles that a view shows.
struct Shown {
    const particles::ParticleView& living;
    const std::optional<Listed>& list;  // else all, in the order of the pool
    std::uint32_t every = 1;            // each nth, with n times its light
    bool is_thinned = false;            // tiles: of many particles, a larger n
    std::uint32_t look = 0;             // of particles with several, unless the list has them all
};

/// Calls draw(shown) for each look that particles of the view may have: once where the list has all looks.
template <typename Draw>
void for_each_look(Shown shown, const Draw& draw) {
    const bool is_once = shown.list && shown.list->has_looks;
    for (; shown.look < (is_once ? 1 : shown.living.program->looks); ++shown.look) draw(shown);
}

/// Makes the lists. Between two sorts it uses the cached order: each particle that was sorted is found again
/// by its birth, and particles born since are drawn last. Nothing is read back. Memory per particle of the
/// capacity: 4 bytes, 16 if it sorts, 20 if it does not sort every frame; none while no list is requested.
class DrawLists {
  public:
    /// Precondition: the arguments outlive it.
    DrawLists(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
              gl::MemoryProvider& memory);

    /// Loads the programs of such a list.
    void load(const ListRequest& listing);
    /// Makes the list of this frame. Precondition: the camera that culls and sorts is bound as BIND_CAMERA.
    /// The buffers belong to this object and are valid until the next call. Throws Error(bad_input) if its
    /// memory does not fit.
    Listed make(const particles::ParticleView& living, const ListRequest& listing);
    /// Frees the memory.
    void release();
    std::uint64_t memory_bytes() const;

  private:
    enum class Mode { none, listed, sorted, cached_order };
    using ListKey = std::array<bool, 3>;  // of the cached order; with orders; with looks
    /// The inputs and outputs of one run of the list's program.
    struct Run {
        const gl::Program& program;
        const gl::Buffer& source;              // holds the ring's first and the count
        std::uint32_t first_word, count_word;  // their words in source
        std::uint32_t bound;                   // upper bound of the count
        const gl::Buffer& slots;               // written
        bool culls, has_keys, lists_numbers;
    };

    /// One word per particle of the capacity each. After a sort, the sort's buffers hold the cached order's
    /// births and places: see birth_steps(), ordinals() and found().
    struct Buffers {
        gl::Buffer slots, keys, other_slots, other_keys, cached_slots;
        gl::Buffer state, cached_order;  // shared::DrawList and shared::CachedOrder
    };

    /// Strong guarantee: if it throws, the buffers held before are kept.
    void reserve(std::uint32_t capacity, Mode mode);
    sort::RadixSort& sorter();
    Buffers allocate_for(std::uint32_t capacity, Mode mode) const;
    static std::uint32_t max_entries(std::uint32_t capacity, Mode mode);
    gl::Buffer allocate(std::uint32_t words, const char* label) const;
    const gl::Program& list_program(const ListRequest& listing);
    const gl::Program& cached_program();
    static Mode mode_of(const ListRequest& listing);
    void list(const particles::ParticleView& living, const ListRequest& listing, const Run& run);
    void list_living(const particles::ParticleView& living, const ListRequest& listing, bool culls,
                     bool numbers);
    void list_cached(const particles::ParticleView& living, const ListRequest& listing);
    void sort(const ListRequest& listing);
    void cache_order(const particles::ParticleView& living);
    void relocate_cached_order(const particles::ParticleView& living);
    void bind_cached_order(const particles::ParticleView& living, const gl::Program& program) const;
    const gl::Buffer& birth_steps() const { return held_.keys; }
    const gl::Buffer& ordinals() const { return held_.other_keys; }
    const gl::Buffer& found() const { return held_.other_slots; }

    const gl::Facts& facts_;
    gl::ShaderLibrary& shaders_;
    gl::Passes& passes_;
    gl::MemoryProvider& memory_;
    gl::PassId cull_pass_, sort_pass_;
    gl::RecentPrograms<ListKey> list_programs_;
    gl::Program cache_program_, find_program_;
    scan::TileWords tiles_;
    std::unique_ptr<sort::RadixSort> sort_;  // made when first asked for
    Buffers held_;
    std::uint32_t capacity_ = 0;
    std::uint32_t entries_ = 0;  // the most of the newest list of the living
    Mode mode_ = Mode::none;
    SortRhythm rhythm_;
};

}  // namespace winnow::render
