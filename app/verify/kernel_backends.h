// The backends that have teaching kernels of the Lab, on one machine.
#pragma once

#include <string>
#include <vector>

#include "gl/buffer.h"
#include "gl/context.h"
#include "gl/program.h"
#include "lab/teaching_kernels.h"
#include "scan/catalogue.h"
#include "session/machine.h"

namespace winnow::verify {

// The Lab's teaching kernels in GLSL.

/// Works in the current context. The facts and the shaders must outlive it.
class GlslTeachingKernels : public lab::TeachingKernels {
  public:
    GlslTeachingKernels(const gl::Facts& facts, gl::ShaderLibrary& shaders);
    std::string device() const override { return facts_.renderer; }
    lab::KernelRecording run(const lab::KernelTask& task) override;
    lab::KernelTrace trace(const lab::KernelTask& task) override;

  private:
    void begin(const lab::KernelTask& task);
    void dispatch(const lab::KernelTask& task, const lab::KernelPass& pass);

    const gl::Facts& facts_;
    gl::ShaderLibrary& shaders_;
    gl::Buffer values_, trace_, scanned_, sums_, tiles_, history_;
};

/// Must not outlive the machine.
class KernelBackends {
  public:
    /// Takes the backends that `wanted` stands for. The CPU has no teaching kernels, so automatic is without
    /// it.
    KernelBackends(session::Machine& machine, Backend wanted);
    KernelBackends(const KernelBackends&) = delete;

    struct Member {
        Backend backend;
        lab::TeachingKernels* kernels = nullptr;  // null: they do not work here
        std::string absence;                      // why
    };
    const std::vector<Member>& members() const { return members_; }

  private:
    GlslTeachingKernels glsl_;
    std::vector<Member> members_;
};

}  // namespace winnow::verify
