#include "measure/sort_bench.h"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "base/error.h"
#include "gl/words.h"
#include "measure/rotation.h"
#include "verify/inputs.h"

namespace winnow::measure {
namespace {

constexpr std::uint64_t columns = 2, sides = 2;  // keys and values; pairs and scratch, or read and written
constexpr std::uint64_t most_elements = std::uint64_t{1} << 30;
constexpr std::uint32_t key_shift = 32;

std::uint64_t set_bytes(std::uint64_t elements) {
    return Rotation::buffer_bytes(elements * gl::word_bytes) * columns * sides;
}

}  // namespace

void SortSets::require_fit(const gl::Facts& facts, std::uint64_t elements) {
    const std::string what = fmt::format("bench sort: {} pairs of a key and a value", elements);
    if (elements > most_elements) bad_input("{}: {} are possible at most", what, most_elements);
    gl::check_fits(facts, what, elements * gl::word_bytes, 2 * set_bytes(elements));
}

SortSets::SortSets(gl::MemoryProvider& memory, const gl::Facts& facts, std::uint32_t seed,
                   std::uint32_t elements)
    : keys_(elements) {
    require_fit(facts, elements);
    verify::fill_input(verify::Input::random, seed, keys_);
    std::vector<std::uint32_t> places(elements);
    std::iota(places.begin(), places.end(), 0u);
    const std::uint64_t bytes = Rotation::buffer_bytes(elements * gl::word_bytes);
    const auto allocate = [&](const char* label) { return memory.allocate(bytes, label); };
    input_keys_ = allocate("bench: keys");
    input_values_ = allocate("bench: values");
    input_keys_.write_all(std::span(keys_));
    input_values_.write_all(std::span(places));
    const std::uint64_t sets = sets_beyond_caches(facts, set_bytes(elements));
    for (std::uint64_t i = 0; i < sets; ++i) {
        sets_.push_back({allocate("bench: sorted keys"), allocate("bench: sorted values"),
                         allocate("bench: scratch keys"), allocate("bench: scratch values")});
        for (const gl::Buffer* buffer : {&sets_.back().scratch_keys, &sets_.back().scratch_values})
            buffer->fill(0);  // touched before it is timed
    }
    poison();
}

std::uint64_t SortSets::copy_bytes() const {
    return keys_.size() * gl::word_bytes * columns * sides;
}

void SortSets::restore(std::uint32_t run, const BenchPrograms& programs) const {
    for (const BenchmarkPair& pair : copies(run)) programs.copy(pair);
}

sort::Request SortSets::request(std::uint32_t run, std::uint32_t key_bits) const {
    const Set& one = set(run);
    sort::Request request;
    request.pairs = {{&one.keys, 0}, {&one.values, 0}};
    request.scratch = {{&one.scratch_keys, 0}, {&one.scratch_values, 0}};
    request.bound = keys_.size();
    request.bits = key_bits;
    return request;
}

SortRun SortSets::run(std::uint32_t run) const {
    return {&input_keys_, &input_values_, &set(run).keys, &set(run).values};
}

std::vector<BenchmarkPair> SortSets::copies(std::uint32_t run) const {
    return {{&input_keys_, &set(run).keys}, {&input_values_, &set(run).values}};
}

void SortSets::poison() const {
    for (const Set& one : sets_)
        for (const gl::Buffer* buffer : {&one.keys, &one.values}) buffer->fill(verify::guard_word);
}

std::string SortSets::fault(std::uint32_t key_bits) const {
    const std::uint32_t mask = key_mask(key_bits);
    const auto keys = sets_.front().keys.read_all<std::uint32_t>(keys_.size());
    const auto values = sets_.front().values.read_all<std::uint32_t>(keys_.size());
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (values[i] >= keys_.size() || keys[i] != keys_[values[i]])
            return fmt::format("pair {} is none of the input", i);
        const std::uint64_t now = (std::uint64_t{keys[i] & mask} << key_shift | values[i]) + 1;
        if (now <= last) return fmt::format("pair {} should not come behind the one before it", i);
        last = now;
    }
    return {};
}

}  // namespace winnow::measure
