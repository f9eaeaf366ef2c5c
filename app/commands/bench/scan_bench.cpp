#include "commands/bench/scan_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "commands/bench/rotation.h"
#include "commands/bench/stopwatch.h"
#include "commands/checks/chosen.h"
#include "commands/checks/pattern.h"
#include "gl/barrier.h"
#include "scan/reference.h"
#include "shaders/shared.h"

namespace winnow::commands {
namespace {

constexpr std::uint64_t word = sizeof(std::uint32_t);
constexpr std::uint64_t most_by_default_in_software = 1 << 20;
constexpr std::uint64_t most_on_cpu = 1 << 24;
constexpr int first_power = 10, last_power = 28, power_step = 2;
constexpr std::array<std::uint64_t, 3> odd_sizes{1'000'000, 10'000'019, 100'000'007};  // no powers of two

void require_fit(const gl::Facts& facts, std::uint64_t elements) {
    const std::uint64_t bytes = Rotation::buffer_bytes(elements);
    gl::check_fits(facts, fmt::format("{} elements", elements), bytes, 2 * bytes);
}

std::vector<std::uint64_t> default_sizes(const gl::Facts& facts, ScanBench& bench) {
    std::vector<std::uint64_t> all(odd_sizes.begin(), odd_sizes.end()), fitting;
    for (int power = first_power; power <= last_power; power += power_step)
        all.push_back(std::uint64_t{1} << power);
    std::sort(all.begin(), all.end());
    for (const std::uint64_t size : all) {
        if (facts.software && size > most_by_default_in_software) continue;
        try {
            require_fit(facts, size);
            fitting.push_back(size);
        } catch (const Error& error) {
            bench.left_out.push_back({fmt::format("{} elements", size), error.what()});
        }
    }
    return fitting;
}

/// All that is measured at one size: the same buffers for everybody.
class SizeBench {
  public:
    SizeBench(Machine& machine, const Options& options, Stopwatch& stopwatch, std::uint64_t elements)
        : options_(options),
          stopwatch_(stopwatch),
          elements_(elements),
          words_(random_words(options.seed, elements)),
          rotation_(machine.memory(), machine.facts(), elements, words_) {}

    ScanRow copy(const gl::Program& program) {
        const std::uint64_t vectors = Rotation::buffer_bytes(elements_) / sizeof(shared::uvec4);
        ScanRow row = named(RowKind::copy, "glsl copy");
        const auto times = stopwatch_.measure(stopwatch_.gl_clock(), options_.runs, [&](std::uint32_t run) {
            rotation_.pair(run).input.bind_storage(shared::BIND_SCAN_INPUT);
            rotation_.pair(run).output.bind_storage(shared::BIND_SCAN_OUTPUT);
            program.set("vectors", static_cast<std::uint32_t>(vectors));
            program.dispatch(gl::Groups::over(vectors, shared::COPY_THREADS * shared::COPY_VECTORS));
            gl::storage_barrier();
        });
        return with_times(std::move(row), times);
    }

    ScanRow peer(BenchmarkPeer& peer) {
        std::vector<double> times;
        for (std::uint32_t run = 0; run < options_.runs + Stopwatch::warm_up; ++run) {
            check_interrupted();
            const Rotation::Pair& pair = rotation_.pair(run);
            const double ms = peer.run(pair.input, pair.output, elements_);
            if (run >= Stopwatch::warm_up) times.push_back(ms);
        }
        return with_times(named(peer.copies() ? RowKind::copy : RowKind::peer, peer.name()), times);
    }

    ScanRow scan(const Subject& subject) {
        const auto scan = subject.suite->make_scan(subject.choice);
        scan->reserve(elements_);
        ScanRow row = named(RowKind::scan, std::string(name_of(subject.suite->backend())));
        row.block = subject.block;
        row.grid = subject.grid;
        verify(*scan, row);
        const bool on_cpu = subject.suite->backend() == Backend::cpu;
        if (scan->own_milliseconds()) return with_own_times(std::move(row), *scan);
        return with_times(std::move(row),
                          stopwatch_.measure(on_cpu ? Clock::cpu : stopwatch_.gl_clock(), options_.runs,
                                             [&](std::uint32_t run) { submit(*scan, run); }));
    }

  private:
    static std::vector<std::uint32_t> random_words(std::uint32_t seed, std::uint64_t elements) {
        std::vector<std::uint32_t> words(elements);
        fill_input(Input::random, seed, words);
        return words;
    }

    ScanRow named(RowKind kind, std::string name) const {
        ScanRow row;
        row.kind = kind;
        row.name = std::move(name);
        row.elements = elements_;
        return row;
    }

    static ScanRow with_times(ScanRow row, const std::vector<double>& times) {
        row.runs = static_cast<std::uint32_t>(times.size());
        row.ms = spread_of(times);
        return row;
    }

    /// The backend's own clock sees its work; GL's sees the hand-over too.
    ScanRow with_own_times(ScanRow row, scan::Scan& scan) {
        std::vector<double> own;
        const auto whole = stopwatch_.measure(stopwatch_.gl_clock(), options_.runs, [&](std::uint32_t run) {
            submit(scan, run);
            own.push_back(scan.own_milliseconds().value());
        });
        own.erase(own.begin(), own.begin() + Stopwatch::warm_up);
        std::vector<double> hand_over;
        for (std::size_t i = 0; i < own.size(); ++i) hand_over.push_back(whole[i] - own[i]);
        row.hand_over_ms = spread_of(hand_over).median;
        return with_times(std::move(row), own);
    }

    void submit(scan::Scan& scan, std::uint32_t run) const {
        scan::Request request;
        request.input = {&rotation_.pair(run).input, 0};
        request.output = {&rotation_.pair(run).output, 0};
        request.bound = elements_;
        scan.run(request);
    }

    /// A wrong scan's speed is of no interest.
    void verify(scan::Scan& scan, const ScanRow& row) {
        if (reference_.empty()) {
            reference_.resize(elements_);
            scan::reference_scan(scan::Kind::exclusive, words_, reference_);
        }
        submit(scan, 0);
        if (rotation_.pair(0).output.read_all<std::uint32_t>(elements_) != reference_)
            fail(ExitStatus::check_failed,
                 "{}: the scan of {} elements is wrong; see winnow test scan --sizes {}", row.name, elements_,
                 elements_);
    }

    const Options& options_;
    Stopwatch& stopwatch_;
    std::uint64_t elements_;
    std::vector<std::uint32_t> words_, reference_;
    Rotation rotation_;
};

/// Divides the rows of one size by the fastest copy among them.
void divide_by_copy(std::span<ScanRow> rows) {
    double fastest = 0;
    for (const ScanRow& row : rows)
        if (row.kind == RowKind::copy && (fastest == 0 || row.ms.median < fastest)) fastest = row.ms.median;
    for (ScanRow& row : rows) row.of_copy = row.ms.median > 0 ? fastest / row.ms.median : 0;
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

/// The sizes one after the other, with the progress of all.
class AllSizes {
  public:
    AllSizes(Machine& machine, const Options& options, Progress& progress)
        : machine_(machine),
          options_(options),
          progress_(progress),
          sizes_(options.sizes.empty() ? default_sizes(machine.facts(), bench_) : options.sizes),
          subjects_(available_subjects()),
          peers_(all_peers(machine)),
          copy_(machine.shaders().load_compute("scan/copy.comp")),
          stopwatch_(machine.facts()) {}

    ScanBench run() {
        double all = 0, done = 0;
        for (const std::uint64_t size : sizes_) all += cost(size);
        for (const std::uint64_t size : sizes_) {
            measure(size, done / all, cost(size) / all);
            done += cost(size);
        }
        return std::move(bench_);
    }

  private:
    std::vector<Subject> available_subjects() {
        std::vector<Subject> available;
        for (const Subject& subject : chosen_subjects(machine_, options_)) {
            const std::string backend(name_of(subject.suite->backend()));
            if (const auto here = subject.suite->available(); !here)
                bench_.left_out.push_back({backend, here.reason});
            else
                available.push_back(subject);
        }
        return available;
    }

    /// A run on the CPU reads everything back, so that large sizes are measured only if they are asked for.
    bool takes_too_long(const Subject& subject, std::uint64_t size) const {
        return subject.suite->backend() == Backend::cpu && size > most_on_cpu &&
               options_.backend != Backend::cpu;
    }

    /// `before` and `share`: of all the work, what was done before this size and what it is.
    void measure(std::uint64_t size, double before, double share) {
        const double parts = static_cast<double>(2 + peers_.size() + subjects_.size());
        int part = 0;
        const auto show = [&](std::string_view name) {
            progress_.show(fmt::format("{} elements: {}", size, name), before + share * part++ / parts);
        };
        std::vector<ScanRow> rows;
        show("buffers");
        SizeBench at_size(machine_, options_, stopwatch_, size);
        show("copy");
        rows.push_back(at_size.copy(copy_));
        for (const auto& peer : peers_) {
            show(peer->name());
            rows.push_back(at_size.peer(*peer));
        }
        for (const Subject& subject : subjects_) {
            if (takes_too_long(subject, size)) {
                bench_.left_out.push_back(
                    {fmt::format("cpu, {} elements", size), "takes long; ask for it with --backend cpu"});
                continue;
            }
            show(name_of(subject.suite->backend()));
            rows.push_back(at_size.scan(subject));
        }
        divide_by_copy(rows);
        bench_.rows.insert(bench_.rows.end(), rows.begin(), rows.end());
    }

    Machine& machine_;
    const Options& options_;
    Progress& progress_;
    ScanBench bench_;
    std::vector<std::uint64_t> sizes_;
    std::vector<Subject> subjects_;
    std::vector<std::unique_ptr<BenchmarkPeer>> peers_;
    gl::Program copy_;
    Stopwatch stopwatch_;
};

}  // namespace

double ScanRow::gigabytes_per_second() const {
    constexpr double bytes_per_millisecond = 1e6;
    return ms.median > 0 ? static_cast<double>(elements * 2 * word) / (ms.median * bytes_per_millisecond) : 0;
}

ScanBench bench_scan(Machine& machine, const Options& options, Progress& progress) {
    for (const std::uint64_t size : options.sizes) require_fit(machine.facts(), size);
    return AllSizes(machine, options, progress).run();
}

}  // namespace winnow::commands
