#include "measure/bound_report.h"
#include "measure/measure.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <utility>

#include "base/error.h"
#include "measure/bound_cases.h"
#include "measure/compact_cases.h"
#include "measure/glsl_baselines.h"
#include "session/machine.h"
#include "shaders/shared.h"
#include "verify/subjects.h"

namespace winnow::measure {
namespace {

using compact::VoteFormat;

/// One of this project's compactors, made once and kept for all cases.
struct MeasuredCompactor {
    BoundRow row;  // its names only
    std::unique_ptr<compact::Compactor> compactor;
    std::unique_ptr<CompactBaseline> timed;  // null: GL's timers see it whole
};

MeasuredCompactor make_measured(Suite& suite, const Algorithm& by) {
    MeasuredCompactor made;
    made.row.name = name_of(by.backend);
    made.row.algorithm = name_of(by.compaction);
    made.row.keeps_order = keeps_order(by.compaction);
    made.compactor = suite.make_compactor(by.compaction, by.scan);
    if (BaselineSource* source = baselines_of(suite))
        made.timed = source->timed_compactor(by.compaction, by.scan);
    return made;
}

std::vector<MeasuredCompactor> measured_compactors(const Suites& suites, const CompactBenchChoice& options,
                                                   std::vector<LeftOut>& left_out) {
    std::vector<MeasuredCompactor> list;
    for (Suite* suite : suites.members(options.backend)) {
        const std::string name(name_of(suite->backend()));
        if (const Availability here = suite->available(); !here) {
            leave_out(left_out, name, here.reason);
            continue;
        }
        if (suite->backend() == Backend::cpu) {
            leave_out(left_out, name,
                      "it reads everything back and uploads it again, so a comparison says nothing");
            continue;
        }
        for (const Compaction compaction : members(compactions, options.compaction)) {
            const Algorithm by = suites.resolve({suite->backend(), options.scan, compaction});
            if (const Availability offered = suite->offers(by.compaction, by.scan); offered)
                list.push_back(make_measured(*suite, by));
            else
                leave_out(left_out, fmt::format("{} {}", name, name_of(compaction)), offered.reason);
        }
    }
    return list;
}

CompactVotes votes_of(const CompactGroup::Votes& votes, std::uint32_t seed, std::uint64_t records) {
    CompactVotes made;
    made.words = make_votes(votes.spread, votes.percent, seed, records);
    made.bits = verify::stored_votes(made.words, compact::VoteFormat::bits);
    made.survivors = survivors_of(made.words);
    return made;
}

std::string method(const CompactBenchChoice& options, bool software) {
    return fmt::format(
        "{}; every launch and clear of a run counts. {} Each column holds 16 bytes of every record. The "
        "votes "
        "are stored before the clock begins, as words or as bits, whichever the compactor takes. Copies move "
        "all records, dead and alive; the fastest copy sets the bandwidth of the lower bound. No removal: "
        "the "
        "dead stay, and a pass that reads the votes as words changes every living record in place; what this "
        "pass costs beyond the same pass over survivors alone is paid again by every pass. Other people's "
        "code has its records and flags in the form that it prefers, and its lower bound counts votes as "
        "bits; a list of indices moves no records and may be faster than the bound.",
        samples_text(options.runs),
        software
            ? software_samples_text
            : "Each sample is the mean of up to 16 back-to-back runs, or one run if it moves 32 MiB or "
              "more, between two timestamps on the GPU (OpenGL) or two CUDA events (without the hand-over "
              "of buffers), on buffers that rotate beyond the caches. Ahead of each sample, copies flush the "
              "caches and keep the GPU busy while the runs are queued.");
}

std::size_t count_of(const std::vector<CompactGroup>& groups) {
    std::size_t cases = 0;
    for (const CompactGroup& group : groups) cases += group.votes.size();
    return cases;
}

/// Measures the groups one after another.
class AllGroups {
  public:
    AllGroups(session::Machine& machine, const CompactBenchChoice& options, Progress& progress)
        : options_(options),
          groups_(compact_groups(options, machine.facts().software)),
          cases_(compact_topic, machine, options, progress, count_of(groups_)),
          baselines_(compact_baselines(machine.suites())),
          skip_dead_(machine.shaders()),
          compactors_(measured_compactors(machine.suites(), options, cases_.left_out())) {}

    BoundBench run() {
        for (const CompactGroup& group : groups_)
            if (fits(group)) measure(group);
        return cases_.take(method(options_, machine().facts().software));
    }

  private:
    session::Machine& machine() const { return cases_.tools().machine; }

    /// Record counts from the options have already been checked.
    bool fits(const CompactGroup& group) {
        return cases_.fits(
            fmt::format("{} records of {} bytes", group.records, group.columns * shared::COLUMN_BYTES),
            [&] { CompactSets::require_fit(machine().facts(), group.columns, group.records); });
    }

    void measure(const CompactGroup& group) {
        const CompactSets sets(machine().suites().memory(), machine().facts(), group.columns, group.records);
        for (const CompactGroup::Votes& how : group.votes) {
            const CompactVotes votes = votes_of(how, options_.seed, group.records);
            sets.set_votes(votes);
            const BoundCase of{group.records, group.columns * shared::COLUMN_BYTES, how.percent,
                               std::string(name_of(vote_spreads, how.spread))};
            cases_.measure(of, sets, [&](CaseRows& rows) { measure(rows, sets, votes); });
        }
        for (const auto& baseline : baselines_) baseline->release();
    }

    void measure(CaseRows& rows, const CompactSets& sets, const CompactVotes& votes) {
        const std::map<VoteFormat, double> bounds{
            {VoteFormat::words, bound_bytes(votes, VoteFormat::words, sets)},
            {VoteFormat::bits, bound_bytes(votes, VoteFormat::bits, sets)}};
        for (MeasuredCompactor& compactor : compactors_) {
            compactor.row.bound_bytes = bounds.at(compactor.compactor->vote_format());
            measure_ours(rows, sets, votes, compactor);
        }
        for (const auto& baseline : baselines_)
            measure_baseline(rows, sets, votes, *baseline, bounds.at(VoteFormat::bits));
        measure_no_removal(rows, sets, bounds.at(VoteFormat::words));
    }

    static double bound_bytes(const CompactVotes& votes, VoteFormat format, const CompactSets& sets) {
        return static_cast<double>(compact_bound_bytes(votes.words, format, sets.columns()));
    }

    void measure_ours(CaseRows& rows, const CompactSets& sets, const CompactVotes& votes,
                      MeasuredCompactor& measured) {
        compact::Compactor& compactor = *measured.compactor;
        compactor.reserve(sets.records());
        sets.poison();
        const auto times = [&] {
            if (measured.timed) return baseline_times(rows.timing(), sets, *measured.timed);
            return rows.timing().in_gl([&](std::uint32_t run) { submit(compactor, sets.run(run)); });
        };
        rows.add(measured.row, times, [&] { return sets.fault(votes, measured.row.keeps_order); });
    }

    static void submit(compact::Compactor& compactor, const CompactRun& run) {
        compactor.run(run.with(compactor.vote_format()));
        wait(compactor);
    }

    void measure_baseline(CaseRows& rows, const CompactSets& sets, const CompactVotes& votes,
                          CompactBaseline& baseline, double bound_bytes) {
        BoundRow row = baseline_row(baseline.name(), bound_bytes);
        if (!baseline.moves_records()) row.algorithm = indices_alone;
        row.keeps_order = baseline.keeps_order();
        if (const Availability offered = baseline.offers(sets.columns(), sets.records()); !offered)
            return rows.leave_out(row, offered.reason);
        try {
            rows.add(
                row, [&] { return baseline_times(rows.timing(), sets, baseline); },
                [&] { return CompactSets::count_fault(votes, baseline.survivors()); });
        } catch (const Error& error) {  // the baseline's own form of the records may not fit beside ours
            if (error.status() != ExitStatus::bad_input) throw;
            rows.leave_out(row, error.what());
        }
    }

    /// Every sample repeats the same runs, so that they are prepared only once; the sweep flushes the caches.
    std::vector<double> baseline_times(const Timing& timing, const CompactSets& sets,
                                       CompactBaseline& baseline) const {
        const auto runs = timing.runs_of_sample(0, [&](std::uint32_t run) { return sets.run(run); });
        const CompactBatch batch{runs, cases_.tools().sweep};
        baseline.prepare(batch);
        return timing.on_own_clock([&](std::uint32_t) { return baseline.run(batch); });
    }

    void measure_no_removal(CaseRows& rows, const CompactSets& sets, double bound_bytes) {
        constexpr std::uint32_t no_change = 0;  // unknown to the shader, which reads and writes everything
        const auto times = [&] {
            return rows.timing().in_gl([&](std::uint32_t run) { skip_dead_.run(sets.run(run), no_change); });
        };
        rows.add(baseline_row("no removal", bound_bytes), times,
                 [] { return std::string(); });  // the sources did not change: the rows that follow prove it
    }

    const CompactBenchChoice& options_;
    std::vector<CompactGroup> groups_;
    BoundCases cases_;
    std::vector<std::unique_ptr<CompactBaseline>> baselines_;
    SkipDead skip_dead_;
    std::vector<MeasuredCompactor> compactors_;
};

}  // namespace

BoundBench bench_compact(session::Machine& machine, const CompactBenchChoice& options, Progress& progress) {
    verify::require_offered(machine, options);
    for (const std::uint64_t records : options.sizes)
        for (const CompactGroup& group : compact_groups(options, machine.facts().software))
            CompactSets::require_fit(machine.facts(), group.columns, records);
    return AllGroups(machine, options, progress).run();
}

}  // namespace winnow::measure
