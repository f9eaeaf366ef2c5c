#include "verify/checks.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <span>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/output.h"
#include "gl/debug.h"

namespace winnow::verify {
namespace {

/// Returns the fault that the work found, or the exception that it threw.
std::string fault_of(const FindFault& find_fault) {
    const int errors_before = gl::debug_report().errors;
    std::string fault;
    try {
        fault = find_fault();
    } catch (const Error& error) {
        if (error.status() == ExitStatus::interrupted) throw;
        fault = error.what();
    } catch (const std::exception& error) {
        fault = error.what();
    }
    const gl::DebugReport report = gl::debug_report();
    if (fault.empty() && report.errors != errors_before) fault = fmt::format("OpenGL error: {}", report.last);
    return fault;
}

/// The checks of one name, backend, block and grid as one row, or the checks skipped for one reason.
struct Row {
    const Check* first = nullptr;
    bool several = false;  // more than one block or grid
    std::uint64_t least = 0, most = 0;
    std::size_t checks = 0, passed = 0, failed = 0, skipped = 0;
    double ms = 0;
};

bool same_algorithm(const Check& a, const Check& b) {
    return a.block == b.block && a.grid == b.grid;
}

bool same_row(const Check& a, const Check& b) {
    const bool both_skipped = a.status == Status::skip && b.status == Status::skip && a.reason == b.reason;
    return a.name == b.name && a.backend == b.backend && (both_skipped || same_algorithm(a, b));
}

void count_in(Row& row, const Check& check) {
    row.least = row.checks == 0 ? check.count : std::min(row.least, check.count);
    row.most = std::max(row.most, check.count);
    row.several |= !same_algorithm(*row.first, check);
    ++row.checks;
    row.ms += check.ms;
    if (check.status == Status::pass) ++row.passed;
    if (check.status == Status::fail) ++row.failed;
    if (check.status == Status::skip) ++row.skipped;
}

std::vector<Row> rows_of(std::span<const Check> checks) {
    std::vector<Row> rows;
    for (const Check& check : checks) {
        auto row =
            std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return same_row(*r.first, check); });
        if (row == rows.end()) row = rows.insert(rows.end(), Row{.first = &check});
        count_in(*row, check);
    }
    return rows;
}

std::string outcome(const Row& row) {
    if (row.failed > 0) return fmt::format("FAIL ({} of {})", row.failed, row.checks);
    return row.skipped == row.checks ? "skip" : "pass";
}

std::string name_in(const Row& row, const std::string& name) {
    if (row.several) return "several";
    return name.empty() ? "-" : name;
}

std::string counts_text(const Row& row) {
    if (row.skipped == row.checks) return "-";
    return row.least == row.most ? fmt::format("{}", row.most) : fmt::format("{} to {}", row.least, row.most);
}

std::string algorithm_of(const Check& check) {
    if (check.block.empty()) return check.backend;
    return fmt::format("{}, {}, {}", check.backend, check.block, check.grid);
}

/// Returns the line that says why the check did not pass; empty if it did.
std::string reason_line(const Check& check) {
    switch (check.status) {
        case Status::pass:
            return {};
        case Status::skip:
            return fmt::format("skipped: {}: {}\n", check.backend, check.reason);
        case Status::fail:
            return fmt::format("FAILED: {}, {}, {}: {}\n", check.name, algorithm_of(check), check.count,
                               check.reason);
    }
    return {};
}

std::string table_of(std::span<const Check> checks) {
    TextTable table({{"CHECK"},
                     {"BACKEND"},
                     {"BLOCK"},
                     {"GRID"},
                     {"CHECKS", Align::right},
                     {"COUNTS"},
                     {"MS", Align::right},
                     {"RESULT"}});
    for (const Row& row : rows_of(checks))
        table.add({row.first->name, row.first->backend, name_in(row, row.first->block),
                   name_in(row, row.first->grid), fmt::format("{}", row.checks), counts_text(row),
                   fmt::format("{:.0f}", row.ms), outcome(row)});
    return table.text();
}

}  // namespace

void Checks::run(Check check, const FindFault& find_fault) {
    check_interrupted();
    if (announce_) announce_(check, share_);
    const auto begin = std::chrono::steady_clock::now();
    check.reason = fault_of(find_fault);
    check.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    check.status = check.reason.empty() ? Status::pass : Status::fail;
    checks_.push_back(std::move(check));
    check_interrupted();
}

void Checks::begin_stage(double begin, double end) {
    begin_ = share_ = begin;
    end_ = end;
}

void Checks::done_of_stage(std::size_t done, std::size_t parts) {
    share_ = begin_ + (end_ - begin_) * static_cast<double>(done) / static_cast<double>(parts);
}

void Checks::skip(Check check, std::string reason) {
    check.status = Status::skip;
    check.reason = std::move(reason);
    checks_.push_back(std::move(check));
}

std::size_t Checks::count(Status status) const {
    return static_cast<std::size_t>(
        std::count_if(checks_.begin(), checks_.end(), [&](const Check& c) { return c.status == status; }));
}

std::string_view name_of(Status status) {
    switch (status) {
        case Status::pass:
            return "pass";
        case Status::fail:
            return "fail";
        case Status::skip:
            return "skip";
    }
    return "?";
}

nlohmann::ordered_json to_json(const Checks& checks) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Check& c : checks.all())
        rows.push_back({{"name", c.name},
                        {"backend", c.backend},
                        {"block", c.block},
                        {"grid", c.grid},
                        {"count", c.count},
                        {"status", name_of(c.status)},
                        {"reason", c.reason},
                        {"ms", c.ms}});
    return {{"checks", rows},
            {"summary",
             {{"passed", checks.count(Status::pass)},
              {"failed", checks.count(Status::fail)},
              {"skipped", checks.count(Status::skip)}}}};
}

std::string counts_text(const Checks& checks) {
    return fmt::format("{} passed, {} failed, {} skipped", checks.count(Status::pass),
                       checks.count(Status::fail), checks.count(Status::skip));
}

std::string ChecksText::next(const Checks& checks) {
    const auto fresh = std::span(checks.all()).subspan(told_);
    told_ = checks.all().size();
    if (fresh.empty()) return {};
    std::string reasons;
    for (const Check& check : fresh) {
        const std::string line = reason_line(check);
        if (!line.empty() && said_.insert(line).second) reasons += line;
    }
    return fmt::format("{}{}{}\n", table_of(fresh), reasons.empty() ? "" : "\n", reasons);
}

}  // namespace winnow::verify
