// The compactors that first scan and then move: staged, with one word per vote, and bits, with one bit per
// vote.
#include <utility>

#include "compact/glsl_compactors.h"
#include "compact/glsl_request.h"
#include "compact/passes.h"
#include "gl/buffer.h"
#include "gl/fence.h"
#include "shaders/shared.h"

namespace winnow::compact {
namespace {

/// Scans one word per word of votes; the move finds the survivors' offsets in the result.
class ScanThenMove : public Compactor {
  public:
    void reserve(std::uint32_t bound) override {
        const std::uint64_t words = vote_words(vote_format(), bound), bytes = words * gl::word_bytes;
        scan_->reserve(words);
        if (bytes <= offsets_.bytes()) return;
        check_scratch_fits(facts_, bound, bytes);
        offsets_ = memory_->allocate(bytes, "compact: offsets");
    }

    void build(std::size_t columns, const Fold*) override { move_.of(columns, nullptr); }

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

  protected:
    /// Each group of the move's program takes `records_per_group` records.
    ScanThenMove(const gl::Tools& tools, std::unique_ptr<scan::Scan> scan, GlslPrograms move,
                 std::uint32_t records_per_group)
        : facts_(tools.facts),
          passes_(tools.passes),
          scan_pass_(declare_scan_pass(passes_)),
          move_pass_(declare_move_pass(passes_)),
          memory_(gl::plain_memory()),
          scan_(std::move(scan)),
          move_(std::move(move)),
          records_per_group_(records_per_group) {}

    /// Sets the input of the scan, the only part of `scan` that is missing; its output is the offsets buffer.
    virtual void set_input(const Request& request, scan::Request& scan) = 0;

  private:
    void scan_votes(const Request& request) {
        const gl::PassScope scope(passes_, scan_pass_);
        scan::Request scan;
        scan.output = {&offsets_, 0};
        scan.bound = vote_words(vote_format(), request.bound);
        scan.total = request.survivors;
        set_input(request, scan);
        scan_->run(scan);
    }

    void move_columns(const Request& request) {
        const gl::Program& program = move_.of(request.columns.size(), nullptr);
        const gl::PassScope scope(passes_, move_pass_);
        bind_columns(program, request);
        bind_votes(program, request);
        offsets_.bind_storage(shared::BIND_OFFSETS);
        program.dispatch(gl::Groups::over(request.bound, records_per_group_));
        gl::storage_barrier();
    }

    const gl::Facts& facts_;
    gl::Passes& passes_;
    gl::PassId scan_pass_, move_pass_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    std::unique_ptr<scan::Scan> scan_;
    GlslPrograms move_;
    std::uint32_t records_per_group_;
    gl::Buffer offsets_;
};

class Staged : public ScanThenMove {
  public:
    Staged(const gl::Tools& tools, std::unique_ptr<scan::Scan> scan)
        : ScanThenMove(tools, std::move(scan),
                       {tools.shaders, "compact/staged.comp",
                        [](std::size_t columns, const Fold*) { return move_defines(tile, columns); }},
                       tile.size()) {}

  private:
    static constexpr GlslTile tile{shared::PARTICLE_THREADS, 1, 1};

    void set_input(const Request& request, scan::Request& scan) override {
        scan.input = request.votes;
        scan.count = request.count;
    }
};

class Bits : public ScanThenMove {
  public:
    Bits(const gl::Tools& tools, std::unique_ptr<scan::Scan> scan, const GlslTile& tile)
        : ScanThenMove(tools, std::move(scan),
                       {tools.shaders, "compact/bits.comp",
                        [tile](std::size_t columns, const Fold*) {
                            return scan::with_pass("MOVE", move_defines(tile, columns));
                        }},
                       tile.size()),
          count_survivors_(tools.shaders.load_compute(
              "compact/bits.comp", scan::with_pass("COUNT_SURVIVORS", move_defines(tile, 1)))) {}

    VoteFormat vote_format() const override { return VoteFormat::bits; }

  private:
    void set_input(const Request& request, scan::Request& scan) override {
        scan.input = scan.output;
        if (scan.bound > 0) count_survivors(request, *scan.input.buffer, scan.bound);
    }

    /// Counts the survivors in each word of votes, ignoring votes from the count on.
    void count_survivors(const Request& request, const gl::Buffer& counts, std::uint64_t words) {
        bind_count(count_survivors_, request);
        bind_votes(count_survivors_, request);
        counts.bind_storage(shared::BIND_OFFSETS);
        count_survivors_.dispatch(gl::Groups::over(words, shared::PARTICLE_THREADS));
        gl::storage_barrier();
    }

    gl::Program count_survivors_;
};

}  // namespace

std::unique_ptr<Compactor> make_staged(const gl::Tools& tools, std::unique_ptr<scan::Scan> scan) {
    return std::make_unique<Staged>(tools, std::move(scan));
}

std::unique_ptr<Compactor> make_bits(const gl::Tools& tools, std::unique_ptr<scan::Scan> scan,
                                     const GlslTile& tile) {
    return std::make_unique<Bits>(tools, std::move(scan), tile);
}

}  // namespace winnow::compact
