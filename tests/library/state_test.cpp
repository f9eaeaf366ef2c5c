// The library leaves the caller's OpenGL state as it was, in one context and in another.
#include <glad/gl.h>

#include <memory>

#include "gl/buffer.h"
#include "library/gl_state.h"
#include "library/library_fixture.h"
#include "scan/catalogue.h"
#include "support/words.h"

namespace winnow {
namespace {

using test::BusyContext;
using test::changes_since;
using test::query_state;
using test::State;
using test::Words;

constexpr std::uint64_t elements = 2 * 4096 + 5;

GlScanRequest in_place(const gl::Buffer& buffer, const gl::Buffer& places) {
    GlScanRequest request;
    request.input = request.output = {buffer.name(), 0};
    request.bound = elements;
    request.count = {places.name(), 0};
    request.total = {places.name(), 1};
    return request;
}

class StateTest : public test::LibraryTest {};

TEST_F(StateTest, IsAsItWasAfterEveryCall) {
    const gl::Buffer words = test::upload(Words(elements, 1), "test words");
    const gl::Buffer places = test::upload({elements, 0}, "test count and total");
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
        scan.reserve(2 * elements);
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
    const gl::Buffer words = test::upload(Words(elements, 1), "test words");
    const gl::Buffer places = test::upload({elements, 0}, "test count and total");
    scan.run(in_place(words, places));
    EXPECT_EQ(query_state().at("program"), 0);
}

TEST_F(StateTest, AnErrorOfTheCallersIsStillThereAfterARun) {
    const GlContext context = make_context();
    GlScan scan(context);
    const gl::Buffer words = test::upload(Words(elements, 1), "test words");
    const gl::Buffer places = test::upload({elements, 0}, "test count and total");
    scan.reserve(elements);
    expect_gl_errors(1);
    glEnable(0);  // sets an OpenGL error, because 0 is not a capability
    scan.run(in_place(words, places));
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_INVALID_ENUM));
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

/// Checks a scan that counts upwards in a buffer of the current context.
void expect_counted(GlScan& scan) {
    const gl::Buffer words = test::upload(Words(elements, 1), "test words");
    const gl::Buffer places = test::upload({elements, 0}, "test count and total");
    scan.run(in_place(words, places));
    const Words values = words.read_all<std::uint32_t>(elements);
    for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(values[i], i);
    EXPECT_EQ(test::read_word(places, 1), elements);
}

TEST_F(StateTest, AnotherContextHasScansOfItsOwn) {
    GlScan here(make_context());
    expect_counted(here);
    {
        const auto other = gl::make_headless();  // current until it is destroyed
        GlScan there(make_context());
        expect_counted(there);
    }
    expect_counted(here);
    GlScan again(make_context());
    expect_counted(again);
}

}  // namespace
}  // namespace winnow
