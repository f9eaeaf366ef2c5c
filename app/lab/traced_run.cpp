#include "lab/traced_run.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "lab/blocks.h"
#include "lab/executor.h"

namespace winnow::lab {
namespace {

/// Returns the clauses that say what the tile did, in the words of the model.
Deed deed_of(const TileEvent& event) {
    const char* const times = event.looks == 1 ? "time" : "times";
    switch (event.action) {
        case TileAction::loads:
            return {event.tile, "loads its values", "load their values"};
        case TileAction::publishes_aggregate:
            return {event.tile, "publishes the aggregate of its own values",
                    "publish the aggregates of their own values"};
        case TileAction::waits:
            return {event.tile,
                    fmt::format("waits for tile {} and looks {} more {}", event.at, event.looks, times),
                    fmt::format("wait for tile {} and look {} more {}", event.at, event.looks, times)};
        case TileAction::finds_aggregate:
            return {event.tile, "looks back over an aggregate", "look back over an aggregate each"};
        case TileAction::finds_prefix:
            return {event.tile, "finds an inclusive prefix, which ends its look-back",
                    "find an inclusive prefix each, which ends their look-backs"};
        case TileAction::computes_again:
            return {event.tile, "has waited long enough and computes the missing aggregate itself",
                    "have waited long enough and compute a missing aggregate each"};
        case TileAction::publishes_prefix:
            return {event.tile, "publishes its inclusive prefix", "publish their inclusive prefixes"};
        case TileAction::stores:
            return {event.tile, "stores its results and ends", "store their results and end"};
        case TileAction::starts:
        case TileAction::ends:
            break;
    }
    return {};
}

/// The beginning and the end are not drawn: nothing lies between them and the load or the store.
bool is_drawn(const TileEvent& event) {
    return event.action != TileAction::starts && event.action != TileAction::ends;
}

class TracedRun {
  public:
    TracedRun(Executor& executor, const KernelTrace& trace)
        : executor_(executor),
          trace_(trace),
          acts_in_row_(executor.width()),
          aggregates_(executor.width()),
          prefixes_(executor.width()) {}

    void run() {
        for (std::uint32_t number = 0; number < trace_.events.size(); ++number) {
            const TileEvent& event = trace_.events[number];
            if (!is_drawn(event)) continue;
            if (deeds_.empty() || !fits(event)) begin_row(number);
            last_ = number;
            add(event);
        }
        end_row();
        show_results();
    }

  private:
    /// Returns the row in which the tile's word was published that the event found.
    std::optional<std::uint32_t> cause(const TileEvent& event) const {
        if (event.action == TileAction::finds_prefix) return prefixes_[event.at];
        if (event.action == TileAction::finds_aggregate) return aggregates_[event.at];
        return {};
    }

    bool fits(const TileEvent& event) const {
        return !acts_in_row_[event.tile] && cause(event) != executor_.newest_row();
    }

    void begin_row(std::uint32_t number) {
        end_row();
        first_ = number;
        acts_in_row_.assign(executor_.width(), false);
        operations_ = executor_.counts().operations;
        executor_.begin_empty_row("");
    }

    void end_row() {
        if (deeds_.empty()) return;
        const bool one = first_ == last_;
        executor_.name_row(one ? fmt::format("{}", first_) : fmt::format("{}..{}", first_, last_));
        if (executor_.counts().operations > operations_) executor_.count_step();
        executor_.end_frame(
            one ? fmt::format("Event {}", first_) : fmt::format("Events {} to {}", first_, last_),
            sentence_of(std::exchange(deeds_, {}), executor_.run().lanes));
    }

    void add(const TileEvent& event) {
        acts_in_row_[event.tile] = true;
        deeds_.push_back(deed_of(event));
        executor_.show(event.tile, cell_of(event));
        const bool combines = event.action == TileAction::finds_aggregate ||
                              event.action == TileAction::finds_prefix ||
                              event.action == TileAction::computes_again ||
                              (event.action == TileAction::publishes_prefix && event.tile > 0);
        if (combines) executor_.count_operation();
        if (const auto row = cause(event)) executor_.link({*row, event.at}, event.tile, LinkKind::operand);
        if (event.action == TileAction::publishes_aggregate) aggregates_[event.tile] = executor_.newest_row();
        if (event.action == TileAction::publishes_prefix) prefixes_[event.tile] = executor_.newest_row();
    }

    Cell cell_of(const TileEvent& event) const {
        const std::string text = text_of(executor_.op(), event.value);
        const Word own = executor_.run().parameters.values[event.tile];
        switch (event.action) {
            case TileAction::publishes_aggregate:
                return {.value = event.value, .label = "A " + text, .mark = Mark::computed};
            case TileAction::publishes_prefix:
                return {.value = event.value, .label = "P " + text, .mark = Mark::computed};
            case TileAction::waits:
                return {.value = own, .label = fmt::format("wait for {}", event.at), .mark = Mark::padding};
            case TileAction::finds_aggregate:
                return {.value = event.value,
                        .label = fmt::format("A[{}]: {}", event.at, text),
                        .mark = Mark::identity};
            case TileAction::finds_prefix:
                return {.value = event.value,
                        .label = fmt::format("P[{}]: {}", event.at, text),
                        .mark = Mark::identity};
            case TileAction::computes_again:
                return {.value = event.value,
                        .label = fmt::format("again {}: {}", event.at, text),
                        .mark = Mark::computed};
            case TileAction::stores:
                return {.value = event.value, .label = "store", .mark = Mark::moved};
            case TileAction::loads:
            case TileAction::starts:
            case TileAction::ends:
                break;
        }
        return {.value = own, .label = "load", .mark = Mark::moved};
    }

    void show_results() {
        executor_.begin_empty_row("P");
        const std::size_t items = trace_.scanned.size() / executor_.width();
        for (std::uint32_t tile = 0; tile < executor_.width(); ++tile)
            executor_.set(tile, trace_.scanned[(tile + 1) * items - 1], Mark::moved);
        std::string sentence = "Each tile holds the result up to its end.";
        if (trace_.left_out > 0)
            sentence += fmt::format(" {} more {} left out: the trace had no room for {}.", trace_.left_out,
                                    trace_.left_out == 1 ? "event is" : "events are",
                                    trace_.left_out == 1 ? "it" : "them");
        executor_.end_frame("All tiles have ended", sentence);
    }

    Executor& executor_;
    const KernelTrace& trace_;
    std::vector<Deed> deeds_;                                          // of the newest row
    std::vector<bool> acts_in_row_;                                    // by tile
    std::uint32_t first_ = 0, last_ = 0;                               // events of the row
    std::uint64_t operations_ = 0;                                     // before the row
    std::vector<std::optional<std::uint32_t>> aggregates_, prefixes_;  // the rows of their publication
};

}  // namespace

Lesson traced_lesson(const Lesson& lesson) {
    Lesson traced = lesson;
    traced.title = "Decoupled look-back as it ran";
    traced.ground = LessonGround::teaching_kernel;
    traced.has_resident_blocks = false;
    traced.remark =
        "Each tile has 64 items: its value and identities. The numbers of the events come from one counter "
        "that all tiles share, and the last row is what the kernel left in memory. Operations are those of "
        "the look-backs; the scans of the items come on top of them.";
    static_assert(shared::LAB_THREADS == 64);
    return traced;
}

Execution traced_run(const Lesson& lesson, const Parameters& parameters, const KernelTrace& trace,
                     std::string_view device, std::string_view language) {
    const std::string remark = fmt::format(
        "{} executed the kernel in {}; the order of the events is that of this run, and the next may have "
        "another.",
        device, language);
    const std::string input = fmt::format("{} {}", lesson.input, remark);
    Lesson traced = traced_lesson(lesson);
    traced.input = input;
    Execution run =
        execute(traced, parameters, [&](Executor& executor) { TracedRun(executor, trace).run(); });
    run.remark = remark;
    return run;
}

}  // namespace winnow::lab
