#include "commands/text_table.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace winnow::commands {
namespace {

constexpr std::size_t gap = 2;  // spaces between columns

std::string padded(const std::string& cell, std::size_t width, Align align) {
    const std::string space(width - std::min(width, cell.size()), ' ');
    return align == Align::left ? cell + space : space + cell;
}

}  // namespace

void TextTable::add(std::vector<std::string> cells) {
    if (cells.size() != columns_.size())
        throw std::logic_error("a table's row has too few or too many cells");
    rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
    std::vector<std::string> titles;
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        titles.push_back(columns_[c].title);
        widths.push_back(columns_[c].title.size());
        for (const auto& row : rows_) widths[c] = std::max(widths[c], row[c].size());
    }
    std::string text;
    const auto append = [&](const std::vector<std::string>& cells) {
        std::string line;
        for (std::size_t c = 0; c < cells.size(); ++c)
            line += padded(cells[c], widths[c], columns_[c].align) + std::string(gap, ' ');
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    };
    append(titles);
    for (const auto& row : rows_) append(row);
    return text;
}

}  // namespace winnow::commands
