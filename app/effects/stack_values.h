// Writes the values of a module's parameters as GLSL locals, and their numbers as rows that the GLSL reads.
#pragma once

#include <glm/glm.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "effects/stack.h"
#include "shaders/effects/rows.h"

namespace winnow::effects {

inline constexpr std::uint32_t row_words = 4;
inline constexpr std::uint32_t curve_samples = shared::CURVE_SAMPLES;
inline constexpr std::uint32_t gradient_samples = shared::GRADIENT_SAMPLES;

/// Returns the y of points at x, linear between them and constant beyond.
template <typename Point, typename X, typename Y>
auto interpolated(const std::vector<Point>& points, float at, const X& x, const Y& y) {
    const auto next = std::ranges::upper_bound(points, at, {}, x);
    if (next == points.begin()) return y(points.front());
    if (next == points.end()) return y(points.back());
    const Point &a = *(next - 1), &b = *next;
    return glm::mix(y(a), y(b), (at - x(a)) / (x(b) - x(a)));
}

/// Returns the number as GLSL writes it, in parentheses if it has a sign.
std::string float_text(float value);

/// Returns the value as GLSL sees it, in up to four components.
glm::vec4 seen(const Constant& constant, const Parameter& parameter);

/// Appends numbers to rows and returns the text of expressions that read them, by way of locals that hold
/// whole rows.
class Rows {
  public:
    std::string add(std::span<const float> numbers);
    std::string add(float number) { return add(std::span(&number, 1)); }
    std::string add(const glm::vec4& v, int components) {
        return add(std::span(&v.x, static_cast<std::size_t>(components)));
    }
    /// Appends a number that the expression reads as an integer.
    std::string add_whole(std::uint32_t number);

    /// Returns the declarations of the locals that were read since the last call.
    std::string declarations();

    /// Returns the row that comes next, which begins a table.
    std::uint32_t begin_table();
    void add_row(const glm::vec4& row);

    std::vector<glm::vec4> take() { return std::move(rows_); }

  private:
    /// Returns the place of the first number among all words.
    std::uint32_t append(std::span<const float> numbers);

    std::vector<glm::vec4> rows_;
    std::set<std::uint32_t> read_;  // by locals that are not declared yet
    std::uint32_t words_ = 0;
};

/// The data of an effect's files, each once, in rows one behind the other. Row 0 is zero and belongs to none.
class FileRows {
  public:
    struct Placed {
        std::uint32_t first;  // row
        std::shared_ptr<const FileData> data;
        bool operator==(const Placed&) const = default;
    };

    /// Returns the first row of the data, which are added if they are new; 0 for none. Throws
    /// Error(bad_input) if the rows are too many to be counted.
    std::uint32_t first_of(const std::shared_ptr<const FileData>& data);

    const std::vector<Placed>& all() const { return all_; }
    std::uint32_t count() const { return count_; }
    bool operator==(const FileRows&) const = default;

  private:
    std::vector<Placed> all_;
    std::uint32_t count_ = 1;
};

/// Returns the statements, a line each, that declare the values of the module's parameters as locals v0, v1,
/// ...
std::vector<std::string> value_statements(Rows& rows, FileRows& files, const StackModule& module,
                                          std::span<const Property> properties,
                                          std::span<const Attribute> attributes);

}  // namespace winnow::effects
