// What the pages of all benchmarks are made of.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands/bench/document.h"
#include "commands/bench/left_out.h"

namespace winnow::commands {

/// The backends that have cards and charts of their own, as their pages name them.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 2> backend_titles{
    {{"glsl", "OpenGL compute"}, {"cuda", "CUDA"}}};

/// Nothing if there is no content. Title and lead are HTML.
std::string section(std::string_view title, std::string_view lead, const std::string& content);

/// The title, a sentence of what was found (HTML), the machine, and facts: those of the head, and before them
/// the given. Empty ones are left away.
std::string page_header(std::string_view title, std::string_view result, const DocumentHead& head,
                        const std::vector<std::pair<std::string_view, std::string>>& facts);

/// One result in large figures; `colour` as the style sheet names it. All but the colour are HTML.
struct Card {
    std::string colour, title, figure, unit;
    std::string line, small;  // beneath the figure
};
std::string to_html(const Card& card);
std::string cards(const std::vector<Card>& list);

/// A table that scrolls where it is too wide; `head` and `rows` are HTML: cells, and rows of them.
std::string rows_table(std::string_view head, const std::string& rows);
std::string microseconds_cell(double ms);

/// Results that were wrong, and how everything was measured with what was left out.
std::string faults_section(const std::vector<std::string>& faults);
std::string method_section(const std::string& method, const std::vector<LeftOut>& left_out);

/// A whole page that needs nothing else. `body` is HTML, the title is text.
std::string page(std::string_view title, const std::string& body);

}  // namespace winnow::commands
