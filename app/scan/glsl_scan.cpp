#include "scan/glsl_scan.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "base/error.h"
#include "gl/barrier.h"
#include "shaders/shared.h"

namespace winnow::scan {
namespace {

using shared::SCAN_TILE;

std::uint64_t tiles_of(std::uint64_t elements) {
    return std::max<std::uint64_t>(1, (elements + SCAN_TILE - 1) / SCAN_TILE);
}

/// Elements of each level for `bound` elements in level 0; the last has one tile.
std::vector<std::uint64_t> levels_of(std::uint64_t bound) {
    std::vector<std::uint64_t> levels{bound};
    while (tiles_of(levels.back()) > 1) levels.push_back(tiles_of(levels.back()));
    return levels;
}

std::string block_file(BlockScan block) {
    if (block == BlockScan::blelloch) return "scan/block/blelloch.glsl";
    throw std::logic_error("a GLSL scan needs a resolved block scan");
}

void bind(const gl::Buffer* buffer, std::uint32_t binding) {
    if (buffer != nullptr) buffer->bind_storage(binding);
}

/// Scans every level's tiles upwards, then adds the sums back downwards (hierarchical group sums).
/// Scratch: the tiles' sums of all levels one after the other, rewritten by every run.
class ScanThenPropagate : public Scan {
  public:
    ScanThenPropagate(const gl::Facts& facts, gl::ShaderLibrary& shaders, BlockScan block)
        : facts_(facts),
          memory_(gl::plain_memory()),
          scan_tiles_(shaders.load_compute("scan/grid/scan_tiles.comp",
                                           {{"BLOCK_SCAN_FILE", '"' + block_file(block) + '"'}})),
          propagate_(shaders.load_compute("scan/grid/propagate.comp")) {}

    ScanType type() const override { return {}; }
    std::uint64_t tile() const override { return SCAN_TILE; }

    void reserve(std::uint64_t bound) override {
        std::uint64_t words = 0;
        for (const std::uint64_t elements : levels_of(bound)) words += tiles_of(elements);
        const std::uint64_t bytes = words * sizeof(std::uint32_t);
        if (bytes <= sums_.bytes()) return;
        gl::check_fits(facts_, fmt::format("scan of {} elements", bound), bound * sizeof(std::uint32_t),
                       bytes);
        sums_ = memory_->allocate(bytes, "scan: tile sums");
    }

    void run(const Request& request) override {
        validate(request, type());
        for (const gl::Buffer* buffer :
             {request.input.buffer, request.output.buffer, request.count.buffer, request.total.buffer})
            if (buffer != nullptr) gl::check_bindable(facts_, *buffer);
        if (request.bound == 0) {
            clear_total(request.total);
            return;
        }
        reserve(request.bound);
        const auto levels = levels_of(request.bound);
        std::vector<std::uint64_t> sums_first(levels.size(), 0);  // where level k's tile sums begin
        for (std::size_t k = 1; k < levels.size(); ++k)
            sums_first[k] = sums_first[k - 1] + tiles_of(levels[k - 1]);
        set_count(request);
        for (std::size_t k = 0; k < levels.size(); ++k) scan_level(request, levels, sums_first, k);
        for (std::size_t k = levels.size() - 1; k-- > 0;) propagate_level(request, levels, sums_first, k);
    }

    void poison_scratch(std::uint32_t word) override {
        if (!sums_.empty()) sums_.fill(word);
    }

  private:
    static void clear_total(const gl::Word& total) {
        if (total.buffer == nullptr) return;
        const std::uint32_t zero = 0;
        total.buffer->write_all(std::span(&zero, 1), total.index * sizeof zero);
    }

    void set_count(const Request& request) const {
        for (const gl::Program* program : {&scan_tiles_, &propagate_}) {
            program->set("bound", static_cast<std::uint32_t>(request.bound));
            program->set("count_on_gpu", request.count.buffer != nullptr ? 1 : 0);
            program->set("count_index", request.count.index);
        }
        bind(request.count.buffer, shared::BIND_SCAN_COUNT);
    }

    /// Level 0 goes from input to output; the others are scanned in place among the sums.
    void scan_level(const Request& request, const std::vector<std::uint64_t>& levels,
                    const std::vector<std::uint64_t>& sums_first, std::size_t k) const {
        const bool first = k == 0;
        const bool top = k + 1 == levels.size();
        (first ? *request.input.buffer : sums_).bind_storage(shared::BIND_SCAN_INPUT);
        (first ? *request.output.buffer : sums_).bind_storage(shared::BIND_SCAN_OUTPUT);
        sums_.bind_storage(shared::BIND_SCAN_SUMS);
        bind(request.total.buffer, shared::BIND_SCAN_TOTAL);
        set_first("input_first", first ? request.input.first : sums_first[k - 1]);
        set_first("output_first", first ? request.output.first : sums_first[k - 1]);
        set_first("sums_first", sums_first[k]);
        scan_tiles_.set("level", static_cast<std::uint32_t>(k));
        scan_tiles_.set("inclusive", first && request.kind == Kind::inclusive ? 1 : 0);
        scan_tiles_.set("is_top", top ? 1 : 0);
        scan_tiles_.set("wants_total", request.total.buffer != nullptr ? 1 : 0);
        scan_tiles_.set("total_index", request.total.index);
        scan_tiles_.dispatch(gl::Groups::over(levels[k], SCAN_TILE));
        gl::storage_barrier();
    }

    void propagate_level(const Request& request, const std::vector<std::uint64_t>& levels,
                         const std::vector<std::uint64_t>& sums_first, std::size_t k) const {
        const bool first = k == 0;
        (first ? *request.output.buffer : sums_).bind_storage(shared::BIND_SCAN_OUTPUT);
        sums_.bind_storage(shared::BIND_SCAN_SUMS);
        propagate_.set("output_first",
                       static_cast<std::uint32_t>(first ? request.output.first : sums_first[k - 1]));
        propagate_.set("sums_first", static_cast<std::uint32_t>(sums_first[k]));
        propagate_.set("level", static_cast<std::uint32_t>(k));
        propagate_.dispatch(gl::Groups::over(levels[k], SCAN_TILE));
        gl::storage_barrier();
    }

    void set_first(const char* uniform, std::uint64_t first) const {
        scan_tiles_.set(uniform, static_cast<std::uint32_t>(first));
    }

    const gl::Facts& facts_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    gl::Program scan_tiles_, propagate_;
    gl::Buffer sums_;
};

}  // namespace

ScanChoice resolve_glsl(const gl::Facts&, ScanChoice choice) {
    if (choice.block == BlockScan::automatic) choice.block = BlockScan::blelloch;
    if (choice.grid == GridStrategy::automatic) choice.grid = GridStrategy::scan_then_propagate;
    return choice;
}

Availability glsl_offers(const gl::Facts& facts, ScanChoice choice, ScanType type) {
    choice = resolve_glsl(facts, choice);
    if (choice.block != BlockScan::blelloch || choice.grid != GridStrategy::scan_then_propagate ||
        type != ScanType{})
        return Availability::no("not built yet");
    return Availability::yes();
}

std::unique_ptr<Scan> make_glsl_scan(const gl::Facts& facts, gl::ShaderLibrary& shaders, ScanChoice choice,
                                     ScanType type) {
    if (const Availability here = glsl_offers(facts, choice, type); !here) absent("glsl: {}", here.reason);
    return std::make_unique<ScanThenPropagate>(facts, shaders, resolve_glsl(facts, choice).block);
}

}  // namespace winnow::scan
