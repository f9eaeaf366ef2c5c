#include "verify/kernel_backends.h"

namespace winnow::verify {

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
