#include "scan/glsl_single_pass.h"

#include <utility>

#include "gl/barrier.h"
#include "scan/glsl_request.h"
#include "shaders/shared.h"

namespace winnow::scan {
namespace {

/// Scratch: what the tiles make known, and the tickets; both survive between runs, which differ by their
/// epoch.
class SinglePass : public Scan {
  public:
    SinglePass(const gl::Facts& facts, const GlslVariant& variant, gl::Program program)
        : facts_(facts),
          variant_(variant),
          program_(std::move(program)),
          memory_(gl::plain_memory()),
          tickets_(memory_->allocate(shared::SCAN_TICKETS * word_bytes, "scan: tickets")),
          epoch_(variant.first_epoch) {}

    ScanType type() const override { return variant_.type; }
    std::uint64_t tile() const override { return variant_.tile(); }

    void reserve(std::uint64_t bound) override {
        const std::uint64_t tiles = std::max<std::uint64_t>(1, (bound + tile() - 1) / tile());
        const std::uint64_t bytes = tiles * variant_.tile_words() * word_bytes;
        if (bytes <= tiles_.bytes()) return;
        gl::check_fits(facts_, fmt::format("scan of {} elements", bound), bound * bytes_of(type().element),
                       bytes);
        tiles_ = memory_->allocate(bytes, "scan: tiles");
        cleared_ = false;
    }

    void run(const Request& request) override {
        check_glsl_request(facts_, request, type());
        reserve(request.bound);
        begin_epoch();
        bind_elements(program_, request.input, request.output, type());
        bind_words(program_, request, type());
        tiles_.bind_storage(shared::BIND_SCAN_TILES);
        tickets_.bind_storage(shared::BIND_SCAN_TICKETS);
        program_.set("inclusive", request.kind == Kind::inclusive ? 1 : 0);
        program_.set("in_place", request.input.buffer == request.output.buffer ? 1 : 0);
        program_.set("epoch", epoch_++);
        program_.dispatch(
            gl::Groups::over(std::max<std::uint64_t>(request.bound, 1), static_cast<std::uint32_t>(tile())));
        gl::storage_barrier();
    }

    /// Its scratch must survive between runs.
    void poison_scratch(std::uint32_t) override {}

  private:
    /// No epoch is 0, so that cleared words are of no run.
    void begin_epoch() {
        if (epoch_ > variant_.last_epoch()) {
            epoch_ = 1;
            cleared_ = false;
        }
        if (std::exchange(cleared_, true)) return;
        tiles_.fill(0);
        tickets_.fill(0);
    }

    const gl::Facts& facts_;
    GlslVariant variant_;
    gl::Program program_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    gl::Buffer tiles_, tickets_;
    std::uint32_t epoch_;
    bool cleared_ = false;
};

}  // namespace

std::unique_ptr<Scan> make_single_pass(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                       const GlslVariant& variant) {
    const char* path = variant.choice.grid == GridStrategy::chained ? "scan/grid/chained.comp"
                                                                    : "scan/grid/decoupled_lookback.comp";
    return std::make_unique<SinglePass>(facts, variant, shaders.load_compute(path, variant.defines()));
}

}  // namespace winnow::scan
