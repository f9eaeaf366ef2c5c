// The parts that all grid strategies in GLSL share: tile counts, the scratch of single passes, and the
// binding of a request.
#pragma once

#include <cstdint>
#include <memory>

#include "gl/buffer.h"
#include "gl/program.h"
#include "scan/glsl_variant.h"
#include "scan/scan.h"

namespace winnow::scan {

/// Returns the number of tiles, at least one, so that an empty scan still has a total.
constexpr std::uint64_t tiles_of(std::uint64_t elements, std::uint64_t tile) {
    return elements == 0 ? 1 : (elements + tile - 1) / tile;
}

/// The tile states and tickets of single passes. Both survive between runs; the epoch tells the runs apart.
class TileWords {
  public:
    /// `what` begins the labels of the buffers.
    TileWords(const GlslVariant& variant, std::string what);

    std::uint64_t bytes_for(std::uint64_t tiles) const;
    bool holds(std::uint64_t tiles) const { return bytes_for(tiles) <= tiles_.bytes(); }
    /// Precondition: check_fits() accepts the bytes.
    void reserve(std::uint64_t tiles);

    /// Binds both buffers and returns the epoch of the run that follows. Precondition: the tiles of the run
    /// are reserved.
    std::uint32_t begin_run(std::uint32_t tiles_binding, std::uint32_t tickets_binding);

  private:
    void begin_epoch();

    std::string what_;
    std::uint64_t words_;  // words per tile
    std::uint32_t last_epoch_, epoch_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    gl::Buffer tiles_, tickets_;
    bool cleared_ = false;
};

/// Validates the request, and checks that its buffers can be bound to shaders.
void check_glsl_request(const gl::Facts& facts, const Request& request, ScanType type);

/// Binds input and output, and sets the index of the first element in each. A null buffer is left unbound.
void bind_elements(const gl::Program& program, gl::Words input, gl::Words output, ScanType type);

/// Binds the count and the total, and sets their places.
void bind_words(const gl::Program& program, const Request& request, ScanType type);

/// Make the strategies with a hierarchy of tile sums. `facts` and `shaders` must outlive the scan.
std::unique_ptr<Scan> make_scan_then_propagate(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                               const GlslVariant& variant);
std::unique_ptr<Scan> make_reduce_then_scan(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                            const GlslVariant& variant);

/// Makes chained or decoupled look-back. `facts` and `shaders` must outlive the scan.
std::unique_ptr<Scan> make_single_pass(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                       const GlslVariant& variant);

}  // namespace winnow::scan
