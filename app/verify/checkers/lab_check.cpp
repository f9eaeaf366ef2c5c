#include "verify/checkers/lab_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace winnow::verify {
namespace {

using RecordedRow = std::vector<std::int32_t>;

/// Compares the row's cells that have a value, from left to right, with the array's elements.
std::string row_fault(lab::Operator op, std::size_t number, const lab::Row& drawn,
                      const RecordedRow& recorded) {
    std::size_t element = 0;
    for (std::size_t lane = 0; lane < drawn.cells.size(); ++lane) {
        const auto& value = drawn.cells[lane].value;
        if (!value) continue;
        if (element < recorded.size() && *value != lab::Word{recorded[element]})
            return fmt::format("row {} ({}), lane {}: drawn {}, recorded {}", number, drawn.name, lane,
                               text_of(op, *value), text_of(op, recorded[element]));
        ++element;
    }
    if (element == recorded.size()) return {};
    return fmt::format("row {} ({}) is drawn with {} elements, and {} were recorded", number, drawn.name,
                       element, recorded.size());
}

using lab::TileAction;

/// Repeats a run on the CPU, event by event.
class Repetition {
  public:
    explicit Repetition(const lab::Parameters& parameters)
        : op_(parameters.op), values_(parameters.values), tiles_(parameters.values.size()) {
        for (std::uint32_t tile = 0; tile < tiles_.size(); ++tile) {
            tiles_[tile].next = tile;
            tiles_[tile].before = lab::facts(op_).identity;
        }
    }

    /// Returns why the tile does not do this now, as a clause that follows its name; empty if it does.
    std::string fault(const lab::TileEvent& event) {
        Tile& tile = tiles_[event.tile];
        if (!follows(event, tile)) return fmt::format("{} out of turn", name_of(event.action));
        if (event.action == TileAction::finds_aggregate && !tiles_[event.at].aggregate)
            return fmt::format("finds an aggregate that tile {} has not published", event.at);
        if (event.action == TileAction::finds_prefix && !tiles_[event.at].prefix)
            return fmt::format("finds a prefix that tile {} has not published", event.at);
        if (const auto word = expected(event, tile); word && *word != lab::Word(event.value))
            return fmt::format("{} with {}, not {}", name_of(event.action), event.value, word->value);
        change(event, tile);
        return {};
    }

    /// Returns the tile that has not ended or whose items are not its prefix, as a sentence.
    std::string end_fault(const std::vector<std::int32_t>& scanned) const {
        const std::size_t items = scanned.size() / tiles_.size();
        for (std::size_t tile = 0; tile < tiles_.size(); ++tile) {
            if (tiles_[tile].last != TileAction::ends) return fmt::format("tile {} did not end", tile);
            for (std::size_t item = tile * items; item < (tile + 1) * items; ++item)
                if (*tiles_[tile].prefix != lab::Word(scanned[item]))
                    return fmt::format("tile {} stored {} as item {}, and its prefix is {}", tile,
                                       scanned[item], item % items, tiles_[tile].prefix->value);
        }
        return {};
    }

  private:
    struct Tile {
        std::optional<TileAction> last{};
        std::uint32_t next = 0, looks = 0;  // the tiles from `next` to its own are already taken
        lab::Word before;                   // their sum
        std::optional<lab::Word> aggregate{}, prefix{};
    };

    static bool follows(const lab::TileEvent& event, const Tile& tile) {
        using enum TileAction;
        const auto after = [&](auto... actions) { return ((tile.last == actions) || ...); };
        const bool is_next = event.at + 1 == tile.next;
        switch (event.action) {
            case starts:
                return !tile.last;
            case loads:
                return after(starts);
            case publishes_aggregate:
                return after(loads) && event.tile > 0;
            case waits:
                return is_next && event.looks <= shared::LAB_LOOKS &&
                       after(publishes_aggregate, finds_aggregate, computes_again);
            case finds_aggregate:
            case finds_prefix:
                return is_next && after(publishes_aggregate, waits, finds_aggregate, computes_again);
            case computes_again:
                return is_next && after(waits) && tile.looks == shared::LAB_LOOKS;
            case publishes_prefix:
                return event.tile == 0 ? after(loads)
                                       : after(finds_prefix) || (after(computes_again) && tile.next == 0);
            case stores:
                return after(publishes_prefix);
            case ends:
                return after(stores);
        }
        return false;
    }

    /// Returns the word that the event must come with, if it needs one.
    std::optional<lab::Word> expected(const lab::TileEvent& event, const Tile& tile) const {
        const lab::Word& own = values_[event.tile];
        switch (event.action) {
            case TileAction::publishes_aggregate:
                return own;
            case TileAction::finds_aggregate:
                return combine(op_, *tiles_[event.at].aggregate, tile.before);
            case TileAction::finds_prefix:
                return combine(op_, *tiles_[event.at].prefix, tile.before);
            case TileAction::computes_again:
                return combine(op_, values_[event.at], tile.before);
            case TileAction::publishes_prefix:
                return event.tile == 0 ? own : combine(op_, tile.before, own);
            default:
                return {};
        }
    }

    static void change(const lab::TileEvent& event, Tile& tile) {
        tile.last = event.action;
        if (event.action == TileAction::waits) tile.looks = event.looks;
        if (event.action == TileAction::publishes_aggregate) tile.aggregate = event.value;
        if (event.action == TileAction::publishes_prefix) tile.prefix = event.value;
        if (event.action == TileAction::finds_aggregate || event.action == TileAction::finds_prefix ||
            event.action == TileAction::computes_again) {
            tile.before = event.value;
            tile.next = event.at;
        }
    }

    lab::Operator op_;
    const lab::Words& values_;
    std::vector<Tile> tiles_;
};

}  // namespace

std::size_t rows_in_memory(const lab::Execution& run) {
    return static_cast<std::size_t>(
        std::count_if(run.rows.begin(), run.rows.end(), [](const lab::Row& row) { return row.in_memory; }));
}

std::string recording_fault(const lab::Execution& drawn, const lab::KernelRecording& recorded) {
    std::size_t next = 0;
    for (std::size_t row = 0; row < drawn.rows.size(); ++row) {
        if (!drawn.rows[row].in_memory || next == recorded.rows.size()) continue;
        std::string fault = row_fault(drawn.parameters.op, row, drawn.rows[row], recorded.rows[next++]);
        if (!fault.empty()) return fault;
    }
    if (const std::size_t rows = rows_in_memory(drawn); rows != recorded.rows.size())
        return fmt::format("{} rows are drawn, and {} were recorded", rows, recorded.rows.size());
    if (const std::uint64_t operations = drawn.frames.back().counts.operations;
        operations != recorded.operations)
        return fmt::format("{} operations are drawn, and the kernel counted {}", operations,
                           recorded.operations);
    return {};
}

std::string trace_fault(const lab::Parameters& parameters, const lab::KernelTask& task,
                        const lab::KernelTrace& trace) {
    Repetition repetition(parameters);
    for (std::size_t number = 0; number < trace.events.size(); ++number) {
        const std::string fault = repetition.fault(trace.events[number]);
        if (!fault.empty())
            return fmt::format("event {}: tile {} {}", number, trace.events[number].tile, fault);
    }
    if (trace.left_out > 0) return fmt::format("{} events are not in the trace", trace.left_out);
    if (trace.scanned.size() != task.values.size())
        return fmt::format("{} items were stored, not {}", trace.scanned.size(), task.values.size());
    return repetition.end_fault(trace.scanned);
}

std::string kernel_fault(lab::TeachingKernels& kernels, const lab::Lesson& lesson,
                         const lab::Execution& drawn) {
    return recording_fault(drawn, kernels.run(task_of(lesson, drawn)));
}

}  // namespace winnow::verify
