// Sums that do not fit a word.
#include <fmt/format.h>

#include <cstddef>
#include <limits>

#include "lab/executor.h"
#include "lab/lessons.h"

namespace winnow::lab {
namespace {

using Wide = std::int64_t;

bool fits(Wide sum) {
    return sum >= std::numeric_limits<std::int32_t>::min() && sum <= std::numeric_limits<std::int32_t>::max();
}

/// Returns the exact sums of the last `span` values up to each element.
std::vector<Wide> exact_sums(const Words& values, std::size_t span) {
    std::vector<Wide> sums(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        for (std::size_t k = i + 1 > span ? i + 1 - span : 0; k <= i; ++k) sums[i] += values[k].value;
    return sums;
}

/// Marks the elements of the newest row whose sums do not fit. Returns how many there are.
std::uint32_t mark_wrapped(Executor& executor, const std::vector<Wide>& exact) {
    std::uint32_t wrapped = 0;
    for (std::uint32_t i = 0; i < exact.size(); ++i) {
        if (fits(exact[i])) continue;
        ++wrapped;
        Cell cell = executor.run().rows.back().cells[i];
        cell.label = fmt::format("↻ {}", cell.value->value);
        cell.wrong = true;
        executor.show(i, cell);
    }
    return wrapped;
}

void show_exact(Executor& executor, const std::vector<Wide>& sums) {
    executor.begin_empty_row("exact");
    for (std::uint32_t i = 0; i < executor.width(); ++i)
        executor.show(
            i,
            {.value = {}, .label = std::to_string(sums[i]), .mark = Mark::expected, .wrong = !fits(sums[i])});
    executor.end_comparison(
        "Exact sums",
        "Those of these sums that a word can hold, from -2147483648 to 2147483647, are right; the "
        "others have wrapped around.");
}

void overflow(Executor& executor, const Parameters& parameters) {
    const Words& values = parameters.values;
    for (std::uint32_t stride = 1; stride < executor.width(); stride *= 2) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("stride {}", stride));
        for (std::uint32_t i = stride; i < executor.width(); ++i)
            executor.combine(i, {above, i - stride}, {above, i});
        executor.count_step();
        executor.count_barriers(2);
        const std::uint32_t wrapped = mark_wrapped(executor, exact_sums(values, std::size_t{2} * stride));
        executor.end_frame(fmt::format("Stride {}", stride),
                           fmt::format("{} wrapped around (↻): {} from the exact by a multiple of 2³².",
                                       wrapped == 1 ? "One sum has" : fmt::format("{} sums have", wrapped),
                                       wrapped == 1 ? "it differs" : "they differ"));
    }
    show_exact(executor, exact_sums(values, values.size()));
}

}  // namespace

Lesson overflow_lesson() {
    return {
        .id = "overflow",
        .title = "Sums that wrap around",
        .summary =
            "Sums of words are exact modulo 2³². That addition is associative too, so the parallel scan "
            "gives the very words of the sequential one, and a sum that fits is right even if others on its "
            "way did not.",
        .source = scan_notes,
        .max_executed = max_values,
        .own_op = Operator::add,
        .example = {2000000000, 1500000000, -1000000000, -2000000000, 500000000, 2147483647, 1, -2000000000},
        .remark = "The notes name no limit; Winnow's scans of 32-bit words wrap around like this.",
        .execute = overflow};
}

}  // namespace winnow::lab
