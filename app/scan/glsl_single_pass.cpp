#include "scan/glsl_tiles.h"

#include <utility>

#include "gl/fence.h"
#include "shaders/shared.h"

namespace winnow::scan {
namespace {

/// Chained and decoupled look-back: the strategies that move every element once.
class SinglePass : public Scan {
  public:
    SinglePass(const gl::Facts& facts, const GlslVariant& variant, gl::Program program)
        : facts_(facts), variant_(variant), program_(std::move(program)), tiles_(variant, "scan") {}

    ScanType type() const override { return variant_.type; }
    std::uint64_t tile() const override { return variant_.tile(); }

    void reserve(std::uint64_t bound) override {
        const std::uint64_t tiles = tiles_of(bound, tile());
        if (tiles_.holds(tiles)) return;
        gl::check_fits(facts_, fmt::format("scan of {} elements", bound), bound * bytes_of(type().element),
                       tiles_.bytes_for(tiles));
        tiles_.reserve(tiles);
    }

    void run(const Request& request) override {
        check_glsl_request(facts_, request, type());
        reserve(request.bound);
        bind_elements(program_, request.input, request.output, type());
        bind_words(program_, request, type());
        program_.set("inclusive", request.kind == Kind::inclusive ? 1 : 0);
        program_.set("in_place", request.input.buffer == request.output.buffer ? 1 : 0);
        program_.set("epoch", tiles_.begin_run(shared::BIND_SCAN_TILES, shared::BIND_SCAN_TICKETS));
        program_.dispatch(
            gl::Groups::over(std::max<std::uint64_t>(request.bound, 1), static_cast<std::uint32_t>(tile())));
        gl::storage_barrier();
    }

    /// Does nothing: the scratch must survive between runs.
    void poison_scratch(std::uint32_t) override {}

  private:
    const gl::Facts& facts_;
    GlslVariant variant_;
    gl::Program program_;
    TileWords tiles_;
};

}  // namespace

std::unique_ptr<Scan> make_single_pass(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                       const GlslVariant& variant) {
    return std::make_unique<SinglePass>(
        facts, variant, shaders.load_compute(variant.file(), with_scan_kernel(variant.defines())));
}

}  // namespace winnow::scan
