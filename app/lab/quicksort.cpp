// Quicksort whose segments are all split at once, by segmented scans.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lab/executor.h"
#include "lab/lessons.h"
#include "lab/sources.h"

namespace winnow::lab {
namespace {

/// Lanes that hold the values between two pivots.
struct Segment {
    std::uint32_t first, end;
};
using Segments = std::vector<Segment>;

constexpr std::size_t sides = 3;  // smaller than the pivot, equal, larger

bool holds_equal_values(const Executor& executor, std::uint32_t row, Segment segment) {
    for (std::uint32_t i = segment.first + 1; i < segment.end; ++i)
        if (executor.value_at({row, i}) != executor.value_at({row, segment.first})) return false;
    return true;
}

/// Hands the first value of each segment to its other elements, and compares them with it. Returns the row of
/// the sides, 0 to 2.
std::uint32_t compare(Executor& executor, const Segments& segments, std::uint32_t round) {
    const std::uint32_t values = executor.newest_row();
    const std::uint32_t pivots = executor.begin_empty_row("pivot");
    for (const auto [first, end] : segments)
        for (std::uint32_t i = first; i < end; ++i) executor.copy(i, {values, first});
    const std::uint32_t row = executor.begin_empty_row("side");
    constexpr std::array<std::string_view, sides> signs{"<", "=", ">"};
    for (const auto [first, end] : segments)
        for (std::uint32_t i = first; i < end; ++i) {
            const std::int32_t value = executor.value_at({values, i}).value,
                               pivot = executor.value_at({pivots, i}).value;
            const std::int32_t side = value < pivot ? 0 : value == pivot ? 1 : 2;
            executor.set(i, side, Mark::computed);
            executor.label(i, std::string(signs[static_cast<std::size_t>(side)]));
            executor.link({pivots, i}, i, LinkKind::operand);
            executor.count_operation();
        }
    executor.count_step();
    executor.end_frame(
        fmt::format("Round {}, compare", round),
        "A segmented copy hands the pivot, the first value of a segment, to all its elements, and each "
        "compares its value with it: <, = or >.");
    return row;
}

/// Counts, for each element of the segment, those on the same side before it. Returns the number on each
/// side.
std::array<std::uint32_t, sides> rank(Executor& executor, Segment segment, std::uint32_t side_row) {
    std::array<std::uint32_t, sides> counts{};
    std::array<std::uint32_t, sides> previous{};
    for (std::uint32_t i = segment.first; i < segment.end; ++i) {
        const auto side = static_cast<std::size_t>(executor.value_at({side_row, i}).value);
        executor.set(i, static_cast<std::int32_t>(counts[side]), Mark::computed);
        executor.link({side_row, i}, i, LinkKind::operand);
        if (counts[side] > 0) executor.link({side_row, previous[side]}, i, LinkKind::operand);
        previous[side] = i;
        counts[side]++;
    }
    return counts;
}

/// Counts the additions of scans that go through all segments at once, element by element.
void count_scans(Executor& executor, const Segments& segments) {
    const auto have_element = [&](std::uint32_t i) {
        return std::ranges::count_if(segments, [&](Segment one) { return i < one.end - one.first; });
    };
    for (std::uint32_t i = 1; have_element(i) > 0; ++i) {
        for (auto left = have_element(i); left > 0; --left) executor.count_operation();
        executor.count_step();
    }
}

/// Splits each segment by its sides. Returns the new segments, those with nothing left to do too.
Segments split(Executor& executor, const Segments& segments, std::uint32_t side_row, std::uint32_t round) {
    const std::uint32_t ranks = executor.begin_empty_row("rank");
    std::vector<std::array<std::uint32_t, sides>> counts;
    for (const Segment segment : segments) counts.push_back(rank(executor, segment, side_row));
    count_scans(executor, segments);
    executor.begin_empty_row("place");
    Segments parts;
    for (std::size_t s = 0; s < segments.size(); ++s) {
        const std::array<std::uint32_t, sides> begins{segments[s].first, segments[s].first + counts[s][0],
                                                      segments[s].first + counts[s][0] + counts[s][1]};
        for (std::size_t side = 0; side < sides; ++side)
            if (counts[s][side] > 0) parts.push_back({begins[side], begins[side] + counts[s][side]});
        for (std::uint32_t i = segments[s].first; i < segments[s].end; ++i) {
            const auto side = static_cast<std::size_t>(executor.value_at({side_row, i}).value);
            executor.set(i, static_cast<std::int32_t>(begins[side]) + executor.value_at({ranks, i}).value,
                         Mark::computed);
            executor.link({ranks, i}, i, LinkKind::operand);
            executor.count_operation();
        }
    }
    executor.count_step();
    executor.end_frame(fmt::format("Round {}, scan", round),
                       "Segmented scans, one for each side, count the elements of the same side before each "
                       "element: this is its rank, and its place is the start of its side plus its rank.");
    return parts;
}

/// Moves the values of `from` in the segments to the places of the newest row; the others stay.
void move_to_places(Executor& executor, const Segments& segments, std::uint32_t from) {
    const std::uint32_t places = executor.newest_row();
    executor.begin_empty_row("values");
    for (std::uint32_t i = 0; i < executor.width(); ++i)
        executor.set(i, executor.value_at({from, i}), Mark::kept);
    for (const auto [first, end] : segments)
        for (std::uint32_t i = first; i < end; ++i) {
            const auto place = static_cast<std::uint32_t>(executor.value_at({places, i}).value);
            executor.set(place, executor.value_at({from, i}), Mark::moved);
            executor.link({places, i}, place, LinkKind::move);
        }
}

void quicksort(Executor& executor, const Parameters&) {
    Segments segments{{0, executor.width()}};
    std::vector<std::uint32_t> heads{0};
    for (std::uint32_t round = 1;; ++round) {
        const std::uint32_t values = executor.newest_row();
        for (const std::uint32_t head : heads) executor.begin_segment(head);
        std::erase_if(segments, [&](Segment one) { return holds_equal_values(executor, values, one); });
        if (segments.empty()) return;
        const std::uint32_t side_row = compare(executor, segments, round);
        Segments parts = split(executor, segments, side_row, round);
        move_to_places(executor, segments, values);
        for (const Segment part : parts) heads.push_back(part.first);
        executor.end_frame(
            fmt::format("Round {}, move", round),
            "Each value moved to its place: in every segment the smaller values lie before those that "
            "equal the pivot and the larger ones behind, and each group is a segment of its own.");
        segments = std::move(parts);
    }
}

}  // namespace

Lesson quicksort_lesson() {
    return {.id = "quicksort",
            .title = "Quicksort by segmented scans",
            .summary =
                "Every segment is split by its first value, all segments at once, until each holds equal "
                "values only; "
                "a bar stands where a segment begins.",
            .source = applications,
            .chapter = Chapter::applications,
            .result = Result::sorted,
            .own_op = Operator::add,
            .example = {64, 92, 34, 16, 87, 41, 92, 34},
            .execute = quicksort};
}

}  // namespace winnow::lab
