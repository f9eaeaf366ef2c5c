// A scan that begins anew in every segment.
#include "lab/lessons.h"
#include "lab/strides.h"

namespace winnow::lab {
namespace {

void segmented_scan(Executor& executor, const Parameters& parameters) {
    const Words& values = parameters.values;
    const std::uint32_t input = executor.begin_empty_row("input");
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        executor.set(i, values[i], Mark::input);
        if (*values[i].lead != 0) executor.begin_segment(i);
    }
    executor.end_frame(
        "Input",
        "A value whose flag is 1, shown as ▸, is the head of a segment; a bar stands before it, "
        "and no sum may cross the bar.");

    scan_by_strides(executor, Operator::segmented_add, [](std::uint32_t count) {
        return fmt::format(
            "Element i holds the sum of its last {} values, or of those since the last head among them; ▸ "
            "says that there was one, so the sum is complete.",
            count);
    });

    const std::uint32_t scanned = executor.newest_row();
    executor.begin_empty_row("sums");
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        executor.set(i, executor.value_at({scanned, i}).value, Mark::moved);
        executor.link({scanned, i}, i, LinkKind::move);
        if (*executor.value_at({input, i}).lead != 0) executor.begin_segment(i);
    }
    executor.end_frame("Values",
                       "The flags have done their work: each segment holds its own inclusive scan, although "
                       "the steps did not know where segments begin.");
}

Words segmented_sums(const Words& values) {
    Words sums;
    std::uint32_t sum = 0;
    for (const Word& word : values) {
        sum = *word.lead != 0 ? static_cast<std::uint32_t>(word.value)
                              : sum + static_cast<std::uint32_t>(word.value);
        sums.push_back(static_cast<std::int32_t>(sum));
    }
    return sums;
}

}  // namespace

Lesson segmented_scan_lesson() {
    const std::span<const Word> pairs = facts(Operator::segmented_add).pairs;
    return {
        .id = "segmented-scan",
        .title = "Segmented scan",
        .summary =
            "Flags mark the heads of segments, and an operator on pairs of flag and value scans all segments "
            "at once, whatever their lengths.",
        .source = applications,
        .chapter = Chapter::applications,
        .own_op = Operator::segmented_add,
        .example = Words(pairs.begin(), pairs.end()),
        .application = {.values_are = "--values takes the pairs flag:value, such as 1:5,0:1,1:3.",
                        .shows_input = true,
                        .expected = segmented_sums},
        .execute = segmented_scan};
}

}  // namespace winnow::lab
