#include "support/markdown.h"

#include <algorithm>
#include <cstddef>
#include <sstream>

namespace winnow::test {
namespace {

std::string trimmed(const std::string& text, const char* characters = " ") {
    const auto begin = text.find_first_not_of(characters);
    return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(characters) + 1 - begin);
}

/// `line` begins with a bar; `\|` is a bar within a cell.
MarkdownRow cells_of(const std::string& line) {
    MarkdownRow cells;
    std::string cell;
    for (std::size_t i = 1; i < line.size(); ++i) {
        const bool ends = line[i] == '|' && line[i - 1] != '\\';
        if (!ends) cell += line[i];
        if (ends) cells.push_back(trimmed(cell)), cell.clear();
    }
    return cells;
}

bool is_rule(const MarkdownRow& row) {
    return std::ranges::all_of(row, [](const std::string& cell) { return trimmed(cell, ":-").empty(); }) &&
           std::ranges::any_of(row, [](const std::string& cell) { return !cell.empty(); });
}

}  // namespace

std::vector<MarkdownTable> tables_of(const std::string& markdown) {
    std::vector<MarkdownTable> tables;
    std::string heading;
    bool in_table = false;
    std::istringstream lines(markdown);
    for (std::string line; std::getline(lines, line);) {
        const bool is_row = line.starts_with('|');
        if (line.starts_with('#') || line.starts_with("**")) heading = trimmed(line, "#* ");
        if (is_row && !in_table) tables.push_back({heading, {}});
        if (is_row)
            if (MarkdownRow row = cells_of(line); !is_rule(row)) tables.back().rows.push_back(std::move(row));
        in_table = is_row;
    }
    return tables;
}

}  // namespace winnow::test
