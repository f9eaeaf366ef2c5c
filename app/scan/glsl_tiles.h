// The tiles of a scan in GLSL, and the scratch of single-pass strategies, whatever they sum.
#pragma once

#include <cstdint>
#include <memory>

#include "gl/buffer.h"
#include "scan/glsl_variant.h"

namespace winnow::scan {

/// At least one, so that even of nothing there is a total.
constexpr std::uint64_t tiles_of(std::uint64_t elements, std::uint64_t tile) {
    return elements == 0 ? 1 : (elements + tile - 1) / tile;
}

/// The states of the tiles, and the tickets. Both survive between runs, which differ by their epoch.
class TileWords {
  public:
    /// `what` begins the labels of the buffers.
    TileWords(const GlslVariant& variant, std::string what);

    std::uint64_t bytes_for(std::uint64_t tiles) const;
    bool holds(std::uint64_t tiles) const { return bytes_for(tiles) <= tiles_.bytes(); }
    /// Precondition: it fits.
    void reserve(std::uint64_t tiles);

    /// Binds both and returns the epoch of the run that follows. Precondition: it holds the run's tiles.
    std::uint32_t begin_run(std::uint32_t tiles_binding, std::uint32_t tickets_binding);

  private:
    void begin_epoch();

    std::string what_;
    std::uint64_t words_;  // of a tile
    std::uint32_t last_epoch_, epoch_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    gl::Buffer tiles_, tickets_;
    bool cleared_ = false;
};

}  // namespace winnow::scan
