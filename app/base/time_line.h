// Writes what the host and the GPU did when, in the Chrome trace format that Perfetto opens: --trace-events.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "base/output_file.h"

namespace winnow {

// Times of another clock, such as a GPU's, on the host's clock.

/// Follows a clock that drifts. The map from its times to the host's is continuous and increasing, so spans
/// that are nested or apart stay so: what a comparison corrects is spread over the time after it.
class ClockMap {
  public:
    using Host = std::chrono::steady_clock::time_point;
    using Other = std::chrono::nanoseconds;  // since any moment

    static constexpr std::chrono::seconds between_comparisons{1};

    /// True if it is time to compare the clocks again.
    bool is_due(Host now) const;
    /// Notes that the other clock shows `other` at the moment `host`. Comparisons come in the order of time.
    void compare(Host host, Other other);
    /// Precondition: the clocks were compared.
    Host to_host(Other other) const;

  private:
    /// Begins at a comparison and ends at the next.
    struct Part {
        Host host;         // of the comparison
        Other begin;       // of the comparison, on the other clock
        Other ahead;       // the host's clock minus the other, as mapped at the beginning
        Other correction;  // of `ahead`, complete once between_comparisons have passed
        Other ahead_at(Other other) const;
    };
    const Part& part_of(Other other) const;

    static constexpr std::size_t max_parts = 16;  // older times no longer arrive
    std::deque<Part> parts_;
};

/// {"displayTimeUnit":"ms","traceEvents":[...]} with one complete event per span. Spans of one track must be
/// apart or nested, and are written as they are added, in any order.
class TimeLine {
  public:
    using Clock = std::chrono::steady_clock;

    enum class Track { host, opengl, opengl_drawing, cuda, count };

    /// The step or frame that a span belongs to. An empty unit means none.
    struct Owner {
        std::string_view unit;  // "step" or "frame"
        std::uint64_t number = 0;
    };

    /// An empty path: nothing is written. Throws Error(bad_input) if the file cannot be created.
    explicit TimeLine(const std::string& path);
    TimeLine(const TimeLine&) = delete;
    /// Ends the JSON, because a file that is written in place may already have a reader. Without commit() no
    /// other file remains.
    ~TimeLine();

    bool wanted() const { return file_.has_value(); }
    std::string path() const { return file_ ? file_->path() : ""; }
    /// True if writing has failed; commit() then throws the reason.
    bool failed() const { return file_ && file_->failed(); }

    /// Adds a span to the text that write() hands to the file; destructors may call it.
    void add(Track track, std::string_view name, Clock::time_point begin, Clock::time_point end,
             const Owner& owner);
    /// Counts a span that was not measured, because the GPU was too far behind.
    void miss() { ++missed_; }
    /// Hands the text to the file. Throws as OutputFile::write() does.
    void write();
    /// Completes the file, and says how many spans are missing from it.
    void commit();

    /// The owner of the spans that begin now.
    const Owner& owner() const { return owner_; }
    /// OpenGL's clock: one map for everyone who adds its spans, so that they stay nested or apart.
    ClockMap& opengl_clock() { return opengl_clock_; }

  private:
    friend class HostSpan;
    void add_event(const std::string& event);
    void name_track(Track track);

    std::optional<OutputFile> file_;
    const Clock::time_point origin_ = Clock::now();
    std::string text_;  // not yet handed to the file
    std::array<bool, static_cast<std::size_t>(Track::count)> named_{};
    Owner owner_;
    ClockMap opengl_clock_;
    std::uint64_t missed_ = 0;
};

/// Adds a span of the host that lasts as long as this object, unless `line` is null. Spans that begin
/// meanwhile, of the GPU too, have the same owner.
class HostSpan {
  public:
    HostSpan(TimeLine* line, std::string_view name);
    HostSpan(TimeLine* line, std::string_view name, const TimeLine::Owner& owner);
    ~HostSpan();
    HostSpan(const HostSpan&) = delete;

  private:
    TimeLine* line_;
    std::string_view name_;
    TimeLine::Owner outer_;
    TimeLine::Clock::time_point begin_;
};

}  // namespace winnow
