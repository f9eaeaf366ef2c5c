// The compactors of a single pass: fused, which keeps order by waiting for earlier tiles, and atomic, which
// appends by a counter.
#include <algorithm>
#include <utility>

#include "compact/glsl_compactors.h"
#include "compact/glsl_request.h"
#include "compact/passes.h"
#include "gl/buffer.h"
#include "gl/fence.h"
#include "scan/glsl_tiles.h"
#include "shaders/shared.h"

namespace winnow::compact {
namespace {

class OnePass : public Compactor {
  public:
    OnePass(const gl::Tools& tools, const GlslVariant& variant, const char* shader)
        : facts_(tools.facts),
          passes_(tools.passes),
          pass_(declare_compact_pass(passes_)),
          variant_(variant),
          programs_(tools.shaders, shader, [variant](std::size_t columns, const Fold* fold) {
              return variant.defines(columns, fold);
          }) {}

    VoteFormat vote_format() const override { return VoteFormat::bits; }
    bool folds() const override { return true; }
    void build(std::size_t columns, const Fold* fold) override { programs_.of(columns, fold); }

    void run(const Request& request) override {
        check_glsl_request(facts_, request, vote_format());
        reserve(request.bound);
        const gl::Program& program = programs_.of(request.columns.size(), request.fold);
        const gl::PassScope scope(passes_, pass_);
        request.fold == nullptr ? bind_votes(program, request) : request.fold->bind();
        bind_columns(program, request);
        bind_survivors(program, request);
        prepare(program, request);
        const std::uint32_t least = 1;  // even without votes the survivors are counted
        program.dispatch(
            gl::Groups::over(std::max(request.bound, least), variant_.tile(request.fold).size()));
        gl::storage_barrier();
    }

    /// Does nothing: there is no scratch, or it must survive between runs.
    void poison_scratch(std::uint32_t) override {}

  protected:
    /// Binds and sets what the run needs beside the request.
    virtual void prepare(const gl::Program& program, const Request& request) = 0;

    const gl::Facts& facts_;
    gl::Passes& passes_;
    gl::PassId pass_;
    GlslVariant variant_;
    GlslPrograms programs_;
};

class Fused : public OnePass {
  public:
    Fused(const gl::Tools& tools, const GlslVariant& variant)
        : OnePass(tools, variant, "compact/fused.comp"), tiles_(variant.scan, "compact") {}

    void reserve(std::uint32_t bound) override {
        std::uint32_t smallest = variant_.loaded.size();
        for (const GlslTile& made : variant_.made) smallest = std::min(smallest, made.size());
        const std::uint64_t tiles = scan::tiles_of(bound, smallest);
        if (tiles_.holds(tiles)) return;
        check_scratch_fits(facts_, bound, tiles_.bytes_for(tiles));
        tiles_.reserve(tiles);
    }

  private:
    void prepare(const gl::Program& program, const Request&) override {
        program.set("epoch", tiles_.begin_run(shared::BIND_COMPACT_TILES, shared::BIND_COMPACT_TICKETS));
    }

    scan::TileWords tiles_;
};

class Atomic : public OnePass {
  public:
    Atomic(const gl::Tools& tools, const GlslVariant& variant)
        : OnePass(tools, variant, "compact/atomic.comp") {}

    void reserve(std::uint32_t) override {}

  private:
    void prepare(const gl::Program&, const Request& request) override {
        request.survivors.buffer->fill(0, request.survivors.index * gl::word_bytes, gl::word_bytes);
    }
};

}  // namespace

std::unique_ptr<Compactor> make_fused(const gl::Tools& tools, const GlslVariant& variant) {
    return std::make_unique<Fused>(tools, variant);
}

std::unique_ptr<Compactor> make_atomic(const gl::Tools& tools, const GlslVariant& variant) {
    return std::make_unique<Atomic>(tools, variant);
}

}  // namespace winnow::compact
