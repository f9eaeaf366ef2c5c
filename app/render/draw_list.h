// Which of the living are drawn, and in which order: culled by a vote and a scan, sorted by depth.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "effects/effect.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "scan/glsl_tiles.h"
#include "shaders/shared.h"
#include "sort/radix_sort.h"

namespace winnow::render {

class SortRhythm {
  public:
    /// Asked once a picture, with the step that is shown: whether to sort now. Every so-manieth picture, and
    /// whenever the particles cannot be those that were sorted: time went back, or leapt.
    bool is_due(std::uint32_t every, std::uint64_t step) {
        const bool follows = step_ && step >= *step_ && step - *step_ <= most_steps;
        step_ = step;
        since_ = follows && since_ + 1 < every ? since_ + 1 : 0;
        return since_ == 0;
    }
    /// Nothing is sorted any more.
    void forget() { step_.reset(); }

  private:
    static constexpr std::uint64_t most_steps = 64;  // of one picture: more are a leap
    std::optional<std::uint64_t> step_;
    std::uint32_t since_ = 0;  // pictures
};

/// What a sprite of an effect can be at most, so that culling need not look at more than a position.
struct SpriteBounds {
    float largest_radius = 0;   // metres
    float longest_stretch = 0;  // seconds of motion drawn as length
};
SpriteBounds bounds_of(const effects::Effect& effect);

/// What is asked of the list of one picture.
struct Listing {
    bool culls = false;            // what is out of the camera's view is left out; never what would be drawn
    bool sorts = false;            // from back to front, else in the order of the living
    std::uint32_t key_bits = 32;   // 16 or 32
    std::uint32_t sort_every = 1;  // pictures; above 1 the living must lie in the order of their births
    std::uint64_t step = 0;        // of the simulation
    SpriteBounds bounds;
    float size_factor = 1;     // of all diameters
    bool is_mirrored = false;  // what is seen in the floor is listed too
    float floor_height = 0;    // metres
};

/// What drawing through a list reads.
struct Listed {
    const gl::Buffer* slots;  // one word each: where a particle lies in its columns
    const gl::Buffer* state;  // shared::DrawList, which begins with the indirect arguments
};

/// Between two sorts the order is kept: each particle that was sorted is found again by its birth, and who
/// was born since is drawn last. Nothing is read back. Bytes of memory for each of the capacity: 4, 16 if it
/// sorts, 20 if it does not sort every picture; none while nothing is asked for.
class DrawLists {
  public:
    /// The arguments outlive it.
    DrawLists(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes);

    /// Makes the list of this picture; the camera that culls and sorts is bound as BIND_CAMERA. The buffers
    /// are this object's, until the next call. Error(bad_input) if its memory does not fit.
    Listed make(const particles::Living& living, const Listing& listing);
    /// Frees the memory.
    void release();
    std::uint64_t memory_bytes() const;

  private:
    enum class Mode { none, listed, sorted, remembered };
    /// What a run of the list's program reads and writes.
    struct Run {
        const gl::Program& program;
        const gl::Buffer& source;              // where the ring's first and the count lie
        std::uint32_t first_word, count_word;  // of source
        std::uint32_t bound;                   // of the count
        const gl::Buffer& slots;               // written
        bool culls, has_keys, lists_numbers;
    };

    /// Of each of the capacity one word. Once it is sorted, what sorting needed holds what is remembered.
    struct Buffers {
        gl::Buffer slots, keys, other_slots, other_keys, remembered_slots;
        gl::Buffer state, remembered;  // shared::DrawList and shared::Remembered
    };

    /// If it is refused, what was held is held.
    void reserve(std::uint32_t capacity, Mode mode);
    void reserve_sort(std::uint32_t capacity);
    Buffers allocate_for(std::uint32_t capacity, Mode mode) const;
    static std::uint32_t most_entries(std::uint32_t capacity, Mode mode);
    gl::Buffer allocate(std::uint32_t words, const char* label) const;
    void list(const particles::Living& living, const Listing& listing, const Run& run);
    void list_living(const particles::Living& living, const Listing& listing, bool culls, bool numbers);
    void list_remembered(const particles::Living& living, const Listing& listing);
    void sort(const particles::Living& living, const Listing& listing);
    void remember(const particles::Living& living);
    void find_again(const particles::Living& living);
    void bind_remembered(const particles::Living& living, const gl::Program& program) const;
    const gl::Buffer& birth_steps() const { return held_.keys; }
    const gl::Buffer& ordinals() const { return held_.other_keys; }
    const gl::Buffer& found() const { return held_.other_slots; }

    const gl::Facts& facts_;
    gl::ShaderLibrary& shaders_;
    gl::Passes& passes_;
    gl::PassId cull_pass_, sort_pass_;
    gl::Program living_program_, remembered_program_, remember_program_, find_program_;
    scan::TileWords tiles_;
    std::unique_ptr<sort::RadixSort> sort_;  // made when first asked for
    Buffers held_;
    std::uint32_t capacity_ = 0;
    Mode mode_ = Mode::none;
    SortRhythm rhythm_;
};

}  // namespace winnow::render
