#include "session/race_track.h"

#include <fmt/format.h>

#include <cstring>

#include "gl/context.h"
#include "gl/fence.h"
#include "shaders/shared.h"

namespace winnow::session {
namespace {

constexpr std::uint32_t total_word = 0, faults_word = 1;  // of the result
static_assert(RaceTrack::result_bytes == 2 * gl::word_bytes);

std::uint64_t array_bytes(const gl::Facts& facts, std::uint32_t elements) {
    const std::uint64_t bytes = elements * gl::word_bytes;
    gl::check_fits(facts, fmt::format("a race of {} elements", elements), bytes, 2 * bytes);
    return bytes;
}

}  // namespace

RaceTrack::RaceTrack(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::MemoryProvider& memory,
                     std::uint32_t elements)
    : elements_(elements),
      copy_(shaders.load_compute("measure/copy.comp")),
      check_(shaders.load_compute("session/race.comp", {{"FILLS", gl::define_flag(false)}})) {
    const gl::Program fill = shaders.load_compute("session/race.comp", {{"FILLS", gl::define_flag(true)}});
    const std::uint64_t bytes = array_bytes(facts, elements);
    input_ = memory.allocate(bytes, "race: input");
    output_ = memory.allocate(bytes, "race: output");
    result_ = memory.allocate(result_bytes, "race: result");
    input_.bind_storage(shared::BIND_SCAN_INPUT);
    fill.set("elements", elements);
    fill.dispatch(gl::Groups::over(elements, shared::COPY_THREADS));
    gl::storage_barrier();
}

scan::Request RaceTrack::request() const {
    scan::Request request;
    request.input = {&input_, 0};
    request.output = {&output_, 0};
    request.bound = elements_;
    request.total = {&result_, total_word};
    return request;
}

void RaceTrack::copy() const {
    const std::uint64_t vectors = input_.bytes() / sizeof(shared::uvec4);
    input_.bind_storage(shared::BIND_SCAN_INPUT);
    output_.bind_storage(shared::BIND_SCAN_OUTPUT);
    copy_.set("vectors", static_cast<std::uint32_t>(vectors));
    copy_.dispatch(gl::Groups::over(vectors, shared::COPY_THREADS * shared::COPY_VECTORS));
    gl::storage_barrier();
}

void RaceTrack::prepare() const {
    result_.fill(0);
    copy();
}

void RaceTrack::check(bool is_copy) const {
    output_.bind_storage(shared::BIND_SCAN_OUTPUT);
    result_.bind_storage(shared::BIND_SCAN_TOTAL);
    check_.set("elements", elements_);
    check_.set("is_copy", is_copy ? 1u : 0u);
    check_.dispatch(gl::Groups::over(elements_, shared::COPY_THREADS));
    gl::storage_barrier();
}

std::uint32_t RaceTrack::faults(const std::byte* read_back) {
    std::uint32_t count = 0;
    std::memcpy(&count, read_back + faults_word * gl::word_bytes, sizeof count);
    return count;
}

}  // namespace winnow::session
