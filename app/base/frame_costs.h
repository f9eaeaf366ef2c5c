// The times of the passes of the last seconds, frame by frame, with their median and 99th percentile; and as
// files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace winnow {

/// A pass as it is known at a frame.
struct PassRow {
    std::string name, summary;
    std::optional<double> milliseconds;  // of its newest run; absent: it does not run now, or its time is not
                                         // known yet
    std::uint64_t runs = 0;              // whose times are known
    bool simulates = false;              // false: it belongs to the drawing
};

/// A pass that OpenGL and CUDA do not compute, but wait in for each other.
inline constexpr const char* hand_over_name = "hand-over";

struct Spread {
    double median = 0, p99 = 0;  // milliseconds; by the nearest rank
    std::uint32_t frames = 0;    // in which there was something to measure
    bool operator==(const Spread&) const = default;
};

/// Times arrive some frames after their work, all of a pass together, so a frame holds what arrived in it:
/// the newest time, once for each run.
class FrameCosts {
  public:
    static constexpr double seconds_kept = 10;
    static constexpr std::size_t max_frames = 4096, max_passes = 64;

    struct Pass {
        std::string name;
        bool simulates = false;
        Spread spread{};
        double each = 0;  // milliseconds of one run, the median
    };
    struct Frame {
        double at = 0;                           // seconds since the first frame
        float between = 0;                       // milliseconds since the frame before
        float simulation = 0, drawing = 0;       // sums, milliseconds
        std::array<float, max_passes> passes{};  // milliseconds
        std::array<std::uint16_t, max_passes> runs{};
    };

    /// Adds a frame, which came `seconds` after the one before. While it is paused, only takes note.
    void add(double seconds, std::span<const PassRow> passes);
    void set_paused(bool paused) { paused_ = paused; }
    bool is_paused() const { return paused_; }
    /// Forgets the frames, because the run is another one.
    void clear();

    std::size_t frames() const { return count_; }
    /// The frames in order; the last is the newest.
    const Frame& frame(std::size_t index) const { return ring_[(first_ + index) % max_frames]; }
    /// The passes in the order in which they were first seen; a frame's times have the same order.
    const std::vector<Pass>& passes() const { return passes_; }
    std::optional<std::size_t> find(const std::string& name) const;

    // The sums of the last seconds, as of a quarter of a second ago.

    const Spread& between() const { return between_; }
    const Spread& simulation() const { return simulation_; }
    const Spread& drawing() const { return drawing_; }
    /// Returns the milliseconds of one step: the medians of the passes that most steps have.
    double step_milliseconds() const { return step_; }
    /// Computes these anew now.
    void summarise();

  private:
    template <typename Time>
    Spread spread_of(const Time& time) const;

    std::vector<Frame> ring_;  // of max_frames, once there is one
    std::size_t first_ = 0, count_ = 0;
    std::vector<Pass> passes_;
    std::vector<std::uint64_t> seen_;  // runs of each pass
    double now_ = 0, summarised_at_ = -1;
    bool paused_ = false;
    Spread between_, simulation_, drawing_;
    double step_ = 0;
    mutable std::vector<float> sorted_;
};

enum class CostFile { csv, json, trace };

/// Returns the frames as a table with a line for each; as JSON with the spreads and the same numbers; or as
/// events that Perfetto opens, where the passes of a frame lie one after another, because their times are
/// known and their beginnings are not. `title` says what was measured, and where.
std::string costs_text(const FrameCosts& costs, CostFile kind, const std::string& title);

}  // namespace winnow
