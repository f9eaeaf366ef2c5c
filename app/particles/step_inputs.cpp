#include "particles/step_inputs.h"

#include <algorithm>
#include <span>

#include "gl/debug.h"
#include "particles/figures.h"

namespace winnow::particles {
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

void StepInputs::set(const std::optional<effects::Effect>& effect, std::optional<float> density) {
    density_ = density.value_or(density_);
    if (effect) {
        effect_ = *effect;
        kind_ = step_kind(effect_);
        most_children_ = most_children(effect_);
        slots_.follow(effect_);
    }
    if (effect || density) make_tables();
    if (effect)
        for (const std::uint32_t slot : slots_.fresh()) emission_.reset(slot);
}

void StepInputs::restart() {
    slots_.number(effect_);
    make_tables();
    emission_.reset();
}

void StepInputs::restore(const State& state) {
    slots_.assign(effect_, state.slots, state.slot_count);
    make_tables();
    std::vector<std::uint64_t> fractions(slots_.count(), 0);
    for (std::size_t i = 0; i < state.slots.size(); ++i) fractions[state.slots[i]] = state.fractions[i];
    emission_.restore(std::move(fractions));
}

void StepInputs::save(State& state) const {
    state.slots = slots_.of_emitters();
    state.slot_count = slots_.count();
    for (const std::uint32_t slot : state.slots) state.fractions.push_back(emission_.fractions()[slot]);
}

void StepInputs::make_tables() {
    emitter_table_ = emitter_table(effect_, slots_);
    link_table_ = link_table(effect_, slots_);
    emission_.configure(effect_, density_, slots_.of_emitters(), slots_.count());
    const auto memory = gl::plain_memory();
    const std::uint64_t births_bytes = (emitter_table_.size() + 1) * sizeof(std::uint32_t);
    ensure(emitters_, *memory, emitter_table_.size() * sizeof(shared::Emitter), "particles: emitters");
    ensure(births_, *memory, births_bytes, "particles: births");
    ensure(links_, *memory, link_table_.size() * sizeof(shared::Link), "particles: links");
    ensure_uploads(births_uploads_, births_bytes, "particles: births on their way");
}

void StepInputs::upload_tables() const {
    emitters_->write_all(std::span(emitter_table_));
    links_->write_all(std::span(link_table_));
}

/// State 0 is empty; step 1 makes state 1.
shared::Step StepInputs::next(std::uint64_t index, std::uint32_t seed, std::uint32_t capacity) {
    const auto& births = emission_.next(index);
    slots_.step_made();
    shared::Step step = step_template(effect_, seed);
    step.emitters = slots_.count();
    step.index = static_cast<std::uint32_t>(index);
    step.births = emission_.total();
    step.capacity = capacity;
    step.children_per_parent = std::min(most_children_, shared::MAX_CHILDREN / capacity);
    const gl::DebugGroup group("step inputs");
    births_uploads_->upload(std::as_bytes(std::span(births)), *births_);
    step_uploads_->upload(std::as_bytes(std::span(&step, 1)), *step_);
    return step;
}

void StepInputs::bind() const {
    emitters_->bind_storage(shared::BIND_EMITTERS);
    step_->bind_uniform(shared::BIND_STEP);
    if (kind_.children) links_->bind_storage(shared::BIND_LINKS);
}

}  // namespace winnow::particles
