// Rows of steps: as values, as a table and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "measure/findings.h"
#include "measure/results_json.h"

namespace winnow::measure {

/// Says what the bytes of a row count.
inline constexpr std::string_view step_bytes_model =
    "the columns alone, attributes included: all that were alive are read once, the survivors and the born "
    "are written once";

/// One backend and compactor with one number of particles alive. Times are milliseconds of one step.
struct StepRow {
    std::string backend, block, grid, compaction;
    std::string effect;  // the effect's name
    double deaths = 0;   // per cent that die in a step, as requested; 0: the effect has its own lifetimes
    std::uint32_t capacity = 0, alive = 0, died = 0, born = 0;  // of the last step measured
    std::uint32_t planes = 0;                                   // of attributes, 16 bytes of a particle each
    std::uint32_t runs = 0;
    Spread ms;                       // a whole step, from simulate to spawn
    PassTimes passes;                // median of each pass
    double copy_ms = 0;              // fastest copy of the living's columns, measured beside it
    std::string copy;                // the copy's name
    std::uint64_t memory_bytes = 0;  // columns, votes, pools

    double bytes_per_particle() const { return static_cast<double>(memory_bytes) / capacity; }
    double passes_ms() const;  // the sum of all passes
    /// Counts the bytes that step_bytes_model describes.
    double bytes() const;
    double gigabytes_per_second() const;
    /// Returns how many copies a step takes, or 0 if no copy was measured.
    double of_copy() const { return copy_ms > 0 ? ms.median / copy_ms : 0; }
};

struct StepBench {
    std::string method;
    std::vector<StepRow> rows;
    std::vector<LeftOut> left_out;
};

std::string to_text(const StepBench& bench);

/// {"bytes_model", "method", "rows": [...], "cautions", "left_out": [{"what", "reason"}]}
nlohmann::ordered_json to_json(const StepBench& bench);

using StepDocument = Document<StepBench>;

/// Reads what `winnow bench step --json` has written; documents from before "method" existed are refused.
/// Throws Error(bad_input) if something is missing or invalid; `where` names the document in the message.
StepDocument read_step_document(const nlohmann::ordered_json& json, const std::string& where);

}  // namespace winnow::measure
