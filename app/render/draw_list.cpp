#include "render/draw_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "gl/barrier.h"
#include "scan/glsl_scan.h"

namespace winnow::render {
namespace {

constexpr std::uint64_t word_bytes = sizeof(std::uint32_t);

constexpr std::uint32_t word_of(std::size_t offset) {
    return static_cast<std::uint32_t>(offset / word_bytes);
}
constexpr std::uint32_t drawn_word = word_of(offsetof(shared::DrawList, drawn));

/// The block scan that ranks the listed of a tile.
scan::GlslVariant variant_for(const gl::Facts& facts) {
    auto variant = scan::glsl_variant(facts, {}, {});
    constexpr std::uint32_t particles = 8;  // of a thread; a scan's tile has as many words
    variant.tuning.threads = facts.software ? 128 : 256;
    variant.tuning.thread_bytes = particles * word_bytes;
    return variant;
}

gl::Defines defines_of(const scan::GlslVariant& variant, const char* entries) {
    gl::Defines all = variant.defines();
    const bool subgroups = variant.choice.block == BlockScan::subgroup;
    all.emplace_back("COLUMNS", gl::define_number(2));  // positions and velocities
    all.emplace_back("RANKS_FILE", gl::define_path(subgroups ? "compact/ranks/by_subgroup.glsl"
                                                             : "compact/ranks/by_block_scan.glsl"));
    all.emplace_back("ENTRIES_FILE", gl::define_path(entries));
    return all;
}

void bind(const particles::Living& living) {
    for (std::uint32_t c = 0; c < living.columns.size(); ++c)
        living.columns[c]->bind_storage(shared::BIND_SOURCE + c);
    living.pool->bind_storage(shared::BIND_SOURCE_POOL);
}

void set_listing(const gl::Program& program, const Listing& listing) {
    program.set("key_bits", listing.key_bits);
    program.set("largest_radius", listing.bounds.largest_radius);
    program.set("longest_stretch", listing.bounds.longest_stretch);
    program.set("size_factor", listing.size_factor);
    program.set("is_mirrored", listing.is_mirrored ? 1 : 0);
    program.set("floor_height", listing.floor_height);
}

}  // namespace

SpriteBounds bounds_of(const effects::Effect& effect) {
    SpriteBounds bounds;
    for (const effects::Emitter& e : effect.emitters) {
        bounds.largest_radius = std::max({bounds.largest_radius, e.size_begin / 2, e.size_end / 2});
        bounds.longest_stretch = std::max(bounds.longest_stretch, e.stretch);
    }
    return bounds;
}

DrawLists::DrawLists(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes)
    : facts_(facts),
      shaders_(shaders),
      passes_(passes),
      cull_pass_(passes.declare("cull", "which are seen, listed in order in one pass", gl::Work::compute)),
      sort_pass_(passes.declare("sort", "the list by depth, a radix sort by scans", gl::Work::compute)),
      tile_(static_cast<std::uint32_t>(variant_for(facts).tile())),
      living_programs_(load_programs(facts, shaders, "render/list/entries/living.glsl")),
      remembered_programs_(load_programs(facts, shaders, "render/list/entries/remembered.glsl")),
      remember_program_(shaders.load_compute("render/list/remember.comp")),
      find_program_(shaders.load_compute("render/list/find_again.comp")),
      scan_(scan::make_glsl_scan(facts, shaders, ScanChoice{})) {}

DrawLists::Programs DrawLists::load_programs(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                             const char* entries) {
    const gl::Defines defines = defines_of(variant_for(facts), entries);
    return {shaders.load_compute("render/list/look.comp", defines),
            shaders.load_compute("render/list/list.comp", defines)};
}

gl::Buffer DrawLists::allocate(std::uint64_t words, const char* label) const {
    return gl::fastest_gl_memory(facts_)->allocate(words * word_bytes, label);
}

void DrawLists::reserve(std::uint32_t capacity, Mode mode) {
    if (capacity == capacity_ && mode == mode_) return;
    free_buffers();
    const std::uint64_t each = capacity * word_bytes;
    const std::uint64_t buffers = mode == Mode::listed ? 1 : mode == Mode::sorted ? 4 : 5;
    gl::check_fits(facts_, fmt::format("the drawing list of {} particles", capacity), each, buffers * each);
    state_ = gl::plain_memory()->allocate(sizeof(shared::DrawList), "list: state");
    slots_ = allocate(capacity, "list: slots");
    capacity_ = capacity;
    votes_ = allocate(tiles() * tile_ / shared::VOTES_PER_WORD, "list: votes");
    offsets_ = allocate(tiles(), "list: offsets");
    scan_->reserve(tiles());
    if (mode != Mode::listed) {
        keys_ = allocate(capacity, "list: keys");
        other_slots_ = allocate(capacity, "list: slots, sorting");
        other_keys_ = allocate(capacity, "list: keys, sorting");
        if (!sort_)
            sort_ = std::make_unique<sort::RadixSort>(facts_, shaders_,
                                                      scan::make_glsl_scan(facts_, shaders_, ScanChoice{}));
        sort_->reserve(capacity);
    }
    if (mode == Mode::remembered) {
        remembered_slots_ = allocate(capacity, "list: slots of the remembered");
        remembered_ = gl::plain_memory()->allocate(sizeof(shared::Remembered), "list: remembered");
    }
    mode_ = mode;
}

void DrawLists::free_buffers() {
    for (gl::Buffer* buffer : {&slots_, &keys_, &other_slots_, &other_keys_, &remembered_slots_, &votes_,
                               &offsets_, &state_, &remembered_})
        *buffer = {};
    capacity_ = 0;
    mode_ = Mode::none;
    rhythm_.forget();
}

void DrawLists::release() {
    free_buffers();
    sort_.reset();
    passes_.forget(cull_pass_);
    passes_.forget(sort_pass_);
}

std::uint64_t DrawLists::memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const gl::Buffer* buffer :
         {&slots_, &keys_, &other_slots_, &other_keys_, &remembered_slots_, &votes_, &offsets_})
        bytes += buffer->bytes();
    return bytes;
}

Listed DrawLists::make(const particles::Living& living, const Listing& listing) {
    const bool remembers = listing.sorts && listing.sort_every > 1;
    reserve(living.capacity, remembers ? Mode::remembered : listing.sorts ? Mode::sorted : Mode::listed);
    if (!remembers) {
        list_living(living, listing, listing.culls, false);
        if (listing.sorts) sort(living, listing);
        return {&slots_, &state_};
    }
    if (rhythm_.is_due(listing.sort_every, listing.step)) {
        list_living(living, listing, false, true);
        sort(living, listing);
        remember(living);
    }
    list_remembered(living, listing);
    return {&remembered_slots_, &state_};
}

void DrawLists::list_living(const particles::Living& living, const Listing& listing, bool culls,
                            bool numbers) {
    const gl::PassScope scope(passes_, cull_pass_);
    if (listing.sorts) keys_.bind_storage(shared::BIND_LIST_KEYS);
    list(living, listing,
         {living_programs_, *living.pool, word_of(offsetof(shared::Pool, first)),
          word_of(offsetof(shared::Pool, alive)), slots_, culls, listing.sorts, numbers});
}

void DrawLists::list_remembered(const particles::Living& living, const Listing& listing) {
    const gl::PassScope scope(passes_, cull_pass_);
    find_again(living);
    slots_.bind_storage(shared::BIND_LIST_ORDER);
    found().bind_storage(shared::BIND_LIST_FOUND);
    list(living, listing,
         {remembered_programs_, remembered_, word_of(offsetof(shared::Remembered, first)),
          word_of(offsetof(shared::Remembered, entries)), remembered_slots_, listing.culls, false, false});
}

void DrawLists::list(const particles::Living& living, const Listing& listing, const Run& run) {
    bind(living);
    run.source.bind_storage(shared::BIND_SOURCE_POOL);
    look(listing, run);
    scan_tiles();
    pack(run);
}

void DrawLists::bind_run(const gl::Program& program, const Run& run) const {
    votes_.bind_storage(shared::BIND_VOTES);
    offsets_.bind_storage(shared::BIND_OFFSETS);
    if (run.has_keys) looked_keys().bind_storage(shared::BIND_LIST_LOOKED_KEYS);
    program.set("count_on_gpu", 1);
    program.set("count_index", run.count_word);
    program.set("first_index", run.first_word);
    program.set("bound", capacity_);
    program.set("capacity", capacity_);
    program.set("has_keys", run.has_keys ? 1 : 0);
}

void DrawLists::look(const Listing& listing, const Run& run) {
    const gl::Program& program = run.programs.look;
    set_listing(program, listing);
    bind_run(program, run);
    program.set("culls", run.culls ? 1 : 0);
    program.dispatch(gl::Groups::over(capacity_, tile_));
    gl::storage_barrier();
}

/// How many are listed before each tile, and of all.
void DrawLists::scan_tiles() {
    scan::Request request;
    request.input = request.output = {&offsets_, 0};
    request.bound = tiles();
    request.total = {&state_, drawn_word};
    scan_->run(request);
}

void DrawLists::pack(const Run& run) {
    const gl::Program& program = run.programs.list;
    bind_run(program, run);
    run.slots.bind_storage(shared::BIND_LIST_SLOTS);
    state_.bind_storage(shared::BIND_LIST_STATE);
    program.set("lists_numbers", run.lists_numbers ? 1 : 0);
    program.dispatch(gl::Groups::over(capacity_, tile_));
    gl::command_barrier();
}

void DrawLists::sort(const particles::Living& living, const Listing& listing) {
    const gl::PassScope scope(passes_, sort_pass_);
    sort::Request request;
    request.pairs = {{&keys_, 0}, {&slots_, 0}};
    request.scratch = {{&other_keys_, 0}, {&other_slots_, 0}};
    request.bound = living.capacity;
    request.count = {&state_, drawn_word};
    request.bits = listing.key_bits;
    sort_->run(request);
}

void DrawLists::bind_remembered(const particles::Living& living, const gl::Program& program) const {
    bind(living);
    remembered_.bind_storage(shared::BIND_LIST_REMEMBERED);
    birth_steps().bind_storage(shared::BIND_LIST_BIRTH_STEPS);
    ordinals().bind_storage(shared::BIND_LIST_ORDINALS);
    found().bind_storage(shared::BIND_LIST_FOUND);
    program.set("capacity", living.capacity);
}

void DrawLists::remember(const particles::Living& living) {
    bind_remembered(living, remember_program_);
    remember_program_.dispatch(gl::Groups::over(living.capacity, shared::PARTICLE_THREADS));
    gl::storage_barrier();
}

void DrawLists::find_again(const particles::Living& living) {
    bind_remembered(living, find_program_);
    find_program_.dispatch(gl::Groups::over(living.capacity, shared::PARTICLE_THREADS));
    gl::storage_barrier();
}

}  // namespace winnow::render
