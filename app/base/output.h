// Where a command's findings go: a table for people, JSON for programs.
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/output_file.h"

namespace winnow {

inline constexpr int json_schema = 1;

/// Where tables go that people read: standard output, unless one of the outputs, "-", goes there.
inline std::FILE* table_stream(std::initializer_list<std::string_view> outputs) {
    return std::find(outputs.begin(), outputs.end(), "-") == outputs.end() ? stdout : stderr;
}

/// Completes what a command writes. Each output stands for itself: all of them are run in their order, and
/// each failure is said in a line of its own; one with the same words as the one before is said once. Returns
/// the status of the first failure, or `fine`.
ExitStatus finish_each(const std::vector<std::function<void()>>& finishers);

/// The file of --json, opened before the work begins so that what cannot be written is known at once.
class JsonFile {
  public:
    /// An empty path: nothing is written. Throws Error(bad_input) if it cannot be created.
    explicit JsonFile(const std::string& path);
    bool wanted() const { return file_.has_value(); }
    /// Writes the document and completes the file.
    void write(const nlohmann::ordered_json& document);

  private:
    std::optional<OutputFile> file_;
};

}  // namespace winnow
