// Blocks that wait for each other while the GPU has room for some of them only: the deadlock, and two ways
// out.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "lab/blocks.h"
#include "lab/lessons.h"

namespace winnow::lab {
namespace {

enum class Way { by_index, by_ticket, bounded };

constexpr std::uint32_t patience = 2;  // ticks that a block waits before it computes the missing sum itself

/// Block 0 first, then the last blocks first: an order that hardware may choose, since none is promised.
std::vector<std::uint32_t> starving_order(std::uint32_t blocks) {
    std::vector<std::uint32_t> order(blocks);
    std::iota(order.rbegin(), order.rend(), 0U);
    std::rotate(order.rbegin(), order.rbegin() + 1, order.rend());
    return order;
}

/// A chain of blocks: block b waits for the sum of everything before its tile, adds its own sum and
/// publishes.
class WaitingChain {
  public:
    WaitingChain(Executor& executor, const Parameters& parameters, Way way)
        : executor_(executor),
          values_(parameters.values),
          way_(way),
          blocks_(executor.width()),
          prefixes_(executor.width(), parameters.latency),
          grid_(executor, parameters, starving_order(executor.width())) {}

    void run() {
        grid_.run([&](std::uint32_t block) { return act(block); });
        if (grid_.is_stuck())
            show_stuck();
        else
            show_result();
    }

  private:
    enum class Stage { ticket, scan, wait, store };
    struct Block {
        Stage stage = Stage::ticket;
        std::uint32_t tile = 0, waited = 0;
        Word prefix = 0;
    };

    BlockAction act(std::uint32_t index) {
        Block& block = blocks_[index];
        if (block.stage == Stage::ticket && way_ != Way::by_ticket) {
            block.tile = index;
            block.stage = Stage::scan;
        }
        switch (block.stage) {
            case Stage::ticket:
                block.tile = next_ticket_++;
                block.stage = Stage::scan;
                show(index, values_[block.tile], fmt::format("ticket {}", block.tile), Mark::identity);
                return {"takes the next ticket", "take the next tickets"};
            case Stage::scan:
                block.stage = Stage::wait;
                show(index, values_[block.tile], fmt::format("scan {}", text(values_[block.tile])),
                     Mark::moved);
                return {"scans its tile", "scan their tiles"};
            case Stage::wait:
                return wait_or_publish(index);
            case Stage::store:
                show(index, block.prefix, "store", Mark::moved);
                return {"stores its results and ends", "store their results and end", false, true};
        }
        return {};
    }

    BlockAction wait_or_publish(std::uint32_t index) {
        Block& block = blocks_[index];
        const std::optional<Word> before =
            block.tile == 0 ? std::nullopt : prefixes_.read(block.tile - 1, grid_.tick());
        if (block.tile > 0 && !before) {
            if (way_ == Way::bounded && block.waited++ == patience) return compute_missing(index);
            show(index, values_[block.tile], fmt::format("wait for {}", block.tile - 1), Mark::padding);
            return {"waits for the tile before its own", "wait for the tiles before their own",
                    way_ != Way::bounded};
        }
        block.prefix = before ? executor_.apply(*before, values_[block.tile]) : values_[block.tile];
        show(index, block.prefix, fmt::format("S = {}", text(block.prefix)), Mark::computed);
        if (before) grid_.link_from(publisher_[block.tile - 1], index);
        publish(block.tile, block.prefix, index);
        block.stage = Stage::store;
        return {"publishes the sum up to its end", "publish the sums up to their ends"};
    }

    /// Computes the sum of the first tile that nobody has published, and publishes it for that tile.
    BlockAction compute_missing(std::uint32_t index) {
        blocks_[index].waited = 0;
        std::uint32_t missing = 0;
        while (prefixes_.read(missing, grid_.tick())) ++missing;
        Word prefix = values_[missing];
        if (missing > 0) prefix = executor_.apply(*prefixes_.read(missing - 1, grid_.tick()), prefix);
        show(index, prefix, fmt::format("S[{}] = {}", missing, text(prefix)), Mark::computed);
        if (missing > 0) grid_.link_from(publisher_[missing - 1], index);
        publish(missing, prefix, index);
        return {"has waited long enough and computes the missing sum itself",
                "have waited long enough and compute the missing sum themselves"};
    }

    void publish(std::uint32_t tile, Word prefix, std::uint32_t block) {
        prefixes_.publish(tile, prefix, grid_.tick());
        publisher_.resize(std::max<std::size_t>(publisher_.size(), tile + 1));
        publisher_[tile] = block;
    }

    std::string text(Word word) const { return text_of(executor_.op(), word); }
    void show(std::uint32_t block, Word value, std::string label, Mark mark) {
        executor_.show(block, {.value = value, .label = std::move(label), .mark = mark});
    }

    void show_stuck() {
        grid_.show_stuck(
            fmt::format("The GPU's places are taken by {}, and each waits for the block before it; {} can "
                        "start only when one of them ends.",
                        lanes_text("block", grid_.resident()), lanes_text("block", grid_.not_started())),
            [&](std::uint32_t block) { return blocks_[block].prefix; });
    }

    void show_result() {
        executor_.begin_empty_row(way_ == Way::by_ticket ? "by tile" : "S");
        for (const Block& block : blocks_) executor_.set(block.tile, block.prefix, Mark::moved);
        executor_.end_frame("All blocks have ended",
                            "Each tile holds the sum up to its end, in whatever order the blocks started.");
    }

    Executor& executor_;
    const Words& values_;
    Way way_;
    std::vector<Block> blocks_;
    Board prefixes_;
    Grid grid_;
    std::uint32_t next_ticket_ = 0;
    std::vector<std::uint32_t> publisher_;  // the block that published the sum of a tile
};

template <Way WAY>
void chain(Executor& executor, const Parameters& parameters) {
    WaitingChain(executor, parameters, WAY).run();
}

Lesson blocks_lesson(std::string_view id, std::string_view title, std::string_view summary, Source source) {
    return {.id = id,
            .title = title,
            .summary = summary,
            .source = source,
            .chapter = Chapter::blocks,
            .lanes = "block",
            .input =
                "Each block has a tile of the array, of which only the sum is drawn. Blocks start in the "
                "order 0, last, last but one...: neither CUDA nor OpenGL promises another.",
            .has_resident_blocks = true,
            .max_executed = max_values,
            .example = {16, 19, 16, 17, 12, 9}};
}

}  // namespace

Lesson block_deadlock_lesson() {
    Lesson lesson = blocks_lesson("block-deadlock", "Waiting by block index: a deadlock",
                                  "Block b waits for block b − 1. If later blocks start first and fill the "
                                  "GPU, the block that they wait for never starts.",
                                  scan_notes);
    lesson.goes_wrong_because = "the blocks that wait hold the places of those that they wait for";
    lesson.execute = chain<Way::by_index>;
    return lesson;
}

Lesson dynamic_block_index_lesson() {
    Lesson lesson = blocks_lesson("dynamic-block-index", "Tiles by ticket",
                                  "Each block takes its tile from an atomic counter when it starts, so every "
                                  "tile before its own belongs to a block that already runs.",
                                  scan_notes);
    lesson.execute = chain<Way::by_ticket>;
    return lesson;
}

Lesson bounded_wait_lesson() {
    Lesson lesson = blocks_lesson("bounded-wait", "Bounded waiting",
                                  "A block that has waited long enough computes the missing sum itself and "
                                  "publishes it, so it needs no other block to run.",
                                  {"Winnow", "docs/scans.md"});
    lesson.remark =
        "Several blocks may compute the same sum: they only read, and all publish the same word. Two ticks "
        "of waiting stand for the kernels' 16,384 polls.";
    lesson.execute = chain<Way::bounded>;
    return lesson;
}

}  // namespace winnow::lab
