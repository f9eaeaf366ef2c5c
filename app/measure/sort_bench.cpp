#include "measure/sort_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "gl/buffer.h"
#include "measure/bound_cases.h"
#include "measure/bound_report.h"
#include "measure/measure.h"
#include "measure/rotation.h"
#include "session/machine.h"
#include "verify/checkers/inputs.h"
#include "verify/subjects.h"

namespace winnow::measure {
namespace {

constexpr std::uint64_t columns = 2, sides = 2;  // keys and values; pairs and scratch, or read and written
constexpr std::uint64_t max_elements = std::uint64_t{1} << 30;
constexpr std::uint32_t key_shift = 32;
constexpr std::uint32_t max_pairs_on_cpu = 1 << 20;  // more pairs take long and add no insight

std::uint64_t set_bytes(std::uint64_t elements) {
    return Rotation::buffer_bytes(elements * gl::word_bytes) * columns * sides;
}

/// One of this project's sorts, made once and kept for all cases.
struct MeasuredSort {
    BoundRow row;  // its names
    std::unique_ptr<sort::RadixSort> sort;
};

std::vector<std::uint64_t> chosen_sizes(const SortBenchChoice& options, bool software) {
    constexpr int first = 16, last = 26, step = 2;  // powers of two
    constexpr int first_in_software = 12, last_in_software = 16;
    std::vector<std::uint64_t> usual;
    for (int power = software ? first_in_software : first; power <= (software ? last_in_software : last);
         power += step)
        usual.push_back(std::uint64_t{1} << power);
    return chosen_values(options.sizes, std::move(usual));
}

std::vector<std::uint32_t> chosen_bits(const SortBenchChoice& options) {
    return options.key_bits.empty() ? std::vector<std::uint32_t>{16, 32} : options.key_bits;
}

/// Returns the scans to place digits with. With --all there is one for every grid strategy, with the block
/// scan that was asked for.
std::vector<ScanChoice> wanted_scans(const SortBenchChoice& options) {
    if (!options.all) return {options.scan};
    std::vector<ScanChoice> all;
    for (const GridStrategy grid : members(grid_strategies, options.scan.grid))
        all.push_back({options.scan.block, grid});
    return all;
}

std::vector<MeasuredSort> measured_sorts(session::Machine& machine, const SortBenchChoice& options,
                                         std::vector<LeftOut>& left_out) {
    std::vector<MeasuredSort> sorts;
    if (options.backend != Backend::automatic && options.backend != Backend::glsl) {
        leave_out(left_out, "glsl", fmt::format("--backend {}", name_of(options.backend)));
        return sorts;
    }
    Suite& suite = machine.suites().of(Backend::glsl);
    for (const ScanChoice& wanted : wanted_scans(options)) {
        const ScanChoice choice = suite.resolve(wanted);
        MeasuredSort made;
        made.row.name = name_of(suite.backend());
        made.row.algorithm = name_of(choice.grid);
        if (const Availability offered = suite.offers(choice, ScanType{}); !offered) {
            leave_out(left_out, full_name(made.row), offered.reason);
            continue;
        }
        made.sort = std::make_unique<sort::RadixSort>(machine.facts(), machine.shaders(),
                                                      suite.make_scan(choice, {}));
        sorts.push_back(std::move(made));
    }
    return sorts;
}

std::string method(const SortBenchChoice& options, bool software) {
    return fmt::format(
        "{}; every launch and clear of a run counts. The keys are random, the values are their places, and "
        "the order is ascending and stable. Our sort works in place with scratch; its unsorted input is "
        "restored before each sample, outside the measured time. {}",
        samples_text(options.runs),
        software
            ? software_samples_text
            : "Each sample is the mean of up to 16 back-to-back runs, between two timestamps on the "
              "GPU (OpenGL) or two CUDA events, on buffers that rotate beyond the caches, with copies ahead "
              "that keep the GPU busy while the runs are queued. CPU: host memory, one processor, "
              "std::stable_sort of pairs by their keys.");
}

/// Measures the sizes one after another, each with every number of key bits.
class SortSizes {
  public:
    SortSizes(session::Machine& machine, const SortBenchChoice& options, Progress& progress)
        : options_(options),
          sizes_(chosen_sizes(options, machine.facts().software)),
          cases_(sort_topic, machine, options, progress, sizes_.size() * chosen_bits(options).size()),
          baselines_(sort_baselines(machine.suites())),
          sorts_(measured_sorts(machine, options, cases_.left_out())) {}

    BoundBench run() {
        const gl::Facts& facts = cases_.tools().machine.facts();
        for (const std::uint64_t size : sizes_)
            if (cases_.fits(fmt::format("{} pairs", size), [&] { SortSets::require_fit(facts, size); }))
                measure(static_cast<std::uint32_t>(size));
        return cases_.take(method(options_, facts.software));
    }

  private:
    void measure(std::uint32_t size) {
        session::Machine& machine = cases_.tools().machine;
        const SortSets sets(machine.suites().memory(), machine.facts(), options_.seed, size);
        for (const std::uint32_t bits : chosen_bits(options_))
            cases_.measure({size, bits, 0, {}}, sets, [&](CaseRows& rows) { measure(rows, sets, bits); });
    }

    void measure(CaseRows& rows, const SortSets& sets, std::uint32_t bits) {
        for (MeasuredSort& sort : sorts_) measure_ours(rows, sets, bits, sort);
        for (const auto& baseline : baselines_) measure_baseline(rows, sets, bits, *baseline);
        if (measures_cpu(options_)) measure_cpu(rows, sets, bits);
    }

    void measure_ours(CaseRows& rows, const SortSets& sets, std::uint32_t bits, MeasuredSort& measured) {
        measured.sort->reserve(sets.elements());
        measured.row.bound_bytes = static_cast<double>(sets.copy_bytes());
        sets.poison();
        std::uint32_t next = 0;
        const auto restore = [&] {
            for (std::uint32_t i = 0; i < rows.timing().batch(); ++i)
                sets.restore(next + i, cases_.tools().programs);
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

    void measure_baseline(CaseRows& rows, const SortSets& sets, std::uint32_t bits, SortBaseline& baseline) {
        const BoundRow row = baseline_row(baseline.name(), static_cast<double>(sets.copy_bytes()));
        if (const Availability offered = baseline.offers(sets.elements()); !offered)
            return rows.leave_out(row, offered.reason);
        sets.poison();
        rows.add(
            row, [&] { return baseline_times(rows.timing(), sets, bits, baseline); },
            [&] { return sets.fault(bits); });
    }

    std::vector<double> baseline_times(const Timing& timing, const SortSets& sets, std::uint32_t bits,
                                       SortBaseline& baseline) const {
        return timing.on_own_clock([&](std::uint32_t first_run) {
            const auto runs =
                timing.runs_of_sample(first_run, [&](std::uint32_t run) { return sets.run(run); });
            return baseline.run(
                {.runs = runs, .elements = sets.elements(), .key_bits = bits, .sweep = cases_.tools().sweep});
        });
    }

    /// Measures the CPU's sort, for context only. It needs no batch and no sweep.
    void measure_cpu(CaseRows& rows, const SortSets& sets, std::uint32_t bits) {
        const BoundRow row = baseline_row("std::stable_sort", static_cast<double>(sets.copy_bytes()));
        if (sets.elements() > max_pairs_on_cpu)
            return rows.leave_out(row, fmt::format("it takes long: {} pairs at most", max_pairs_on_cpu));
        rows.add(
            row, [&] { return cpu_times(sets, bits); }, [] { return std::string(); });
    }

    std::vector<double> cpu_times(const SortSets& sets, std::uint32_t bits) const {
        constexpr std::uint32_t samples = 5;
        const std::uint32_t mask = key_mask(bits);
        using Pair = std::pair<std::uint32_t, std::uint32_t>;
        std::vector<Pair> pairs(sets.elements());
        const auto restore = [&] {
            for (std::uint32_t i = 0; i < pairs.size(); ++i) pairs[i] = {sets.keys()[i], i};
        };
        const auto before = [&](const Pair& a, const Pair& b) { return (a.first & mask) < (b.first & mask); };
        return cases_.tools().stopwatch.measure(
            Clock::cpu, {.samples = samples, .batch = 1, .before = restore},
            [&](std::uint32_t) { std::stable_sort(pairs.begin(), pairs.end(), before); });
    }

    const SortBenchChoice& options_;
    std::vector<std::uint64_t> sizes_;
    BoundCases cases_;
    std::vector<std::unique_ptr<SortBaseline>> baselines_;
    std::vector<MeasuredSort> sorts_;
};

}  // namespace

void SortSets::require_fit(const gl::Facts& facts, std::uint64_t elements) {
    const std::string what = fmt::format("bench sort: {} pairs of a key and a value", elements);
    if (elements > max_elements) bad_input("{}: {} are possible at most", what, max_elements);
    gl::check_fits(facts, what, elements * gl::word_bytes, 2 * set_bytes(elements));
}

SortSets::SortSets(gl::MemoryProvider& memory, const gl::Facts& facts, std::uint32_t seed,
                   std::uint32_t elements) {
    require_fit(facts, elements);
    keys_ = verify::random_words(elements, seed);
    std::vector<std::uint32_t> places(elements);
    std::iota(places.begin(), places.end(), 0u);
    const std::uint64_t bytes = Rotation::buffer_bytes(elements * gl::word_bytes);
    const auto allocate = [&](const char* label) { return memory.allocate(bytes, label); };
    input_keys_ = allocate("bench: keys");
    input_values_ = allocate("bench: values");
    input_keys_.write_all(std::span(keys_));
    input_values_.write_all(std::span(places));
    const std::uint64_t sets = sets_beyond_caches(facts, set_bytes(elements));
    for (std::uint64_t i = 0; i < sets; ++i) {
        sets_.push_back({allocate("bench: sorted keys"), allocate("bench: sorted values"),
                         allocate("bench: scratch keys"), allocate("bench: scratch values")});
        for (const gl::Buffer* buffer : {&sets_.back().scratch_keys, &sets_.back().scratch_values})
            buffer->fill(0);  // touched before it is timed
    }
    poison();
}

std::uint64_t SortSets::copy_bytes() const {
    return keys_.size() * gl::word_bytes * columns * sides;
}

void SortSets::restore(std::uint32_t run, const BenchPrograms& programs) const {
    for (const BenchmarkPair& pair : copies(run)) programs.copy(pair);
}

sort::Request SortSets::request(std::uint32_t run, std::uint32_t key_bits) const {
    const Set& one = set(run);
    sort::Request request;
    request.pairs = {{&one.keys, 0}, {&one.values, 0}};
    request.scratch = {{&one.scratch_keys, 0}, {&one.scratch_values, 0}};
    request.bound = keys_.size();
    request.bits = key_bits;
    return request;
}

SortRun SortSets::run(std::uint32_t run) const {
    return {&input_keys_, &input_values_, &set(run).keys, &set(run).values};
}

std::vector<BenchmarkPair> SortSets::copies(std::uint32_t run) const {
    return {{&input_keys_, &set(run).keys}, {&input_values_, &set(run).values}};
}

void SortSets::poison() const {
    for (const Set& one : sets_)
        for (const gl::Buffer* buffer : {&one.keys, &one.values}) buffer->fill(verify::guard_word);
}

std::string SortSets::fault(std::uint32_t key_bits) const {
    const std::uint32_t mask = key_mask(key_bits);
    const auto keys = sets_.front().keys.read_all<std::uint32_t>(keys_.size());
    const auto values = sets_.front().values.read_all<std::uint32_t>(keys_.size());
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (values[i] >= keys_.size() || keys[i] != keys_[values[i]])
            return fmt::format("pair {} is not a pair of the input", i);
        const std::uint64_t now = (std::uint64_t{keys[i] & mask} << key_shift | values[i]) + 1;
        if (now <= last) return fmt::format("pair {} should not follow the pair before it", i);
        last = now;
    }
    return {};
}

BoundBench bench_sort(session::Machine& machine, const SortBenchChoice& options, Progress& progress) {
    verify::require_offered(machine, options);
    for (const std::uint64_t size : options.sizes) SortSets::require_fit(machine.facts(), size);
    return SortSizes(machine, options, progress).run();
}

}  // namespace winnow::measure
