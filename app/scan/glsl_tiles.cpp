#include "scan/glsl_tiles.h"

#include <utility>

#include "gl/buffer.h"
#include "shaders/shared.h"

namespace winnow::scan {

namespace {

void bind(const gl::Buffer* buffer, std::uint32_t binding) {
    if (buffer != nullptr) buffer->bind_storage(binding);
}

/// Returns the index of the element that begins at a word.
std::uint32_t element_at(std::uint64_t word, ScanType type) {
    return static_cast<std::uint32_t>(word * gl::word_bytes / bytes_of(type.element));
}

}  // namespace

TileWords::TileWords(const GlslVariant& variant, std::string what)
    : what_(std::move(what)),
      words_(variant.tile_words()),
      last_epoch_(variant.last_epoch()),
      epoch_(variant.first_epoch),
      memory_(gl::plain_memory()),
      tickets_(memory_->allocate(shared::SCAN_TICKETS * gl::word_bytes, what_ + ": tickets")) {}

std::uint64_t TileWords::bytes_for(std::uint64_t tiles) const {
    return tiles * words_ * gl::word_bytes;
}

void TileWords::reserve(std::uint64_t tiles) {
    if (holds(tiles)) return;
    tiles_ = memory_->allocate(bytes_for(tiles), what_ + ": tiles");
    cleared_ = false;
}

std::uint32_t TileWords::begin_run(std::uint32_t tiles_binding, std::uint32_t tickets_binding) {
    begin_epoch();
    tiles_.bind_storage(tiles_binding);
    tickets_.bind_storage(tickets_binding);
    return epoch_++;
}

/// No epoch is 0, so cleared words belong to no run.
void TileWords::begin_epoch() {
    if (epoch_ > last_epoch_) {
        epoch_ = 1;
        cleared_ = false;
    }
    if (std::exchange(cleared_, true)) return;
    tiles_.fill(0);
    tickets_.fill(0);
}

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
