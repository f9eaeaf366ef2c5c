// The result of a check, and the list of all checks that were made.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace winnow::verify {

enum class Status { pass, fail, skip };

struct Check {
    std::string name;
    std::string backend, block, grid;  // block and grid are empty where the backend has none
    std::uint64_t count = 0;           // elements, or steps of a replay
    Status status = Status::pass;
    std::string reason;  // why it failed or was skipped
    double ms = 0;       // wall clock
};

/// A check's work: returns the first fault it found in one sentence, or nothing.
using FindFault = std::function<std::string()>;

class Checks {
  public:
    /// Called before each check with what is about to be checked and the share of all that is done, 0 to 1.
    using Announce = std::function<void(const Check&, double share)>;
    explicit Checks(Announce announce = {}) : announce_(std::move(announce)) {}

    /// Begins a stage that takes the share from `begin` to `end` of the whole; none of it is done yet.
    void begin_stage(double begin, double end);
    /// Says that `done` of the stage's `parts` are done.
    void done_of_stage(std::size_t done, std::size_t parts);

    /// Runs the work; a fault, an exception or an error that OpenGL reported meanwhile is a failure.
    /// Throws Error(interrupted) after Ctrl-C.
    void run(Check check, const FindFault& find_fault);
    /// Notes that the check cannot be made here, and why.
    void skip(Check check, std::string reason);

    const std::vector<Check>& all() const { return checks_; }
    std::size_t count(Status status) const;

  private:
    Announce announce_;
    double begin_ = 0, end_ = 1, share_ = 0;
    std::vector<Check> checks_;
};

std::string_view name_of(Status status);

/// {"checks": [...], "summary": {"passed", "failed", "skipped"}}
nlohmann::ordered_json to_json(const Checks& checks);

/// Returns "N passed, N failed, N skipped".
std::string counts_text(const Checks& checks);

/// Tells of the checks part by part, as they are made.
class ChecksText {
  public:
    /// Returns a table of the checks that were made since the last call, with a row for each name and
    /// backend, and below it the failures and the reasons that were not said yet. A blank line is at the end.
    /// Empty if no check was made.
    std::string next(const Checks& checks);

  private:
    std::size_t told_ = 0;        // checks
    std::set<std::string> said_;  // lines with reasons
};

}  // namespace winnow::verify
