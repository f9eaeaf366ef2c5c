#include "particles/step_inputs.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <utility>

#include "gl/debug.h"
#include "particles/figures.h"

namespace winnow::particles {
namespace {

shared::vec4 packed(const glm::vec4& v) {
    return {v.x, v.y, v.z, v.w};
}

}  // namespace

shared::Seen Seen::block() const {
    if (!depth) return {};
    const glm::mat4 rows = glm::transpose(projection * view), world = glm::inverse(view);
    const glm::vec3 right(world[0]), up(world[1]), forward(-world[2]);
    const glm::vec3 across = right / projection[0].x, upward = up / projection[1].y;
    const glm::vec3 middle = forward + across * projection[2].x + upward * projection[2].y;
    shared::Seen block{};
    block.clip_x = packed(rows[0]);
    block.clip_y = packed(rows[1]);
    block.clip_w = packed(rows[3]);
    block.eye = packed(world[3]);
    block.forward = packed({middle, projection[2].z});
    block.across = packed({across, projection[3].z});
    block.up = packed({upward, 0});
    return block;
}

namespace {

using Uploads = std::shared_ptr<gl::UploadRing>;

void ensure_uploads(Uploads& uploads, std::uint64_t bytes, std::string_view label) {
    if (!uploads || uploads->slot_bytes() < bytes)
        uploads = std::make_shared<gl::UploadRing>(FigureQueue::slots, bytes, label);
}

}  // namespace

StepInputs::StepInputs() {
    ensure(step_, *gl::plain_memory(), sizeof(shared::Step), "particles: step");
    ensure_uploads(step_uploads_, sizeof(shared::Step), "particles: steps on their way");
    step_->fill(0);
}

void StepInputs::set(const effects::Compiled& effect, std::optional<float> density) {
    density_ = density.value_or(density_);
    if (effect) {
        compiled_ = effect;
        std::shared_ptr<const effects::StackProgram> program(effect, &effect->program);
        if (!files_ || program->files != program_->files) take_files(program->files);
        program_ = std::move(program);
        const bool has_long_times = kind_.long_times;
        kind_ = step_kind(compiled_->effect, *program_);
        kind_.long_times = has_long_times;
        if (program_->sees_depth) ensure_seen();
        max_children_ = max_children(compiled_->effect);
        slots_.follow(compiled_->effect);
        spaces_.set(compiled_, slots_);
    }
    if (effect || density) {
        table_.reset();  // steps on their way read the one before
        make_tables();
    }
    if (effect && !instances_)
        for (const std::uint32_t slot : slots_.fresh()) emission_.reset(slot);
}

/// Steps on their way keep the texture of the files that they read.
void StepInputs::take_files(const effects::FileRows& files) {
    const auto texture = std::make_shared<gl::RowTexture>(files.count(), "the effect's files");
    texture->write(0, std::array{glm::vec4(0)});
    for (const auto& [first, data] : files.all()) texture->write(first, *data);
    files_ = texture;
}

void StepInputs::ensure_seen() {
    if (seen_block_) return;
    auto nothing = std::make_shared<const gl::DepthTexture>(gl::Size{1, 1}, "particles: nothing seen",
                                                            gl::DepthStorage::drawing);
    nothing->clear();
    nothing_seen_ = nothing;
    ensure_uploads(seen_uploads_, sizeof(shared::Seen), "particles: cameras on their way");
    ensure(seen_block_, *gl::plain_memory(), sizeof(shared::Seen), "particles: seen");
}

void StepInputs::upload_seen() {
    const shared::Seen block = seen_.block();
    seen_uploads_->upload(std::as_bytes(std::span(&block, 1)), *seen_block_);
}

void StepInputs::restart(std::uint32_t seed) {
    seed_ = seed;
    set_pointer({});
    set_seen({});
    slots_.number(compiled_->effect);
    spaces_.set(compiled_, slots_);
    spaces_.restart();
    make_tables();
    emission_.reset();
}

void StepInputs::restore(const State& state, std::uint32_t seed) {
    seed_ = seed;
    set_pointer({});
    slots_.assign(compiled_->effect, state.slots, state.slot_count);
    spaces_.set(compiled_, slots_);
    spaces_.restore(state.spaces);
    make_tables();
    std::vector<std::uint64_t> fractions(slots_.count(), 0);
    for (std::size_t i = 0; i < state.slots.size(); ++i) fractions[state.slots[i]] = state.fractions[i];
    emission_.restore(std::move(fractions));
}

void StepInputs::save(State& state) const {
    state.slots = slots_.of_emitters();
    state.slot_count = slots_.count();
    state.spaces = spaces_.save();
    for (const std::uint32_t slot : state.slots) state.fractions.push_back(emission_.fractions()[slot]);
}

StepInputs::Snapshot StepInputs::snapshot() const {
    return {compiled_, density_, slots_, spaces_, emission_.fractions(), pointer_, moved_from_};
}

/// Slots and spaces know more than a State: which slots are free, and where emitters were that are new.
void StepInputs::restore(const Snapshot& snapshot, std::uint32_t seed) {
    if (snapshot.effect != compiled_ && snapshot.effect->effect != compiled_->effect)
        throw std::logic_error("a snapshot continues with its own effect");
    seed_ = seed;
    slots_ = snapshot.slots;
    spaces_ = snapshot.spaces;
    pointer_ = snapshot.pointer;
    moved_from_ = snapshot.moved_from;
    make_tables();
    emission_.restore(snapshot.fractions);
}

void StepInputs::set_pointer(const Pointer& pointer) {
    pointer_ = pointer;
    if (!pointer.is_pressed()) moved_from_.reset();
}

void StepInputs::put_pointer(shared::Step& step) {
    const glm::vec3 place = pointer_.place;
    const glm::vec3 velocity = (place - moved_from_.value_or(place)) / step.seconds;
    step.pointer = {place.x, place.y, place.z, pointer_.strength};
    step.pointer_velocity = {velocity.x, velocity.y, velocity.z, 0};
    if (pointer_.is_pressed()) moved_from_ = place;
}

void StepInputs::make_tables() {
    if (instances_) return;
    numbers_ = number_table(*compiled_, slots_, seed_, density_);
    spaces_.put_last(std::span(numbers_.rows).subspan(numbers_.spaces_first));
    emission_.configure(*compiled_, density_, slots_.of_emitters(), slots_.count());
    const auto memory = gl::plain_memory();
    const std::uint64_t births_bytes = emission_.words() * sizeof(std::uint32_t);
    ensure(table_, *memory, numbers_.rows.size() * sizeof(glm::vec4), "particles: emitters");
    ensure(births_, *memory, births_bytes, "particles: births");
    ensure_uploads(births_uploads_, births_bytes, "particles: births on their way");
    if (spaces_.any())
        ensure_uploads(spaces_uploads_, (numbers_.rows.size() - numbers_.spaces_first) * sizeof(glm::vec4),
                       "particles: spaces on their way");
}

std::optional<std::size_t> StepInputs::emitter_of(std::uint32_t slot) const {
    const auto& slots = slots_.of_emitters();
    const auto found = std::ranges::find(slots, slot);
    if (found == slots.end()) return std::nullopt;
    return static_cast<std::size_t>(found - slots.begin());
}

std::span<const effects::Attribute> StepInputs::attributes_of(std::uint32_t slot) const {
    const auto emitter = emitter_of(slot);
    if (!emitter) return {};
    return program_->stacks[*emitter].attributes;
}

void StepInputs::upload_tables() const {
    if (!instances_) table_->write_at_once(0, std::as_bytes(std::span(numbers_.rows)));
}

void StepInputs::upload_capacity(std::uint32_t capacity) const {
    step_->fill(capacity, offsetof(shared::Step, capacity), sizeof capacity);  // allocates nothing
}

/// Other passes that read the table, such as those that draw, see the spaces of the last step.
void StepInputs::upload_spaces(std::uint64_t step) {
    const std::vector<glm::vec4>& rows = spaces_.next(step);
    std::ranges::copy(rows, numbers_.rows.begin() + numbers_.spaces_first);
    spaces_uploads_->upload(std::as_bytes(std::span(rows)), *table_,
                            numbers_.spaces_first * sizeof(glm::vec4));
}

/// Sets what a step has of the effect, and uploads its births.
void StepInputs::put_effect(shared::Step& step, std::uint64_t index, std::uint32_t seed) {
    const auto& births = emission_.next(index, seed);
    slots_.step_made();
    step.emitters = slots_.count();
    step.stack_first = numbers_.stack_first;
    step.stack_rows = numbers_.stack_rows;
    step.objects_first = numbers_.objects_first;
    step.births = emission_.total();
    births_uploads_->upload(std::as_bytes(std::span(births)), *births_);
    if (spaces_.any()) upload_spaces(index);
}

/// State 0 is empty; step 1 makes state 1.
shared::Step StepInputs::next(std::uint64_t index, std::uint32_t seed, std::uint32_t capacity) {
    const gl::DebugGroup group("step inputs");
    shared::Step step = step_template(compiled_->effect, seed);
    step.index = static_cast<std::uint32_t>(index);
    step.index_high = static_cast<std::uint32_t>(index >> 32);
    step.capacity = capacity;
    if (instances_)
        instances_->next(index, step);
    else
        put_effect(step, index, seed);
    const std::uint32_t most = instances_ ? instances_->max_children() : max_children_;
    step.children_per_parent = std::min(most, shared::MAX_CHILDREN / capacity);
    put_pointer(step);
    step_uploads_->upload(std::as_bytes(std::span(&step, 1)), *step_);
    if (program_->sees_depth) upload_seen();
    return step;
}

void StepInputs::bind() const {
    bind_rows(table());
    step_->bind_uniform(shared::BIND_STEP);
    files_->bind(shared::TEXTURE_FILES);
    if (!program_->sees_depth) return;
    seen_block_->bind_uniform(shared::BIND_SEEN);
    (seen_.depth ? seen_.depth : nothing_seen_)->bind(shared::TEXTURE_SEEN);
}

}  // namespace winnow::particles
