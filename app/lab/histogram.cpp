// A histogram, whose scan gives each bucket its place in the sorted array.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "lab/executor.h"
#include "lab/lessons.h"
#include "lab/sources.h"

namespace winnow::lab {
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

}  // namespace winnow::lab
