#include "scan/glsl_scan.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

#include "scan/glsl_tiles.h"

namespace winnow::scan {

namespace {

/// A variant for inputs of at most `max_bytes` bytes.
struct SizeClass {
    std::uint64_t max_bytes;
    std::uint32_t threads, thread_bytes;
    GridStrategy grid = GridStrategy::decoupled_lookback;
};

/// Measured on an H200. The first three handle one tile, where scan-then-propagate is just the block scan.
constexpr std::array rungs{
    SizeClass{4 << 10, 256, 16, GridStrategy::scan_then_propagate},
    SizeClass{8 << 10, 512, 16, GridStrategy::scan_then_propagate},
    SizeClass{16 << 10, 1024, 16, GridStrategy::scan_then_propagate},
    SizeClass{128 << 10, 256, 32},
    SizeClass{4 << 20, 512, 32},
    SizeClass{64 << 20, 512, 64},
};

/// Chooses the variant by the size of each request. Large tiles keep the most loads in flight, but a few
/// elements are scanned sooner by many small tiles, and elements that fit into one tile by its block scan
/// alone.
class BySize : public Scan {
  public:
    BySize(const gl::Facts& facts, gl::ShaderLibrary& shaders, const GlslVariant& variant)
        : facts_(facts), shaders_(shaders), variant_(variant) {}

    ScanType type() const override { return variant_.type; }
    std::uint64_t tile() const override { return variant_.tile(); }
    /// Also reserves the variants for smaller bounds and begins to build their programs. A run soon after it
    /// may wait for its program.
    void reserve(std::uint64_t bound) override {
        const gl::ShaderLibrary::Building building(shaders_);
        for (std::size_t rung = 0; rung <= rung_for(bound); ++rung)
            made(rung).reserve(rung < rungs.size() ? std::min(bound, max_elements(rung)) : bound);
    }
    void run(const Request& request) override { made(rung_for(request.bound)).run(request); }
    void poison_scratch(std::uint32_t word) override {
        for (const auto& scan : scans_)
            if (scan) scan->poison_scratch(word);
    }

  private:
    std::uint64_t max_elements(std::size_t rung) const {
        return rungs[rung].max_bytes / bytes_of(type().element);
    }

    /// Returns rungs.size() for the variant without a limit.
    std::size_t rung_for(std::uint64_t bound) const {
        std::size_t rung = 0;
        while (rung < rungs.size() && bound > max_elements(rung)) ++rung;
        return rung;
    }

    Scan& made(std::size_t rung) {
        if (!scans_[rung]) scans_[rung] = make(rung);
        return *scans_[rung];
    }

    std::unique_ptr<Scan> make(std::size_t rung) const {
        if (rung == rungs.size()) return make_single_pass(facts_, shaders_, variant_);
        GlslVariant variant = variant_;
        variant.choice.grid = rungs[rung].grid;
        variant.tuning.threads = rungs[rung].threads;
        variant.tuning.thread_bytes = rungs[rung].thread_bytes;
        return variant.choice.grid == GridStrategy::scan_then_propagate
                   ? make_scan_then_propagate(facts_, shaders_, variant)
                   : make_single_pass(facts_, shaders_, variant);
    }

    const gl::Facts& facts_;
    gl::ShaderLibrary& shaders_;
    GlslVariant variant_;
    std::array<std::unique_ptr<Scan>, rungs.size() + 1> scans_;
};

}  // namespace

bool has_sizes(const gl::Facts& facts, const GlslVariant& variant) {
    return facts.nvidia &&
           variant.choice == ScanChoice{BlockScan::subgroup, GridStrategy::decoupled_lookback};
}

std::unique_ptr<Scan> make_glsl_by_size(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                        const GlslVariant& variant) {
    return std::make_unique<BySize>(facts, shaders, variant);
}

std::vector<std::uint64_t> size_edges() {
    std::vector<std::uint64_t> edges;
    for (const SizeClass& rung : rungs) edges.push_back(rung.max_bytes);
    return edges;
}

std::unique_ptr<Scan> make_glsl_scan(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                     const GlslVariant& variant) {
    switch (variant.choice.grid) {
        case GridStrategy::scan_then_propagate:
            return make_scan_then_propagate(facts, shaders, variant);
        case GridStrategy::reduce_then_scan:
            return make_reduce_then_scan(facts, shaders, variant);
        case GridStrategy::chained:
        case GridStrategy::decoupled_lookback:
            return make_single_pass(facts, shaders, variant);
        case GridStrategy::automatic:
            break;
    }
    throw std::logic_error("a GLSL scan needs a resolved grid strategy");
}

std::unique_ptr<Scan> make_glsl_scan(const gl::Facts& facts, gl::ShaderLibrary& shaders, ScanChoice choice,
                                     ScanType type) {
    if (const Availability here = glsl_offers(facts, choice, type); !here) absent("glsl: {}", here.reason);
    const GlslVariant variant = glsl_variant(facts, choice, type);
    return has_sizes(facts, variant) ? make_glsl_by_size(facts, shaders, variant)
                                     : make_glsl_scan(facts, shaders, variant);
}

}  // namespace winnow::scan
