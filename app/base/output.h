// Where a command writes its results: tables for people, JSON for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/output_file.h"

namespace winnow {

// Tables of aligned columns for people.

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

inline constexpr int json_schema = 1;

/// Returns the stream for tables: standard output, unless one of the outputs is "-" and uses it.
inline std::FILE* table_stream(std::initializer_list<std::string_view> outputs) {
    return std::find(outputs.begin(), outputs.end(), "-") == outputs.end() ? stdout : stderr;
}

/// Completes the outputs of a command. They are independent: all are completed, in order, and each failure is
/// printed on its own line; a failure with the same message as the one before is printed once. Returns the
/// status of the first failure, or `fine`.
ExitStatus finish_each(const std::vector<std::function<void()>>& finishers);

/// The file of --json, opened before the work begins so that an unwritable path is reported at once.
class JsonFile {
  public:
    /// Writes nothing if the path is empty. Throws Error(bad_input) if the file cannot be created.
    explicit JsonFile(const std::string& path);
    bool wanted() const { return file_.has_value(); }
    /// Writes the document and completes the file.
    void write(const nlohmann::ordered_json& document);

  private:
    std::optional<OutputFile> file_;
};

}  // namespace winnow
