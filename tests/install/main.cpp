// Scans a buffer in a context of its own: an example of a program that links Winnow::scan. Exits with 0 if
// the result is right, 1 if not, 77 if there is no OpenGL here.
#include <GL/glcorearb.h>
#include <winnow/scan.h>

#include <cstdint>
#include <cstdio>
#include <vector>

#include "headless.h"

namespace {

int scan_a_million() {
    const auto create = reinterpret_cast<PFNGLCREATEBUFFERSPROC>(load("glCreateBuffers"));
    const auto store = reinterpret_cast<PFNGLNAMEDBUFFERSTORAGEPROC>(load("glNamedBufferStorage"));
    const auto read = reinterpret_cast<PFNGLGETNAMEDBUFFERSUBDATAPROC>(load("glGetNamedBufferSubData"));
    std::vector<std::uint32_t> values(1'000'000, 3);
    const auto bytes = static_cast<GLsizeiptr>(values.size() * sizeof values[0]);
    GLuint buffer = 0;
    create(1, &buffer);
    store(buffer, bytes, values.data(), 0);

    const winnow::GlContext gl(load);
    winnow::GlScan scan(gl);  // u32, add, the fastest algorithm
    winnow::GlScanRequest request;
    request.kind = winnow::ScanKind::exclusive;
    request.input = request.output = {buffer, 0};  // in place
    request.bound = values.size();
    scan.run(request);

    read(buffer, 0, bytes, values.data());
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != 3 * i) return std::printf("wrong at %zu: %u\n", i, values[i]), 1;
    return std::puts("1,000,000 elements are right"), 0;
}

}  // namespace

int main() try {
    if (!make_context()) return std::puts("no OpenGL 4.5 without a window"), 77;
    return scan_a_million();
} catch (const winnow::ScanError& error) {
    std::puts(error.what());
    return error.kind() == winnow::ScanError::Kind::absent ? 77 : 1;
}
