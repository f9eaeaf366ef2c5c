// The topics of `bench`: the choices that a person makes for each, and the measurement itself.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/message.h"
#include "gl/context.h"
#include "session/choices.h"
#include "settings/settings.h"
#include "verify/checkers/inputs.h"

namespace winnow::session {
class Machine;
class Trace;
}  // namespace winnow::session

namespace winnow::measure {

struct BoundBench;
struct DrawBench;
struct StepBench;
struct TimelineBench;
struct ScanBench;

/// How the records that survive lie among those that do not.
enum class VoteSpread { random, clustered };

inline constexpr std::array vote_spreads{
    Named<VoteSpread>{VoteSpread::random, "random", "each record lives or dies by itself"},
    Named<VoteSpread>{VoteSpread::clustered, "clustered", "runs of 1,024 records live or die together"},
};

inline constexpr std::uint32_t usual_runs = 30;
inline constexpr std::uint32_t usual_steps = 50;  // `bench step`, where one run is one step

/// The choices that every topic has. An empty list stands for the topic's own choice.
struct BenchChoice : session::SimulationChoice {
    std::vector<std::uint64_t> sizes;  // elements, records, keys or particles
    bool all = false;                  // every algorithm, or every case
    std::uint32_t runs = usual_runs;   // measured runs of each row, 1 or more
};

/// True if the options let the CPU's rows in.
inline bool measures_cpu(const BenchChoice& options) {
    return options.backend == Backend::automatic || options.backend == Backend::cpu;
}

struct ScanBenchChoice : BenchChoice {
    ScanType type;
    verify::Input pattern = verify::Input::random;
};

struct CompactBenchChoice : BenchChoice {
    std::vector<std::uint32_t> record_bytes;  // multiples of 16
    std::vector<std::uint32_t> survivors;     // per cent
    std::optional<VoteSpread> votes;
};

struct SortBenchChoice : BenchChoice {
    std::vector<std::uint32_t> key_bits;  // 16 or 32
};

struct CullBenchChoice : BenchChoice {
    std::vector<std::uint32_t> visible;  // per cent
};

struct StepBenchChoice : BenchChoice {
    StepBenchChoice() { runs = usual_steps; }
    std::vector<float> deaths;  // per cent that die in a step, above 0 to 50
    std::string effect;         // a built-in name or a file; empty: one that fills the pool
    bool peels_none = false;    // all particles advance in the folded pass
};

struct DrawBenchChoice : BenchChoice {
    std::string effect;             // a built-in name or a file; empty: the usual ones
    std::optional<gl::Size> frame;  // pixels; empty: the usual sizes
    effects::DrawMethod draw =
        effects::DrawMethod::automatic;  // automatic: by tiles, by triangles, and the baseline
};

struct TimelineBenchChoice : BenchChoice {
    std::string effect;                    // a built-in name or a file; empty: fountain
    std::optional<std::uint32_t> seconds;  // of simulated time; empty: the usual ones
};

/// Returns the values that were asked for, or else the usual ones: ascending, each once.
template <typename Value>
std::vector<Value> chosen_values(const std::vector<Value>& asked, std::vector<Value> usual) {
    std::vector<Value> values = asked.empty() ? std::move(usual) : asked;
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

// A wrong result becomes a fault instead of a row. Each function throws Error(bad_input), before anything is
// allocated, if a size of --sizes does not fit.

/// Measures every scan of this machine, and the copies that their times are divided by.
ScanBench bench_scan(session::Machine& machine, const ScanBenchChoice& options, Progress& progress);

/// Measures every compactor of this machine beside copies, other people's ways, and no removal at all.
BoundBench bench_compact(session::Machine& machine, const CompactBenchChoice& options, Progress& progress);

/// Measures the radix sort of this project beside other people's, and the CPU's. Random keys with their
/// places as values. By default 2^16 to 2^26 of them (2^12 to 2^16 where a CPU renders), by 16 and by 32
/// bits, digits placed by the scan that the options name; with --all by that of every grid strategy.
BoundBench bench_sort(session::Machine& machine, const SortBenchChoice& options, Progress& progress);

/// Measures the frustum cull of the draw list beside a copy of the positions. By default 100 k to 64 M
/// particles (10 k and 100 k where a CPU renders) of which 0 to 100 % are in sight, at random.
BoundBench bench_cull(session::Machine& machine, const CullBenchChoice& options, Progress& progress);

/// Measures whole steps: simulate, vote, scan, compact, spawn. See step_cases(). Every step goes to `trace`.
StepBench bench_step(session::Machine& machine, const StepBenchChoice& options, Progress& progress,
                     session::Trace& trace);

/// Measures whole frames, drawn by tiles and by triangles, into a target without a window, and beside them
/// the particles alone, drawn by atomics.
DrawBench bench_draw(session::Machine& machine, const DrawBenchChoice& options, Progress& progress);

/// Measures steps with checkpoints and without, jumps to any step of a run, and single steps back. By default
/// a minute with 1 M alive (20 s with 30 k where a CPU renders).
TimelineBench bench_timeline(session::Machine& machine, const TimelineBenchChoice& options,
                             Progress& progress);

}  // namespace winnow::measure
