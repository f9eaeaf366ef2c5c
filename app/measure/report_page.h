// A benchmark's results as a page: one HTML file that needs nothing else and draws itself in the reader's
// browser.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace winnow::measure {

/// The text of the chart library Chart.js, where the package libjs-chart.js installs it; nullopt: it is not
/// in the folder.
std::optional<std::string> chart_library(const std::string& folder);
/// The folder in which this build looks for it.
std::string chart_library_folder();

/// The page of a document of a topic of `winnow bench`, with the results as JSON in it. Without a chart
/// library it has tables, and says what is missing. Nothing in the results or in the library can become
/// markup.
std::string report_page(const nlohmann::ordered_json& document, const std::optional<std::string>& library);

}  // namespace winnow::measure
