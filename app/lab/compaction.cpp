// The compaction that a scan makes possible.
#include <fmt/format.h>

#include <algorithm>

#include "lab/executor.h"
#include "lab/lessons.h"
#include "lab/live_compaction.h"
#include "lab/sources.h"

namespace winnow::lab {
namespace {

/// Executes the exclusive scan of a row of votes. Returns its row.
std::uint32_t scan_votes(Executor& executor, std::uint32_t votes) {
    const std::uint32_t offsets = executor.begin_empty_row("offsets");
    executor.set_identity(0);
    for (std::uint32_t i = 1; i < executor.width(); ++i) {
        executor.combine(i, {offsets, i - 1}, {votes, i - 1});
        executor.count_step();
    }
    executor.end_frame("Scan",
                       "The exclusive scan of the votes counts the survivors before each element, which is "
                       "the place that a survivor moves to.");
    return offsets;
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

    const std::uint32_t offsets = scan_votes(executor, votes);
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
    return {
        .id = "vote-scan-compact",
        .title = "Vote, scan, compact",
        .summary =
            "Each element votes whether it survives, a scan of the votes gives each survivor its place, "
            "and the survivors move there.",
        .source = particle_article,
        .chapter = Chapter::applications,
        .ground = Ground::teaching_kernel,
        .result = Result::survivors,
        .own_op = Operator::add,
        .example = with_dead,
        .shipped =
            "Winnow's own compactor named staged stores votes and offsets as this lesson does, but scans the "
            "votes in parallel; bits stores a vote in a bit, and fused stores neither votes nor offsets.",
        .claims = {reduction_work},
        .execute = vote_scan_compact};
}

const Lesson& live_compaction_lesson() {
    static const Lesson lesson{
        .id = "live",
        .title = "Your particles: vote, scan, compact",
        .summary =
            "The oldest particles of the last step: each voted, and the survivors moved to their offsets.",
        .source = particle_article,
        .ground = Ground::shipped_kernel,
        .result = Result::survivors,
        .lanes = "particle",
        .takes_values = false,
        .own_op = Operator::add,
        .remark =
            "The votes and the places are those of the running compactor, read back; the offsets and the "
            "counters come from the Lab, which scans one by one."};
    return lesson;
}

Execution live_compaction(std::span<const LiveParticle> before, std::span<const LiveParticle> after) {
    const auto lanes = static_cast<std::uint32_t>(before.size());
    Parameters parameters;
    for (const LiveParticle& one : before) parameters.values.push_back(one.steps_left);
    Executor executor(parameters, lanes);

    const std::uint32_t particles = executor.begin_empty_row("steps left");
    const auto own_all = [&] {
        for (std::uint32_t i = 0; i < lanes; ++i) executor.own(i, i);
    };
    for (std::uint32_t i = 0; i < lanes; ++i) executor.set(i, before[i].steps_left, Mark::input);
    own_all();
    if (before.empty()) {
        executor.end_frame(
            "Particles",
            "No particle is shown: none lived before the last step, or the compaction keeps no order.");
        return executor.run();
    }
    executor.end_frame("Particles",
                       "Each cell is a particle, the oldest first, and says how many steps it has "
                       "left to live.");

    const std::uint32_t votes = executor.begin_empty_row("votes");
    std::uint32_t survivors = 0;
    for (std::uint32_t i = 0; i < lanes; ++i) {
        const bool survives =
            std::ranges::any_of(after, [&](const LiveParticle& one) { return one.is_same(before[i]); });
        executor.set(i, survives ? 1 : 0, survives ? Mark::computed : Mark::kept);
        executor.link({particles, i}, i, LinkKind::move);
        survivors += survives ? 1 : 0;
    }
    own_all();
    executor.end_frame("Vote",
                       fmt::format("{} of these {} voted 1; the others have just died.", survivors, lanes));

    const std::uint32_t offsets = scan_votes(executor, votes);
    own_all();
    executor.begin_empty_row("survivors");
    std::uint32_t misplaced = 0;
    for (std::uint32_t i = 0; i < lanes; ++i) {
        if (executor.value_at({votes, i}) == 0) continue;
        const auto place = static_cast<std::uint32_t>(executor.value_at({offsets, i}).value);
        executor.set(place, after[place].steps_left, Mark::moved);
        executor.own(place, i);
        executor.link({offsets, i}, place, LinkKind::move);
        if (after[place].is_same(before[i])) continue;
        executor.mark_wrong(place);
        misplaced++;
    }
    executor.end_frame("Compact",
                       misplaced == 0
                           ? "Each survivor lies at its offset in the columns of the next step."
                           : fmt::format("{} of the survivors do not lie at their offsets.", misplaced));
    return executor.run();
}

}  // namespace winnow::lab
