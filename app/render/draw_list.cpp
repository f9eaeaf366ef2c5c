#include "render/draw_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "gl/buffer.h"
#include "gl/fence.h"
#include "scan/glsl_scan.h"
#include "scan/glsl_tiles.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

/// How the list's pass is divided into work groups. If all groups run at once, each waits once for the ones
/// before it, and keeps the votes of its part of the entries. If not, the running groups finish before the
/// others begin.
struct Division {
    std::uint32_t threads;       // per group
    std::uint32_t thread_words;  // words of 32 votes that a thread scans
    std::uint32_t groups;        // number that run at once

    std::uint32_t max_entries() const { return threads * thread_words * shared::VOTES_PER_WORD; }
};

/// Returns the division for the device: measured on an H200, where two groups run on each of 132
/// multiprocessors.
Division division_on(const gl::Facts& facts) {
    Division division = facts.software ? Division{128, 8, 16} : Division{512, 4, 264};
    const std::uint32_t subgroup =
        facts.limits.subgroup_size;  // one subgroup scans the sums of all subgroups
    if (subgroup > 0) division.threads = std::min(division.threads, subgroup * subgroup);
    return division;
}

}  // namespace

std::uint32_t groups_of_list(const gl::Facts& facts, std::uint32_t entries) {
    constexpr std::uint32_t min_entries = 2048;
    const Division division = division_on(facts);
    const std::uint64_t needed = scan::tiles_of(entries, division.max_entries());
    const std::uint64_t worth_it = scan::tiles_of(entries, min_entries);
    return static_cast<std::uint32_t>(std::max(needed, std::min<std::uint64_t>(division.groups, worth_it)));
}

scan::GlslVariant list_variant(const gl::Facts& facts) {
    auto variant = scan::glsl_variant(facts, {BlockScan::automatic, GridStrategy::decoupled_lookback}, {});
    variant.tuning.threads = division_on(facts).threads;
    variant.tuning.thread_bytes = division_on(facts).thread_words * gl::word_bytes;
    return variant;
}

gl::Program load_list(const gl::Facts& facts, gl::ShaderLibrary& shaders, const ListKind& kind) {
    gl::Defines all = list_variant(facts).defines();
    all.emplace_back("COLUMNS", gl::define_number(kind.columns));
    all.emplace_back("LISTS_CACHED_ORDER", gl::define_flag(kind.cached_order));
    all.emplace_back("LISTS_RIBBONS", gl::define_flag(kind.ribbons));
    all.emplace_back("LISTS_ORDERS", gl::define_flag(kind.orders));
    all.emplace_back("LISTS_LOOKS", gl::define_flag(kind.looks));
    return shaders.load_compute("render/list/list.comp", std::move(all));
}

namespace {

using gl::word_bytes;
using gl::word_of;

static_assert(std::uint64_t{shared::MAX_CAPACITY} * shared::MAX_LOOKS < std::uint64_t{1} << 31);
static_assert(shared::MAX_CAPACITY < 1u << shared::LOOK_OF_SLOT_SHIFT);
constexpr std::uint32_t drawn_word = word_of(offsetof(shared::DrawList, drawn));

ListKind kind_of(bool cached_order, bool orders, bool looks) {
    constexpr std::uint32_t positions_and_velocities = 2;
    const std::uint32_t columns = orders || looks ? shared::PARTICLE_COLUMNS : positions_and_velocities;
    return {columns, cached_order, false, orders, looks};
}

gl::Defines column_defines() {
    return {{"COLUMNS", gl::define_number(shared::PARTICLE_COLUMNS)}};
}

void bind(const particles::ParticleView& living) {
    for (std::uint32_t c = 0; c < shared::PARTICLE_COLUMNS; ++c)
        living.columns[c]->bind_storage(shared::BIND_SOURCE + c);
    living.pool->bind_storage(shared::BIND_SOURCE_POOL);
}

/// Returns how many entries a particle has: one for each look only where looks are sorted.
std::uint32_t looks_of(const ListRequest& listing) {
    return listing.sorts ? listing.looks : 1;
}

/// True if the keys of the list hold the orders of emitters, too.
bool has_orders(const ListRequest& listing) {
    return listing.sorts && listing.order_bits > 0;
}

void set_listing(const gl::Program& program, const ListRequest& listing) {
    program.set("key_bits", listing.key_bits);
    program.set("order_bits", listing.order_bits);
    program.set("largest_radius", listing.bounds.largest_radius);
    program.set("longest_stretch", listing.bounds.longest_stretch);
    program.set("size_factor", listing.size_factor);
    program.set("is_mirrored", listing.is_mirrored ? 1 : 0);
    program.set("plane_height", listing.plane_height);
}

}  // namespace

SpriteBounds bounds_of(const effects::StackProgram& program) {
    return {program.bounds.diameter / 2, program.bounds.streak, program.bounds.brightness};
}

DrawLists::DrawLists(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
                     gl::MemoryProvider& memory)
    : facts_(facts),
      shaders_(shaders),
      passes_(passes),
      memory_(memory),
      cull_pass_(passes.declare("cull", "votes for particles in view and lists them in order, in one pass",
                                gl::Work::compute)),
      sort_pass_(passes.declare("sort", "sorts the list by depth: a radix sort by scans", gl::Work::compute)),
      cache_program_(shaders.load_compute("render/list/cached_order.comp#store", column_defines())),
      find_program_(shaders.load_compute("render/list/cached_order.comp#relocate", column_defines())),
      tiles_(list_variant(facts), "list") {}

const gl::Program& DrawLists::list_program(const ListRequest& listing) {
    const bool orders = has_orders(listing), looks = looks_of(listing) > 1;
    return list_programs_.of(ListKey{false, orders, looks},
                             [&] { return load_list(facts_, shaders_, kind_of(false, orders, looks)); });
}

const gl::Program& DrawLists::cached_program() {
    return list_programs_.of(ListKey{true, false, false},
                             [&] { return load_list(facts_, shaders_, kind_of(true, false, false)); });
}

/// Returns the most entries of a list. All particles of the cached order can have died, and as many as the
/// capacity been born since.
std::uint32_t DrawLists::max_entries(std::uint32_t capacity, Mode mode) {
    return mode == Mode::cached_order ? 2 * capacity : capacity;
}

gl::Buffer DrawLists::allocate(std::uint32_t words, const char* label) const {
    return gl::allocate_by_size(memory_, words * word_bytes, label);
}

void DrawLists::reserve(std::uint32_t capacity, Mode mode) {
    if (capacity == capacity_ && mode == mode_) return;
    const std::uint64_t each = capacity * word_bytes;
    const std::uint64_t buffers = mode == Mode::listed ? 1 : mode == Mode::sorted ? 4 : 5;
    gl::check_fits(facts_, fmt::format("the drawing list of {} particles", capacity), each, buffers * each);
    tiles_.reserve(groups_of_list(facts_, max_entries(capacity, mode)));
    if (mode != Mode::listed) sorter().reserve(capacity);
    Buffers made = allocate_for(capacity, mode);
    held_ = std::move(made);
    capacity_ = capacity;
    mode_ = mode;
    rhythm_.forget();
}

sort::RadixSort& DrawLists::sorter() {
    if (!sort_)
        sort_ = std::make_unique<sort::RadixSort>(facts_, shaders_,
                                                  scan::make_glsl_scan(facts_, shaders_, ScanChoice{}));
    return *sort_;
}

DrawLists::Mode DrawLists::mode_of(const ListRequest& listing) {
    if (!listing.sorts) return Mode::listed;
    return listing.sort_every > 1 && listing.looks == 1 ? Mode::cached_order : Mode::sorted;
}

void DrawLists::load(const ListRequest& listing) {
    list_program(listing);
    const Mode mode = mode_of(listing);
    if (mode != Mode::listed) sorter();
    if (mode == Mode::cached_order) cached_program();
}

DrawLists::Buffers DrawLists::allocate_for(std::uint32_t capacity, Mode mode) const {
    Buffers made;
    made.state = gl::plain_memory()->allocate(sizeof(shared::DrawList), "list: state");
    made.slots = allocate(capacity, "list: slots");
    if (mode == Mode::listed) return made;
    made.keys = allocate(capacity, "list: keys");
    made.other_slots = allocate(capacity, "list: slots, sorting");
    made.other_keys = allocate(capacity, "list: keys, sorting");
    if (mode == Mode::sorted) return made;
    made.cached_slots = allocate(capacity, "list: slots by the cached order");
    made.cached_order = gl::plain_memory()->allocate(sizeof(shared::CachedOrder), "list: cached order");
    return made;
}

void DrawLists::release() {
    held_ = {};
    capacity_ = 0;
    mode_ = Mode::none;
    rhythm_.forget();
    sort_.reset();
    passes_.forget(cull_pass_);
    passes_.forget(sort_pass_);
}

std::uint64_t DrawLists::memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const gl::Buffer* buffer :
         {&held_.slots, &held_.keys, &held_.other_slots, &held_.other_keys, &held_.cached_slots})
        bytes += buffer->bytes();
    return bytes;
}

Listed DrawLists::make(const particles::ParticleView& living, const ListRequest& listing) {
    entries_ = living.capacity * looks_of(listing);
    reserve(entries_, mode_of(listing));
    if (mode_ != Mode::cached_order) {
        list_living(living, listing, listing.culls, false);
        if (listing.sorts) sort(listing);
        return {&held_.slots, &held_.state, looks_of(listing) > 1};
    }
    if (rhythm_.is_due(listing.sort_every, listing.step)) {
        list_living(living, listing, false, true);
        sort(listing);
        cache_order(living);
    }
    list_cached(living, listing);
    return {&held_.cached_slots, &held_.state};
}

void DrawLists::list_living(const particles::ParticleView& living, const ListRequest& listing, bool culls,
                            bool numbers) {
    const gl::PassScope scope(passes_, cull_pass_);
    if (listing.sorts) held_.keys.bind_storage(shared::BIND_LIST_KEYS);
    list(living, listing,
         {list_program(listing), *living.pool, word_of(offsetof(shared::Pool, first)),
          word_of(offsetof(shared::Pool, alive)), entries_, held_.slots, culls, listing.sorts, numbers});
}

void DrawLists::list_cached(const particles::ParticleView& living, const ListRequest& listing) {
    const gl::PassScope scope(passes_, cull_pass_);
    relocate_cached_order(living);
    held_.slots.bind_storage(shared::BIND_LIST_ORDER);
    found().bind_storage(shared::BIND_LIST_FOUND);
    list(living, listing,
         {cached_program(), held_.cached_order, word_of(offsetof(shared::CachedOrder, first)),
          word_of(offsetof(shared::CachedOrder, entries)), max_entries(living.capacity, mode_),
          held_.cached_slots, listing.culls, false, false});
}

void DrawLists::list(const particles::ParticleView& living, const ListRequest& listing, const Run& run) {
    bind(living);
    if (has_orders(listing) || looks_of(listing) > 1) particles::bind_rows(*living.table);
    run.source.bind_storage(shared::BIND_SOURCE_POOL);
    run.slots.bind_storage(shared::BIND_LIST_SLOTS);
    held_.state.bind_storage(shared::BIND_LIST_STATE);
    const gl::Program& program = run.program;
    set_listing(program, listing);
    program.set("epoch", tiles_.begin_run(shared::BIND_COMPACT_TILES, shared::BIND_COMPACT_TICKETS));
    program.set("count_on_gpu", 1);
    program.set("count_index", run.count_word);
    program.set("first_index", run.first_word);
    program.set("bound", run.bound);
    program.set("capacity", living.capacity);
    program.set("looks", looks_of(listing));
    program.set("culls", run.culls ? 1 : 0);
    program.set("has_keys", run.has_keys ? 1 : 0);
    program.set("lists_numbers", run.lists_numbers ? 1 : 0);
    program.dispatch(gl::Groups::over(groups_of_list(facts_, run.bound), 1));
    gl::command_barrier();
}

void DrawLists::sort(const ListRequest& listing) {
    const gl::PassScope scope(passes_, sort_pass_);
    sort::Request request;
    request.pairs = {{&held_.keys, 0}, {&held_.slots, 0}};
    request.scratch = {{&held_.other_keys, 0}, {&held_.other_slots, 0}};
    request.bound = entries_;
    request.count = {&held_.state, drawn_word};
    request.bits = listing.key_bits;
    sort_->run(request);
}

void DrawLists::bind_cached_order(const particles::ParticleView& living, const gl::Program& program) const {
    bind(living);
    held_.cached_order.bind_storage(shared::BIND_LIST_CACHED_ORDER);
    birth_steps().bind_storage(shared::BIND_LIST_BIRTH_STEPS);
    ordinals().bind_storage(shared::BIND_LIST_ORDINALS);
    found().bind_storage(shared::BIND_LIST_FOUND);
    program.set("capacity", living.capacity);
}

void DrawLists::cache_order(const particles::ParticleView& living) {
    bind_cached_order(living, cache_program_);
    cache_program_.dispatch(gl::Groups::over(living.capacity, shared::PARTICLE_THREADS));
    gl::storage_barrier();
}

void DrawLists::relocate_cached_order(const particles::ParticleView& living) {
    bind_cached_order(living, find_program_);
    find_program_.dispatch(gl::Groups::over(living.capacity, shared::PARTICLE_THREADS));
    gl::storage_barrier();
}

}  // namespace winnow::render
