// Decoupled look-back: a tile publishes its own sum at once and adds up what lies before it by itself.
#include <fmt/format.h>

#include <numeric>

#include "lab/blocks.h"
#include "lab/lessons.h"

namespace winnow::lab {
namespace {

class LookBack {
  public:
    LookBack(Executor& executor, const Parameters& parameters)
        : executor_(executor),
          values_(parameters.values),
          tiles_(executor.width()),
          aggregates_(executor.width(), parameters.latency),
          prefixes_(executor.width(), parameters.latency),
          grid_(executor, parameters, in_order(executor.width())) {}

    void run() {
        grid_.run([&](std::uint32_t tile) { return act(tile); });
        executor_.begin_empty_row("P");
        for (std::uint32_t tile = 0; tile < tiles_.size(); ++tile)
            executor_.set(tile, tiles_[tile].sum, Mark::moved);
        executor_.end_frame("All tiles have ended", "Each tile holds the result up to its end.");
    }

  private:
    enum class Stage { load, scan, look, publish, store };
    struct Tile {
        Stage stage = Stage::load;
        std::uint32_t loaded = 0;    // ticks
        std::uint32_t next = 0;      // the tiles from here up to its own are already added
        std::optional<Word> before;  // their sum
        Word sum = 0;                // of everything up to its end, once it is published
    };

    static std::vector<std::uint32_t> in_order(std::uint32_t tiles) {
        std::vector<std::uint32_t> order(tiles);
        std::iota(order.begin(), order.end(), 0U);
        return order;
    }

    /// Every third tile loads slowly, as memory sometimes does.
    static std::uint32_t load_ticks(std::uint32_t tile) { return tile % 3 == 1 ? 3 : 1; }

    BlockAction act(std::uint32_t index) {
        Tile& tile = tiles_[index];
        const Word own = values_[index];
        switch (tile.stage) {
            case Stage::load:
                if (++tile.loaded == load_ticks(index)) tile.stage = Stage::scan;
                show(index, own, "load", Mark::moved);
                return {"loads its values", "load their values"};
            case Stage::scan:
                if (index == 0) return publish_prefix(index);
                aggregates_.publish(index, own, grid_.tick());
                tile.next = index;
                tile.stage = Stage::look;
                show(index, own, fmt::format("A {}", text(own)), Mark::computed);
                return {"publishes the aggregate of its own values",
                        "publish the aggregates of their own values"};
            case Stage::look:
                return look(index);
            case Stage::publish:
                return publish_prefix(index);
            case Stage::store:
                show(index, tile.sum, "store", Mark::moved);
                return {"stores its results and ends", "store their results and end", false, true};
        }
        return {};
    }

    /// Takes the word of one more tile, if it has published one.
    BlockAction look(std::uint32_t index) {
        Tile& tile = tiles_[index];
        const std::uint32_t at = tile.next - 1;
        const std::optional<Word> prefix = prefixes_.read(at, grid_.tick());
        const std::optional<Word> found = prefix ? prefix : aggregates_.read(at, grid_.tick());
        if (!found) {
            show(index, values_[index], fmt::format("wait for {}", at), Mark::padding);
            return {"waits for the tile that it looks at", "wait for the tiles that they look at", true};
        }
        tile.before = tile.before ? executor_.apply(*found, *tile.before) : *found;
        show(index, *tile.before, fmt::format("{}[{}]: {}", prefix ? 'P' : 'A', at, text(*tile.before)),
             Mark::identity);
        grid_.link_from(at, index, LinkKind::operand);
        tile.next = at;
        if (!prefix) return {"looks back over an aggregate", "look back over an aggregate each"};
        tile.stage = Stage::publish;
        return {"finds an inclusive prefix, which ends its look-back",
                "find an inclusive prefix each, which ends their look-backs"};
    }

    BlockAction publish_prefix(std::uint32_t index) {
        Tile& tile = tiles_[index];
        tile.sum = tile.before ? executor_.apply(*tile.before, values_[index]) : values_[index];
        prefixes_.publish(index, tile.sum, grid_.tick());
        tile.stage = Stage::store;
        show(index, tile.sum, fmt::format("P {}", text(tile.sum)), Mark::computed);
        return {"publishes its inclusive prefix", "publish their inclusive prefixes"};
    }

    std::string text(Word word) const { return text_of(executor_.op(), word); }
    void show(std::uint32_t tile, Word value, std::string label, Mark mark) {
        executor_.show(tile, {.value = value, .label = std::move(label), .mark = mark});
    }

    Executor& executor_;
    const Words& values_;
    std::vector<Tile> tiles_;
    Board aggregates_, prefixes_;
    Grid grid_;
};

void look_back(Executor& executor, const Parameters& parameters) {
    LookBack(executor, parameters).run();
}

}  // namespace

Lesson look_back_lesson() {
    return {.id = "look-back",
            .title = "Decoupled look-back",
            .summary =
                "A tile publishes its aggregate (A) at once, then adds up the words of the tiles before it "
                "until it finds an inclusive prefix (P): no tile waits for another's look-back.",
            .source = {"Duane Merrill and Michael Garland",
                       "Single-pass Parallel Prefix Scan with Decoupled Look-back"},
            .chapter = Chapter::blocks,
            .lanes = "tile",
            .input = "Each tile has one block and many values, of which only their sum is drawn.",
            .has_resident_blocks = true,
            .is_traced = true,
            .max_executed = max_values,
            .example = {16, 19, 16, 17, 12, 9, 20, 11},
            .remark =
                "In the kernels a warp looks at 32 tiles at once; here a block looks at one in each tick. "
                "Every third tile loads for 3 ticks, the others for one.",
            .execute = look_back};
}

}  // namespace winnow::lab
