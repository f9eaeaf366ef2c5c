#include "verify/kernel_backends.h"

#include <fmt/format.h>

#include <span>

#include "gl/fence.h"

namespace winnow::verify {
namespace {

constexpr std::uint32_t max_items = shared::LAB_TILES * shared::LAB_THREADS;
static_assert(max_items >= shared::LAB_LANES);

gl::Buffer make_words(std::string_view label) {
    return gl::plain_memory()->allocate(max_items * gl::word_bytes, label);
}

}  // namespace

GlslTeachingKernels::GlslTeachingKernels(const gl::Facts& facts, gl::ShaderLibrary& shaders)
    : facts_(facts),
      shaders_(shaders),
      values_(make_words("lab values")),
      trace_(gl::plain_memory()->allocate(sizeof(shared::LabTrace), "lab trace")),
      scanned_(make_words("lab scanned")),
      sums_(make_words("lab sums")),
      tiles_(gl::plain_memory()->allocate(shared::LAB_TILES * sizeof(shared::LabTile), "lab tiles")),
      history_(gl::plain_memory()->allocate(sizeof(shared::LabHistory), "lab history")) {}

void GlslTeachingKernels::dispatch(const lab::KernelTask& task, const lab::KernelPass& pass) {
    const gl::Program program = shaders_.load_compute(fmt::format("lab/{}.comp", task.kernel),
                                                      {{"PASS", std::string(pass.function)}});
    program.set("n", static_cast<std::uint32_t>(task.values.size()));
    program.set("threads", task.threads);
    program.set("op", task.op);
    program.set("identity", task.identity);
    program.dispatch({pass.blocks});
    gl::storage_barrier();
}

void GlslTeachingKernels::begin(const lab::KernelTask& task) {
    values_.write_all(std::span(task.values));
    values_.bind_storage(shared::BIND_LAB_VALUES);
    trace_.bind_storage(shared::BIND_LAB_TRACE);
    scanned_.bind_storage(shared::BIND_LAB_SCANNED);
    sums_.bind_storage(shared::BIND_LAB_SUMS);
    tiles_.bind_storage(shared::BIND_LAB_TILES);
    history_.bind_storage(shared::BIND_LAB_HISTORY);
}

lab::KernelRecording GlslTeachingKernels::run(const lab::KernelTask& task) {
    begin(task);
    lab::KernelRecording recording;
    for (const lab::KernelPass& pass : passes_of(task)) {
        trace_.fill(0);
        dispatch(task, pass);
        append(recording, trace_.read_all<shared::LabTrace>(1).front());
    }
    return recording;
}

lab::KernelTrace GlslTeachingKernels::trace(const lab::KernelTask& task) {
    begin(task);
    for (const gl::Buffer* memory : {&scanned_, &tiles_, &history_}) memory->fill(0);
    for (const lab::KernelPass& pass : passes_of(task)) dispatch(task, pass);
    return trace_of(task, history_.read_all<shared::LabHistory>(1).front(),
                    scanned_.read_all<std::int32_t>(task.values.size()));
}

KernelBackends::KernelBackends(session::Machine& machine, Backend wanted)
    : glsl_(machine.facts(), machine.shaders()) {
    for (Suite* suite : machine.suites().members(wanted)) {
        Member member{.backend = suite->backend(), .absence = suite->available().reason};
        if (member.backend == Backend::cpu) {
            if (wanted == Backend::automatic) continue;
            member.absence = "the CPU has no kernels: what it computes is the drawing itself";
        } else if (member.absence.empty()) {
            member.kernels =
                member.backend == Backend::glsl ? &glsl_ : dynamic_cast<lab::TeachingKernels*>(suite);
        }
        members_.push_back(std::move(member));
    }
}

}  // namespace winnow::verify
