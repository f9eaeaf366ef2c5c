#include "compact/glsl_request.h"

#include "base/error.h"
#include "shaders/shared.h"

namespace winnow::compact {

void check_glsl_request(const gl::Facts& facts, const Request& request, VoteFormat format) {
    validate(request, format);
    if (request.second_scan) bad_input("compact: GLSL compactors take no second scan");
    for (const Column& column : request.columns) {
        gl::check_bindable(facts, *column.source);
        gl::check_bindable(facts, *column.destination);
    }
    for (const gl::Buffer* buffer : {request.votes.buffer, request.count.buffer, request.survivors.buffer})
        if (buffer != nullptr) gl::check_bindable(facts, *buffer);
}

void check_scratch_fits(const gl::Facts& facts, std::uint32_t bound, std::uint64_t bytes) {
    gl::check_fits(facts, fmt::format("compaction of {} votes", bound), bytes, bytes);
}

void bind_count(const gl::Program& program, const Request& request) {
    request.count.buffer->bind_storage(shared::BIND_SOURCE_POOL);
    program.set("count_on_gpu", 1);
    program.set("count_index", request.count.index);
    program.set("bound", request.bound);
}

void bind_columns(const gl::Program& program, const Request& request) {
    for (std::uint32_t c = 0; c < request.columns.size(); ++c) {
        request.columns[c].source->bind_storage(shared::BIND_SOURCE + c);
        request.columns[c].destination->bind_storage(shared::BIND_DESTINATION + c);
    }
    bind_count(program, request);
    program.set("first_index", request.first.index);
    program.set("capacity", request.capacity);
}

void bind_votes(const gl::Program& program, const Request& request) {
    request.votes.buffer->bind_storage(shared::BIND_VOTES);
    program.set("votes_first", static_cast<std::uint32_t>(request.votes.first));
}

void bind_survivors(const gl::Program& program, const Request& request) {
    request.survivors.buffer->bind_storage(shared::BIND_DESTINATION_POOL);
    program.set("survivors_index", request.survivors.index);
}

}  // namespace winnow::compact
