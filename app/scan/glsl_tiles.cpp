#include "scan/glsl_tiles.h"

#include <utility>
#include <vector>

#include "gl/buffer.h"
#include "gl/fence.h"
#include "shaders/shared.h"

namespace winnow::scan {
namespace {

void bind(const gl::Buffer* buffer, std::uint32_t binding) {
    if (buffer != nullptr) buffer->bind_storage(binding);
}

/// Returns the index of the element that begins at a word.
std::uint32_t element_at(std::uint64_t word, ScanType type) {
    return static_cast<std::uint32_t>(word * gl::word_bytes / bytes_of(type.element));
}

}  // namespace

TileWords::TileWords(const GlslVariant& variant, std::string what)
    : what_(std::move(what)),
      words_(variant.tile_words()),
      last_epoch_(variant.last_epoch()),
      epoch_(variant.first_epoch),
      memory_(gl::plain_memory()),
      tickets_(memory_->allocate(shared::SCAN_TICKETS * gl::word_bytes, what_ + ": tickets")) {}

std::uint64_t TileWords::bytes_for(std::uint64_t tiles) const {
    return tiles * words_ * gl::word_bytes;
}

void TileWords::reserve(std::uint64_t tiles) {
    if (holds(tiles)) return;
    tiles_ = memory_->allocate(bytes_for(tiles), what_ + ": tiles");
    cleared_ = false;
}

std::uint32_t TileWords::begin_run(std::uint32_t tiles_binding, std::uint32_t tickets_binding) {
    begin_epoch();
    tiles_.bind_storage(tiles_binding);
    tickets_.bind_storage(tickets_binding);
    return epoch_++;
}

/// No epoch is 0, so cleared words belong to no run.
void TileWords::begin_epoch() {
    if (epoch_ > last_epoch_) {
        epoch_ = 1;
        cleared_ = false;
    }
    if (std::exchange(cleared_, true)) return;
    tiles_.fill(0);
    tickets_.fill(0);
}

void check_glsl_request(const gl::Facts& facts, const Request& request, ScanType type) {
    validate(request, type);
    for (const gl::Buffer* buffer :
         {request.input.buffer, request.output.buffer, request.count.buffer, request.total.buffer})
        if (buffer != nullptr) gl::check_bindable(facts, *buffer);
}

void bind_elements(const gl::Program& program, gl::Words input, gl::Words output, ScanType type) {
    bind(input.buffer, shared::BIND_SCAN_INPUT);
    bind(output.buffer, shared::BIND_SCAN_OUTPUT);
    program.set("input_first", element_at(input.first, type));
    program.set("output_first", element_at(output.first, type));
}

void bind_words(const gl::Program& program, const Request& request, ScanType type) {
    bind(request.count.buffer, shared::BIND_SCAN_COUNT);
    bind(request.total.buffer, shared::BIND_SCAN_TOTAL);
    program.set("bound", static_cast<std::uint32_t>(request.bound));
    program.set("count_on_gpu", request.count.buffer != nullptr ? 1 : 0);
    program.set("count_index", request.count.index);
    program.set("wants_total", request.total.buffer != nullptr ? 1 : 0);
    program.set("total_index", element_at(request.total.index, type));
}

namespace {

/// One level: its elements, and the places in the scratch of the elements and of the sums of its tiles.
struct Level {
    std::uint32_t index = 0;
    std::uint64_t elements = 0;    // an upper bound if only the GPU knows the count
    std::uint64_t first = 0;       // in the scratch; the elements of level 0 lie in the request's buffers
    std::uint64_t sums_first = 0;  // in the scratch
    bool top = false;
};

gl::Program load(gl::ShaderLibrary& shaders, const GlslVariant& variant, const char* pass) {
    return shaders.load_compute(variant.file() + gl::section_mark + pass, variant.defines());
}

/// The base of both strategies. The scratch holds the tile sums of all levels, one level after the other;
/// every run rewrites it.
class Hierarchical : public Scan {
  public:
    Hierarchical(const gl::Facts& facts, gl::ShaderLibrary& shaders, const GlslVariant& variant)
        : facts_(facts), variant_(variant), memory_(gl::plain_memory()) {
        if (facts.software)
            level_groups_ = shaders.load_compute("scan/grid/level_groups.comp", variant.defines());
    }

    ScanType type() const override { return variant_.type; }
    std::uint64_t tile() const override { return variant_.tile(); }

    void reserve(std::uint64_t bound) override {
        const std::vector<Level> levels = levels_of(bound);
        std::uint64_t sums = 0;
        for (const Level& level : levels) sums += tiles_of(level.elements, tile());
        const std::uint64_t bytes = sums * bytes_of(type().element);
        if (bytes <= sums_.bytes()) return;
        gl::check_fits(facts_, fmt::format("scan of {} elements", bound), bound * bytes_of(type().element),
                       bytes);
        sums_ = memory_->allocate(bytes, "scan: tile sums");
        if (facts_.software)
            groups_ = memory_->allocate(levels.size() * bytes_per_dispatch, "scan: groups of levels");
    }

    void run(const Request& request) override {
        check_glsl_request(facts_, request, type());
        reserve(request.bound);
        const std::vector<Level> levels = levels_of(request.bound);
        if (groups_are_counted(request, levels.front())) count_groups(request, levels.size());
        run_levels(request, levels);
    }

    void poison_scratch(std::uint32_t word) override {
        if (!sums_.empty()) sums_.fill(word);
    }

  protected:
    virtual void run_levels(const Request& request, const std::vector<Level>& levels) = 0;

    /// Runs one program over one level, in place except at level 0.
    void dispatch(const gl::Program& program, const Request& request, const Level& level) const {
        const bool bottom = level.index == 0;
        const gl::Words sums{&sums_, level.first * bytes_of(type().element) / gl::word_bytes};
        bind_elements(program, bottom ? request.input : sums, bottom ? request.output : sums, type());
        sums_.bind_storage(shared::BIND_SCAN_SUMS);
        bind_words(program, request, type());
        program.set("inclusive", bottom && request.kind == Kind::inclusive ? 1 : 0);
        program.set("level", level.index);
        program.set("sums_first", static_cast<std::uint32_t>(level.sums_first));
        program.set("is_top", level.top ? 1 : 0);
        if (groups_are_counted(request, level))
            program.dispatch_indirect(groups_, level.index * bytes_per_dispatch);
        else
            program.dispatch(gl::Groups::over(level.elements, static_cast<std::uint32_t>(tile())));
        gl::storage_barrier();
    }

  private:
    static constexpr std::uint64_t bytes_per_dispatch = 3 * gl::word_bytes;

    /// True if the GPU computes how many work groups the levels have. Software renderers take long for those
    /// without elements; a single level has one.
    bool groups_are_counted(const Request& request, const Level& level) const {
        const bool is_only_one = level.index == 0 && level.top;
        return facts_.software && request.count.buffer != nullptr && !is_only_one;
    }

    /// Writes the sizes of the dispatches over the levels, which follow from the count.
    void count_groups(const Request& request, std::size_t levels) {
        groups_.bind_storage(shared::BIND_SCAN_LEVEL_GROUPS);
        bind_words(level_groups_, request, type());
        level_groups_.set("levels", static_cast<std::uint32_t>(levels));
        level_groups_.dispatch({1, 1, 1});
        gl::command_barrier();
    }

    /// Returns the levels from the elements up to the level that is one tile.
    std::vector<Level> levels_of(std::uint64_t bound) const {
        std::vector<Level> levels{{.elements = std::max<std::uint64_t>(bound, 1)}};
        while (levels.back().elements > tile()) {
            const Level& below = levels.back();
            const std::uint64_t tiles = tiles_of(below.elements, tile());
            levels.push_back({.index = below.index + 1,
                              .elements = tiles,
                              .first = below.sums_first,
                              .sums_first = below.sums_first + tiles});
        }
        levels.back().top = true;
        return levels;
    }

    const gl::Facts& facts_;
    GlslVariant variant_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    gl::Buffer sums_;
    gl::Program level_groups_;  // of software renderers, as groups_
    gl::Buffer groups_;         // the sizes of dispatches over the levels
};

class ScanThenPropagate : public Hierarchical {
  public:
    ScanThenPropagate(const gl::Facts& facts, gl::ShaderLibrary& shaders, const GlslVariant& variant)
        : Hierarchical(facts, shaders, variant),
          scan_tiles_(load(shaders, variant, "scan_tiles")),
          propagate_(load(shaders, variant, "propagate")) {}

  private:
    void run_levels(const Request& request, const std::vector<Level>& levels) override {
        for (const Level& level : levels) dispatch(scan_tiles_, request, level);
        Request results = request;  // propagation adds to the results of level 0
        results.input = request.output;
        for (std::size_t k = levels.size() - 1; k-- > 0;) dispatch(propagate_, results, levels[k]);
    }

    gl::Program scan_tiles_, propagate_;
};

class ReduceThenScan : public Hierarchical {
  public:
    ReduceThenScan(const gl::Facts& facts, gl::ShaderLibrary& shaders, const GlslVariant& variant)
        : Hierarchical(facts, shaders, variant),
          reduce_tiles_(load(shaders, variant, "reduce_tiles")),
          scan_from_sums_(load(shaders, variant, "scan_from_sums")) {}

  private:
    void run_levels(const Request& request, const std::vector<Level>& levels) override {
        for (std::size_t k = 0; k + 1 < levels.size(); ++k) dispatch(reduce_tiles_, request, levels[k]);
        for (std::size_t k = levels.size(); k-- > 0;) dispatch(scan_from_sums_, request, levels[k]);
    }

    gl::Program reduce_tiles_, scan_from_sums_;
};

}  // namespace

std::unique_ptr<Scan> make_scan_then_propagate(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                               const GlslVariant& variant) {
    return std::make_unique<ScanThenPropagate>(facts, shaders, variant);
}

std::unique_ptr<Scan> make_reduce_then_scan(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                            const GlslVariant& variant) {
    return std::make_unique<ReduceThenScan>(facts, shaders, variant);
}

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
