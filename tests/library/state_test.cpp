// The library is a guest: it leaves the caller's OpenGL state as it was, in one context and in another.
#include <glad/gl.h>

#include <map>
#include <memory>
#include <string>

#include "gl/buffer.h"
#include "gl/program.h"
#include "library/library_fixture.h"
#include "scan/catalogue.h"
#include "support/words.h"

namespace winnow {
namespace {

using test::Words;

constexpr std::uint64_t count = 2 * 4096 + 5;

/// What queries say, by the name of the query.
using State = std::map<std::string, std::int64_t>;

std::int64_t get(GLenum what) {
    GLint64 value = 0;
    glGetInteger64v(what, &value);
    return value;
}

void add_indexed(State& state, const std::string& name, GLenum most, GLenum binding, GLenum start,
                 GLenum size) {
    for (GLuint i = 0; i < static_cast<GLuint>(get(most)); ++i) {
        const std::string at = name + "[" + std::to_string(i) + "]";
        GLint buffer = 0;
        glGetIntegeri_v(binding, i, &buffer);
        state[at] = buffer;
        glGetInteger64i_v(start, i, &state[at + ".start"]);
        glGetInteger64i_v(size, i, &state[at + ".size"]);
    }
}

State query_state() {
    State state{
        {"program", get(GL_CURRENT_PROGRAM)},
        {"pipeline", get(GL_PROGRAM_PIPELINE_BINDING)},
        {"array buffer", get(GL_ARRAY_BUFFER_BINDING)},
        {"storage buffer", get(GL_SHADER_STORAGE_BUFFER_BINDING)},
        {"uniform buffer", get(GL_UNIFORM_BUFFER_BINDING)},
        {"atomic buffer", get(GL_ATOMIC_COUNTER_BUFFER_BINDING)},
        {"dispatch indirect", get(GL_DISPATCH_INDIRECT_BUFFER_BINDING)},
        {"draw indirect", get(GL_DRAW_INDIRECT_BUFFER_BINDING)},
        {"copy read", get(GL_COPY_READ_BUFFER_BINDING)},
        {"copy write", get(GL_COPY_WRITE_BUFFER_BINDING)},
        {"pixel pack", get(GL_PIXEL_PACK_BUFFER_BINDING)},
        {"pixel unpack", get(GL_PIXEL_UNPACK_BUFFER_BINDING)},
        {"vertex array", get(GL_VERTEX_ARRAY_BINDING)},
        {"active texture", get(GL_ACTIVE_TEXTURE)},
        {"framebuffer", get(GL_DRAW_FRAMEBUFFER_BINDING)},
        {"debug group depth", get(GL_DEBUG_GROUP_STACK_DEPTH)},
        {"debug output", glIsEnabled(GL_DEBUG_OUTPUT)},
        {"debug synchronous", glIsEnabled(GL_DEBUG_OUTPUT_SYNCHRONOUS)},
    };
    void* callback = nullptr;
    glGetPointerv(GL_DEBUG_CALLBACK_FUNCTION, &callback);
    state["debug callback"] = reinterpret_cast<std::int64_t>(callback);
    add_indexed(state, "storage", GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, GL_SHADER_STORAGE_BUFFER_BINDING,
                GL_SHADER_STORAGE_BUFFER_START, GL_SHADER_STORAGE_BUFFER_SIZE);
    add_indexed(state, "uniform", GL_MAX_UNIFORM_BUFFER_BINDINGS, GL_UNIFORM_BUFFER_BINDING,
                GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE);
    return state;
}

/// What has changed since `before`, each with its value then and now; empty if nothing has.
std::string changes_since(const State& before) {
    std::string changes;
    for (const auto& [name, value] : query_state())
        if (const std::int64_t then = before.at(name); value != then)
            changes += name + " " + std::to_string(then) + " -> " + std::to_string(value) + "; ";
    return changes;
}

/// Binds buffers everywhere, some whole and some in part, and a program.
class BusyContext {
  public:
    BusyContext()
        : buffer_(gl::plain_memory()->allocate(4096, "bound by the caller")),
          generic_(gl::plain_memory()->allocate(64, "bound by the caller to no index")),
          program_(shaders_.load_compute("scan/copy.comp")) {
        program_.use();
        for (const GLenum target : {GL_SHADER_STORAGE_BUFFER, GL_UNIFORM_BUFFER}) bind_ranges(target);
        for (const GLenum target : {GL_ARRAY_BUFFER, GL_DISPATCH_INDIRECT_BUFFER, GL_DRAW_INDIRECT_BUFFER,
                                    GL_COPY_READ_BUFFER, GL_PIXEL_UNPACK_BUFFER})
            glBindBuffer(target, generic_.name());
        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, "the caller's group");
    }
    ~BusyContext() {
        glPopDebugGroup();
        glUseProgram(0);
    }
    BusyContext(const BusyContext&) = delete;

  private:
    void bind_ranges(GLenum target) const {
        constexpr GLuint bindings = 8;       // OpenGL's least
        constexpr GLsizeiptr aligned = 256;  // to every offset's alignment
        for (GLuint i = 0; i < bindings; ++i) {
            if (i % 3 == 0) glBindBufferBase(target, i, buffer_.name());
            if (i % 3 == 1) glBindBufferRange(target, i, buffer_.name(), i * aligned, aligned);
            if (i % 3 == 2) glBindBufferBase(target, i, 0);
        }
        glBindBuffer(target, generic_.name());
    }

    gl::ShaderLibrary shaders_;
    gl::Buffer buffer_, generic_;
    gl::Program program_;
};

GlScanRequest in_place(const gl::Buffer& buffer, const gl::Buffer& places) {
    GlScanRequest request;
    request.input = request.output = {buffer.name(), 0};
    request.bound = count;
    request.count = {places.name(), 0};
    request.total = {places.name(), 1};
    return request;
}

class StateTest : public test::LibraryTest {};

TEST_F(StateTest, IsAsItWasAfterEveryCall) {
    const gl::Buffer words = test::upload(Words(count, 1), "test words");
    const gl::Buffer places = test::upload({count, 0}, "test count and total");
    const BusyContext busy;
    const State before = query_state();
    const GlContext context = make_context();
    EXPECT_EQ(changes_since(before), "");
    for (const auto& grid : grid_strategies) {
        const ScanChoice choice{BlockScan::automatic, grid.value};
        SCOPED_TRACE(grid.name);
        if (!context.absence(choice).empty()) continue;
        GlScan scan(context, choice);
        EXPECT_EQ(changes_since(before), "") << "after it was made";
        scan.reserve(2 * count);
        EXPECT_EQ(changes_since(before), "") << "after reserve";
        scan.run(in_place(words, places));
        EXPECT_EQ(changes_since(before), "") << "after a run";
        scan.run({});
        EXPECT_EQ(changes_since(before), "") << "after a run over nothing";
        EXPECT_THROW(scan.run({ScanKind::exclusive, {}, {}, 1, {}, {}}), ScanError);
        EXPECT_EQ(changes_since(before), "") << "after an error";
    }
    EXPECT_EQ(changes_since(before), "") << "after the last was destroyed";
}

TEST_F(StateTest, AContextWithoutAProgramHasNoneAfterwards) {
    glUseProgram(0);
    const GlContext context = make_context();
    GlScan scan(context);
    const gl::Buffer words = test::upload(Words(count, 1), "test words");
    const gl::Buffer places = test::upload({count, 0}, "test count and total");
    scan.run(in_place(words, places));
    EXPECT_EQ(get(GL_CURRENT_PROGRAM), 0);
}

TEST_F(StateTest, AnErrorOfTheCallersIsStillThereAfterARun) {
    const GlContext context = make_context();
    GlScan scan(context);
    const gl::Buffer words = test::upload(Words(count, 1), "test words");
    const gl::Buffer places = test::upload({count, 0}, "test count and total");
    scan.reserve(count);
    expect_gl_errors(1);
    glEnable(0);  // no capability
    scan.run(in_place(words, places));
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_INVALID_ENUM));
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

/// Counts upwards in a buffer of the current context.
void expect_counted(GlScan& scan) {
    const gl::Buffer words = test::upload(Words(count, 1), "test words");
    const gl::Buffer places = test::upload({count, 0}, "test count and total");
    scan.run(in_place(words, places));
    const Words values = words.read_all<std::uint32_t>(count);
    for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(values[i], i);
    EXPECT_EQ(test::read_word(places, 1), count);
}

TEST_F(StateTest, AnotherContextHasScansOfItsOwn) {
    GlScan here(make_context());
    expect_counted(here);
    {
        const auto other = gl::make_headless();  // current until it ends
        GlScan there(make_context());
        expect_counted(there);
    }
    expect_counted(here);
    GlScan again(make_context());
    expect_counted(again);
}

}  // namespace
}  // namespace winnow
