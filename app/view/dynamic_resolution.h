// Chooses how many pixels a moving picture has, so that a slow device still shows eleven frames a second.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

namespace winnow::view {

/// Frames of which most take too long make the pictures after them coarser, in a few levels; frames
/// that are so quick that a finer picture would be in time make them finer again. A picture in which nothing
/// moves is drawn in full.
class DynamicResolution {
  public:
    static constexpr double longest_frame = 0.09;    // seconds
    static constexpr float lowest = 0.3f;            // of the picture's sides
    static constexpr std::uint32_t slow_frames = 5;  // of which most are slow make the picture coarser
    /// One after another that make it finer; twice as many each time that it was in vain.
    static constexpr std::uint32_t quick_frames = 20;

    /// Returns the factor on the sides of the next picture, `lowest` to 1. Call it once a frame. `seconds`:
    /// what the last frame took, with a picture of the factor that was returned for it.
    float next(double seconds, bool moves);

  private:
    void change(std::size_t level);

    std::size_t level_ = 0;
    std::deque<double> seconds_;  // of the latest frames of this level
    std::uint32_t quick_ = 0;     // frames of this level, one after another
    std::uint32_t patience_ = quick_frames;
    bool rose_ = false;         // the last change was to a finer picture
    bool was_in_full_ = false;  // the last picture, because nothing moved
};

}  // namespace winnow::view
