#include "measure/report_page.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "base/embedded.h"

extern const std::span<const winnow::EmbeddedFile> winnow_embedded_report;

namespace winnow::measure {
namespace {

/// Names of Chart.js 4 (minified or not) and Chart.js 3 files that define `Chart` for a page; other files in
/// the folder are modules.
constexpr std::array library_files{"chart.umd.min.js", "chart.umd.js", "chart.min.js", "chart.js"};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

/// Returns JSON without any `<`, so that no markup can begin in it. Bytes that are not UTF-8 are replaced.
std::string json_in_html(const nlohmann::ordered_json& document) {
    std::string text = document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    replace_all(text, "<", "\\u003c");
    return text;
}

}  // namespace

std::string chart_library_folder() {
    return WINNOW_CHART_JS;
}

std::optional<std::string> chart_library(const std::string& folder) {
    for (const char* name : library_files)
        if (std::ifstream file(std::filesystem::path(folder) / name, std::ios::binary); file) {
            std::ostringstream text;
            text << file.rdbuf();
            return text.str();
        }
    return std::nullopt;
}

std::string report_page(const nlohmann::ordered_json& document, const std::optional<std::string>& library) {
    return filled_template(
        winnow_embedded_report, "report.html",
        {{"results", json_in_html(document)},
         {"chart library", json_in_html(library ? nlohmann::ordered_json(*library) : nullptr)}});
}

}  // namespace winnow::measure
