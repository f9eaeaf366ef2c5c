// A model of the blocks of a grid on a GPU: it has room for some of them at once, each resident block does
// one thing in each tick of the time, and a block keeps its room until it ends. A lane is a block, a row is a
// tick.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/executor.h"

namespace winnow::lab {

/// The action of a block in a tick, as clauses that follow "block 3" and "blocks 3 and 4".
struct BlockAction {
    std::string_view one, many;
    bool waits = false;  // only another block can end the wait
    bool ends = false;   // the block gives its room back
};

/// A block's share of a sentence, with such clauses.
struct Deed {
    std::uint32_t block = 0;
    std::string one, many;
};
/// Returns "Block 0 stores its results; blocks 1 and 2 wait." for deeds at the same time, with that noun.
/// Blocks that did the same are named together.
std::string sentence_of(std::span<const Deed> deeds, std::string_view noun);

/// Words that the blocks publish for each other. Others see a word `latency` ticks after it was written.
class Board {
  public:
    Board(std::uint32_t words, std::uint32_t latency) : words_(words), latency_(latency) {}

    void publish(std::uint32_t index, Word value, std::uint32_t tick);
    /// Returns the word if others see it at this tick.
    std::optional<Word> read(std::uint32_t index, std::uint32_t tick) const;

  private:
    struct Published {
        Word value = 0;
        std::uint32_t seen_from = 0;
    };
    std::vector<std::optional<Published>> words_;
    std::uint32_t latency_;
};

class Grid {
  public:
    /// `order` lists the blocks in the order in which the hardware starts them.
    Grid(Executor& executor, const Parameters& parameters, std::vector<std::uint32_t> order);

    /// Executes ticks until all blocks have ended, or until those that are resident wait for others that
    /// cannot move. `act` executes one tick of a block: it writes the block's lane of the newest row.
    void run(const std::function<BlockAction(std::uint32_t block)>& act);

    std::uint32_t tick() const { return tick_; }
    /// Blocks that waited when the run ended, and blocks that had not started.
    const std::vector<std::uint32_t>& resident() const { return resident_; }
    std::vector<std::uint32_t> not_started() const;
    bool is_stuck() const { return !resident_.empty(); }

    /// Adds an arrow from what another block showed in the tick before.
    void link_from(std::uint32_t block, std::uint32_t to, LinkKind kind = LinkKind::move);
    /// Ends a run that is stuck with a row of what has become of each block, and a frame that says why.
    /// `ended` returns the result of a block that has ended.
    void show_stuck(const std::string& sentence, const std::function<Word(std::uint32_t block)>& ended);

  private:
    void start_blocks();
    /// Shows what the blocks that have ended left in memory.
    void show_ended();

    Executor& executor_;
    std::uint32_t room_, latency_, tick_ = 0;
    std::vector<std::uint32_t> order_;
    std::size_t started_ = 0;
    std::vector<std::uint32_t> resident_;
    std::vector<std::optional<Word>> left_;  // by blocks that have ended
};

}  // namespace winnow::lab
