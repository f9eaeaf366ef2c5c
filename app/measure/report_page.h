// A benchmark's results as a page: one self-contained HTML file whose charts are drawn in the reader's
// browser.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace winnow::measure {

/// Returns the text of the chart library Chart.js, where the package libjs-chart.js installs it, or nullopt
/// if the folder does not have it.
std::optional<std::string> chart_library(const std::string& folder);
/// Returns the folder in which this build looks for the library.
std::string chart_library_folder();

/// Returns the page of a document of a topic of `winnow bench`, with the results as JSON in it. Without a
/// chart library the page has tables and says what is missing. Nothing in the results or in the library can
/// become markup.
std::string report_page(const nlohmann::ordered_json& document, const std::optional<std::string>& library);

}  // namespace winnow::measure
