// The chain of blocks through an array S and an array of flags, with the fence between them and without it.
#include <fmt/format.h>

#include <algorithm>

#include "lab/lessons.h"
#include "lab/strides.h"

namespace winnow::lab {
namespace {

/// S[b] and flags[b] are drawn below the first element of block b, which reads them.
class Chain {
  public:
    Chain(Executor& executor, std::uint32_t length)
        : executor_(executor), length_(length), blocks_(executor.width() / length) {
        scan_blocks(executor, length);
        local_ = executor.newest_row();
        sums_ = {Place{executor.begin_empty_row("S"), 0}};
        executor.set_identity(0);
        executor.begin_empty_row("flags");
        executor.set(0, 1, Mark::moved);
        executor.end_frame(
            "Before the chain",
            "S[0] is the identity and flags[0] is 1 from the start, so block 0 waits for nobody.");
    }

    std::uint32_t blocks() const { return blocks_; }
    std::uint32_t first_of(std::uint32_t block) const { return block * length_; }

    /// Block b writes S[b + 1], and then its flag.
    void publish(std::uint32_t block, LinkKind kind = LinkKind::operand) {
        write_sum(block, kind);
        write_flag(block + 1);
        executor_.end_frame(fmt::format("Block {} publishes", block),
                            fmt::format("Block {0} has seen flags[{0}] = 1, combines S[{0}] with the {2} of "
                                        "its values into S[{1}], and sets flags[{1}] after {3}.",
                                        block, block + 1, executor_.result_noun(), fence()));
    }

    /// Block b's flag is seen before its sum, so the next block reads the identity, which S held before.
    void publish_flag_first(std::uint32_t block) {
        begin("S");
        executor_.set_identity(first_of(block + 1));
        executor_.mark_wrong(first_of(block + 1));
        sums_.push_back({executor_.newest_row(), first_of(block + 1)});
        write_flag(block + 1);
        executor_.end_frame(
            "The flag is seen first",
            fmt::format(
                "Block {0} has written S[{1}] and then flags[{1}]. Without a fence the memory model lets "
                "others see the two writes in either order: flags[{1}] is already 1, S[{1}] still holds {2}.",
                block, block + 1, text_of(executor_.op(), facts(executor_.op()).identity)));
    }

    /// The write of S[b + 1] is seen at last. Blocks that read it earlier have gone on.
    void publish_late(std::uint32_t block) {
        const Place stale = sums_[block + 1];
        begin("S");
        sums_[block + 1] = {executor_.newest_row(), first_of(block + 1)};
        executor_.combine(first_of(block + 1), sums_[block], {local_, first_of(block + 1) - 1});
        executor_.count_step();
        executor_.end_frame(
            "The sum is seen",
            fmt::format(
                "S[{}] has its value for all to see, too late for block {}, which has read it before.",
                block + 1, block + 1));
        sums_[block + 1] = stale;  // what block b + 1 adds
    }

    /// Each block combines S[b] into its elements.
    void add(std::uint32_t stale_block) {
        executor_.count_barriers(1);
        executor_.begin_empty_row("P + S");
        for (std::uint32_t i = 0; i < executor_.width(); ++i) {
            const std::uint32_t block = i / length_;
            const LinkKind kind = block == stale_block ? LinkKind::stale : LinkKind::operand;
            if (block == 0)
                executor_.copy(i, {local_, i});
            else
                executor_.combine(i, sums_[block], {local_, i}, kind);
        }
        executor_.count_step();
        executor_.end_frame("Addition",
                            "Every block has combined S[b] into its elements as soon as it had seen "
                            "flags[b]; block 0 was complete.");
    }

    bool has_fence = true;

  private:
    std::string_view fence() const { return has_fence ? "a fence" : "it, without a fence"; }

    /// Begins a row of S with what S held before.
    void begin(const std::string& name) {
        std::vector<Cell> before;
        for (const Place place : sums_) before.push_back(executor_.run().rows[place.row].cells[place.lane]);
        executor_.begin_empty_row(name);
        for (std::uint32_t block = 0; block < before.size(); ++block) {
            executor_.show(first_of(block),
                           {.value = before[block].value, .mark = Mark::kept, .range = before[block].range});
            sums_[block].row = executor_.newest_row();
        }
    }

    void write_sum(std::uint32_t block, LinkKind kind) {
        const Place left = sums_[block];
        begin("S");
        executor_.combine(first_of(block + 1), left, {local_, first_of(block + 1) - 1}, kind);
        executor_.count_step();
        sums_.push_back({executor_.newest_row(), first_of(block + 1)});
    }

    void write_flag(std::uint32_t block) {
        executor_.begin_empty_row("flags");
        for (std::uint32_t b = 0; b < block; ++b) executor_.set(first_of(b), 1, Mark::kept);
        executor_.set(first_of(block), 1, Mark::moved);
        executor_.link(sums_.back(), first_of(block), LinkKind::move);
    }

    Executor& executor_;
    std::uint32_t length_, blocks_, local_ = 0;
    std::vector<Place> sums_;  // of S, where block b reads them
};

void chained(Executor& executor, const Parameters& parameters) {
    Chain chain(executor, parameters.threads);
    for (std::uint32_t block = 0; block + 1 < chain.blocks(); ++block) chain.publish(block);
    chain.add(chain.blocks());
}

void chained_no_fence(Executor& executor, const Parameters& parameters) {
    Chain chain(executor, parameters.threads);
    chain.has_fence = false;
    const std::uint32_t misled = chain.blocks() / 2;  // it reads too early; block 0 reads nothing
    for (std::uint32_t block = 0; block + 1 < chain.blocks(); ++block) {
        if (block + 1 == misled)
            chain.publish_flag_first(block);
        else
            chain.publish(block, block == misled ? LinkKind::stale : LinkKind::operand);
    }
    if (misled > 0) chain.publish_late(misled - 1);
    chain.add(misled > 0 ? misled : chain.blocks());
}

Lesson chain_lesson(std::string_view id, std::string_view title, std::string_view summary) {
    return {.id = id,
            .title = title,
            .summary = summary,
            .source = article,
            .chapter = Chapter::blocks,
            .width = Width::multiple_of_threads,
            .has_threads = true,
            .example = sixteen,
            .erratum =
                "The article prints 7 for the second prefix sum of the last block, 1 + 7 = 8, and so 58 for "
                "59. Its fence orders the writes only; a block that has seen a flag needs a fence before it "
                "reads S, too. The notes on Kirk and Hwu say that __threadfence() makes the sum visible to "
                "all threads of the block; it does so for those of all blocks."};
}

}  // namespace

Lesson chained_lesson() {
    Lesson lesson =
        chain_lesson("chained", "Chained scan with S, flags and fences",
                     "Each block scans its values, waits for the flag of the block before it, and publishes "
                     "the sum of everything up to its end: one pass over the array.");
    lesson.shipped =
        "Winnow's kernels publish the sum and its flag as one word of 64 bits, so no fence lies between "
        "them.";
    lesson.execute = chained;
    return lesson;
}

Lesson chained_no_fence_lesson() {
    Lesson lesson = chain_lesson("chained-no-fence", "Chained scan without a fence",
                                 "A flag that is seen before the sum that it announces makes the next block "
                                 "add an old value: one of the orders that the memory model allows.");
    lesson.goes_wrong_because = "a block saw a flag before the sum that the flag announces";
    lesson.remark =
        "The order of the writes is one chosen for the lesson; a GPU may show the right result for years.";
    lesson.execute = chained_no_fence;
    return lesson;
}

}  // namespace winnow::lab
