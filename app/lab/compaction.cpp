// The compaction that a scan makes possible.
#include <fmt/format.h>

#include "lab/executor.h"
#include "lab/lessons.h"
#include "lab/sources.h"

namespace winnow::lab {
namespace {

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
        const auto place = static_cast<std::uint32_t>(executor.value_at({offsets, i}).value);
        executor.set(place, executor.value_at({values, i}), Mark::moved);
        executor.link({offsets, i}, place, LinkKind::move);
    }
    executor.end_frame("Compact",
                       "Each survivor moved to its offset: the survivors lie side by side, in their old "
                       "order.");
}

}  // namespace

Lesson vote_scan_compact_lesson() {
    return {.id = "vote-scan-compact",
            .title = "Vote, scan, compact",
            .summary =
                "Each element votes whether it survives, a scan of the votes gives each survivor its place, "
                "and the survivors move there.",
            .source = particle_article,
            .result = Result::survivors,
            .own_op = Operator::add,
            .example = with_dead,
            .claims = {reduction_work},
            .execute = vote_scan_compact};
}

}  // namespace winnow::lab
