// A race of all scans on this machine: sample after sample between the frames of a window, each checked, none
// waited for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/panel_facts.h"
#include "compact/suite.h"
#include "gl/buffer.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "gl/rings.h"
#include "scan/scan.h"

namespace winnow::session {

// The times of one scan in a race.

/// Counts all samples and remembers the newest, so that the median follows a machine whose speed changes.
class RaceTimes {
  public:
    static constexpr std::size_t remembered = 31;

    void add(double milliseconds);
    std::uint64_t count() const { return count_; }
    /// Returns the median of the samples that are remembered; 0: there is none.
    double median() const;

  private:
    std::array<double, remembered> newest_{};  // a ring
    std::uint64_t count_ = 0;
};

// The arrays that the scans of a race run on, the copy that they are compared with, and the check of their
// results.

class RaceTrack {
  public:
    /// Writes the input on the GPU. Throws Error(bad_input) before anything is allocated if the arrays do not
    /// fit, and as ShaderLibrary::load() does.
    RaceTrack(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::MemoryProvider& memory,
              std::uint32_t elements);

    std::uint32_t elements() const { return elements_; }
    /// Returns the exclusive scan of the input with its total.
    scan::Request request() const;
    /// Copies the input to the output.
    void copy() const;
    /// Overwrites what the last run has left, so that no scan passes with the result of another, and keeps
    /// the GPU busy while the launches of a sample are queued.
    void prepare() const;
    /// Each counts the faults of the output and of the total. Precondition: prepare() came before the run.
    void check_scan() const { check(false); }
    void check_copy() const { check(true); }

    static constexpr std::uint64_t result_bytes = 8;
    /// The buffer in which a check leaves its result, and what the bytes mean that are read back from it.
    const gl::Buffer& result() const { return result_; }
    static std::uint32_t faults(const std::byte* read_back);

  private:
    void check(bool is_copy) const;

    std::uint32_t elements_;
    gl::Program copy_, check_;
    gl::Buffer input_, output_, result_;
};

class Race {
  public:
    static constexpr std::uint32_t min_elements = 1 << 10;

    /// Allocates a few bytes; the arrays come with the first advance(). The suites are the race's own,
    /// because a simulation's hand-overs and failures must stay its own.
    Race(const gl::Tools& tools, Suites suites);

    /// Begins again with this many elements, within the bounds of findings(), as soon as no sample is on its
    /// way. If they do not fit, findings() says why and the race goes on as it was.
    void set_elements(std::uint32_t elements) { asked_ = elements; }
    /// Takes the results that have arrived, and submits one sample, or makes the programs of one scan. Never
    /// waits. Throws Error(absent) if the context is lost; any other failure becomes part of the findings.
    void advance();
    /// Returns what is known so far. `in_use`: the simulation's resolved algorithm.
    RaceFindings findings(const Algorithm& in_use) const;

  private:
    /// A scan that takes part, or the copy.
    struct Racer {
        Suite* suite = nullptr;  // null: the copy
        ScanChoice choice{};
        std::unique_ptr<scan::Scan> scan{};
        RaceTimes times{};
        bool is_warm = false;  // it has run with these elements; its first run counts for nothing
        bool is_wrong = false;
        std::string refused{};

        void restart();
    };
    /// A run whose results have not arrived.
    struct Sample {
        std::size_t racer = 0;
        int slot = 0;                          // of the timers
        std::uint64_t spans_before = 0;        // that had finished in this slot
        std::optional<double> milliseconds{};  // once known
        bool is_warm_up = false;
    };
    static constexpr std::uint32_t in_flight = 4;
    static constexpr std::uint32_t copies_a_round = 5;  // because every share depends on the copy's time

    void enter(Suite& suite);
    void take();
    bool take_oldest();
    void judge(const Sample& sample, std::uint32_t faults);
    void follow_foreign();
    void begin_again();
    void run_next();
    void run(std::size_t index);
    void submit_check(const Sample& sample);
    void pass_turn();
    bool refuse_failure(Racer& racer, const std::function<void()>& work) const;
    RaceCell cell(std::size_t index, const Algorithm& in_use) const;

    gl::Tools tools_;
    Suites suites_;
    gl::Timers timers_;
    gl::ReadbackRing ring_;  // the results of samples_, in their order
    std::optional<std::uint32_t> asked_;
    std::optional<RaceTrack> track_;
    std::vector<Racer> racers_;  // the copy, then each available backend's pairs in the order of members()
    std::size_t turn_ = 0;
    std::deque<Sample> samples_;     // the oldest first
    std::optional<Sample> foreign_;  // its run is not finished, and no GL command may touch the track
    std::uint64_t timed_ = 0;        // runs that the timers have seen
    std::uint32_t copies_ = 0;       // since the race began
    std::string error_;
};

}  // namespace winnow::session
