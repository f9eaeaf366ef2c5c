#include "verify/verify.h"

#include <fmt/format.h>

#include <memory>

#include "session/machine.h"
#include "shaders/shared.h"
#include "verify/checkers/compact_check.h"
#include "verify/checkers/inputs.h"
#include "verify/checks.h"
#include "verify/subjects.h"

namespace winnow::verify {
namespace {

constexpr std::uint64_t votes_tile = 4096;  // the tile of the compactors' scans, or half of it

void require_capacity(const session::Machine& machine, const std::vector<std::uint64_t>& sizes) {
    constexpr std::uint64_t most = shared::MAX_CAPACITY - 1024;  // the check's own guards take a little
    for (const std::uint64_t size : sizes) {
        if (size > most) bad_input("--sizes: {} votes exceed the limit of {}", size, most);
        const std::uint64_t bytes = CompactChecker::memory_bytes(static_cast<std::uint32_t>(size));
        gl::check_fits(machine.facts(), fmt::format("--sizes: {} votes", size), size * shared::COLUMN_BYTES,
                       bytes);
    }
}

/// Returns the compactors to check. Automatic stands for every one; the reference has only one.
std::vector<Compaction> compactors_of(const Suite& suite, const CheckChoice& options) {
    if (suite.backend() == Backend::cpu) return {suite.resolve(options.compaction, {})};
    return members(compactions, options.compaction);
}

/// False if another subject's check covers what the compactor does with this subject's scan: compactors of
/// one pass rank their tiles by any block scan, and the counter needs no grid strategy. `by` is what the
/// compactor would choose itself.
bool is_worth_checking(const Subject& subject, const Algorithm& by, const CheckChoice& options) {
    const bool is_beside = subject.choice.grid == by.scan.grid;
    if (by.compaction == Compaction::atomic) return is_beside;
    return leads(subject, options) || (by.compaction == Compaction::fused && is_beside);
}

void check_compactor(const Subject& subject, Compaction compaction, const std::vector<std::uint64_t>& sizes,
                     CompactChecker& checker, Checks& checks) {
    const std::string name = fmt::format("compact, {}", name_of(compaction));
    if (const auto here = subject.suite->offers(compaction, subject.choice); !here)
        return checks.skip(subject.check(name), here.reason);
    std::unique_ptr<compact::Compactor> compactor;
    for (const std::uint64_t size : sizes)
        checks.run(subject.check(name, size), [&] {
            if (!compactor) compactor = subject.suite->make_compactor(compaction, subject.choice);
            return checker.find_fault(*compactor, static_cast<std::uint32_t>(size), keeps_order(compaction));
        });
}

}  // namespace

void check_compaction(session::Machine& machine, const CheckChoice& options, Checks& checks) {
    std::vector<std::uint64_t> sizes = edge_sizes(votes_tile, options.quick);
    require_capacity(machine, options.sizes);
    sizes.insert(sizes.end(), options.sizes.begin(), options.sizes.end());
    CompactChecker checker(machine.suites().memory(), options.seed);
    const auto subjects = chosen_subjects(machine, options);
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        const Subject& subject = subjects[i];
        checks.done_of_stage(i, subjects.size());
        if (const auto here = subject.offered(); !here) {
            checks.skip(subject.check("compact"), here.reason);
            continue;
        }
        const Backend backend = subject.suite->backend();
        for (const Compaction compaction : compactors_of(*subject.suite, options)) {
            const Algorithm by = machine.suites().resolve({backend, options.scan, compaction});
            if (backend == Backend::cpu || is_worth_checking(subject, by, options))
                check_compactor(subject, compaction, sizes, checker, checks);
        }
    }
}

}  // namespace winnow::verify
