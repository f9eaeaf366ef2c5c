#include "measure/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/error.h"
#include "measure/baseline.h"
#include "measure/scan_at_size.h"
#include "measure/scan_report.h"
#include "session/machine.h"
#include "verify/subjects.h"

namespace winnow::measure {
namespace {

constexpr std::uint64_t max_by_default_in_software = 1 << 20;
constexpr int first_power = 10, last_power = 28, power_step = 2;
constexpr std::array<std::uint64_t, 3> odd_sizes{1'000'000, 10'000'019, 100'000'007};  // not powers of two
constexpr ScanType sources_type{Element::f32, Operator::add};
constexpr ScanChoice sources_choice{BlockScan::brent_kung, GridStrategy::chained};

void require_fit(const gl::Facts& facts, std::uint64_t elements, ScanType type) {
    const std::uint64_t bytes = Rotation::buffer_bytes(elements * bytes_of(type.element));
    gl::check_fits(facts, fmt::format("{} elements of {}", elements, name_of(type.element)), bytes,
                   2 * bytes);
}

bool fits(const gl::Facts& facts, std::uint64_t elements, ScanType type, ScanBench& bench) {
    return passes_or_is_left_out(bench.left_out,
                                 fmt::format("{} elements of {}", elements, name_of(type.element)),
                                 [&] { require_fit(facts, elements, type); });
}

/// Returns the usual sizes that fit, ascending.
std::vector<std::uint64_t> default_sizes(const gl::Facts& facts, ScanBench& bench) {
    std::vector<std::uint64_t> all(odd_sizes.begin(), odd_sizes.end());
    for (int power = first_power; power <= last_power; power += power_step)
        all.push_back(std::uint64_t{1} << power);
    std::sort(all.begin(), all.end());
    std::erase_if(all, [&](std::uint64_t size) {
        return (facts.software && size > max_by_default_in_software) || !fits(facts, size, bench.type, bench);
    });
    return all;
}

std::vector<std::uint64_t> chosen_sizes(const gl::Facts& facts, const ScanBenchChoice& options,
                                        ScanBench& bench) {
    return options.sizes.empty() ? default_sizes(facts, bench) : chosen_values(options.sizes, {});
}

bool wants_race(const ScanBenchChoice& options) {
    const auto& sizes = options.sizes;
    return sizes.empty() || std::find(sizes.begin(), sizes.end(), sources_elements) != sizes.end();
}

/// Estimates the cost of a size, in elements: the launches' fixed cost plus the elements.
double cost(std::uint64_t elements) {
    constexpr double launches = 200'000;
    return launches + static_cast<double>(elements);
}

std::string method(bool software, std::uint32_t runs) {
    const std::string spread = samples_text(runs) + "; every launch and clear of a run counts.";
    if (software)
        return spread +
               " A CPU renders here: each sample is one run by the CPU's clock, on buffers that rotate.";
    return spread +
           " Each sample is the mean of up to 16 back-to-back runs, fewer from 2^19 elements on and "
           "one from 2^22, between two timestamps on the GPU (OpenGL) or two CUDA events, on buffers that "
           "rotate. Ahead of each, copies of 128 MiB flush the caches and keep the GPU busy while the "
           "runs are queued. CUDA's times are without the hand-over of buffers from OpenGL. CPU: host "
           "memory, the CPU's clock.";
}

/// Shows how much of the whole benchmark is done.
class Advance {
  public:
    Advance(Progress& progress, double whole) : progress_(progress), whole_(whole) {}

    void begin(std::uint64_t elements, std::size_t parts) {
        elements_ = elements;
        part_ = cost(elements) / static_cast<double>(parts);
    }
    /// Announces the next part of the current size.
    void next(std::string_view name) {
        progress_.show(fmt::format("{} elements: {}", elements_, name), done_ / whole_);
        done_ += part_;
    }

  private:
    Progress& progress_;
    double whole_, done_ = 0, part_ = 0;
    std::uint64_t elements_ = 0;
};

/// Measures the sizes one after another.
class ScanSizes {
  public:
    ScanSizes(session::Machine& machine, const ScanBenchChoice& options, Progress& progress)
        : options_(options),
          sizes_(chosen_sizes(machine.facts(), options, begun(machine, options))),
          races_(wants_race(options) && fits(machine.facts(), sources_elements, sources_type, bench_)),
          baselines_(scan_baselines(machine.suites())),
          toolbox_(machine, options, options.type.element),
          tools_(toolbox_.tools()),
          advance_(progress, whole()) {}

    ScanBench run() {
        auto scans = measured_scans(measured_choices(options_), bench_.type);
        for (const std::uint64_t size : sizes_) {
            const auto rows = measure(size, bench_.type, scans);
            bench_.rows.insert(bench_.rows.end(), rows.begin(), rows.end());
        }
        if (races_) bench_.sources.rows = race_sources();
        return std::move(bench_);
    }

  private:
    ScanBench& begun(const session::Machine& machine, const ScanBenchChoice& options) {
        bench_.type = options.type;
        bench_.method = method(machine.facts().software, options.runs);
        return bench_;
    }

    double whole() const {
        double all = races_ ? cost(sources_elements) : 0;
        for (const std::uint64_t size : sizes_) all += cost(size);
        return all;
    }

    std::vector<MeasuredScan> measured_scans(const std::vector<ScanChoice>& choices, ScanType type) {
        std::vector<MeasuredScan> scans;
        for (const auto& subject : measured_subjects(tools_.machine, options_, type, choices, bench_))
            scans.push_back({subject, nullptr, nullptr});
        return scans;
    }

    std::vector<ScanRow> race_sources() {
        auto scans = measured_scans({ScanChoice{}, sources_choice}, sources_type);
        return measure(sources_elements, sources_type, scans);
    }

    std::vector<ScanRow> measure(std::uint64_t size, ScanType type, std::vector<MeasuredScan>& scans) {
        constexpr std::size_t buffers_copy_and_naive = 3, on_host = 2;
        advance_.begin(size, buffers_copy_and_naive + baselines_.size() + scans.size() + on_host);
        std::vector<ScanRow> rows;
        advance_.next("buffers");
        SizeBench at_size(tools_, type, size, options_.pattern);
        measure_baselines(at_size, size, type, rows);
        for (MeasuredScan& scan : scans)
            add(rows, describe(scan.subject), [&] { return at_size.scan(scan); });
        if (measures_cpu(options_)) {
            add(rows, "one processor", [&] { return at_size.on_one_processor(); });
            add(rows, "all processors", [&] { return at_size.on_all_processors(); });
        }
        divide_by_copy(rows);
        return rows;
    }

    void measure_baselines(SizeBench& at_size, std::uint64_t size, ScanType type,
                           std::vector<ScanRow>& rows) {
        add(rows, "glsl copy", [&] { return at_size.glsl_copy(); });
        for (const auto& baseline : baselines_)
            add_offered(rows, baseline->name(), baseline->offers(type, size),
                        [&] { return at_size.baseline(*baseline); });
        add_offered(rows, "glsl naive", tools_.programs.offers_naive(type, size),
                    [&] { return at_size.glsl_naive(); });
    }

    /// A scan with a wrong result has no row: the fault is noted, and the others go on.
    template <typename Measure>
    void add(std::vector<ScanRow>& rows, const std::string& name, const Measure& measure_row) {
        advance_.next(name);
        try {
            rows.push_back(measure_row());
        } catch (const Error& error) {
            if (error.status() != ExitStatus::check_failed) throw;
            bench_.faults.push_back(error.what());
        }
    }

    template <typename Measure>
    void add_offered(std::vector<ScanRow>& rows, const std::string& name, const Availability& offered,
                     const Measure& measure_row) {
        if (offered)
            add(rows, name, measure_row);
        else
            bench_.leave_out(name, offered.reason);
    }

    const ScanBenchChoice& options_;
    ScanBench bench_;
    std::vector<std::uint64_t> sizes_;
    bool races_;  // true if the race that the sources report is repeated
    ScanBaselines baselines_;
    BenchToolbox toolbox_;
    const BenchTools& tools_;
    Advance advance_;
};

}  // namespace

ScanBench bench_scan(session::Machine& machine, const ScanBenchChoice& options, Progress& progress) {
    verify::require_offered(machine, options, options.type);
    for (const std::uint64_t size : options.sizes) require_fit(machine.facts(), size, options.type);
    return ScanSizes(machine, options, progress).run();
}

}  // namespace winnow::measure
