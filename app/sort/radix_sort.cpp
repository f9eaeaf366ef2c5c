#include "sort/radix_sort.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <utility>

#include "base/error.h"
#include "gl/buffer.h"
#include "gl/fence.h"
#include "scan/glsl_tiles.h"
#include "scan/glsl_variant.h"
#include "shaders/shared.h"

namespace winnow::sort {

namespace {

constexpr std::uint32_t ballot_bits = 32;  // of the word that a ranking subgroup votes in

/// Returns how many counters of a tile one thread scans. Each digit has one counter per subgroup or thread
/// that counts separately.
std::uint32_t counters_a_thread(const RadixVariant& variant) {
    const std::uint32_t counting =
        variant.subgroup_size > 0 ? variant.threads / variant.subgroup_size : variant.threads;
    return variant.digits() * counting / variant.threads;
}

constexpr std::uint64_t max_pairs = std::uint64_t{1} << 31;  // so that the end of a tile still has an index
constexpr std::uint32_t key_bits = 32, half_key_bits = 16;

struct Range {
    const char* what;
    gl::Words words;
};

using Ranges = std::array<Range, 4>;

Ranges ranges_of(const Request& r) {
    return {Range{"keys", r.pairs.keys}, Range{"values", r.pairs.values},
            Range{"scratch of the keys", r.scratch.keys}, Range{"scratch of the values", r.scratch.values}};
}

void require_range(const Range& range, std::uint64_t bound) {
    const auto& [what, words] = range;
    if (words.buffer == nullptr) bad_input("sort: no buffer for the {}", what);
    const std::uint64_t held = words.buffer->bytes() / gl::word_bytes;
    if (words.first > held || bound > held - words.first || words.first + bound > gl::max_words)
        bad_input("sort: {} words from {} for the {} exceed the {} words of the buffer ({})", bound,
                  words.first, what, held, words.buffer->label());
}

void require_apart(const Range& a, const Range& b, std::uint64_t bound) {
    if (a.words.buffer != b.words.buffer) return;
    if (a.words.first < b.words.first + bound && b.words.first < a.words.first + bound)
        bad_input("sort: the {} and the {} overlap, from {} and {} of one buffer ({}); they must be apart",
                  a.what, b.what, a.words.first, b.words.first, a.words.buffer->label());
}

void require_count(const gl::Word& count, const Ranges& ranges, std::uint64_t bound) {
    if (count.buffer == nullptr) return;
    if (count.index >= count.buffer->bytes() / gl::word_bytes)
        bad_input("sort: the count lies outside its buffer ({})", count.buffer->label());
    for (const Range& range : ranges)
        if (count.buffer == range.words.buffer && count.index >= range.words.first &&
            count.index - range.words.first < bound)
            bad_input("sort: the count lies within the {} ({})", range.what, count.buffer->label());
}

void set_first(const gl::Program& program, const char* keys, const char* values, const Pairs& pairs) {
    program.set(keys, static_cast<std::uint32_t>(pairs.keys.first));
    program.set(values, static_cast<std::uint32_t>(pairs.values.first));
}

gl::Program load(gl::ShaderLibrary& shaders, const RadixVariant& variant, const char* pass) {
    return shaders.load_compute(std::string("sort/radix_sort.comp#") + pass, variant.defines());
}

}  // namespace

gl::Defines RadixVariant::defines() const {
    const bool subgroups = subgroup_size > 0;
    gl::Defines all{{"BLOCK_THREADS", gl::define_number(threads)},
                    {"KEYS", gl::define_number(keys)},
                    {"DIGIT_BITS", gl::define_number(digit_bits)},
                    {"ITEMS", gl::define_number(counters_a_thread(*this))}};
    const BlockScan block = subgroups ? BlockScan::subgroup : BlockScan::three_phase;
    for (const gl::Defines& more : {scan::type_defines({}), scan::block_defines(block)})
        all.insert(all.end(), more.begin(), more.end());
    if (subgroups) {
        all.emplace_back("NEEDS_SUBGROUPS", "1");
        all.emplace_back("SUBGROUP_SIZE", gl::define_number(subgroup_size));
    }
    return all;
}

RadixVariant radix_variant(const gl::Facts& facts) {
    // Measured on an H200: with more keys per thread, fewer other groups fit on the multiprocessor.
    if (facts.limits.subgroup_size == ballot_bits) return {512, 8, 8, ballot_bits};
    return {128, 16, 4, 0};  // 16 counters per thread, as many words as keys: 18 KiB of shared memory
}

void validate(const Request& request) {
    if (request.bits != half_key_bits && request.bits != key_bits)
        bad_input("sort: must order by 16 or 32 bits of the keys, not {}", request.bits);
    if (request.first_bit > key_bits - request.bits)
        bad_input("sort: {} bits from bit {} exceed the 32 bits of a key", request.bits, request.first_bit);
    if (request.bound > max_pairs)
        bad_input("sort: {} pairs exceed the limit of {}", request.bound, max_pairs);
    if (request.bound == 0) return;
    const Ranges ranges = ranges_of(request);
    for (const Range& range : ranges) require_range(range, request.bound);
    for (std::size_t i = 0; i < ranges.size(); ++i)
        for (std::size_t k = 0; k < i; ++k) require_apart(ranges[k], ranges[i], request.bound);
    require_count(request.count, ranges, request.bound);
}

RadixSort::RadixSort(const gl::Facts& facts, gl::ShaderLibrary& shaders, std::unique_ptr<scan::Scan> scan)
    : RadixSort(facts, shaders, std::move(scan), radix_variant(facts)) {}

RadixSort::RadixSort(const gl::Facts& facts, gl::ShaderLibrary& shaders, std::unique_ptr<scan::Scan> scan,
                     const RadixVariant& variant)
    : facts_(facts),
      variant_(variant),
      scan_(std::move(scan)),
      plan_program_(load(shaders, variant, "plan")),
      count_program_(load(shaders, variant, "count_digits")),
      move_program_(load(shaders, variant, "move_by_digit")),
      plan_(gl::plain_memory()->allocate(sizeof(shared::SortPlan), "sort: plan")) {}

/// Returns one counter per digit and tile.
std::uint64_t RadixSort::counters(std::uint64_t bound) const {
    return scan::tiles_of(bound, tile()) * variant_.digits();
}

void RadixSort::reserve(std::uint64_t bound) {
    const std::uint64_t bytes = counters(bound) * gl::word_bytes;
    if (bytes <= counts_.bytes()) return;
    gl::check_fits(facts_, fmt::format("sort of {} pairs", bound), bytes, bytes);
    scan_->reserve(counters(bound));
    counts_ = gl::plain_memory()->allocate(bytes, "sort: counts");
}

void RadixSort::run(const Request& request) {
    validate(request);
    for (const Pairs& pairs : {request.pairs, request.scratch})
        for (const gl::Words& words : {pairs.keys, pairs.values})
            if (words.buffer != nullptr) gl::check_bindable(facts_, *words.buffer);
    if (request.bound == 0) return;
    reserve(request.bound);
    plan(request);
    Pairs from = request.pairs, to = request.scratch;
    const std::uint32_t end = request.first_bit + request.bits;
    for (std::uint32_t bit = request.first_bit; bit < end; bit += variant_.digit_bits) {
        sort_digit(request, from, to, bit);
        std::swap(from, to);  // an even number of times: the result lies in request.pairs
    }
}

void RadixSort::plan(const Request& request) {
    if (request.count.buffer != nullptr) request.count.buffer->bind_storage(shared::BIND_SORT_COUNT);
    plan_.bind_storage(shared::BIND_SORT_PLAN);
    plan_program_.set("bound", static_cast<std::uint32_t>(request.bound));
    plan_program_.set("count_on_gpu", request.count.buffer != nullptr ? 1 : 0);
    plan_program_.set("count_index", request.count.index);
    plan_program_.dispatch({1, 1, 1});
    gl::command_barrier();
}

void RadixSort::bind(const gl::Program& program, const Pairs& from, std::uint32_t shift) const {
    plan_.bind_storage(shared::BIND_SORT_PLAN);
    counts_.bind_storage(shared::BIND_SORT_COUNTS);
    from.keys.buffer->bind_storage(shared::BIND_SORT_KEYS);
    from.values.buffer->bind_storage(shared::BIND_SORT_VALUES);
    set_first(program, "keys_first", "values_first", from);
    program.set("shift", shift);
}

void RadixSort::sort_digit(const Request& request, const Pairs& from, const Pairs& to, std::uint32_t shift) {
    constexpr std::uint64_t groups = offsetof(shared::SortPlan, groups_x);
    bind(count_program_, from, shift);
    count_program_.dispatch_indirect(plan_, groups);
    gl::storage_barrier();

    scan::Request offsets;
    offsets.input = offsets.output = {&counts_, 0};
    offsets.bound = counters(request.bound);
    offsets.count = {&plan_, offsetof(shared::SortPlan, counters) / gl::word_bytes};
    scan_->run(offsets);

    bind(move_program_, from, shift);
    to.keys.buffer->bind_storage(shared::BIND_SORT_KEYS_OUT);
    to.values.buffer->bind_storage(shared::BIND_SORT_VALUES_OUT);
    set_first(move_program_, "keys_out_first", "values_out_first", to);
    move_program_.dispatch_indirect(plan_, groups);
    gl::storage_barrier();
}

void RadixSort::poison_scratch(std::uint32_t word) {
    scan_->poison_scratch(word);
    plan_.fill(word);
    if (!counts_.empty()) counts_.fill(word);
}

}  // namespace winnow::sort
