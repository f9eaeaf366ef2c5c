#include "particles/instance_births.h"

#include <algorithm>
#include <utility>

#include "particles/figures.h"

namespace winnow::particles {
namespace {

constexpr std::uint32_t all_bits = 0xFFFFFFFF;
constexpr std::uint32_t max_burst_runs = (1u << (32 - shared::BURST_RUNS_BITS)) - 1;  // of all instances
constexpr std::uint64_t whole_births = std::uint64_t{1} << 32;                        // units of a fraction

}  // namespace

InstanceBirths::InstanceBirths(const InstanceBirths& other)
    : room_(other.room_),
      rows_(other.rows_),
      whole_(other.whole_),
      fraction_(other.fraction_),
      accumulated_(other.accumulated_),
      runs_(other.runs_),
      varied_(other.varied_),
      varied_rows_(other.varied_rows_),
      limits_(other.limits_),
      bursts_(other.bursts_) {
    allocate(room_, other);
}

void InstanceBirths::make_room(std::uint32_t rows, std::uint32_t slots, bool moments) {
    const Room room{std::max(rows, room_.rows), std::max(slots, room_.slots), moments || room_.moments};
    if (room == room_) return;
    allocate(room, *this);
    for (auto* words : {&whole_, &fraction_, &accumulated_, &runs_}) {
        std::vector<std::uint32_t> next(std::size_t{room.rows} * room.slots, 0);
        for (std::size_t row = 0; row < rows_; ++row)
            std::copy_n(words->begin() + row * room_.slots, room_.slots, next.begin() + row * room.slots);
        *words = std::move(next);
    }
    room_ = room;
    for (std::uint32_t row = 0; row < rows_; ++row) set_waiting(row, waits(row));
}

/// The numbers of births without room stay with their rows.
void InstanceBirths::allocate(const Room& room, const InstanceBirths& dropped_of) {
    std::vector<std::uint32_t> dropped(room.rows, 0);
    if (rows_ > 0) {
        const auto known =
            dropped_of.buffer_.read_all<std::uint32_t>(rows_, dropped_of.dropped_byte(rows_ - 1));
        std::ranges::copy(known, dropped.end() - rows_);
    }
    const std::uint64_t all = std::uint64_t{room.rows} * room.slots;
    std::uint64_t words = all + 1;
    if (room.moments)
        words += all * shared::MOMENTS_WORDS +
                 std::uint64_t{std::min(room.rows * shared::MAX_BURST_RUNS, max_burst_runs)} *
                     shared::BURST_RUN_WORDS;
    gl::UploadRing uploads(FigureQueue::slots, words * gl::word_bytes, "particles: births on their way");
    gl::Buffer buffer =
        gl::plain_memory()->allocate((words + room.rows) * gl::word_bytes, "particles: births of instances");
    buffer.write_all(std::span(dropped), words * gl::word_bytes);
    uploads_ = std::move(uploads);
    buffer_ = std::move(buffer);
}

void InstanceBirths::fill(std::vector<std::uint32_t>& words, std::uint32_t row, std::uint32_t word) {
    std::fill_n(words.begin() + static_cast<std::ptrdiff_t>(first_of(row)), room_.slots, word);
}

void InstanceBirths::add(std::uint32_t row) {
    rows_ = std::max(rows_, row + 1);
    set_waiting(row, false);
    const std::uint32_t none = 0;
    buffer_.write_all(std::span(&none, 1), dropped_byte(row));
}

void InstanceBirths::remove(std::uint32_t row) {
    stop(row);
    limits_.erase(row);
    std::erase_if(bursts_, [&](const Burst& one) { return one.row == row; });
}

void InstanceBirths::start(std::uint32_t row, const Emission& emission, std::uint32_t seed,
                           std::vector<std::uint64_t> fractions) {
    stop(row);
    const std::vector<Emission::Rate>& rates = emission.rates();
    const bool is_constant =
        emission.is_constant() && std::ranges::all_of(rates, [](const Emission::Rate& rate) {
            return rate.whole < Emission::max_births;
        });
    if (!is_constant) {
        Varied& varied = varied_.emplace(row, Varied{emission, seed}).first->second;
        varied.emission.restore(std::move(fractions));
        varied_rows_.push_back(row);
        return;
    }
    std::size_t at = first_of(row);
    for (std::size_t slot = 0; slot < rates.size(); ++slot, ++at) {
        whole_[at] = static_cast<std::uint32_t>(rates[slot].whole + rates[slot].fraction / whole_births);
        fraction_[at] = static_cast<std::uint32_t>(rates[slot].fraction);
        accumulated_[at] = static_cast<std::uint32_t>(fractions[slot]);
    }
}

void InstanceBirths::stop(std::uint32_t row) {
    if (varied_.erase(row) > 0) std::erase(varied_rows_, row);
    for (auto* words : {&whole_, &fraction_, &accumulated_}) fill(*words, row, 0);
}

std::vector<std::uint64_t> InstanceBirths::fractions(std::uint32_t row) const {
    if (const auto found = varied_.find(row); found != varied_.end())
        return found->second.emission.fractions();
    const auto first = accumulated_.begin() + static_cast<std::ptrdiff_t>(first_of(row));
    return {first, first + room_.slots};
}

void InstanceBirths::burst(std::uint32_t row, std::uint32_t slot, std::uint32_t count) {
    bursts_.push_back({row, slot, count});
}

bool InstanceBirths::has_burst(std::uint32_t row) const {
    return std::ranges::find(bursts_, row, &Burst::row) != bursts_.end();
}

void InstanceBirths::set_share(std::uint32_t row, double share) {
    if (share < 1 || limits_.contains(row))
        limits_[row].share = static_cast<std::uint64_t>(share * static_cast<double>(whole_births));
}

std::uint64_t InstanceBirths::cut(std::uint32_t row) const {
    const auto found = limits_.find(row);
    return found == limits_.end() ? 0 : found->second.cut;
}

/// Leaves of each limited row's births its share, which adds up from step to step.
void InstanceBirths::cut_births() {
    for (auto& [row, limit] : limits_) {
        limit.fractions.resize(room_.slots, 0);
        for (std::uint32_t slot = 0; slot < room_.slots; ++slot) {
            std::uint32_t& births = births_[first_of(row) + slot];
            const std::uint64_t sum = limit.fractions[slot] + births * limit.share;
            limit.fractions[slot] = sum % whole_births;
            limit.cut += births - sum / whole_births;
            births = static_cast<std::uint32_t>(sum / whole_births);
        }
    }
}

void InstanceBirths::set_waiting(std::uint32_t row, bool waits) {
    fill(runs_, row, waits ? 0 : all_bits);
}

void InstanceBirths::next(const std::function<std::uint64_t(std::uint32_t row)>& step_of,
                          shared::Step& step) {
    const std::uint32_t all = rows_ * room_.slots;
    sum_rates();
    for (const std::uint32_t row : varied_rows_)
        if (!waits(row)) count_varied(row, step_of(row));
    std::erase_if(bursts_, [&](const Burst& one) {
        if (waits(one.row)) return false;
        births_[first_of(one.row) + one.slot] += one.count;
        return true;
    });
    cut_births();
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i <= all; ++i) {
        const std::uint32_t own = i < all ? births_[i] : 0;
        births_[i] = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, Emission::max_births));
        sum += own;
    }
    beyond_ += sum - births_[all];
    step.slots = room_.slots;
    step.emitters = all;
    step.births = births_[all];
    uploads_.upload(std::as_bytes(std::span(births_)), buffer_);
}

/// Begins the births of a step with those by rates that do not change.
void InstanceBirths::sum_rates() {
    const std::size_t all = first_of(rows_);
    births_.resize(all + 1);
    for (std::size_t i = 0; i < all; ++i) {
        const std::uint32_t sum = accumulated_[i] + (fraction_[i] & runs_[i]);
        const std::uint32_t carry = sum < accumulated_[i] ? 1 : 0;
        births_[i] = (whole_[i] & runs_[i]) + carry;
        accumulated_[i] = sum;
    }
    if (room_.moments) births_.resize(all + 1 + all * shared::MOMENTS_WORDS, 0);
    beyond_ = 0;
    burst_runs_ = 0;
}

void InstanceBirths::count_varied(std::uint32_t row, std::uint64_t step) {
    Varied& varied = varied_.at(row);
    Emission& emission = varied.emission;
    const std::vector<std::uint32_t>& words = emission.next(step, varied.seed);
    const std::size_t at = first_of(row), slots = emission.rates().size();
    for (std::size_t slot = 0; slot < slots; ++slot) births_[at + slot] = words[slot + 1] - words[slot];
    beyond_ += emission.beyond();
    if (emission.has_moments()) take_moments(row, emission, words);
}

/// Takes the moments of a row's births, and their runs behind those of the rows before.
void InstanceBirths::take_moments(std::uint32_t row, const Emission& emission,
                                  std::span<const std::uint32_t> words) {
    const std::size_t slots = emission.rates().size(), own = slots + 1,
                      runs = own + slots * shared::MOMENTS_WORDS;
    const std::size_t to = first_of(rows_) + 1 + first_of(row) * shared::MOMENTS_WORDS;
    std::ranges::copy(words.subspan(own, runs - own), births_.begin() + static_cast<std::ptrdiff_t>(to));
    const bool fit = burst_runs_ + emission.runs() <= max_burst_runs;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        std::uint32_t& of_slot = births_[to + slot * shared::MOMENTS_WORDS + 3];
        if (of_slot != 0) of_slot = fit ? of_slot + (burst_runs_ << shared::BURST_RUNS_BITS) : 0;
    }
    if (!fit) return;
    const auto own_runs = words.subspan(runs, std::size_t{emission.runs()} * shared::BURST_RUN_WORDS);
    births_.insert(births_.end(), own_runs.begin(), own_runs.end());
    burst_runs_ += emission.runs();
}

}  // namespace winnow::particles
