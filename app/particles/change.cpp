#include "particles/change.h"

#include <algorithm>
#include <stdexcept>

#include "base/error.h"
#include "gl/context.h"
#include "particles/checkpoint.h"
#include "particles/programs.h"

namespace winnow::particles {

std::uint64_t Setup::bytes_for(std::uint32_t particles, bool counts_children) const {
    const std::uint64_t votes_and_offsets = folds() ? 0 : 2 * compact::vote_words(vote_format(), particles);
    const std::uint64_t words =
        votes_and_offsets + (counts_children ? particles : 0) + (peels ? particles : 0);
    const std::uint64_t elements = shared::PARTICLE_COLUMNS + inputs.kind().planes.all;
    const std::uint32_t kept_columns = looks_back() && !folds() ? inputs.kind().kept() : 0;
    return particles * (2 * elements + kept_columns) * shared::COLUMN_BYTES + words * sizeof(std::uint32_t);
}

Setup Setup::prepare(const Change& change, const gl::Facts& facts, Programs& programs) const {
    gl::ShaderLibrary::Building building(programs.shaders);
    Setup next = with(change);
    next.prepare_storage(change, facts);
    next.prepare_compaction(change, storage && folds());
    next.prepare_peeling();
    next.prepare_children(facts, programs);
    next.prepare_reports(programs);
    if (storage && next.storage != storage)
        programs.resize(std::min(storage->planes(), next.storage->planes()));
    if (change.checkpoint) programs.resize(next.storage->planes(), change.checkpoint->packed_source());
    if (change.effect || change.compactors || change.folding || next.peels != peels)
        next.prepare_programs(programs, storage.get());
    building.finish();
    if (change.checkpoint) next.inputs.restore(change.checkpoint->inputs, change.checkpoint->seed);
    if (change.restored) {
        next.inputs.restore(*change.restored->state, change.restored->seed);
        next.storage->write_living(*change.restored->state, next.inputs.keeps_newest());
    }
    return next;
}

void Setup::begin(const Change& change, const gl::Facts& facts, Programs& programs) const {
    const gl::ShaderLibrary::Building building(programs.shaders);
    const Setup next = with(change);
    next.prepare_programs(programs, storage.get());
    if (next.gathers_reports()) Reports(programs.shaders, next.children.make(), 1);
    if (!next.has_children() || next.children.scan || !next.children.make) return;
    next.children.make()->reserve(storage->capacity);
    if (inputs.instances()) ChildRanks(facts, programs.shaders, next.children.make());
}

/// Returns a copy whose inputs, compactors and fold are those after the change.
Setup Setup::with(const Change& change) const {
    Setup next = *this;
    next.folding = change.folding.value_or(folding);
    if (change.peeling) next.peeling = change.peeling;
    if (change.compactors) {
        next.compactors = *change.compactors;
        if (!next.compactors.fallback) next.compactors.fallback = compactors.fallback;
    }
    if (next.vote_format() != next.compactors.fallback->vote_format())
        throw std::logic_error("a compactor and its fallback must read the same votes");
    if (change.child_scan) next.children = {*change.child_scan, nullptr, children.counts, nullptr};
    if (change.report_room) next.report_room = *change.report_room;
    if (change.instances) next.inputs.set(change.instances);
    next.inputs.set(change.effect, change.density);
    if (change.long_times) next.inputs.take_long_times();
    next.peels = next.may_peel(change.capacity ? change.capacity->particles : storage->capacity);
    next.fold.defines = next.inputs.kind().fold_defines(next.peels);
    next.fold.producer_cost = next.inputs.kind().fold_producer_cost(next.peels);
    next.fold.held = next.inputs.kind().held();
    return next;
}

void Setup::prepare_storage(const Change& change, const gl::Facts& facts) {
    const std::uint32_t planes = inputs.kind().planes.all;
    if (!change.capacity && storage->planes() == planes) return;
    constexpr std::uint32_t sample = 32;  // a whole word of votes in either format
    const std::uint32_t particles = change.capacity ? change.capacity->particles : storage->capacity;
    gl::MemoryProvider* const memory =
        change.capacity && change.capacity->memory != nullptr ? change.capacity->memory : &storage->memory;
    const Room room = room_for(facts, attribute_need(inputs.compiled()), sample,
                               bytes_for(sample, has_children()), facts.free_bytes());
    if (particles == 0 || particles > room.most)
        throw CapacityError(fmt::format("capacity: must be 1 to {} particles on this device ({}), not {}",
                                        room.most, room.limit, particles));
    storage = std::make_shared<Storage>(*memory, particles, planes);
    votes = kept = peel_list = children.counts = nullptr;
}

/// Prepares the fallback before the step in which it may be needed. A folded step does not store its votes;
/// the votes that a check of the last step stored stay valid until the pool or the compactor changes.
void Setup::prepare_compaction(const Change& change, bool folded) {
    if (change.capacity || change.compactors) {
        compactors.active().reserve(storage->capacity);
        if (compactors.may_fall_back()) compactors.fallback->reserve(storage->capacity);
    }
    if (!folds())
        ensure_votes();
    else if (change.compactors || !folded)
        votes = kept = nullptr;
}

void Setup::ensure_votes() {
    const std::uint64_t words = compact::vote_words(vote_format(), storage->capacity);
    ensure(votes, storage->memory, words * sizeof(std::uint32_t), "particles: votes");
    if (!looks_back()) return;
    const std::uint64_t elements = std::uint64_t{storage->capacity} * inputs.kind().kept();
    ensure(kept, storage->memory, elements * shared::COLUMN_BYTES, "particles: kept");
}

/// The list has room for the whole capacity, because the number of particles with heavy codes is known on the
/// GPU only.
void Setup::prepare_peeling() {
    if (!peels)
        peel_list.reset();
    else
        ensure(peel_list, storage->memory, (std::uint64_t{storage->capacity} + 1) * sizeof(std::uint32_t),
               "particles: list to peel");
}

void Setup::prepare_children(const gl::Facts& facts, Programs& programs) {
    if (!has_children()) return;
    const bool has_instances = inputs.instances() != nullptr;
    const std::uint64_t words = std::uint64_t{storage->capacity} * (has_instances ? 2 : 1);
    ensure(children.counts, storage->memory, words * sizeof(std::uint32_t), "particles: children");
    if (!children.make) throw std::logic_error("children need a scan that places them");
    if (!children.scan) children.scan = children.make();
    children.scan->reserve(storage->capacity);
    if (!has_instances) return;
    if (!children.ranks)
        children.ranks = std::make_shared<ChildRanks>(facts, programs.shaders, children.make());
    children.ranks->reserve(storage->memory, storage->capacity);
}

void Setup::prepare_reports(Programs& programs) {
    if (!gathers_reports()) return;
    if (!children.make) throw std::logic_error("reports need a scan");
    if (!reports) reports = std::make_shared<Reports>(programs.shaders, children.make(), report_room);
    reports->reserve(storage->memory, storage->capacity);
}

/// Builds every program that a step runs, and those that repeat it if CUDA fails, so that none is built, or
/// refused, in the middle of a step. The steps after a failure may build more.
void Setup::prepare_programs(Programs& programs, const Storage* before) const {
    const std::uint32_t planes = inputs.kind().planes.all;
    programs.provide(*inputs.program());
    programs.hash(planes);
    if (planes > 0) programs.relayout(before ? before->planes() : planes, planes);
    if (inputs.instances()) programs.resize(planes);  // whose capacity grows while others are played
    if (!folds()) programs.simulate(vote_format(), inputs.kind());
    if (peels) {
        programs.list_heavy(inputs.kind());
        programs.peel(inputs.kind());
    }
    programs.spawn(inputs.kind(), folds(), peels);
    compactors.active().build(inputs.kind().shape(), folds() ? &fold : nullptr);
    if (!compactors.may_fall_back()) return;
    compactors.fallback->build(inputs.kind().shape(), nullptr);
    if (has_children()) programs.count_children(inputs.kind());
}

}  // namespace winnow::particles
