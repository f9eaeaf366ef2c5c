#include "measure/scan_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "base/error.h"
#include "measure/baseline.h"
#include "measure/measure.h"
#include "measure/scan_report.h"
#include "scan/cpu_scan.h"
#include "scan/error_bound.h"
#include "scan/reference_scan.h"
#include "session/machine.h"
#include "verify/checkers/inputs.h"
#include "verify/checkers/scan_check.h"
#include "verify/subjects.h"

namespace winnow::measure {
namespace {

constexpr std::uint64_t batch_bytes = 8;  // per element, read and written; wider types are batched alike

template <typename T>
std::span<const T> typed(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}
template <typename T>
std::span<T> typed(std::span<std::byte> bytes) {
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

/// Scans exclusively in host memory, on one processor or on all. Both spans have the same size.
void scan_sequentially(ScanType type, std::span<const std::byte> input, std::span<std::byte> output) {
    scan::with_type(type.element, [&](auto zero) {
        using T = decltype(zero);
        scan::reference_scan_of<T>(scan::Kind::exclusive, type.op, typed<T>(input), typed<T>(output));
    });
}

void scan_in_parallel(ScanType type, std::span<const std::byte> input, std::span<std::byte> output) {
    scan::with_type(type.element, [&](auto zero) {
        using T = decltype(zero);
        scan::parallel_scan<T>(scan::Kind::exclusive, type.op, typed<T>(input), typed<T>(output));
    });
}

/// Adds the choices that the suite offers; the others are left out with the reason.
void add_offered(Suite& suite, const std::vector<ScanChoice>& choices, ScanType type,
                 std::vector<verify::Subject>& subjects, ScanBench& bench) {
    std::vector<ScanChoice> seen;
    for (const ScanChoice& wanted : choices) {
        const verify::Subject subject{&suite, suite.resolve(wanted)};
        if (std::find(seen.begin(), seen.end(), subject.choice) != seen.end()) continue;
        seen.push_back(subject.choice);
        if (const Availability offered = subject.offered(type); offered)
            subjects.push_back(subject);
        else
            bench.leave_out(
                fmt::format("{}, {} {}", describe(subject), name_of(type.element), name_of(type.op)),
                offered.reason);
    }
}

}  // namespace

std::string describe(const verify::Subject& subject) {
    return fmt::format("{} {} x {}", name_of(subject.suite->backend()), name_of(subject.choice.block),
                       name_of(subject.choice.grid));
}

std::vector<ScanChoice> measured_choices(const BenchChoice& options) {
    if (options.all) return members(options.scan);
    if (options.scan == ScanChoice{}) return {options.scan, textbook};
    return {options.scan};
}

std::vector<verify::Subject> measured_subjects(const session::Machine& machine, const BenchChoice& options,
                                               ScanType type, const std::vector<ScanChoice>& choices,
                                               ScanBench& bench) {
    std::vector<verify::Subject> subjects;
    for (Suite* suite : machine.suites().members(options.backend)) {
        if (suite->backend() == Backend::cpu) continue;  // its scan is measured in host memory
        if (const Availability here = suite->available(); !here)
            bench.leave_out(std::string(name_of(suite->backend())), here.reason);
        else
            add_offered(*suite, choices, type, subjects, bench);
    }
    return subjects;
}

void MeasuredScan::make(ScanType type) {
    if (scan) return;
    if (BaselineSource* source = baselines_of(*subject.suite))
        timed = source->timed_scan(subject.choice, type);
    scan = subject.suite->make_scan(subject.choice, type);
}

SizeBench::SizeBench(const BenchTools& tools, ScanType type, std::uint64_t elements, verify::Input pattern)
    : tools_(tools),
      type_(type),
      elements_(elements),
      timing_(tools, batch_of(tools.machine.facts().software, elements * batch_bytes)),
      input_(verify::make_bytes(pattern, tools.options.seed, type.element, elements)),
      rotation_(tools.machine.suites().memory(), tools.machine.facts(), input_) {}

ScanRow SizeBench::glsl_copy() {
    poison_outputs();
    const auto times = timing_.in_gl([&](std::uint32_t run) { tools_.programs.copy(pair(run)); });
    ScanRow row = with_times(named(RowKind::copy, "glsl copy"), times);
    verify_copy(row);
    return row;
}

ScanRow SizeBench::glsl_naive() {
    poison_outputs();
    const auto times = timing_.in_gl([&](std::uint32_t run) { tools_.programs.naive(pair(run), elements_); });
    ScanRow row = with_times(named(RowKind::baseline, "glsl naive"), times);
    verify_scan(row, elements_);
    return row;
}

ScanRow SizeBench::baseline(ScanBaseline& baseline) {
    poison_outputs();
    ScanRow row = with_times(named(baseline.copies() ? RowKind::copy : RowKind::baseline, baseline.name()),
                             baseline_times(baseline));
    if (baseline.copies())
        verify_copy(row);
    else
        verify_scan(row, elements_);  // order unknown; sequential is the deepest
    return row;
}

ScanRow SizeBench::scan(MeasuredScan& measured) {
    const verify::Subject& subject = measured.subject;
    ScanRow row = named(RowKind::scan, std::string(name_of(subject.suite->backend())));
    row.block = name_of(subject.choice.block);
    row.grid = name_of(subject.choice.grid);
    measured.make(type_);
    scan::Scan& scan = *measured.scan;
    scan.reserve(elements_);
    if (BaselineSource* source = baselines_of(*subject.suite)) row.hand_over_ms = hand_over(*source, scan);
    poison_outputs();
    row = with_times(std::move(row), measured.timed ? baseline_times(*measured.timed) : gl_times(scan));
    verify_scan(row, scan::depth_of(subject.choice, scan.tile(), elements_));
    return row;
}

std::vector<double> SizeBench::gl_times(scan::Scan& scan) {
    return timing_.in_gl([&](std::uint32_t run) { submit(scan, run); });
}

ScanRow SizeBench::on_one_processor() {
    return on_host(std::string(name_of(Backend::cpu)), scan_sequentially);
}

ScanRow SizeBench::on_all_processors() {
    return on_host("cpu parallel", scan_in_parallel);
}

ScanRow SizeBench::on_host(std::string name, HostScan host_scan) {
    output_.resize(input_.size());
    ScanRow row = named(RowKind::scan, std::move(name));
    row.batch = 1;
    row = with_times(std::move(row),
                     tools_.stopwatch.measure(Clock::cpu, tools_.options.runs,
                                              [&](std::uint32_t) { host_scan(type_, input_, output_); }));
    check_output(row, elements_);
    return row;
}

ScanRow SizeBench::named(RowKind kind, std::string name) const {
    ScanRow row;
    row.kind = kind;
    row.name = std::move(name);
    row.type = type_;
    row.elements = elements_;
    row.batch = timing_.batch();
    return row;
}

ScanRow SizeBench::with_times(ScanRow row, const std::vector<double>& times) {
    row.runs = static_cast<std::uint32_t>(times.size());
    row.ms = spread_of(times);
    return row;
}

std::vector<double> SizeBench::baseline_times(ScanBaseline& baseline) {
    return timing_.on_own_clock([&](std::uint32_t first_run) {
        const auto runs = timing_.runs_of_sample(first_run, [&](std::uint32_t run) { return pair(run); });
        return baseline.run({.runs = runs, .elements = elements_, .type = type_, .sweep = tools_.sweep});
    });
}

/// Returns the difference of two clocks: GL's includes the hand-over, the scan's own does not.
double SizeBench::hand_over(BaselineSource& source, scan::Scan& scan) {
    std::vector<double> own;
    const auto whole =
        tools_.stopwatch.measure(tools_.stopwatch.gl_clock(), tools_.options.runs, [&](std::uint32_t run) {
            submit(scan, run);
            own.push_back(source.own_milliseconds(scan));
        });
    own.erase(own.begin(), own.begin() + Stopwatch::warm_up);
    std::vector<double> difference;
    for (std::size_t i = 0; i < own.size(); ++i) difference.push_back(whole[i] - own[i]);
    return std::max(0.0, spread_of(difference).median);
}

void SizeBench::submit(scan::Scan& scan, std::uint32_t run) const {
    scan::Request request;
    request.input = {pair(run).input, 0};
    request.output = {pair(run).output, 0};
    request.bound = elements_;
    scan.run(request);
}

BenchmarkPair SizeBench::pair(std::uint32_t run) const {
    const Rotation::Pair& buffers = rotation_.pair(run);
    return {&buffers.input, &buffers.output};
}

/// Overwrites the outputs, so that no scan passes with the results of another.
void SizeBench::poison_outputs() const {
    rotation_.pair(0).output.fill(verify::guard_word);
}

std::span<std::byte> SizeBench::read_output() {
    output_.resize(input_.size());
    rotation_.pair(0).output.read(0, output_);
    return output_;
}

void SizeBench::verify_copy(const ScanRow& row) {
    if (!std::ranges::equal(read_output(), input_))
        fail(ExitStatus::check_failed, "{}: the copy of {} elements differs", row.name, elements_);
}

void SizeBench::verify_scan(const ScanRow& row, std::uint64_t depth) {
    read_output();
    check_output(row, depth);
}

/// Throws if the result is wrong, because its speed then means nothing.
void SizeBench::check_output(const ScanRow& row, std::uint64_t depth) const {
    const std::string fault = verify::scan_fault(type_, input_, output_, depth);
    if (fault.empty()) return;
    const std::string pair = row.block.empty() ? "" : fmt::format(" {} x {}", row.block, row.grid);
    fail(ExitStatus::check_failed, "{}{}: the scan of {} elements is wrong: {}; see winnow test scan",
         row.name, pair, elements_, fault);
}

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
