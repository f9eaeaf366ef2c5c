#include "particles/change.h"

#include <stdexcept>

#include "base/error.h"
#include "gl/context.h"
#include "particles/programs.h"

namespace winnow::particles {

std::uint64_t Setup::bytes_for(std::uint32_t particles, bool counts_children) const {
    const std::uint64_t votes_and_offsets = folds() ? 0 : 2 * compact::vote_words(vote_format(), particles);
    const std::uint64_t words = votes_and_offsets + (counts_children ? particles : 0);
    return particles * 2 * particle_bytes + words * sizeof(std::uint32_t);
}

Setup Setup::prepare(const Change& change, const gl::Facts& facts, Programs& programs) const {
    Setup next = *this;
    next.folding = change.folding.value_or(folding);
    if (change.compactors) {
        next.compactors = *change.compactors;
        if (!next.compactors.fallback) next.compactors.fallback = compactors.fallback;
    }
    if (next.vote_format() != next.compactors.fallback->vote_format())
        throw std::logic_error("a compactor and its fallback must read the same votes");
    if (change.child_scan) next.children = {*change.child_scan, nullptr, children.counts};
    next.inputs.set(change.effect, change.density);
    next.fold.defines = next.inputs.kind().defines();
    next.fold.is_long = next.inputs.kind().turbulence;
    next.prepare_storage(change, facts);
    next.prepare_compaction(change);
    next.prepare_children();
    if (change.effect || change.compactors || change.folding) next.prepare_programs(programs);
    if (change.restored) {
        next.inputs.restore(*change.restored->state);
        next.storage->write_living(*change.restored->state, next.inputs.keeps_newest());
    }
    return next;
}

void Setup::prepare_storage(const Change& change, const gl::Facts& facts) {
    if (!change.capacity) return;
    constexpr std::uint32_t sample = 32;  // a whole word of votes in either format
    const auto [particles, memory] = *change.capacity;
    const Room room = room_for(facts, sample, bytes_for(sample, has_children()), facts.free_bytes());
    if (particles == 0 || particles > room.most)
        bad_input("capacity: must be 1 to {} particles on this device ({}), not {}", room.most, room.limit,
                  particles);
    storage = std::make_shared<Storage>(*memory, particles);
    votes = children.counts = nullptr;
}

/// Prepares the fallback before the step in which it may be needed. A folded step does not store its votes;
/// the votes that a check of the last step stored stay valid until the pool or the compactor changes.
void Setup::prepare_compaction(const Change& change) {
    if (change.capacity || change.compactors) {
        compactors.active().reserve(storage->capacity);
        if (compactors.may_fall_back()) compactors.fallback->reserve(storage->capacity);
    }
    if (!folds())
        ensure_votes();
    else if (change.compactors || change.folding)
        votes = nullptr;
}

void Setup::ensure_votes() {
    const std::uint64_t words = compact::vote_words(vote_format(), storage->capacity);
    ensure(votes, storage->memory, words * sizeof(std::uint32_t), "particles: votes");
}

void Setup::prepare_children() {
    if (!has_children()) return;
    ensure(children.counts, storage->memory, std::uint64_t{storage->capacity} * sizeof(std::uint32_t),
           "particles: children");
    if (!children.make) throw std::logic_error("children need a scan that places them");
    if (!children.scan) children.scan = children.make();
    children.scan->reserve(storage->capacity);
}

/// Builds every program that a step runs, and those that repeat it if CUDA fails, so that none is built, or
/// refused, in the middle of a step. The steps after a failure may build more.
void Setup::prepare_programs(Programs& programs) const {
    if (!folds()) programs.simulate(vote_format(), inputs.kind());
    programs.spawn(inputs.kind(), folds());
    compactors.active().build(shared::PARTICLE_COLUMNS, folds() ? &fold : nullptr);
    if (!compactors.may_fall_back()) return;
    compactors.fallback->build(shared::PARTICLE_COLUMNS, nullptr);
    if (has_children()) programs.count_children();
}

}  // namespace winnow::particles
