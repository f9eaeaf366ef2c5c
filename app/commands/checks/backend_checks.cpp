#include "commands/checks/backend_checks.h"

#include <fmt/format.h>

#include <memory>

#include "commands/checks/chosen.h"
#include "commands/checks/compact_check.h"
#include "commands/checks/sizes.h"
#include "shaders/shared.h"

namespace winnow::commands {
namespace {

constexpr std::uint64_t votes_tile = 4096;  // of the scans that compactors are made with, or half of it

void require_capacity(const Machine& machine, const std::vector<std::uint64_t>& sizes) {
    constexpr std::uint64_t most = shared::MAX_CAPACITY - 1024;  // the check's own guards take a little
    for (const std::uint64_t size : sizes) {
        if (size > most) bad_input("--sizes: {} votes exceed the limit of {}", size, most);
        const std::uint64_t bytes = CompactChecker::memory_bytes(static_cast<std::uint32_t>(size));
        gl::check_fits(machine.facts(), fmt::format("--sizes: {} votes", size), size * shared::COLUMN_BYTES,
                       bytes);
    }
}

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
                if (!compactor) compactor = subject.suite->make_compactor(compaction, subject.choice);
                return checker.find_fault(*compactor, static_cast<std::uint32_t>(size));
            });
    }
}

}  // namespace winnow::commands
