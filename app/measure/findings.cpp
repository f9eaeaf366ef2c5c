#include "measure/findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace winnow::measure {
namespace {

/// A line for each of the texts, after an empty one.
std::string lines(std::string_view beginning, const std::vector<std::string>& texts) {
    std::string all = texts.empty() ? "" : "\n";
    for (const std::string& text : texts) all += fmt::format("{}: {}\n", beginning, text);
    return all;
}

}  // namespace

using Json = nlohmann::ordered_json;

std::string milliseconds(double ms) {
    return fmt::format("{:.4f}", ms);
}
std::string microseconds(double ms) {
    return fmt::format("{:.2f}", ms * us_per_ms);
}
std::string significant(double value) {
    constexpr double most_with_decimals = 100;
    return value < most_with_decimals ? fmt::format("{:#.3g}", value) : fmt::format("{:.0f}", value);
}
std::string or_dash(const std::string& text) {
    return text.empty() ? "-" : text;
}

Json spread_json(const Spread& spread) {
    return {{"median", spread.median}, {"p10", spread.p10}, {"p90", spread.p90}};
}

/// What shares a reason shares a line; of many the first are named.
std::string left_out_text(const std::vector<LeftOut>& rows) {
    constexpr std::size_t most_named = 3;
    std::vector<std::pair<std::string, std::vector<std::string>>> lines;  // a reason, and what it is of
    for (const LeftOut& row : rows) {
        const auto same = std::find_if(lines.begin(), lines.end(),
                                       [&](const auto& line) { return line.first == row.reason; });
        if (same == lines.end())
            lines.push_back({row.reason, {row.what}});
        else
            same->second.push_back(row.what);
    }
    std::string text = lines.empty() ? "" : "\n";
    for (const auto& [reason, what] : lines) {
        const std::size_t named = std::min(what.size(), most_named);
        text += fmt::format("left out: {}", fmt::join(what.begin(), what.begin() + named, "; "));
        if (named < what.size()) text += fmt::format("; and {} more", what.size() - named);
        text += fmt::format(": {}\n", reason);
    }
    return text;
}

std::string faults_text(const std::vector<std::string>& faults) {
    return lines("WRONG", faults);
}

std::string cautions_text(const std::vector<std::string>& cautions) {
    return lines("CAUTION", cautions);
}

Json left_out_json(const std::vector<LeftOut>& rows) {
    Json list = Json::array();
    for (const LeftOut& row : rows) list.push_back({{"what", row.what}, {"reason", row.reason}});
    return list;
}

}  // namespace winnow::measure
