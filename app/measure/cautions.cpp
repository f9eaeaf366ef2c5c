#include "measure/cautions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/text.h"

namespace winnow::measure {
namespace {

constexpr double wide_spread = 0.25;     // share of the median, from the 10th to the 90th percentile
constexpr double above_ceiling = 1.005;  // two decimals show this as more than 1
constexpr double max_apart = 0.1;        // share of the whole step by which the sum of its passes may differ

/// A row that needs a remark.
struct Remark {
    double rank;  // the highest are named first
    std::string what;
};

/// Adds one sentence about all remarks. If there are many, it names the first ones only.
void add(std::vector<std::string>& sentences, std::string_view beginning, std::vector<Remark> remarks,
         std::string_view advice) {
    constexpr std::size_t max_named = 3;
    if (remarks.empty()) return;
    std::stable_sort(remarks.begin(), remarks.end(),
                     [](const Remark& a, const Remark& b) { return a.rank > b.rank; });
    std::string named;
    for (std::size_t i = 0; i < std::min(remarks.size(), max_named); ++i)
        named += (i ? "; " : "") + remarks[i].what;
    if (remarks.size() > max_named) named += fmt::format("; and {} more", remarks.size() - max_named);
    sentences.push_back(fmt::format("{}: {}. {}", beginning, named, advice));
}

/// Returns the remarks on the rows. `remark_on(row)` returns a rank and a text; an empty text means no
/// remark.
template <typename Row, typename RemarkOn>
std::vector<Remark> remarks_on(const std::vector<Row>& rows, const RemarkOn& remark_on) {
    std::vector<Remark> remarks;
    for (const Row& row : rows)
        if (const auto& [rank, what] = remark_on(row); !what.empty()) remarks.push_back({rank, what});
    return remarks;
}

template <typename Row, typename Describe>
std::vector<std::string> cautions_of_times(const std::vector<Row>& rows, const Describe& describe) {
    std::vector<std::string> sentences;
    add(sentences, fmt::format("Fewer than {} samples", enough_samples),
        remarks_on(rows,
                   [&](const Row& row) {
                       return row.runs < enough_samples
                                  ? Remark{-double(row.runs), fmt::format("{} ({})", describe(row), row.runs)}
                                  : Remark{};
                   }),
        "Their percentiles say little, and another run may find other medians.");
    add(sentences,
        fmt::format("More than {:.0f} % of the median from the 10th to the 90th percentile",
                    wide_spread * 100),
        remarks_on(rows,
                   [&](const Row& row) {
                       const double spread =
                           row.ms.median > 0 ? (row.ms.p90 - row.ms.p10) / row.ms.median : 0;
                       return spread > wide_spread
                                  ? Remark{spread, fmt::format("{} ({:.0f} %)", describe(row), spread * 100)}
                                  : Remark{};
                   }),
        "Smaller differences between such rows say nothing.");
    return sentences;
}

template <typename Row, typename Describe, typename OfCeiling>
std::vector<Remark> above(const std::vector<Row>& rows, const Describe& describe,
                          const OfCeiling& of_ceiling) {
    return remarks_on(rows, [&](const Row& row) {
        const double share = of_ceiling(row);
        return share > above_ceiling ? Remark{share, fmt::format("{} ({:.2f})", describe(row), share)}
                                     : Remark{};
    });
}

}  // namespace

std::vector<std::string> cautions(const ScanBench& bench) {
    const auto describe = [](const ScanRow& row) {
        const std::string pair = row.block.empty() ? "" : fmt::format(" {} × {}", row.block, row.grid);
        return fmt::format("{}{}, {} elements", row.name, pair, grouped(row.elements));
    };
    std::vector<std::string> sentences = cautions_of_times(bench.rows, describe);
    add(sentences, "Faster than a copy, which should be the ceiling",
        above(bench.rows, describe,
              [](const ScanRow& row) { return row.kind == RowKind::copy ? 0 : row.of_copy; }),
        "There the copy's time is its launch, or noise, and says nothing of bandwidth.");
    return sentences;
}

std::vector<std::string> cautions(const BoundTopic& topic, const BoundBench& bench) {
    const auto describe = [&](const BoundRow& row) {
        return full_name(row) + ": " + measure::describe(topic, row.of);
    };
    std::vector<std::string> sentences = cautions_of_times(bench.rows, describe);
    add(sentences, "Faster than the lower bound",
        above(bench.rows, describe,
              [](const BoundRow& row) {
                  return row.kind == RowKind::copy || row.algorithm == indices_alone ? 0 : row.of_bound;
              }),
        "There the copy behind the lower bound was slow because of its launch or of noise, or caches held "
        "the data.");
    return sentences;
}

std::vector<std::string> cautions(const StepBench& bench) {
    const auto describe = [](const StepRow& row) {
        return fmt::format("{} {}, {} alive", row.backend, row.compaction, grouped(row.alive));
    };
    std::vector<std::string> sentences = cautions_of_times(bench.rows, describe);
    add(sentences, "Faster than a copy of the columns, which should be the ceiling",
        above(bench.rows, describe,
              [](const StepRow& row) { return row.ms.median > 0 ? row.copy_ms / row.ms.median : 0; }),
        "There the copy's time is its launch, or noise.");
    add(sentences, fmt::format("Passes that miss the whole step by more than {:.0f} %", max_apart * 100),
        remarks_on(bench.rows,
                   [&](const StepRow& row) {
                       const double share = row.ms.median > 0 ? row.passes_ms() / row.ms.median : 1;
                       const double apart = std::abs(share - 1);
                       return apart > max_apart ? Remark{apart, fmt::format("{} ({:.0f} % of it)",
                                                                            describe(row), share * 100)}
                                                : Remark{};
                   }),
        "Passes are timed in separate steps, each waited for, without the time between passes: compare "
        "them with each other, not with the whole.");
    return sentences;
}

std::vector<std::string> cautions(const TimelineBench& bench) {
    std::vector<TimelineRow> steps;  // the ways of jumps differ in length
    std::ranges::copy_if(bench.rows, std::back_inserter(steps), [](const TimelineRow& row) {
        return row.work == plain_step || row.work == kept_step;
    });
    return cautions_of_times(steps, [](const TimelineRow& row) {
        return fmt::format("{} of {}, {} alive", row.work, row.effect, grouped(row.alive));
    });
}

std::vector<std::string> cautions(const DrawBench& bench) {
    return cautions_of_times(bench.rows, [](const DrawRow& row) {
        return fmt::format("{} of {}, {} alive", row.method, row.effect, grouped(row.alive));
    });
}

}  // namespace winnow::measure
