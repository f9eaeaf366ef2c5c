#include "compact/staged.h"

#include <map>
#include <string>
#include <utility>

#include "base/error.h"
#include "gl/barrier.h"
#include "shaders/shared.h"

namespace winnow::compact {
namespace {

class Staged : public Compactor {
  public:
    Staged(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
           std::unique_ptr<scan::Scan> scan)
        : facts_(facts),
          shaders_(shaders),
          passes_(passes),
          scan_pass_(passes.declare("scan", "exclusive prefix sum of the votes", gl::Work::compute)),
          move_pass_(passes.declare("move", "survivors' columns to their offsets", gl::Work::compute)),
          memory_(gl::plain_memory()),
          scan_(std::move(scan)) {}

    void reserve(std::uint32_t bound) override {
        const std::uint64_t bytes = std::uint64_t{bound} * sizeof(std::uint32_t);
        scan_->reserve(bound);
        if (bytes <= offsets_.bytes()) return;
        gl::check_fits(facts_, fmt::format("compaction of {} votes", bound), bytes, bytes);
        offsets_ = memory_->allocate(bytes, "compact: offsets");
    }

    void run(const Request& request) override {
        validate(request, vote_format());
        check_buffers(request);
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
    void check_buffers(const Request& request) const {
        for (const Column& column : request.columns) {
            gl::check_bindable(facts_, *column.source);
            gl::check_bindable(facts_, *column.destination);
        }
        for (const gl::Buffer* buffer :
             {request.votes.buffer, request.count.buffer, request.survivors.buffer})
            gl::check_bindable(facts_, *buffer);
    }

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
        const gl::Program& program = program_for(request.columns.size());
        for (std::uint32_t c = 0; c < request.columns.size(); ++c) {
            request.columns[c].source->bind_storage(shared::BIND_SOURCE + c);
            request.columns[c].destination->bind_storage(shared::BIND_DESTINATION + c);
        }
        request.votes.buffer->bind_storage(shared::BIND_VOTES);
        offsets_.bind_storage(shared::BIND_OFFSETS);
        request.count.buffer->bind_storage(shared::BIND_SOURCE_POOL);
        program.set("votes_first", static_cast<std::uint32_t>(request.votes.first));
        program.set("first_index", request.first.index);
        program.set("count_index", request.count.index);
        program.set("bound", request.bound);
        program.set("capacity", request.capacity);
        program.dispatch(gl::Groups::over(request.bound, shared::PARTICLE_THREADS));
        gl::storage_barrier();
    }

    const gl::Program& program_for(std::size_t columns) {
        auto& program = programs_[columns];
        if (!program)
            program =
                shaders_.load_compute("compact/move_columns.comp", {{"COLUMNS", std::to_string(columns)}});
        return *program;
    }

    const gl::Facts& facts_;
    gl::ShaderLibrary& shaders_;
    gl::Passes& passes_;
    gl::PassId scan_pass_, move_pass_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    std::unique_ptr<scan::Scan> scan_;
    std::map<std::size_t, std::optional<gl::Program>> programs_;
    gl::Buffer offsets_;
};

}  // namespace

std::unique_ptr<Compactor> make_staged(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
                                       std::unique_ptr<scan::Scan> scan) {
    return std::make_unique<Staged>(facts, shaders, passes, std::move(scan));
}

}  // namespace winnow::compact
