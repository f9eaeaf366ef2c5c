// Reductions by trees, and the compaction that a scan makes possible.
#include <fmt/format.h>

#include "lab/scans.h"

namespace winnow::lab {

void reduction_interleaved(Executor& executor, const Parameters&) {
    for (std::uint32_t stride = 1; stride < executor.width(); stride *= 2) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("stride {}", stride));
        for (std::uint32_t i = 0; i < executor.width(); i += 2 * stride)
            executor.combine(i, {above, i}, {above, i + stride});
        executor.count_barriers(1);
        executor.count_step();
        executor.end_frame(
            fmt::format("Stride {}", stride),
            fmt::format("The first element of every {0} now holds the {1} of those {0} values; the "
                        "busy threads lie ever further apart.",
                        2 * stride, executor.result_noun()));
    }
}

void reduction_sequential(Executor& executor, const Parameters&) {
    for (std::uint32_t stride = executor.width() / 2; stride > 0; stride /= 2) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("stride {}", stride));
        for (std::uint32_t i = 0; i < stride; ++i) executor.combine(i, {above, i}, {above, i + stride});
        executor.count_barriers(1);
        executor.count_step();
        executor.end_frame(
            fmt::format("Stride {}", stride),
            fmt::format(
                "{} the {} of all values; the busy threads stay side "
                "by side.",
                stride == 1 ? "Element 0 holds" : fmt::format("The first {} elements together hold", stride),
                executor.result_noun()));
    }
}

void vote_scan_compact(Executor& executor, const Parameters& parameters) {
    const std::uint32_t values = executor.newest_row();
    const std::uint32_t votes = executor.begin_empty_row("votes");
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        const bool survives = parameters.values[i] != 0;
        executor.set(i, survives ? 1 : 0, survives ? Mark::computed : Mark::kept);
        executor.link({values, i}, i, LinkKind::move);
    }
    executor.end_frame("Vote",
                       "Each element votes 1 if it survives, because it is not 0, and 0 if it does not.");

    const std::uint32_t offsets = executor.begin_empty_row("offsets");
    executor.set_identity(0);
    for (std::uint32_t i = 1; i < executor.width(); ++i) {
        executor.combine(i, {offsets, i - 1}, {votes, i - 1});
        executor.count_step();
    }
    executor.end_frame("Scan",
                       "The exclusive scan of the votes counts the survivors before each element, which is "
                       "the place that a survivor moves to.");

    executor.begin_empty_row("survivors");
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        if (executor.value_at({votes, i}) == 0) continue;
        const auto place = static_cast<std::uint32_t>(executor.value_at({offsets, i}));
        executor.set(place, executor.value_at({values, i}), Mark::moved);
        executor.link({offsets, i}, place, LinkKind::move);
    }
    executor.end_frame("Compact",
                       "Each survivor moved to its offset: the survivors lie side by side, in their old "
                       "order.");
}

}  // namespace winnow::lab
