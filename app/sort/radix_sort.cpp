#include "sort/radix_sort.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "gl/barrier.h"
#include "gl/words.h"
#include "scan/glsl_tiles.h"
#include "scan/glsl_variant.h"
#include "shaders/shared.h"

namespace winnow::sort {
namespace {

void set_first(const gl::Program& program, const char* keys, const char* values, const Pairs& pairs) {
    program.set(keys, static_cast<std::uint32_t>(pairs.keys.first));
    program.set(values, static_cast<std::uint32_t>(pairs.values.first));
}

gl::Program load(gl::ShaderLibrary& shaders, const RadixVariant& variant, const char* pass) {
    return shaders.load_compute("sort/radix_sort.comp", scan::with_pass(pass, variant.defines()));
}

}  // namespace

RadixSort::RadixSort(const gl::Facts& facts, gl::ShaderLibrary& shaders, std::unique_ptr<scan::Scan> scan)
    : RadixSort(facts, shaders, std::move(scan), radix_variant(facts)) {}

RadixSort::RadixSort(const gl::Facts& facts, gl::ShaderLibrary& shaders, std::unique_ptr<scan::Scan> scan,
                     const RadixVariant& variant)
    : facts_(facts),
      variant_(variant),
      scan_(std::move(scan)),
      plan_program_(load(shaders, variant, "PLAN")),
      count_program_(load(shaders, variant, "COUNT_DIGITS")),
      move_program_(load(shaders, variant, "MOVE_BY_DIGIT")),
      plan_(gl::plain_memory()->allocate(sizeof(shared::SortPlan), "sort: plan")) {}

/// One for each digit of each tile.
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
        std::swap(from, to);  // an even number of times: the result lies where the pairs were
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
