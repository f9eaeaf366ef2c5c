// The Lab's teaching kernels in GLSL.
#pragma once

#include "gl/buffer.h"
#include "gl/context.h"
#include "gl/program.h"
#include "lab/teaching_kernels.h"

namespace winnow::verify {

/// Works in the current context. The facts and the shaders must outlive it.
class GlslTeachingKernels : public lab::TeachingKernels {
  public:
    GlslTeachingKernels(const gl::Facts& facts, gl::ShaderLibrary& shaders);
    std::string device() const override { return facts_.renderer; }
    lab::Recording run(const lab::KernelTask& task) override;
    lab::Trace trace(const lab::KernelTask& task) override;

  private:
    void begin(const lab::KernelTask& task);
    void dispatch(const lab::KernelTask& task, const lab::KernelPass& pass);

    const gl::Facts& facts_;
    gl::ShaderLibrary& shaders_;
    gl::Buffer values_, trace_, scanned_, sums_, tiles_, history_;
};

}  // namespace winnow::verify
