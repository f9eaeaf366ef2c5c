#include <utility>

#include "base/error.h"
#include "compact/glsl_compactors.h"
#include "compact/glsl_programs.h"
#include "compact/glsl_request.h"
#include "gl/barrier.h"
#include "shaders/shared.h"

namespace winnow::compact {
namespace {

class Staged : public Compactor {
  public:
    Staged(const GlslContext& context, std::unique_ptr<scan::Scan> scan)
        : facts_(context.facts),
          passes_(context.passes),
          scan_pass_(passes_.declare("scan", "exclusive prefix sum of the votes", gl::Work::compute)),
          move_pass_(passes_.declare("move", "survivors' columns to their offsets", gl::Work::compute)),
          memory_(gl::plain_memory()),
          scan_(std::move(scan)),
          programs_(context.shaders, "compact/move_columns.comp", [](std::size_t columns, const Fold*) {
              return gl::Defines{{"COLUMNS", gl::define_number(columns)}};
          }) {}

    void reserve(std::uint32_t bound) override {
        const std::uint64_t bytes = std::uint64_t{bound} * sizeof(std::uint32_t);
        scan_->reserve(bound);
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
        scan::Request scan;
        scan.input = request.votes;
        scan.output = {&offsets_, 0};
        scan.bound = request.bound;
        scan.count = request.count;
        scan.total = request.survivors;
        scan_->run(scan);
    }

    void move_columns(const Request& request) {
        const gl::PassScope scope(passes_, move_pass_);
        const gl::Program& program = programs_.of(request);
        bind_columns(program, request);
        bind_votes(program, request);
        offsets_.bind_storage(shared::BIND_OFFSETS);
        program.dispatch(gl::Groups::over(request.bound, shared::PARTICLE_THREADS));
        gl::storage_barrier();
    }

    const gl::Facts& facts_;
    gl::Passes& passes_;
    gl::PassId scan_pass_, move_pass_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    std::unique_ptr<scan::Scan> scan_;
    GlslPrograms programs_;
    gl::Buffer offsets_;
};

}  // namespace

std::unique_ptr<Compactor> make_staged(const GlslContext& context, std::unique_ptr<scan::Scan> scan) {
    return std::make_unique<Staged>(context, std::move(scan));
}

}  // namespace winnow::compact
