#include "commands/checks/backend_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "commands/checks/chosen.h"
#include "commands/checks/compact_check.h"
#include "commands/checks/replay_check.h"
#include "commands/checks/sizes.h"
#include "commands/headless_settings.h"
#include "effects/json.h"
#include "shaders/shared.h"

namespace winnow::commands {
namespace {

constexpr std::uint64_t votes_tile = 4096;  // of the scans that compactors are made with, or half of it
constexpr std::uint32_t replayed_steps = 300;
constexpr std::uint32_t steps_between_switches = 10;
constexpr std::uint32_t replay_capacity = 32'768, quick_capacity = 4'096;

void require_capacity(const Machine& machine, const std::vector<std::uint64_t>& sizes) {
    constexpr std::uint64_t most = shared::MAX_CAPACITY - 1024;  // the check's own guards take a little
    for (const std::uint64_t size : sizes) {
        if (size > most) bad_input("--sizes: {} votes exceed the limit of {}", size, most);
        const std::uint64_t bytes = CompactChecker::memory_bytes(static_cast<std::uint32_t>(size));
        gl::check_fits(machine.facts(), fmt::format("--sizes: {} votes", size), size * shared::COLUMN_BYTES,
                       bytes);
    }
}

/// The CPU is the reference of all other runs.
BackendOfStep always(Backend backend) {
    return [backend](std::uint32_t) { return backend; };
}

class Replays {
  public:
    Replays(Machine& machine, const Options& options, Trace& trace)
        : machine_(machine), options_(options), trace_(trace) {
        const std::uint32_t capacity = options.quick ? quick_capacity : replay_capacity;
        settings_ =
            headless_settings(options, effects::load(options.effect), options.capacity.value_or(capacity));
    }

    void check_reference(Checks& checks) {
        checks.run(check("cpu", machine_.suite(Backend::cpu)), [&] {
            reference_ = run(always(Backend::cpu));
            return find_fault(reference_);
        });
    }

    void check_backend(Suite& suite, Checks& checks) {
        Check one = check(std::string(name_of(suite.backend())), suite);
        if (const auto here = suite.available(); !here) return checks.skip(one, here.reason);
        compare(one, always(suite.backend()), checks);
    }

    void check_switched(const std::vector<Backend>& backends, Checks& checks) {
        std::string names;
        for (const Backend backend : backends) {
            if (!names.empty()) names += '+';
            names += name_of(backend);
        }
        Check one = check(names, machine_.suite(Backend::glsl));
        one.name = fmt::format("replay, another every {} steps", steps_between_switches);
        if (backends.size() < 2) return checks.skip(one, "there is no second backend to switch to");
        compare(
            one,
            [&](std::uint32_t step) { return backends[step / steps_between_switches % backends.size()]; },
            checks);
    }

  private:
    Check check(std::string backend, const Suite& suite) const {
        Check one{.name = "replay",
                  .backend = std::move(backend),
                  .block = {},
                  .grid = {},
                  .count = replayed_steps,
                  .status = Status::pass,
                  .reason = {}};
        if (one.backend == "cpu") return one;
        const ScanChoice scan = suite.resolve({options_.block, options_.grid});
        one.block = name_of(scan.block);
        one.grid = name_of(scan.grid);
        return one;
    }

    void compare(const Check& one, const BackendOfStep& backend_of, Checks& checks) {
        checks.run(one, [&] { return find_difference(run(backend_of), reference_, backend_of); });
    }

    std::vector<StepReport> run(const BackendOfStep& backend_of) {
        auto reports = replay(machine_.context(), options_.shaders, settings_, replayed_steps, backend_of);
        trace_.write(reports);
        return reports;
    }

    Machine& machine_;
    const Options& options_;
    Trace& trace_;
    effects::Settings settings_;
    std::vector<StepReport> reference_;
};

}  // namespace

void check_compaction(Machine& machine, const Options& options, Checks& checks) {
    std::vector<std::uint64_t> sizes = edge_sizes(votes_tile, options.quick);
    if (options.topic == "compact") {
        require_capacity(machine, options.sizes);
        sizes.insert(sizes.end(), options.sizes.begin(), options.sizes.end());
    }
    CompactChecker checker(machine.memory(), options.seed);
    for (const Subject& subject : chosen_subjects(machine, options)) {
        const Compaction compaction = subject.suite->resolve(options.compaction, subject.choice);
        const std::string name = fmt::format("compact, {}", name_of(compaction));
        if (const auto here = subject.offered(); !here) {
            checks.skip(subject.check(name), here.reason);
            continue;
        }
        if (!leads(subject, options)) continue;  // its block scan is checked for itself
        std::unique_ptr<compact::Compactor> compactor;
        for (const std::uint64_t size : sizes)
            checks.run(subject.check(name, size), [&] {
                if (!compactor)
                    compactor = subject.suite->make_compactor(compaction, subject.choice);
                return checker.find_fault(*compactor, static_cast<std::uint32_t>(size));
            });
    }
}

void check_replay(Machine& machine, const Options& options, Checks& checks, Trace& trace) {
    Replays replays(machine, options, trace);
    replays.check_reference(checks);
    std::vector<Backend> here;
    for (Suite* suite : chosen_suites(machine, options)) {
        if (suite->backend() != Backend::cpu) replays.check_backend(*suite, checks);
        if (suite->available()) here.push_back(suite->backend());
    }
    if (std::find(here.begin(), here.end(), Backend::cpu) == here.end()) here.push_back(Backend::cpu);
    replays.check_switched(here, checks);
}

}  // namespace winnow::commands
