// Rows of drawn frames: as values, as a table and as JSON.
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

inline constexpr std::string_view draw_bound_model =
    "The lower bound is the time to read the columns of every living particle once and to write every pixel "
    "of the HDR frame once, at the bandwidth of the fastest copy measured beside it.";

/// The method of the baseline, which draws the particles alone (DrawAtomics). The methods of whole frames are
/// those of effects::draw_methods.
inline constexpr std::string_view atomics_method = "atomics";

/// One way of drawing one effect with one number of particles at one size. Times are milliseconds of one
/// frame; of the baseline, of the particles alone.
struct DrawRow {
    std::string method;
    std::string effect;
    std::uint32_t alive = 0, width = 0, height = 0;
    std::uint32_t runs = 0;
    Spread ms;                       // a whole frame, or the baseline
    PassTimes passes;                // median of each; "particles" includes those of tiles
    double copy_ms = 0;              // fastest copy of the living's columns, measured beside it
    std::uint64_t memory_bytes = 0;  // of tiles, lists or sums

    bool is_frame() const { return method != atomics_method; }
    /// Returns the milliseconds of the pass, or 0 if it did not run.
    double pass(std::string_view name) const;
    double bound_ms() const;  // draw_bound_model
};

struct DrawBench {
    std::string method;
    std::vector<DrawRow> rows;
    std::vector<LeftOut> left_out;
};

std::string to_text(const DrawBench& bench);

/// {"floor", "method", "rows": [...], "cautions", "left_out": [{"what", "reason"}]}
nlohmann::ordered_json to_json(const DrawBench& bench);

using DrawDocument = Document<DrawBench>;

/// Reads what `winnow bench draw --json` has written. Throws Error(bad_input) if something is missing or
/// invalid; `where` names the document in the message.
DrawDocument read_draw_document(const nlohmann::ordered_json& json, const std::string& where);

}  // namespace winnow::measure
