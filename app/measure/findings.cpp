#include "measure/findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "base/error.h"

namespace winnow::measure {

using Json = nlohmann::ordered_json;

namespace {

double quantile(const std::vector<double>& sorted, double share) {
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(at));
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

/// Returns an empty line and then a line for each of the texts.
std::string lines(std::string_view beginning, const std::vector<std::string>& texts) {
    std::string all = texts.empty() ? "" : "\n";
    for (const std::string& text : texts) all += fmt::format("{}: {}\n", beginning, text);
    return all;
}

}  // namespace

Spread spread_of(std::vector<double> samples) {
    if (samples.empty()) throw std::logic_error("no samples");
    std::sort(samples.begin(), samples.end());
    return {quantile(samples, 0.5), quantile(samples, 0.1), quantile(samples, 0.9)};
}

void leave_out(std::vector<LeftOut>& list, std::string what, std::string reason) {
    LeftOut row{std::move(what), std::move(reason)};
    if (std::find(list.begin(), list.end(), row) == list.end()) list.push_back(std::move(row));
}

bool passes_or_is_left_out(std::vector<LeftOut>& list, std::string what,
                           const std::function<void()>& require) {
    try {
        require();
        return true;
    } catch (const Error& error) {
        if (error.status() != ExitStatus::bad_input) throw;
        leave_out(list, std::move(what), error.what());
        return false;
    }
}

std::string milliseconds(double ms) {
    return fmt::format("{:.4f}", ms);
}
std::string microseconds(double ms) {
    return fmt::format("{:.2f}", ms * us_per_ms);
}
std::string significant(double value) {
    constexpr double max_with_decimals = 100;
    return value < max_with_decimals ? fmt::format("{:#.3g}", value) : fmt::format("{:.0f}", value);
}
std::string or_dash(const std::string& text) {
    return text.empty() ? "-" : text;
}

std::string passes_text(const PassTimes& passes) {
    std::string text;
    for (const auto& [name, ms] : passes)
        text += fmt::format("{}{} {:.3f}", text.empty() ? "" : ", ", name, ms);
    return text;
}

Json passes_json(const PassTimes& passes) {
    Json json = Json::object();
    for (const auto& [name, ms] : passes) json[name] = ms;
    return json;
}

Json spread_json(const Spread& spread) {
    return {{"median", spread.median}, {"p10", spread.p10}, {"p90", spread.p90}};
}

/// Puts what shares a reason on one line. If there are many, it names the first ones only.
std::string left_out_text(const std::vector<LeftOut>& rows) {
    constexpr std::size_t max_named = 3;
    std::vector<std::pair<std::string, std::vector<std::string>>> lines;  // reasons, each with its rows
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
        const std::size_t named = std::min(what.size(), max_named);
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
