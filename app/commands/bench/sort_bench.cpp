#include "commands/bench/sort_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "commands/bench/bench_subjects.h"
#include "commands/bench/case_rows.h"
#include "commands/bench/sort_sets.h"
#include "commands/checks/chosen.h"

namespace winnow::commands {
namespace {

constexpr std::uint32_t most_on_cpu = 1 << 20;  // pairs: more take long, and say nothing else

/// A sort of ours that is made once and kept for all cases.
struct MeasuredSort {
    FloorRow row;  // its names
    std::unique_ptr<sort::RadixSort> sort;
};

std::vector<std::uint64_t> chosen_sizes(const Options& options, bool software) {
    constexpr int first_power = 16, last_power = 26, step = 2;
    constexpr int first_in_software = 12, last_in_software = 16;
    std::vector<std::uint64_t> sizes = options.sizes;
    if (sizes.empty())
        for (int power = software ? first_in_software : first_power;
             power <= (software ? last_in_software : last_power); power += step)
            sizes.push_back(std::uint64_t{1} << power);
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

std::vector<std::uint32_t> chosen_bits(const Options& options) {
    return options.key_bits.empty() ? std::vector<std::uint32_t>{16, 32} : options.key_bits;
}

/// Of every grid strategy with --all, the block scan being what was asked for.
std::vector<ScanChoice> wanted_scans(const Options& options) {
    const ScanChoice asked{options.block, options.grid};
    if (!options.all || options.grid != GridStrategy::automatic) return {asked};
    std::vector<ScanChoice> all;
    for (const auto& grid : grid_strategies)
        if (grid.value != GridStrategy::automatic) all.push_back({options.block, grid.value});
    return all;
}

std::vector<MeasuredSort> measured_sorts(Machine& machine, const Options& options, FloorBench& bench) {
    std::vector<MeasuredSort> sorts;
    if (options.backend != Backend::automatic && options.backend != Backend::glsl) {
        leave_out(bench.left_out, "glsl", fmt::format("--backend {}", name_of(options.backend)));
        return sorts;
    }
    Suite& suite = machine.suite(Backend::glsl);
    for (const ScanChoice& wanted : wanted_scans(options)) {
        const ScanChoice choice = suite.resolve(wanted);
        MeasuredSort made;
        made.row.name = name_of(suite.backend());
        made.row.algorithm = name_of(choice.grid);
        if (const Availability offered = suite.offers(choice, ScanType{}); !offered) {
            leave_out(bench.left_out, full_name(made.row), offered.reason);
            continue;
        }
        made.sort = std::make_unique<sort::RadixSort>(machine.facts(), machine.shaders(),
                                                      suite.make_scan(choice, {}));
        sorts.push_back(std::move(made));
    }
    return sorts;
}

std::string method(const Options& options, bool software) {
    return fmt::format(
        "Median, 10th and 90th percentile of {} samples after {} that warm up; every launch and clear of a "
        "run "
        "counts. Random keys, their places as values, stable, ascending; our sort works in place with "
        "scratch, and "
        "gets back what it sorted before each sample, on no clock. {}",
        options.runs, Stopwatch::warm_up,
        software
            ? "A CPU renders here: each sample is one run by the CPU's clock."
            : "Each sample is the mean of up to 16 runs right after another, between two timestamps on the "
              "GPU "
              "(OpenGL) or two CUDA events, on buffers that rotate beyond the caches, with copies ahead that "
              "keep the GPU busy while the runs are queued. CPU: host memory, one processor, "
              "std::stable_sort of pairs by their keys.");
}

/// The sizes one after the other, each with every number of bits.
class AllSizes {
  public:
    AllSizes(Machine& machine, const Options& options, Progress& progress)
        : options_(options),
          sizes_(chosen_sizes(options, machine.facts().software)),
          toolbox_(machine, options),
          tools_(toolbox_.tools()),
          copies_(copy_peers(machine)),
          peers_(sort_peers(machine)),
          progress_{progress} {
        bench_.method = method(options, machine.facts().software);
        progress_.cases = static_cast<double>(sizes_.size() * chosen_bits(options).size());
    }

    FloorBench run() {
        sorts_ = measured_sorts(tools_.machine, options_, bench_);
        for (const std::uint64_t size : sizes_)
            if (fits(size)) measure(static_cast<std::uint32_t>(size));
        return std::move(bench_);
    }

  private:
    bool fits(std::uint64_t size) {
        try {
            SortSets::require_fit(tools_.machine.facts(), size);
            return true;
        } catch (const Error& error) {
            leave_out(bench_.left_out, fmt::format("{} pairs", size), error.what());
            return false;
        }
    }

    void measure(std::uint32_t size) {
        const SortSets sets(tools_.machine.memory(), tools_.machine.facts(), options_.seed, size);
        for (const std::uint32_t bits : chosen_bits(options_)) {
            CaseRows rows(sort_topic, tools_, {size, bits, 0, {}},
                          batch_of(tools_.machine.facts().software, sets.copy_bytes()), bench_, progress_);
            rows.add_copies(
                copies_, [&](std::uint32_t run) { return sets.copies(run); }, sets.copy_bytes());
            for (MeasuredSort& sort : sorts_) measure_ours(rows, sets, bits, sort);
            for (const auto& peer : peers_) measure_peer(rows, sets, bits, *peer);
            if (measures_cpu(options_)) measure_cpu(rows, sets, bits);
            rows.finish();
        }
    }

    void measure_ours(CaseRows& rows, const SortSets& sets, std::uint32_t bits, MeasuredSort& measured) {
        measured.sort->reserve(sets.elements());
        measured.row.floor_bytes = static_cast<double>(sets.copy_bytes());
        sets.poison();
        std::uint32_t next = 0;
        const auto restore = [&] {
            for (std::uint32_t i = 0; i < rows.timing().batch(); ++i) sets.restore(next + i, tools_.programs);
        };
        const auto times = [&] {
            restore();
            return rows.timing().in_gl(
                [&](std::uint32_t run) {
                    measured.sort->run(sets.request(run, bits));
                    next = run + 1;
                },
                restore);
        };
        rows.add(measured.row, times, [&] { return sets.fault(bits); });
    }

    void measure_peer(CaseRows& rows, const SortSets& sets, std::uint32_t bits, SortPeer& peer) {
        FloorRow row;
        row.kind = RowKind::peer;
        row.name = peer.name();
        row.floor_bytes = static_cast<double>(sets.copy_bytes());
        if (const Availability offered = peer.offers(sets.elements()); !offered)
            return rows.leave_out(row, offered.reason);
        sets.poison();
        rows.add(
            row, [&] { return peer_times(rows.timing(), sets, bits, peer); },
            [&] { return sets.fault(bits); });
    }

    std::vector<double> peer_times(const Timing& timing, const SortSets& sets, std::uint32_t bits,
                                   SortPeer& peer) const {
        return timing.on_own_clock([&](std::uint32_t first_run) {
            std::vector<SortRun> runs;
            for (std::uint32_t i = 0; i < timing.batch(); ++i) runs.push_back(sets.run(first_run + i));
            return peer.run({.runs = runs,
                             .elements = sets.elements(),
                             .key_bits = bits,
                             .sweep = tools_.sweep.pair(),
                             .sweeps = tools_.sweep.times()});
        });
    }

    /// Once for context: it needs no batch and no sweep.
    void measure_cpu(CaseRows& rows, const SortSets& sets, std::uint32_t bits) {
        FloorRow row;
        row.kind = RowKind::peer;
        row.name = "std::stable_sort";
        row.floor_bytes = static_cast<double>(sets.copy_bytes());
        if (sets.elements() > most_on_cpu)
            return rows.leave_out(row, fmt::format("it takes long: {} pairs at most", most_on_cpu));
        rows.add(
            row, [&] { return cpu_times(sets, bits); }, [] { return std::string(); });
    }

    std::vector<double> cpu_times(const SortSets& sets, std::uint32_t bits) const {
        constexpr std::uint32_t samples = 5, word_bits = 32;
        const std::uint32_t mask = bits < word_bits ? (1u << bits) - 1 : ~0u;
        using Pair = std::pair<std::uint32_t, std::uint32_t>;
        std::vector<Pair> pairs(sets.elements());
        return tools_.stopwatch.measure(Clock::cpu,
                                        {.samples = samples,
                                         .batch = 1,
                                         .before =
                                             [&] {
                                                 for (std::uint32_t i = 0; i < pairs.size(); ++i)
                                                     pairs[i] = {sets.keys()[i], i};
                                             }},
                                        [&](std::uint32_t) {
                                            std::stable_sort(pairs.begin(), pairs.end(),
                                                             [&](const Pair& a, const Pair& b) {
                                                                 return (a.first & mask) < (b.first & mask);
                                                             });
                                        });
    }

    const Options& options_;
    FloorBench bench_;
    std::vector<std::uint64_t> sizes_;
    BenchToolbox toolbox_;
    const BenchTools& tools_;
    BenchmarkPeers copies_;
    std::vector<std::unique_ptr<SortPeer>> peers_;
    std::vector<MeasuredSort> sorts_;
    CaseProgress progress_;
};

}  // namespace

FloorBench bench_sort(Machine& machine, const Options& options, Progress& progress) {
    require_offered(machine, options);
    for (const std::uint64_t size : options.sizes) SortSets::require_fit(machine.facts(), size);
    return AllSizes(machine, options, progress).run();
}

}  // namespace winnow::commands
