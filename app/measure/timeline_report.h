// Rows of a timeline's work: as values, as a table and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measure/findings.h"
#include "measure/results_json.h"

namespace winnow::measure {

/// The kinds of work: steps without a timeline and with one, a step back, and a jump to any step.
inline constexpr std::string_view plain_step = "step", kept_step = "step with checkpoints",
                                  step_back = "step back", any_jump = "jump";
inline constexpr std::array timeline_works{plain_step, kept_step, step_back, any_jump};

/// One kind of work in one run. Times are milliseconds of this process's clock, until the work is done.
struct TimelineRow {
    std::string work;
    std::string effect;
    std::uint32_t alive = 0;
    std::uint32_t seconds = 0;  // of simulated time that the run has made
    std::uint32_t runs = 0;
    Spread ms;  // of one step, as the mean of so many as lie between two checkpoints; or of one way
    std::uint32_t checkpoints = 0;
    std::uint64_t memory_bytes = 0;  // of the checkpoints
};

struct TimelineBench {
    std::string method;
    std::vector<TimelineRow> rows;
    std::vector<LeftOut> left_out;
};

/// Returns by how much checkpoints slow the steps of this run, as a share of a step without them; nullopt if
/// it has not both rows.
std::optional<double> checkpoint_cost(const TimelineBench& bench, const TimelineRow& of_run);

std::string to_text(const TimelineBench& bench);

/// {"method", "rows": [...], "cautions", "left_out": [{"what", "reason"}]}
nlohmann::ordered_json to_json(const TimelineBench& bench);

using TimelineDocument = Document<TimelineBench>;

/// Reads what `winnow bench timeline --json` has written. Throws Error(bad_input) if something is missing or
/// invalid; `where` names the document in the message.
TimelineDocument read_timeline_document(const nlohmann::ordered_json& json, const std::string& where);

}  // namespace winnow::measure
