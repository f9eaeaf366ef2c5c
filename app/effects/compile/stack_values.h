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

#include "effects/compile/stack.h"
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

/// True if the value is a 0 that turns the parameter off: it is in the program's text, and no row has it.
bool is_off(const Value& value, const Parameter& parameter);

/// Returns the number as GLSL writes it, in parentheses if it has a sign.
std::string float_text(float value);

/// Returns the value as GLSL sees it, in up to four components.
glm::vec4 seen(const Constant& constant, const Parameter& parameter);

/// Appends numbers, each a part of a row. All return the place: a word, counted from the first row's first.
class Rows {
  public:
    std::uint32_t add(std::span<const float> numbers);
    std::uint32_t add(float number) { return add(std::span(&number, 1)); }
    std::uint32_t add(const glm::vec4& v, int components) {
        return add(std::span(&v.x, static_cast<std::size_t>(components)));
    }
    std::uint32_t add_whole(std::uint32_t number);

    /// Begins a table in the next row, and returns that row.
    std::uint32_t begin_table();
    void add_row(const glm::vec4& row);

    std::vector<glm::vec4> take() { return std::move(rows_); }

  private:
    std::vector<glm::vec4> rows_;
    std::uint32_t words_ = 0;
};

/// Writes expressions that read numbers at their places, by way of locals that hold whole rows.
class RowReads {
  public:
    std::string numbers(std::uint32_t place, int components);
    /// The expression reads the bits of an integer.
    static std::string whole(std::uint32_t place);

    /// Returns the declarations of the locals that were read since the last call.
    std::string declarations();

  private:
    std::set<std::uint32_t> read_;  // rows whose locals are not declared yet
};

/// The data of an effect's files, deduplicated and stored in consecutive rows. Row 0 is all zero and unused.
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

/// The places of the numbers that a module's values have in rows, in the order in which the values' text
/// reads them. A table counts with its first row.
using RowPlaces = std::vector<std::uint32_t>;

/// Appends the numbers of the module's values. How many there are, and their order, depend on what
/// same_text() compares only.
RowPlaces add_values(Rows& rows, FileRows& files, const StackModule& module,
                     std::span<const Property> properties, std::span<const Attribute> attributes);

/// Returns the statements, a line each, that declare the values of the module's parameters as locals v0, v1,
/// ... `places` come from add_values().
std::vector<std::string> value_statements(const RowPlaces& places, RowReads& reads, const StackModule& module,
                                          std::span<const Attribute> attributes);

/// True if value_statements() returns the same for both, if their stacks' attributes are the same.
bool same_text(const StackModule& a, const StackModule& b);

}  // namespace winnow::effects
