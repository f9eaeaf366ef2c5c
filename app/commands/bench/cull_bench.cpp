#include "commands/bench/cull_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/error.h"
#include "commands/bench/case_rows.h"
#include "commands/bench/compact_votes.h"
#include "commands/bench/cull_sets.h"
#include "commands/checks/chosen.h"
#include "render/draw_list.h"

namespace winnow::commands {
namespace {

std::vector<std::uint64_t> chosen_sizes(const Options& options, bool software) {
    std::vector<std::uint64_t> sizes = options.sizes;
    if (sizes.empty() && software) sizes = {10'000, 100'000};
    if (sizes.empty()) sizes = {100'000, 1'000'000, 4'000'000, 16'000'000, 64'000'000};
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

std::vector<std::uint32_t> chosen_shares(const Options& options) {
    return options.visible.empty() ? std::vector<std::uint32_t>{0, 10, 50, 90, 100} : options.visible;
}

std::string method(const Options& options, bool software) {
    return fmt::format(
        "Median, 10th and 90th percentile of {} samples after {} that warm up. Particles are in sight, or "
        "behind the "
        "camera, at random; the list keeps their order. {}",
        options.runs, Stopwatch::warm_up,
        software ? "A CPU renders here: each sample is one run by the CPU's clock."
                 : "Each sample is the mean of up to 16 runs right after another, between two timestamps on "
                   "the GPU, "
                   "on positions that rotate beyond the caches, with copies ahead that keep the GPU busy "
                   "while the "
                   "runs are queued.");
}

/// The numbers one after the other, each with every share.
class AllSizes {
  public:
    AllSizes(Machine& machine, const Options& options, Progress& progress)
        : options_(options),
          sizes_(chosen_sizes(options, machine.facts().software)),
          toolbox_(machine, options),
          tools_(toolbox_.tools()),
          copies_(copy_peers(machine)),
          lists_(machine.facts(), machine.shaders(), machine.passes()),
          progress_{progress} {
        bench_.method = method(options, machine.facts().software);
        progress_.cases = static_cast<double>(sizes_.size() * chosen_shares(options).size());
    }

    FloorBench run() {
        for (const std::uint64_t size : sizes_)
            if (fits(size)) measure(static_cast<std::uint32_t>(size));
        return std::move(bench_);
    }

  private:
    bool fits(std::uint64_t size) {
        try {
            CullSets::require_fit(tools_.machine.facts(), size);
            return true;
        } catch (const Error& error) {
            leave_out(bench_.left_out, fmt::format("{} particles", size), error.what());
            return false;
        }
    }

    void measure(std::uint32_t size) {
        CullSets sets(tools_.machine.memory(), tools_.machine.facts(), size);
        for (const std::uint32_t percent : chosen_shares(options_)) {
            sets.place(make_votes(VoteSpread::random, percent, options_.seed, size));
            CaseRows rows(cull_topic, tools_, {size, 0, percent, {}},
                          batch_of(tools_.machine.facts().software, sets.copy_bytes()), bench_, progress_);
            rows.add_copies(
                copies_, [&](std::uint32_t run) { return sets.copies(run); }, sets.copy_bytes());
            measure_cull(rows, sets);
            rows.finish();
        }
        lists_.release();
    }

    void measure_cull(CaseRows& rows, const CullSets& sets) {
        FloorRow row;
        row.name = name_of(Backend::glsl);
        row.algorithm = "vote and scan";
        row.floor_bytes = static_cast<double>(sets.floor_bytes());
        render::Listing listing;
        listing.culls = true;
        render::Listed listed{};
        rows.add(
            row,
            [&] {
                sets.bind_camera();
                return rows.timing().in_gl(
                    [&](std::uint32_t run) { listed = lists_.make(sets.living(run), listing); });
            },
            [&] { return sets.fault(listed); });
    }

    const Options& options_;
    FloorBench bench_;
    std::vector<std::uint64_t> sizes_;
    BenchToolbox toolbox_;
    const BenchTools& tools_;
    BenchmarkPeers copies_;
    render::DrawLists lists_;
    CaseProgress progress_;
};

}  // namespace

FloorBench bench_cull(Machine& machine, const Options& options, Progress& progress) {
    if (options.backend == Backend::cuda || options.backend == Backend::cpu)
        bad_input("bench cull: --backend {}: culling is GLSL's, whatever compacts", name_of(options.backend));
    for (const std::uint64_t size : options.sizes) CullSets::require_fit(machine.facts(), size);
    return AllSizes(machine, options, progress).run();
}

}  // namespace winnow::commands
