#include "library/library_fixture.h"

#include <EGL/egl.h>

namespace winnow::test {

void* load_function(const char* name) {
    return reinterpret_cast<void*>(eglGetProcAddress(name));
}

}  // namespace winnow::test
