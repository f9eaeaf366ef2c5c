#include "measure/scan_at_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "base/error.h"
#include "scan/error_bound.h"
#include "scan/parallel.h"
#include "scan/reference.h"
#include "verify/checkers/inputs.h"
#include "verify/checkers/scan_check.h"

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

}  // namespace winnow::measure
