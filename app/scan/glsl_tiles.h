// What all grid strategies in GLSL share: tiles, the scratch of single passes, and how a request reaches the
// shaders.
#pragma once

#include <cstdint>
#include <memory>

#include "gl/buffer.h"
#include "gl/program.h"
#include "scan/glsl_variant.h"
#include "scan/scan.h"

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

/// validate(), and whether shaders can be given the request's buffers.
void check_glsl_request(const gl::Facts& facts, const Request& request, ScanType type);

/// Input and output, and where in them the elements begin. A null buffer is left unbound.
void bind_elements(const gl::Program& program, gl::Words input, gl::Words output, ScanType type);

/// The count and the total.
void bind_words(const gl::Program& program, const Request& request, ScanType type);

/// `facts` and `shaders` outlive it.
std::unique_ptr<Scan> make_scan_then_propagate(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                               const GlslVariant& variant);
std::unique_ptr<Scan> make_reduce_then_scan(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                            const GlslVariant& variant);

/// `facts` and `shaders` outlive it.
std::unique_ptr<Scan> make_single_pass(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                       const GlslVariant& variant);

}  // namespace winnow::scan
