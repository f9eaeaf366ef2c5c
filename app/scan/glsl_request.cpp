#include "scan/glsl_request.h"

#include "gl/words.h"
#include "shaders/shared.h"

namespace winnow::scan {
namespace {

void bind(const gl::Buffer* buffer, std::uint32_t binding) {
    if (buffer != nullptr) buffer->bind_storage(binding);
}

/// The element that a word begins.
std::uint32_t element_at(std::uint64_t word, ScanType type) {
    return static_cast<std::uint32_t>(word * gl::word_bytes / bytes_of(type.element));
}

}  // namespace

void check_glsl_request(const gl::Facts& facts, const Request& request, ScanType type) {
    validate(request, type);
    for (const gl::Buffer* buffer :
         {request.input.buffer, request.output.buffer, request.count.buffer, request.total.buffer})
        if (buffer != nullptr) gl::check_bindable(facts, *buffer);
}

void bind_elements(const gl::Program& program, gl::Words input, gl::Words output, ScanType type) {
    bind(input.buffer, shared::BIND_SCAN_INPUT);
    bind(output.buffer, shared::BIND_SCAN_OUTPUT);
    program.set("input_first", element_at(input.first, type));
    program.set("output_first", element_at(output.first, type));
}

void bind_words(const gl::Program& program, const Request& request, ScanType type) {
    bind(request.count.buffer, shared::BIND_SCAN_COUNT);
    bind(request.total.buffer, shared::BIND_SCAN_TOTAL);
    program.set("bound", static_cast<std::uint32_t>(request.bound));
    program.set("count_on_gpu", request.count.buffer != nullptr ? 1 : 0);
    program.set("count_index", request.count.index);
    program.set("wants_total", request.total.buffer != nullptr ? 1 : 0);
    program.set("total_index", element_at(request.total.index, type));
}

}  // namespace winnow::scan
