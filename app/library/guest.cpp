#include "library/guest.h"

#include <glad/gl.h>

#include <limits>

#include "base/error.h"
#include "library/translate.h"
#include "scan/glsl_scan.h"

namespace winnow::library {
namespace {

unsigned get_name(GLenum what) {
    GLint name = 0;
    glGetIntegerv(what, &name);
    return static_cast<unsigned>(name);
}

}  // namespace

SavedState::SavedState(std::uint32_t storage_bindings)
    : program_(get_name(GL_CURRENT_PROGRAM)),
      storage_(get_name(GL_SHADER_STORAGE_BUFFER_BINDING)),
      dispatch_indirect_(get_name(GL_DISPATCH_INDIRECT_BUFFER_BINDING)),
      ranges_(gl::RangeTarget::storage, storage_bindings) {}

SavedState::~SavedState() {
    ranges_.put();
    // Last, because the indexed bindings above change the generic one.
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, storage_);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, dispatch_indirect_);
    glUseProgram(program_);
}

const gl::Buffer* BorrowedBuffers::buffer(const char* what, unsigned name) {
    if (name == 0) return nullptr;
    for (std::size_t i = 0; i < used_; ++i)
        if (buffers_[i].name() == name) return &buffers_[i];
    buffers_.at(used_) = gl::Buffer::borrow(name, what);
    return &buffers_[used_++];
}

gl::Word BorrowedBuffers::word(const char* what, GlPlace place) {
    constexpr std::uint64_t last = std::numeric_limits<std::uint32_t>::max();
    if (place.first > last) bad_input("{}: word {} is beyond {}, the last possible", what, place.first, last);
    return {buffer(what, place.buffer), static_cast<std::uint32_t>(place.first)};
}
}  // namespace winnow::library

namespace winnow {
GlContext::GlContext(Loader loader) : state_(std::make_shared<State>()) {
    library::translated([&] {
        if (loader == nullptr) bad_input("a loader of OpenGL's functions is needed, not null");
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
