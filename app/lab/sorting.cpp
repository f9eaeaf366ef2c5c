// Sorts by scans: a histogram, a sort by one bit after the other, and quicksort.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "base/error.h"
#include "lab/executor.h"
#include "lab/lessons.h"

namespace winnow::lab {

// --- A histogram, whose scan gives each bucket its place in the sorted array.

namespace {

constexpr std::int32_t buckets_at_most = max_values;  // each has a lane

void check_keys(const Words& keys) {
    for (const Word& key : keys)
        if (key.value < 0 || key.value >= buckets_at_most)
            bad_input("histogram: the key {} is out of range; from 0 to {} is possible", key.value,
                      buckets_at_most - 1);
}

/// Returns the key as the number of its bucket.
std::uint32_t bucket_of(Word key) {
    return static_cast<std::uint32_t>(key.value);
}

std::uint32_t buckets_of(const Words& keys) {
    std::uint32_t buckets = 0;
    for (const Word& key : keys) buckets = std::max(buckets, bucket_of(key) + 1);
    return buckets;
}

std::uint32_t lanes_of(const Words& keys) {
    return std::max(static_cast<std::uint32_t>(keys.size()), buckets_of(keys));
}

std::uint32_t count_keys(Executor& executor, const Words& keys) {
    const std::uint32_t input = executor.begin_empty_row("keys");
    for (std::uint32_t i = 0; i < keys.size(); ++i) executor.set(i, keys[i], Mark::input);
    executor.end_frame("Input", "The array holds keys; a key is also the number of its bucket.");

    const std::uint32_t counts = executor.begin_empty_row("counts");
    for (std::uint32_t bucket = 0; bucket < buckets_of(keys); ++bucket)
        executor.set(bucket, static_cast<std::int32_t>(std::count(keys.begin(), keys.end(), bucket)),
                     Mark::computed);
    for (std::uint32_t i = 0; i < keys.size(); ++i) {
        executor.link({input, i}, bucket_of(keys[i]), LinkKind::operand);
        executor.count_operation();
    }
    executor.count_step();
    executor.end_frame(
        "Count",
        "Each key has added 1 to the counter of its bucket, atomically, because several keys may meet "
        "there.");
    return counts;
}

void histogram(Executor& executor, const Parameters& parameters) {
    const Words& keys = parameters.values;
    const std::uint32_t counts = count_keys(executor, keys);
    const std::uint32_t offsets = executor.begin_empty_row("offsets");
    executor.set_identity(0);
    for (std::uint32_t bucket = 1; bucket < buckets_of(keys); ++bucket) {
        executor.combine(bucket, {offsets, bucket - 1}, {counts, bucket - 1});
        executor.count_step();
    }
    executor.end_frame(
        "Scan",
        "The exclusive scan of the counts holds, for each bucket, how many keys lie in the buckets "
        "before it: there its own keys begin.");

    const std::uint32_t places = executor.begin_empty_row("places");
    for (std::uint32_t i = 0; i < keys.size(); ++i) {
        const auto equal_before = static_cast<std::int32_t>(
            std::count(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(i), keys[i]));
        executor.set(i, executor.value_at({offsets, bucket_of(keys[i])}).value + equal_before,
                     Mark::computed);
        executor.link({offsets, bucket_of(keys[i])}, i, LinkKind::operand);
        executor.count_operation();
    }
    executor.count_step();
    executor.end_frame(
        "Places",
        "The place of a key is the offset of its bucket plus the number of equal keys before it: no two "
        "keys have the same.");

    executor.begin_empty_row("sorted");
    for (std::uint32_t i = 0; i < keys.size(); ++i) {
        const auto place = static_cast<std::uint32_t>(executor.value_at({places, i}).value);
        executor.set(place, keys[i], Mark::moved);
        executor.link({places, i}, place, LinkKind::move);
    }
    executor.end_frame("Move",
                       "Each key moved to its place: the keys are sorted, and equal ones keep their order.");
}

}  // namespace

Lesson histogram_lesson() {
    return {.id = "histogram",
            .title = "Histogram and counting sort",
            .summary =
                "Counters tell how many keys lie in each bucket, their scan tells where each bucket begins, "
                "and the "
                "keys move there, sorted.",
            .source = applications,
            .chapter = Chapter::applications,
            .result = Result::sorted,
            .own_op = Operator::add,
            .example = eight,
            .application = {.values_are = "--values takes keys from 0 to 63.",
                            .shows_input = true,
                            .check = check_keys,
                            .width = lanes_of},
            .execute = histogram};
}

namespace {

void check_not_negative(const Words& values) {
    for (const Word& word : values)
        if (word.value < 0)
            bad_input("radix-sort: {} is negative; only numbers from 0 on are sorted by their bits",
                      word.value);
}

/// Returns the bits that the largest value needs, at least 1.
int bits_of(const Words& values) {
    std::uint32_t all = 1;
    for (const Word& word : values) all |= static_cast<std::uint32_t>(word.value);
    return std::bit_width(all);
}

/// Moves the values of the newest row whose bit is 0 before the others and keeps the order of both.
void split(Executor& executor, int bit) {
    const std::uint32_t values = executor.newest_row(), width = executor.width();
    const std::uint32_t bits = executor.begin_empty_row(fmt::format("bit {}", bit));
    for (std::uint32_t i = 0; i < width; ++i) {
        executor.set(i, executor.value_at({values, i}).value >> bit & 1, Mark::computed);
        executor.link({values, i}, i, LinkKind::operand);
    }
    executor.end_frame(
        fmt::format("Bit {}", bit),
        bit == 0 ? "Each element takes the lowest bit of its value."
                 : fmt::format("Each element takes bit {0} of its value; by the {1} below it the values "
                               "are sorted already.",
                               bit, bit == 1 ? "bit" : "bits"));

    const std::uint32_t zeros = executor.begin_empty_row("zeros before");
    executor.set_identity(0);
    const auto is_zero = [&](std::uint32_t i) { return executor.value_at({bits, i}) == 0 ? 1 : 0; };
    for (std::uint32_t i = 1; i < width; ++i) {
        executor.set(i, executor.value_at({zeros, i - 1}).value + is_zero(i - 1), Mark::computed);
        executor.link({zeros, i - 1}, i, LinkKind::operand);
        executor.link({bits, i - 1}, i, LinkKind::operand);
        executor.count_operation();
        executor.count_step();
    }
    const auto all_zeros =
        static_cast<std::uint32_t>(executor.value_at({zeros, width - 1}).value + is_zero(width - 1));
    executor.end_frame(
        "Scan", fmt::format("An exclusive scan counts the zeros before each element; there are {} in all.",
                            all_zeros));

    executor.begin_empty_row("values");
    for (std::uint32_t i = 0; i < width; ++i) {
        const auto before = static_cast<std::uint32_t>(executor.value_at({zeros, i}).value);
        const std::uint32_t place = is_zero(i) == 1 ? before : all_zeros + i - before;
        executor.set(place, executor.value_at({values, i}), Mark::moved);
        executor.link({zeros, i}, place, LinkKind::move);
    }
    executor.begin_segment(0);
    if (all_zeros < width) executor.begin_segment(all_zeros);
    executor.end_frame(
        "Split", fmt::format("A value whose bit is 0 moves to the number of zeros before it, any other "
                             "behind all {} zeros by the "
                             "number of ones before it: the values are sorted by their {}.",
                             all_zeros, bit == 0 ? "lowest bit" : fmt::format("lowest {} bits", bit + 1)));
}

void radix_sort(Executor& executor, const Parameters& parameters) {
    for (int bit = 0; bit < bits_of(parameters.values); ++bit) split(executor, bit);
}

}  // namespace

Lesson radix_sort_lesson() {
    return {.id = "radix-sort",
            .title = "Radix sort",
            .summary =
                "For one bit after the other, from the lowest, a scan tells each value its place among those "
                "with the "
                "same bit, zeros first.",
            .source = applications,
            .chapter = Chapter::applications,
            .result = Result::sorted,
            .own_op = Operator::add,
            .example = {5, 7, 3, 1, 4, 2, 7, 2},
            .application = {.values_are = "--values takes numbers that are not negative.",
                            .check = check_not_negative},
            .execute = radix_sort};
}

// --- Quicksort whose segments are all split at once, by segmented scans.

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
