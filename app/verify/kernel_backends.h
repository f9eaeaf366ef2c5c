// The backends that have teaching kernels of the Lab, on one machine.
#pragma once

#include <string>
#include <vector>

#include "lab/teaching_kernels.h"
#include "scan/catalogue.h"
#include "session/machine.h"
#include "verify/glsl_teaching_kernels.h"

namespace winnow::verify {

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
