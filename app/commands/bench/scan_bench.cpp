#include "commands/bench/scan_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/error.h"
#include "commands/bench/bench_subjects.h"
#include "commands/bench/size_bench.h"

namespace winnow::commands {
namespace {

constexpr std::uint64_t most_by_default_in_software = 1 << 20;
constexpr int first_power = 10, last_power = 28, power_step = 2;
constexpr std::array<std::uint64_t, 3> odd_sizes{1'000'000, 10'000'019, 100'000'007};  // no powers of two
constexpr ScanType sources_type{Element::f32, Operator::add};
constexpr ScanChoice sources_choice{BlockScan::brent_kung, GridStrategy::chained};

void require_fit(const gl::Facts& facts, std::uint64_t elements, ScanType type) {
    const std::uint64_t bytes = Rotation::buffer_bytes(elements * bytes_of(type.element));
    gl::check_fits(facts, fmt::format("{} elements of {}", elements, name_of(type.element)), bytes,
                   2 * bytes);
}

std::vector<std::uint64_t> default_sizes(const gl::Facts& facts, ScanBench& bench) {
    std::vector<std::uint64_t> all(odd_sizes.begin(), odd_sizes.end()), fitting;
    for (int power = first_power; power <= last_power; power += power_step)
        all.push_back(std::uint64_t{1} << power);
    std::sort(all.begin(), all.end());
    for (const std::uint64_t size : all) {
        if (facts.software && size > most_by_default_in_software) continue;
        try {
            require_fit(facts, size, bench.type);
            fitting.push_back(size);
        } catch (const Error& error) {
            bench.leave_out(fmt::format("{} elements", size), error.what());
        }
    }
    return fitting;
}

/// Ascending, each once.
std::vector<std::uint64_t> chosen_sizes(const gl::Facts& facts, const Options& options, ScanBench& bench) {
    std::vector<std::uint64_t> sizes = options.sizes.empty() ? default_sizes(facts, bench) : options.sizes;
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

bool races_sources(const Options& options) {
    const auto& sizes = options.sizes;
    return sizes.empty() || std::find(sizes.begin(), sizes.end(), sources_elements) != sizes.end();
}

std::vector<std::unique_ptr<BenchmarkPeer>> all_peers(const Machine& machine) {
    std::vector<std::unique_ptr<BenchmarkPeer>> all;
    for (const auto& suite : machine.suites()) {
        if (!suite->available()) continue;
        for (auto& peer : suite->peers()) all.push_back(std::move(peer));
    }
    return all;
}

/// The rough cost of a size, in elements: below it the launches cost more than the elements.
double cost(std::uint64_t elements) {
    constexpr double launches = 200'000;
    return launches + static_cast<double>(elements);
}

std::string method(bool software, std::uint32_t runs) {
    const std::string spread = fmt::format(
        "Median, 10th and 90th percentile of {} samples after {} that warm up; every launch and "
        "clear of a run counts.",
        runs, Stopwatch::warm_up);
    if (software)
        return spread +
               " A CPU renders here: each sample is one run by the CPU's clock, on buffers that rotate.";
    return spread +
           " Each sample is the mean of up to 16 runs right after another, fewer from 2^19 elements on and "
           "one "
           "from 2^22, between two timestamps on the GPU (OpenGL) or two CUDA events, on buffers that "
           "rotate. "
           "Ahead of each, copies of 128 MiB turn out the caches and keep the GPU busy while the runs are "
           "queued. CUDA's times are without the hand-over of buffers from OpenGL. CPU: host memory, the "
           "CPU's "
           "clock.";
}

/// How much of the whole is done.
class Advance {
  public:
    Advance(Progress& progress, double whole) : progress_(progress), whole_(whole) {}

    void begin(std::uint64_t elements, std::size_t parts) {
        elements_ = elements;
        part_ = cost(elements) / static_cast<double>(parts);
    }
    /// A part of what was begun comes next.
    void next(std::string_view name) {
        progress_.show(fmt::format("{} elements: {}", elements_, name), done_ / whole_);
        done_ += part_;
    }

  private:
    Progress& progress_;
    double whole_, done_ = 0, part_ = 0;
    std::uint64_t elements_ = 0;
};

/// The sizes one after the other.
class AllSizes {
  public:
    AllSizes(Machine& machine, const Options& options, Progress& progress)
        : options_(options),
          sizes_(chosen_sizes(machine.facts(), options, begun(machine, options))),
          peers_(all_peers(machine)),
          programs_(machine.shaders(), machine.facts(), options.type.element),
          sweep_(machine.memory(), machine.facts()),
          stopwatch_(machine.facts()),
          tools_{machine, options, programs_, sweep_, stopwatch_},
          advance_(progress, whole()) {}

    ScanBench run() {
        const auto subjects = measured_subjects(tools_.machine, options_, bench_.type, bench_);
        for (const std::uint64_t size : sizes_) {
            const auto rows = measure(size, bench_.type, subjects);
            bench_.rows.insert(bench_.rows.end(), rows.begin(), rows.end());
        }
        if (races_sources(options_)) bench_.sources.rows = race_sources();
        return std::move(bench_);
    }

  private:
    ScanBench& begun(const Machine& machine, const Options& options) {
        bench_.type = options.type;
        bench_.method = method(machine.facts().software, options.runs);
        return bench_;
    }

    double whole() const {
        double all = races_sources(options_) ? cost(sources_elements) : 0;
        for (const std::uint64_t size : sizes_) all += cost(size);
        return all;
    }

    std::vector<ScanRow> race_sources() {
        const auto subjects =
            measured_subjects(tools_.machine, options_, sources_type, {ScanChoice{}, sources_choice}, bench_);
        return measure(sources_elements, sources_type, subjects);
    }

    std::vector<ScanRow> measure(std::uint64_t size, ScanType type, const std::vector<Subject>& subjects) {
        constexpr std::size_t buffers_copy_and_naive = 3, on_host = 2;
        advance_.begin(size, buffers_copy_and_naive + peers_.size() + subjects.size() + on_host);
        std::vector<ScanRow> rows;
        advance_.next("buffers");
        SizeBench at_size(tools_, type, size);
        advance_.next("copy");
        rows.push_back(at_size.glsl_copy());
        for (const auto& peer : peers_) {
            advance_.next(peer->name());
            if (const Availability offered = peer->offers(type, size); offered)
                rows.push_back(at_size.peer(*peer));
            else
                bench_.leave_out(peer->name(), offered.reason);
        }
        advance_.next("glsl naive");
        if (const Availability offered = programs_.offers_naive(type, size); offered)
            rows.push_back(at_size.glsl_naive());
        else
            bench_.leave_out("glsl naive", offered.reason);
        for (const Subject& subject : subjects) {
            advance_.next(
                fmt::format("{} {} x {}", name_of(subject.suite->backend()), subject.block, subject.grid));
            rows.push_back(at_size.scan(subject));
        }
        if (measures_cpu(options_)) {
            advance_.next("one processor");
            rows.push_back(at_size.on_one_processor());
            advance_.next("all processors");
            rows.push_back(at_size.on_all_processors());
        }
        divide_by_copy(rows);
        return rows;
    }

    const Options& options_;
    ScanBench bench_;
    std::vector<std::uint64_t> sizes_;
    std::vector<std::unique_ptr<BenchmarkPeer>> peers_;
    BenchPrograms programs_;
    Sweep sweep_;
    Stopwatch stopwatch_;
    BenchTools tools_;
    Advance advance_;
};

}  // namespace

ScanBench bench_scan(Machine& machine, const Options& options, Progress& progress) {
    for (const std::uint64_t size : options.sizes) require_fit(machine.facts(), size, options.type);
    return AllSizes(machine, options, progress).run();
}

}  // namespace winnow::commands
