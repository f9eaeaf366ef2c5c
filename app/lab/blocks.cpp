#include "lab/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace winnow::lab {

std::string sentence_of(std::span<const Deed> deeds, std::string_view noun) {
    struct Group {
        const Deed* first;
        std::vector<std::uint32_t> blocks;
    };
    std::vector<Group> groups;
    for (const Deed& deed : deeds) {
        const auto same = std::find_if(groups.begin(), groups.end(),
                                       [&](const Group& group) { return group.first->one == deed.one; });
        if (same == groups.end())
            groups.push_back({&deed, {deed.block}});
        else
            same->blocks.push_back(deed.block);
    }
    std::string sentence;
    for (const Group& group : groups)
        sentence += fmt::format("{}{} {}", sentence.empty() ? "" : "; ", lanes_text(noun, group.blocks),
                                group.blocks.size() == 1 ? group.first->one : group.first->many);
    sentence.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence.front())));
    return sentence + '.';
}

void Board::publish(std::uint32_t index, Word value, std::uint32_t tick) {
    if (!words_[index]) words_[index] = {value, tick + latency_};
}

std::optional<Word> Board::read(std::uint32_t index, std::uint32_t tick) const {
    if (!words_[index] || words_[index]->seen_from > tick) return {};
    return words_[index]->value;
}

Grid::Grid(Executor& executor, const Parameters& parameters, std::vector<std::uint32_t> order)
    : executor_(executor),
      room_(parameters.resident),
      latency_(parameters.latency),
      order_(std::move(order)),
      left_(order_.size()) {}

void Grid::run(const std::function<BlockAction(std::uint32_t block)>& act) {
    std::uint32_t quiet_ticks = 0;  // in which all resident blocks waited
    for (; quiet_ticks <= latency_; ++tick_) {
        start_blocks();
        if (resident_.empty()) return;
        executor_.begin_empty_row(fmt::format("tick {}", tick_));
        show_ended();
        const std::uint64_t operations = executor_.counts().operations;
        std::vector<Deed> deeds;
        std::vector<std::uint32_t> staying;
        bool all_wait = true;
        for (const std::uint32_t block : resident_) {
            const BlockAction action = act(block);
            deeds.push_back({block, std::string(action.one), std::string(action.many)});
            all_wait &= action.waits;
            if (action.ends)
                left_[block] = executor_.value_at({executor_.newest_row(), block});
            else
                staying.push_back(block);
        }
        if (executor_.counts().operations > operations) executor_.count_step();
        executor_.end_frame(fmt::format("Tick {}", tick_), sentence_of(deeds, executor_.run().lanes));
        quiet_ticks = all_wait ? quiet_ticks + 1 : 0;
        resident_ = std::move(staying);
    }
}

std::vector<std::uint32_t> Grid::not_started() const {
    std::vector<std::uint32_t> blocks(order_.begin() + static_cast<std::ptrdiff_t>(started_), order_.end());
    std::sort(blocks.begin(), blocks.end());
    return blocks;
}

void Grid::link_from(std::uint32_t block, std::uint32_t to, LinkKind kind) {
    executor_.link({executor_.newest_row() - 1, block}, to, kind);
}

void Grid::show_stuck(const std::string& sentence, const std::function<Word(std::uint32_t block)>& ended) {
    executor_.begin_empty_row("at the end");
    for (std::uint32_t block = 0; block < left_.size(); ++block)
        if (left_[block]) executor_.set(block, ended(block), Mark::kept);
    for (const std::uint32_t block : resident_)
        executor_.show(block, {.value = {}, .label = "stuck", .wrong = true});
    for (const std::uint32_t block : not_started())
        executor_.show(block, {.value = {}, .label = "not started", .wrong = true});
    executor_.end_frame("Nothing can move any more", sentence);
}

void Grid::start_blocks() {
    while (resident_.size() < room_ && started_ < order_.size()) resident_.push_back(order_[started_++]);
    std::sort(resident_.begin(), resident_.end());
}

void Grid::show_ended() {
    for (std::uint32_t block = 0; block < left_.size(); ++block)
        if (left_[block]) executor_.set(block, *left_[block], Mark::kept);
}

}  // namespace winnow::lab
