// A barrier across blocks that spins on a counter in global memory, in two forms: the article's, whose spins
// count as arrivals, and one in which each block arrives once.
#include <fmt/format.h>

#include <numeric>

#include "lab/blocks.h"
#include "lab/lessons.h"

namespace winnow::lab {
namespace {

/// Kogge-Stone across blocks: a block reads, passes a barrier, adds, and passes another barrier.
class BarrierScan {
  public:
    BarrierScan(Executor& executor, const Parameters& parameters, bool counts_spins)
        : executor_(executor),
          counts_spins_(counts_spins),
          latency_(parameters.latency),
          all_(executor.width()),
          memory_(parameters.values),
          blocks_(executor.width()),
          grid_(executor, parameters, in_order(executor.width())) {}

    void run() {
        grid_.run([&](std::uint32_t block) { return act(block); });
        const auto result = [&](std::uint32_t block) { return memory_[block]; };
        if (grid_.is_stuck()) return grid_.show_stuck(why_stuck(), result);
        executor_.begin_empty_row("P");
        for (std::uint32_t block = 0; block < all_; ++block)
            executor_.set(block, memory_[block], Mark::moved);
        executor_.end_frame("All blocks have ended", "Each block has passed the barriers and has ended.");
    }

  private:
    enum class Stage { read, enter, spin };
    struct Block {
        Stage stage = Stage::read;
        bool has_read = false;  // the barrier that comes lies between the read and the addition
        std::uint32_t stride = 1, barriers = 0;
        Word operand = 0;
    };

    static std::vector<std::uint32_t> in_order(std::uint32_t blocks) {
        std::vector<std::uint32_t> order(blocks);
        std::iota(order.begin(), order.end(), 0U);
        return order;
    }

    BlockAction act(std::uint32_t index) {
        Block& block = blocks_[index];
        if (block.stage == Stage::read) return block.stride < all_ ? read(index) : end(index);
        if (counts_spins_) return spin_and_count(index);
        if (block.stage == Stage::enter) return arrive(index);
        if (seen_arrivals() >= all_ * block.barriers) return pass(index);
        show(index, memory_[index], fmt::format("spin {}/{}", seen_arrivals(), all_ * block.barriers),
             Mark::padding);
        return {"reads the counter and waits", "read the counter and wait", true};
    }

    BlockAction read(std::uint32_t index) {
        Block& block = blocks_[index];
        block.stage = Stage::enter;
        block.has_read = true;
        if (index < block.stride) {
            show(index, memory_[index], "idle", Mark::kept);
            return {"reads nothing in this step", "read nothing in this step"};
        }
        block.operand = memory_[index - block.stride];
        show(index, block.operand, fmt::format("read {}", text(block.operand)), Mark::moved);
        return {"reads the value at the distance of the stride",
                "read the values at the distance of the stride"};
    }

    /// Counts one arrival for each block, so the counter only grows and the barrier k is open at k times all.
    BlockAction arrive(std::uint32_t index) {
        Block& block = blocks_[index];
        block.barriers++;
        block.stage = Stage::spin;
        arrivals_.push_back(grid_.tick());
        if (index == 0) executor_.count_barriers(1);
        show(index, memory_[index], fmt::format("count {}", arrivals_.size()), Mark::identity);
        return {"arrives at the barrier", "arrive at the barrier"};
    }

    std::uint32_t seen_arrivals() const {
        std::uint32_t seen = 0;
        for (const std::uint32_t tick : arrivals_) seen += tick + latency_ <= grid_.tick() ? 1 : 0;
        return seen;
    }

    /// Executes one atomic operation of the article's loop: it counts upwards before the addition, and
    /// downwards after it, in every spin.
    BlockAction spin_and_count(std::uint32_t index) {
        Block& block = blocks_[index];
        if (block.stage == Stage::enter) {
            block.stage = Stage::spin;
            if (index == 0) executor_.count_barriers(1);
        }
        const std::uint32_t before = counter_;
        counter_ += block.has_read ? 1U : ~0U;
        const bool opens = block.has_read ? before >= all_ : before == 0;
        has_wrapped_ = has_wrapped_ || (!block.has_read && opens);
        if (opens && block.has_read) return pass(index);
        block.stage = opens ? Stage::read : Stage::spin;
        if (opens) leave_second_barrier(block);
        show(index, memory_[index], counter_text(), opens ? Mark::identity : Mark::padding);
        if (opens) return {"sees 0 and passes the barrier", "see 0 and pass the barrier"};
        return {"counts and spins on", "count and spin on", has_wrapped_};
    }

    std::string counter_text() const {
        return has_wrapped_ ? fmt::format("2³² − {}", ~counter_ + 1U) : fmt::format("count {}", counter_);
    }

    BlockAction pass(std::uint32_t index) {
        Block& block = blocks_[index];
        if (!block.has_read) {
            leave_second_barrier(block);
            return block.stride < all_ ? read(index) : end(index);
        }
        block.has_read = false;
        block.stage = Stage::enter;
        if (index >= block.stride) {
            memory_[index] = executor_.apply(block.operand, memory_[index]);
            show(index, memory_[index], fmt::format("P = {}", text(memory_[index])), Mark::computed);
            return {"passes the barrier and adds what it has read",
                    "pass the barrier and add what they have read"};
        }
        show(index, memory_[index], "pass", Mark::kept);
        return {"passes the barrier", "pass the barrier"};
    }

    void leave_second_barrier(Block& block) {
        block.stride *= 2;
        block.stage = Stage::read;
    }

    BlockAction end(std::uint32_t index) {
        show(index, memory_[index], "end", Mark::moved);
        return {"ends", "end", false, true};
    }

    std::string why_stuck() const {
        if (counts_spins_ && has_wrapped_)
            return fmt::format(
                "One block subtracted 1 from 0, so the counter holds almost 2³², and {} would spin about as "
                "often before the counter is 0 again.",
                lanes_text("block", grid_.resident()));
        return fmt::format("{} {} at the barrier and {} every place, so {} can never arrive there.",
                           grid_.resident().size() == 1 ? "The block" : "The blocks",
                           grid_.resident().size() == 1 ? "waits" : "wait",
                           grid_.resident().size() == 1 ? "holds" : "hold",
                           lanes_text("block", grid_.not_started()));
    }

    std::string text(Word word) const { return text_of(executor_.op(), word); }
    void show(std::uint32_t block, Word value, std::string label, Mark mark) {
        executor_.show(block, {.value = value, .label = std::move(label), .mark = mark});
    }

    Executor& executor_;
    bool counts_spins_;
    std::uint32_t latency_, all_;
    Words memory_;
    std::vector<Block> blocks_;
    std::vector<std::uint32_t> arrivals_;  // their ticks
    std::uint32_t counter_ = 0;
    bool has_wrapped_ = false;
    Grid grid_;
};

template <bool COUNTS_SPINS>
void grid_barrier(Executor& executor, const Parameters& parameters) {
    BarrierScan(executor, parameters, COUNTS_SPINS).run();
}

Lesson barrier_lesson(std::string_view id, std::string_view title, std::string_view summary) {
    return {.id = id,
            .title = title,
            .summary = summary,
            .source = article,
            .chapter = Chapter::blocks,
            .lanes = "block",
            .input = "Each block has one value; Kogge-Stone is to run across all blocks.",
            .has_resident_blocks = true,
            .fewest_values = 2,
            .max_executed = max_values,
            .example = {16, 19, 16, 17, 12, 9}};
}

}  // namespace

Lesson grid_barrier_lesson() {
    Lesson lesson =
        barrier_lesson("grid-barrier", "A barrier across blocks: a deadlock",
                       "Each block counts its arrival and spins until all blocks have arrived. If the GPU "
                       "has no room for all of them, those that wait keep the others from starting.");
    lesson.goes_wrong_because = "not all blocks could arrive at the barrier";
    lesson.erratum =
        "In the article's loop every spin counts as an arrival; the lesson grid-barrier-counts-spins "
        "executes it.";
    lesson.remark = "The counter only grows: barrier k is open when it holds k times the number of blocks.";
    lesson.execute = grid_barrier<false>;
    return lesson;
}

Lesson grid_barrier_counts_spins_lesson() {
    Lesson lesson =
        barrier_lesson("grid-barrier-counts-spins", "A barrier that counts its spins",
                       "The article's loop adds 1 to the counter in every spin, so the barrier opens before "
                       "all blocks have arrived, and the loop behind it counts below 0.");
    lesson.goes_wrong_because = "the barrier does not wait for all blocks";
    lesson.erratum =
        "The article spins on while (atomicAdd(&counter, 1) < N) and while (atomicSub(&counter, 1) > 0); "
        "each block should count once and then only read.";
    lesson.remark =
        "A block has one thread here. The blocks' atomic operations of a tick run in their order.";
    lesson.execute = grid_barrier<true>;
    return lesson;
}

}  // namespace winnow::lab
