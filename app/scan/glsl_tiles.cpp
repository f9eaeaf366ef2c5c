#include "scan/glsl_tiles.h"

#include <utility>

#include "gl/words.h"
#include "scan/glsl_request.h"
#include "shaders/shared.h"

namespace winnow::scan {

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

/// No epoch is 0, so that cleared words are of no run.
void TileWords::begin_epoch() {
    if (epoch_ > last_epoch_) {
        epoch_ = 1;
        cleared_ = false;
    }
    if (std::exchange(cleared_, true)) return;
    tiles_.fill(0);
    tickets_.fill(0);
}

}  // namespace winnow::scan
