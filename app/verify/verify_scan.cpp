// winnow test scan: checks every backend, block scan and grid strategy around every edge of its sizes.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <utility>

#include "base/error.h"
#include "gl/buffer.h"
#include "scan/glsl_scan.h"
#include "session/machine.h"
#include "verify/checkers/inputs.h"
#include "verify/checkers/scan_check.h"
#include "verify/checks.h"
#include "verify/subjects.h"
#include "verify/verify.h"

namespace winnow::verify {
namespace {

constexpr std::uint64_t max_thorough = 1 << 20;  // elements; above it a check is brief

Thoroughness depth_of(std::uint64_t size) {
    return size <= max_thorough ? Thoroughness::full : Thoroughness::brief;
}

std::string check_name(ScanType type) {
    return type == ScanType{} ? "scan" : fmt::format("scan, {} {}", name_of(type.element), name_of(type.op));
}

/// Throws Error(bad_input) if a check of this many elements does not fit here.
void require_fit(const session::Machine& machine, ScanType type, std::uint64_t size) {
    const std::uint64_t bytes = ScanChecker::memory_bytes(size, type.element);
    gl::check_fits(machine.facts(), fmt::format("a scan of {} {} elements", size, name_of(type.element)),
                   bytes / 2, bytes);
}

/// Returns why a check of this size does not fit; empty if it does.
std::string why_too_large(const session::Machine& machine, ScanType type, std::uint64_t size) {
    try {
        require_fit(machine, type, size);
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

/// Returns the sizes to check for a tile of this many elements.
using SizesOf = std::function<std::vector<std::uint64_t>(std::uint64_t tile)>;

class ScanChecks {
  public:
    ScanChecks(session::Machine& machine, const CheckChoice& options, Checks& checks)
        : machine_(machine),
          options_(options),
          checks_(checks),
          subjects_(chosen_subjects(machine, options)),
          plain_(gl::plain_memory()),
          checker_({machine.suites().memory(), options.seed, options.pattern}),
          plain_checker_({*plain_, options.seed, options.pattern}) {}

    /// Checks every algorithm with the type that is wanted.
    void check_algorithms() {
        for (const Subject& subject : subjects_) {
            checks_.done_of_stage(done_++, parts());
            check(subject, options_.type, check_name(options_.type), checker_,
                  [&](std::uint64_t tile) { return sizes_of(subject, tile); });
        }
    }

    /// Checks two pairs on each backend with every other type: the one that automatic stands for, and the
    /// textbook's. Checks the first also in other memory.
    void check_backends() {
        for (Suite* suite : suites()) {
            checks_.done_of_stage(done_++, parts());
            if (!suite->available()) continue;  // already reported
            for (const Subject& subject : main_subjects(*suite))
                for (const ScanType type : other_types())
                    check(subject, type, check_name(type), checker_, quick_sizes);
            // A backend with memory of its own must also work with OpenGL's.
            if (suite->memory() != nullptr)
                check(main_subjects(*suite).front(), options_.type,
                      check_name(options_.type) + ", plain GL memory", plain_checker_, quick_sizes);
        }
    }

  private:
    std::vector<Suite*> suites() const { return machine_.suites().members(options_.backend); }
    std::size_t parts() const { return subjects_.size() + suites().size(); }

    static std::vector<std::uint64_t> quick_sizes(std::uint64_t tile) { return edge_sizes(tile, true); }

    /// The first check makes the scan, so that a failure to make it is reported as that check's; without a
    /// scan the tile is unknown.
    void check(const Subject& subject, ScanType type, const std::string& name, ScanChecker& checker,
               const SizesOf& sizes_of) {
        if (const auto here = subject.offered(type); !here)
            return checks_.skip(subject.check(name), here.reason);
        const ScanChoice choice = subject.suite->resolve(subject.choice);
        std::unique_ptr<scan::Scan> scan;
        checks_.run(subject.check(name, 0), [&] {
            scan = subject.suite->make_scan(subject.choice, type);
            return checker.find_fault(*scan, choice, 0, Thoroughness::full);
        });
        if (!scan) return;
        for (const std::uint64_t size : sizes_of(scan->tile()))
            if (size > 0) check_size(subject.check(name, size), *scan, choice, checker);
    }

    void check_size(Check one, scan::Scan& scan, ScanChoice choice, ScanChecker& checker) {
        const std::uint64_t size = one.count;
        if (std::string reason = why_too_large(machine_, scan.type(), size); !reason.empty())
            return checks_.skip(std::move(one), std::move(reason));
        checks_.run(std::move(one), [&] { return checker.find_fault(scan, choice, size, depth_of(size)); });
    }

    std::vector<std::uint64_t> sizes_of(const Subject& subject, std::uint64_t tile) const {
        std::vector<std::uint64_t> sizes = options_.sizes;
        const bool thorough = !options_.quick && (!machine_.facts().software || leads(subject, options_));
        const auto add = [&](const std::vector<std::uint64_t>& more) {
            sizes.insert(sizes.end(), more.begin(), more.end());
        };
        add(edge_sizes(tile, !thorough));
        if (thorough) add(large_sizes(subject, tile));
        return sizes;
    }

    /// The edges of levels belong to the grid strategy, whatever the block scan. A CPU that renders has a
    /// minute for all checks, so only one size beyond each kind of edge fits.
    std::vector<std::uint64_t> large_sizes(const Subject& subject, std::uint64_t tile) const {
        if (!leads(subject, options_)) return {ten_million};
        std::vector<std::uint64_t> sizes = level_edge_sizes(tile);
        if (machine_.facts().software && !sizes.empty()) sizes.erase(sizes.begin(), sizes.end() - 1);
        sizes.push_back(ten_million);
        if (machine_.facts().software || subject.suite->backend() == Backend::cpu) return sizes;
        for (const std::uint64_t bytes : scan::size_edges())  // sizes where other variants take over
            for (const std::uint64_t more : {0, 1})
                sizes.push_back(bytes / bytes_of(options_.type.element) + more);
        sizes.push_back(beyond_2_28);
        return sizes;
    }

    /// Returns the pair that automatic stands for and, if the options leave the pair open, also the
    /// textbook's.
    std::vector<Subject> main_subjects(Suite& suite) const {
        const ScanChoice resolved = suite.resolve(options_.scan);
        std::vector<Subject> subjects{{&suite, resolved}};
        const bool has_several = suite.backend() != Backend::cpu && resolved != textbook;
        if (options_.scan == ScanChoice{} && has_several) subjects.push_back({&suite, textbook});
        return subjects;
    }

    std::vector<ScanType> other_types() const {
        std::vector<ScanType> types;
        for (const auto& element : elements)
            for (const auto& op : operators)
                if (const ScanType type{element.value, op.value}; type != options_.type)
                    types.push_back(type);
        return types;
    }

    session::Machine& machine_;
    const CheckChoice& options_;
    Checks& checks_;
    const std::vector<Subject> subjects_;
    std::size_t done_ = 0;  // number of parts done
    std::unique_ptr<gl::MemoryProvider> plain_;
    ScanChecker checker_, plain_checker_;
};

}  // namespace

void check_scans(session::Machine& machine, const CheckChoice& options, Checks& checks) {
    for (const std::uint64_t size : options.sizes) require_fit(machine, options.type, size);
    require_offered(machine, options, options.type);
    ScanChecks all(machine, options, checks);
    all.check_algorithms();
    all.check_backends();
}

}  // namespace winnow::verify
