#include "library/context_state.h"
#include "library/translate.h"
#include "scan/glsl_scan.h"

namespace winnow {

GlContext::GlContext(Loader loader) : state_(std::make_shared<State>()) {
    library::translated([&] {
        if (loader == nullptr) bad_input("no function was given that finds those of OpenGL");
        state_->facts = gl::load_facts(loader);
    });
}

std::string GlContext::absence(ScanChoice choice, ScanType type) const {
    return library::translated([&] { return scan::glsl_offers(state_->facts, choice, type).reason; });
}

ScanChoice GlContext::resolve(ScanChoice choice) const {
    return library::translated([&] { return scan::resolve_glsl(state_->facts, choice); });
}

}  // namespace winnow
