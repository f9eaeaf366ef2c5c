// Tables of aligned columns for people.
#pragma once

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace winnow {

enum class Align { left, right };

struct TableColumn {
    std::string title;
    Align align = Align::left;
};

class TextTable {
  public:
    explicit TextTable(std::vector<TableColumn> columns) : columns_(std::move(columns)) {}

    /// Adds a row. Precondition: it has one cell per column, and there are at least two columns. The last
    /// column is not padded.
    void add(std::vector<std::string> cells);
    /// Adds a line of its own between the rows; it may begin with a line break.
    void add_heading(std::string text) { rows_.push_back({std::move(text)}); }
    bool empty() const { return rows_.empty(); }
    std::string text() const;

  private:
    std::vector<TableColumn> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace winnow
