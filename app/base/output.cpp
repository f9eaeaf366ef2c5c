#include "base/output.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

#include "base/json_text.h"
#include "base/message.h"

namespace winnow {
namespace {

constexpr std::size_t gap = 2;  // spaces between columns

/// Counts characters, not bytes: UTF-8's continuation bytes are skipped.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(const std::string& cell, std::size_t width, Align align) {
    const std::string space(width - std::min(width, width_of(cell)), ' ');
    return align == Align::left ? cell + space : space + cell;
}

bool is_heading(const std::vector<std::string>& row) {
    return row.size() == 1;
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
        widths.push_back(width_of(columns_[c].title));
        for (const auto& row : rows_)
            if (!is_heading(row)) widths[c] = std::max(widths[c], width_of(row[c]));
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
    for (const auto& row : rows_) {
        if (is_heading(row))
            text += row.front() + '\n';
        else
            append(row);
    }
    return text;
}

ExitStatus finish_each(const std::vector<std::function<void()>>& finishers) {
    ExitStatus first = ExitStatus::fine;
    std::string said;
    for (const auto& finish : finishers) {
        try {
            finish();
        } catch (const std::exception& error) {
            if (said == error.what()) continue;  // a lost device fails all of them with the same message
            said = error.what();
            const ExitStatus status = say_current_exception();
            if (first == ExitStatus::fine) first = status;
        }
    }
    return first;
}

JsonFile::JsonFile(const std::string& path) {
    if (!path.empty()) file_.emplace(path);
}

void JsonFile::write(const nlohmann::ordered_json& document) {
    if (!file_) return;
    file_->write(json_lines(document));
    file_->commit();
}

}  // namespace winnow
