#include <utility>

#include "base/error.h"
#include "compact/glsl_compactors.h"
#include "compact/glsl_programs.h"
#include "compact/glsl_request.h"
#include "gl/barrier.h"
#include "shaders/shared.h"

namespace winnow::compact {
namespace {

class Bits : public Compactor {
  public:
    Bits(const GlslContext& context, std::unique_ptr<scan::Scan> scan, const GlslTile& tile)
        : facts_(context.facts),
          passes_(context.passes),
          scan_pass_(passes_.declare("scan", "exclusive prefix sum of the votes", gl::Work::compute)),
          move_pass_(passes_.declare("move", "survivors' columns to their offsets", gl::Work::compute)),
          memory_(gl::plain_memory()),
          scan_(std::move(scan)),
          tile_(tile),
          popcounts_(context.shaders.load_compute("compact/popcounts.comp")),
          move_(context.shaders, "compact/move_bits.comp",
                [tile](std::size_t columns, const Fold*) { return move_defines(tile, columns); }) {}

    VoteFormat vote_format() const override { return VoteFormat::bits; }

    void reserve(std::uint32_t bound) override {
        const std::uint64_t words = vote_words(VoteFormat::bits, bound),
                            bytes = words * sizeof(std::uint32_t);
        scan_->reserve(words);
        if (bytes <= offsets_.bytes()) return;
        gl::check_fits(facts_, fmt::format("compaction of {} votes", bound), bytes, bytes);
        offsets_ = memory_->allocate(bytes, "compact: offsets");
    }

    void run(const Request& request) override {
        check_glsl_request(facts_, request, vote_format());
        reserve(request.bound);
        scan_votes(request);
        if (request.bound > 0) move_columns(request);
    }

    Stages stages() const override { return {{&offsets_, 0}}; }

    void poison_scratch(std::uint32_t word) override {
        if (!offsets_.empty()) offsets_.fill(word);
        scan_->poison_scratch(word);
    }

  private:
    void scan_votes(const Request& request) {
        const gl::PassScope scope(passes_, scan_pass_);
        const std::uint64_t words = vote_words(VoteFormat::bits, request.bound);
        if (words > 0) count_survivors(request, words);
        scan::Request scan;
        scan.input = scan.output = {&offsets_, 0};
        scan.bound = words;
        scan.total = request.survivors;
        scan_->run(scan);
    }

    /// Of each word, none for those from the count on.
    void count_survivors(const Request& request, std::uint64_t words) {
        request.count.buffer->bind_storage(shared::BIND_SOURCE_POOL);
        offsets_.bind_storage(shared::BIND_OFFSETS);
        bind_votes(popcounts_, request);
        popcounts_.set("count_on_gpu", 1);
        popcounts_.set("count_index", request.count.index);
        popcounts_.set("bound", request.bound);
        popcounts_.dispatch(gl::Groups::over(words, shared::PARTICLE_THREADS));
        gl::storage_barrier();
    }

    void move_columns(const Request& request) {
        const gl::PassScope scope(passes_, move_pass_);
        const gl::Program& program = move_.of(request);
        bind_columns(program, request);
        bind_votes(program, request);
        offsets_.bind_storage(shared::BIND_OFFSETS);
        program.dispatch(gl::Groups::over(request.bound, tile_.size()));
        gl::storage_barrier();
    }

    const gl::Facts& facts_;
    gl::Passes& passes_;
    gl::PassId scan_pass_, move_pass_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    std::unique_ptr<scan::Scan> scan_;
    GlslTile tile_;
    gl::Program popcounts_;
    GlslPrograms move_;
    gl::Buffer offsets_;
};

}  // namespace

std::unique_ptr<Compactor> make_bits(const GlslContext& context, std::unique_ptr<scan::Scan> scan,
                                     const GlslTile& tile) {
    return std::make_unique<Bits>(context, std::move(scan), tile);
}

}  // namespace winnow::compact
