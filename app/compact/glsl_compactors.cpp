#include "compact/glsl_compactors.h"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "compact/compactor.h"
#include "gl/buffer.h"
#include "gl/context.h"
#include "gl/fence.h"
#include "gl/program.h"
#include "scan/glsl_scan.h"
#include "scan/glsl_tiles.h"
#include "shaders/shared.h"

namespace winnow::compact {
namespace {

// --- The programs of GLSL compactors, and the binding of requests to them.

/// The variants of one shader for requests of different columns and folds.
class GlslPrograms {
  public:
    using DefinesOf = std::function<gl::Defines(const RecordShape& shape, const Fold* fold)>;

    /// `shaders` must outlive the object.
    GlslPrograms(gl::ShaderLibrary& shaders, std::string path, DefinesOf defines)
        : shaders_(shaders), path_(std::move(path)), defines_(std::move(defines)) {}

    /// Returns the program, built when it is first needed.
    const gl::Program& of(const RecordShape& shape, const Fold* fold) {
        Kind kind{shape, {}, {}};
        if (fold != nullptr) kind = {shape, fold->file, fold->defines};
        return programs_.of(kind, [&] { return shaders_.load_compute(path_, defines_(shape, fold)); });
    }

  private:
    using Kind = std::tuple<RecordShape, std::string, gl::Defines>;  // the fold's file and defines

    gl::ShaderLibrary& shaders_;
    std::string path_;
    DefinesOf defines_;
    gl::RecentPrograms<Kind> programs_;
};

/// Validates the request, and checks that its buffers can be bound to shaders.
void check_glsl_request(const gl::Facts& facts, const Request& request, VoteFormat format) {
    validate(request, format);
    if (request.second_scan) bad_input("compact: GLSL compactors take no second scan");
    for (const Column& column : request.columns) {
        gl::check_bindable(facts, *column.source);
        gl::check_bindable(facts, *column.destination);
    }
    for (const gl::Buffer* buffer : {request.votes.buffer, request.count.buffer, request.survivors.buffer})
        if (buffer != nullptr) gl::check_bindable(facts, *buffer);
}

/// Throws Error(bad_input) unless `bytes` of scratch for `bound` votes fit into the memory.
void check_scratch_fits(const gl::Facts& facts, std::uint32_t bound, std::uint64_t bytes) {
    gl::check_fits(facts, fmt::format("compaction of {} votes", bound), bytes, bytes);
}

/// Binds the count of records, for shaders that include compact/common.glsl.
void bind_count(const gl::Program& program, const Request& request) {
    request.count.buffer->bind_storage(shared::BIND_SOURCE_POOL);
    program.set("count_on_gpu", 1);
    program.set("count_index", request.count.index);
    program.set("bound", request.bound);
}

/// Binds both sets of columns, and sets the places of the ring's first index and count.
void bind_columns(const gl::Program& program, const Request& request) {
    for (std::uint32_t c = 0; c < request.columns.size(); ++c) {
        request.columns[c].source->bind_storage(shared::BIND_SOURCE + c);
        request.columns[c].destination->bind_storage(shared::BIND_DESTINATION + c);
    }
    bind_count(program, request);
    program.set("first_index", request.first.index);
    program.set("capacity", request.capacity);
}

void bind_votes(const gl::Program& program, const Request& request) {
    request.votes.buffer->bind_storage(shared::BIND_VOTES);
    program.set("votes_first", static_cast<std::uint32_t>(request.votes.first));
}

/// Binds the word that receives the number of survivors.
void bind_survivors(const gl::Program& program, const Request& request) {
    request.survivors.buffer->bind_storage(shared::BIND_DESTINATION_POOL);
    program.set("survivors_index", request.survivors.index);
}

// --- The compactors that first scan and then move: staged, with one word per vote, and bits, with one bit
// per vote.

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

    void build(const RecordShape& shape, const Fold*) override { move_.of(shape, nullptr); }

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
        const gl::Program& program = move_.of(shape_of(request.columns), nullptr);
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
                        [](const RecordShape& shape, const Fold*) { return move_defines(tile, shape); }},
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
                       {tools.shaders, "compact/bits.comp#move",
                        [tile](const RecordShape& shape, const Fold*) { return move_defines(tile, shape); }},
                       tile.size()),
          count_survivors_(
              tools.shaders.load_compute("compact/bits.comp#count_survivors", move_defines(tile, {}))) {}

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

// --- The compactors of a single pass: fused, which keeps order by waiting for earlier tiles, and atomic,
// which appends by a counter.

namespace {

class OnePass : public Compactor {
  public:
    OnePass(const gl::Tools& tools, const GlslVariant& variant, const char* shader)
        : facts_(tools.facts),
          passes_(tools.passes),
          pass_(declare_compact_pass(passes_)),
          variant_(variant),
          programs_(tools.shaders, shader, [variant](const RecordShape& shape, const Fold* fold) {
              return variant.defines(shape, fold);
          }) {}

    VoteFormat vote_format() const override { return VoteFormat::bits; }
    bool folds() const override { return true; }
    void build(const RecordShape& shape, const Fold* fold) override { programs_.of(shape, fold); }

    void run(const Request& request) override {
        check_glsl_request(facts_, request, vote_format());
        reserve(request.bound);
        const RecordShape shape = shape_of(request.columns);
        const gl::Program& program = programs_.of(shape, request.fold);
        const gl::PassScope scope(passes_, pass_);
        request.fold == nullptr ? bind_votes(program, request) : request.fold->bind();
        bind_columns(program, request);
        bind_survivors(program, request);
        prepare(program, request);
        const std::uint32_t least = 1;  // even without votes the survivors are counted
        program.dispatch(
            gl::Groups::over(std::max(request.bound, least), variant_.tile(shape, request.fold).size()));
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
        const std::uint64_t tiles = scan::tiles_of(bound, variant_.smallest_tile());
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

std::unique_ptr<Compactor> make_glsl_compactor(const gl::Tools& tools, Compaction compaction,
                                               ScanChoice choice) {
    const gl::Facts& facts = tools.facts;
    if (const Availability here = glsl_offers(facts, compaction, choice); !here)
        absent("glsl: {}", here.reason);
    compaction = resolve_glsl(facts, compaction, choice);
    choice = scan_beside_glsl(facts, compaction, choice);
    const auto scan = [&] { return scan::make_glsl_scan(facts, tools.shaders, choice); };
    switch (compaction) {
        case Compaction::staged:
            return make_staged(tools, scan());
        case Compaction::bits:
            return make_bits(tools, scan(), move_tile(facts));
        case Compaction::fused:
            return make_fused(tools, glsl_variant(facts, choice));
        case Compaction::atomic:
            return make_atomic(tools, glsl_variant(facts, choice));
        case Compaction::automatic:
            break;
    }
    throw std::logic_error("a GLSL compactor needs a resolved compaction");
}

}  // namespace winnow::compact
