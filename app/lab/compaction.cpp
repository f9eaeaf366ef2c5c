// The compaction that a scan makes possible, and what some do instead: draw an estimated number of particles.
#include <fmt/format.h>

#include <algorithm>

#include "lab/executor.h"
#include "lab/lessons.h"
#include "lab/live_compaction.h"

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
        .ground = LessonGround::teaching_kernel,
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
        .ground = LessonGround::shipped_kernel,
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

// --- Drawing an estimated number of particles instead of compacting the living.

namespace {

/// Returns how many particles live on average if one is born in each step: the middle of the range that
/// lifetimes are drawn from, and at most all of them.
std::uint32_t estimated(const Words& lifetimes) {
    const auto [least, most] = std::ranges::minmax(lifetimes, {}, &Word::value);
    const std::int64_t middle = (std::int64_t{least.value} + most.value) / 2;
    return static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(middle, 0, static_cast<std::int64_t>(lifetimes.size())));
}

std::uint32_t vote(Executor& executor) {
    const std::uint32_t lifetimes = executor.newest_row();
    const std::uint32_t votes = executor.begin_empty_row("lives");
    for (std::uint32_t age = 0; age < executor.width(); ++age) {
        const bool lives = executor.value_at({lifetimes, age}).value > static_cast<std::int32_t>(age);
        executor.set(age, lives ? 1 : 0, lives ? Mark::computed : Mark::kept);
        executor.link({lifetimes, age}, age, LinkKind::move);
    }
    executor.end_frame("Who lives", "A particle lives while its lifetime is greater than its age.");
    return votes;
}

void draw_estimate(Executor& executor, std::uint32_t votes, std::uint32_t count) {
    executor.begin_empty_row(fmt::format("newest {}", count));
    std::uint32_t dead = 0, missed = 0;
    for (std::uint32_t age = 0; age < executor.width(); ++age) {
        const bool lives = executor.value_at({votes, age}).value != 0, is_drawn = age < count;
        dead += !lives && is_drawn ? 1 : 0;
        missed += lives && !is_drawn ? 1 : 0;
        if (lives != is_drawn)
            executor.show(age, {.value = {}, .label = is_drawn ? "dead" : "missed", .wrong = true});
        else if (lives)
            executor.show(age, {.value = {}, .label = "drawn", .mark = Mark::moved});
    }
    executor.end_frame(
        "The estimate",
        fmt::format("The lifetimes' middle is {0}, so the newest {0} particles are updated and drawn: {1} of "
                    "them {2} dead, and {3} living {4} missed.",
                    count, dead, dead == 1 ? "is" : "are", missed, missed == 1 ? "one is" : "ones are"));
}

void count_costs(Executor& executor, std::uint32_t votes, std::uint32_t count) {
    const std::uint32_t width = executor.width();
    const std::uint32_t scan = executor.begin_empty_row("living so far");
    executor.copy(0, {votes, 0});
    for (std::uint32_t i = 1; i < width; ++i) {
        executor.combine(i, {scan, i - 1}, {votes, i});
        executor.count_step();
    }
    executor.end_frame(
        "Scan of the votes",
        fmt::format("The scan counts the living exactly: there are {}, and it says where each of them moves.",
                    executor.value_at({scan, width - 1}).value));
    const auto add_row = [&](std::string name, auto&& cost) {
        executor.begin_empty_row(std::move(name));
        for (std::uint32_t i = 0; i < width; ++i)
            executor.set(i, cost(i), i + 1 == count ? Mark::computed : Mark::kept);
    };
    add_row("dead drawn", [&](std::uint32_t i) {
        return static_cast<std::int32_t>(i + 1) - executor.value_at({scan, i}).value;
    });
    add_row("living missed", [&](std::uint32_t i) {
        return executor.value_at({scan, width - 1}).value - executor.value_at({scan, i}).value;
    });
    executor.end_frame(
        "What every estimate costs",
        "Column i shows what drawing the newest i + 1 particles costs. A larger estimate draws more dead "
        "ones, a smaller one misses more living ones; a compaction costs neither, but a scan.");
}

void estimate(Executor& executor, const Parameters& parameters) {
    const std::uint32_t count = estimated(parameters.values);
    const std::uint32_t votes = vote(executor);
    draw_estimate(executor, votes, count);
    count_costs(executor, votes, count);
}

}  // namespace

Lesson estimate_lesson() {
    return {.id = "estimate",
            .title = "Estimating the living",
            .summary =
                "If lifetimes are drawn from a range and nothing else kills, the number of the living can be "
                "estimated, and only the newest are drawn: some of them are dead, and some older ones are "
                "missed.",
            .source = particle_article,
            .chapter = Chapter::applications,
            .result = Result::nothing,
            .lanes = "particle",
            .input =
                "One particle was born in each step, so particle i is i steps old. The values are their "
                "lifetimes in steps, drawn at random from a range.",
            .max_executed = max_values,
            .own_op = Operator::add,
            .example = {7, 4, 9, 3, 8, 6, 5, 9, 3, 7, 4, 8},
            .remark =
                "The article chose the estimate for its own particles; it says neither what it costs nor how "
                "it is made. Taking the middle of the range is this lesson's choice.",
            .execute = estimate};
}

}  // namespace winnow::lab
