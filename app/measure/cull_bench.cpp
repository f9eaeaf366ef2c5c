#include "measure/cull_bench.h"

#include "measure/floor_row.h"
#include "measure/measure.h"

#include <fmt/format.h>

#include <vector>

#include "base/error.h"
#include "measure/compact_votes.h"
#include "measure/floor_cases.h"
#include "render/draw_list.h"
#include "session/machine.h"
#include "verify/subjects.h"

namespace winnow::measure {
namespace {

std::vector<std::uint64_t> chosen_sizes(const CullBenchChoice& options, bool software) {
    if (software) return chosen_values(options.sizes, {10'000, 100'000});
    return chosen_values(options.sizes, {100'000, 1'000'000, 4'000'000, 16'000'000, 64'000'000});
}

std::vector<std::uint32_t> chosen_shares(const CullBenchChoice& options) {
    return options.visible.empty() ? std::vector<std::uint32_t>{0, 10, 50, 90, 100} : options.visible;
}

std::string method(const CullBenchChoice& options, bool software) {
    return fmt::format(
        "{}. Particles are in sight, or behind the camera, at random; the list keeps their order. {}",
        samples_text(options.runs),
        software ? software_samples_text
                 : "Each sample is the mean of up to 16 runs right after another, between two timestamps on "
                   "the GPU, on positions that rotate beyond the caches, with copies ahead that keep the GPU "
                   "busy while the runs are queued.");
}

/// The numbers one after the other, each with every share.
class CullSizes {
  public:
    CullSizes(session::Machine& machine, const CullBenchChoice& options, Progress& progress)
        : options_(options),
          sizes_(chosen_sizes(options, machine.facts().software)),
          cases_(cull_topic, machine, options, progress, sizes_.size() * chosen_shares(options).size()),
          lists_(machine.facts(), machine.shaders(), machine.passes()) {}

    FloorBench run() {
        const gl::Facts& facts = cases_.tools().machine.facts();
        for (const std::uint64_t size : sizes_)
            if (cases_.fits(fmt::format("{} particles", size), [&] { CullSets::require_fit(facts, size); }))
                measure(static_cast<std::uint32_t>(size));
        return cases_.take(method(options_, facts.software));
    }

  private:
    void measure(std::uint32_t size) {
        session::Machine& machine = cases_.tools().machine;
        CullSets sets(machine.memory(), machine.facts(), size);
        for (const std::uint32_t percent : chosen_shares(options_)) {
            sets.place(make_votes(verify::VoteSpread::random, percent, options_.seed, size));
            cases_.measure({size, 0, percent, {}}, sets, [&](CaseRows& rows) { measure_cull(rows, sets); });
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

    const CullBenchChoice& options_;
    std::vector<std::uint64_t> sizes_;
    FloorCases cases_;
    render::DrawLists lists_;
};

}  // namespace

FloorBench bench_cull(session::Machine& machine, const CullBenchChoice& options, Progress& progress) {
    if (options.backend == Backend::cuda || options.backend == Backend::cpu)
        bad_input("bench cull: --backend {}: culling is GLSL's, whatever compacts", name_of(options.backend));
    for (const std::uint64_t size : options.sizes) CullSets::require_fit(machine.facts(), size);
    return CullSizes(machine, options, progress).run();
}

}  // namespace winnow::measure
