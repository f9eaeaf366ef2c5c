// The GLSL block scan by itself, from the text as it is shipped, for blocks of several shapes.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "gl/program.h"
#include "scan/reference.h"
#include "support/gl_fixture.h"
#include "support/temporary_directory.h"
#include "support/words.h"

namespace winnow::scan {
namespace {

using test::Pattern;
using test::Words;

struct Shape {
    std::uint32_t threads, items;
    std::uint32_t tile() const { return threads * items; }
};

void PrintTo(const Shape& shape, std::ostream* out) {
    *out << shape.threads << " threads x " << shape.items;
}

/// A shader of this folder among the shipped ones, for a block of the given shape.
gl::Program load(const test::ShippedShaders& folder, gl::ShaderLibrary& library, const std::string& name,
                 Shape shape) {
    folder.write(name, test::text_of(std::string(WINNOW_TEST_DIR "/") + name));
    return library.load_compute(name, {{"BLOCK_THREADS", std::to_string(shape.threads) + 'u'},
                                       {"ITEMS", std::to_string(shape.items) + 'u'}});
}

class BlockTest : public test::GlTest {
  protected:
    /// The tree after the up-sweep, followed by the tree after both sweeps.
    Words swept(const Words& leaves) {
        const Shape shape{static_cast<std::uint32_t>(leaves.size() / 2), 2};
        const gl::Program program = load(folder_, library_, "block_sweeps.comp", shape);
        const gl::Buffer in = test::upload(leaves, "test leaves");
        const gl::Buffer out = test::upload(Words(2 * leaves.size()), "test trees");
        in.bind_storage(0);
        out.bind_storage(1);
        program.dispatch({1});
        return out.read_all<std::uint32_t>(2 * leaves.size());
    }

    test::ShippedShaders folder_;
    gl::ShaderLibrary library_{folder_.path()};
};

// The example that the algorithm is taught with: partial sums upwards, then left sums downwards.
TEST_F(BlockTest, SweepsTheWorkedExample) {
    EXPECT_EQ(swept({3, 1, 7, 0, 4, 1, 6, 3}), (Words{3, 4, 7, 11, 4, 5, 6, 25,  //
                                                      0, 3, 4, 11, 11, 15, 16, 22}));
}

TEST_F(BlockTest, SweepsTwoLeaves) {
    EXPECT_EQ(swept({5, 9}), (Words{5, 14, 0, 5}));
}

TEST_F(BlockTest, LeavesTheSumOfAllInTheLastLeaf) {
    for (const std::size_t leaves : {4u, 64u, 512u, 2048u}) {
        SCOPED_TRACE(leaves);
        const Words input = test::make_words(Pattern::random, leaves);
        Words expected(leaves);
        const std::uint32_t total = reference_scan(Kind::exclusive, input, expected);
        const Words trees = swept(input);
        EXPECT_EQ(trees[leaves - 1], total);
        EXPECT_EQ(Words(trees.begin() + static_cast<std::ptrdiff_t>(leaves), trees.end()), expected);
    }
}

class BlockShapeTest : public BlockTest, public ::testing::WithParamInterface<Shape> {};

TEST_P(BlockShapeTest, ScansATile) {
    const Shape shape = GetParam();
    const gl::Program program = load(folder_, library_, "block_tile.comp", shape);
    constexpr std::uint32_t untouched = 77;
    for (const Kind kind : {Kind::exclusive, Kind::inclusive})
        for (const Pattern pattern : test::all_patterns)
            for (const std::uint32_t count : {1u, shape.tile() / 2 + 1, shape.tile() - 1, shape.tile()}) {
                SCOPED_TRACE(test::name_of(pattern) + ' ' + std::to_string(count));
                const Words input = test::make_words(pattern, shape.tile());
                const gl::Buffer in = test::upload(input, "test input");
                const gl::Buffer out = test::upload(Words(shape.tile(), untouched), "test output");
                const gl::Buffer totals = test::upload(Words(shape.threads), "test totals");
                in.bind_storage(0);
                out.bind_storage(1);
                totals.bind_storage(2);
                program.set("count", count);
                program.set("inclusive", kind == Kind::inclusive ? 1 : 0);
                program.dispatch({1});
                Words expected(input.begin(), input.begin() + count);
                const std::uint32_t total = reference_scan(kind, expected, expected);
                expected.resize(shape.tile(), untouched);
                EXPECT_EQ(out.read_all<std::uint32_t>(shape.tile()), expected);
                EXPECT_EQ(totals.read_all<std::uint32_t>(shape.threads), Words(shape.threads, total));
            }
}

std::string shape_name(const ::testing::TestParamInfo<Shape>& shape) {
    return std::to_string(shape.param.threads) + "_threads_" + std::to_string(shape.param.items) + "_items";
}

INSTANTIATE_TEST_SUITE_P(Shapes, BlockShapeTest,
                         ::testing::Values(Shape{1, 2}, Shape{2, 2}, Shape{4, 2}, Shape{32, 4}, Shape{64, 16},
                                           Shape{128, 6}, Shape{256, 2}, Shape{256, 8}, Shape{128, 32},
                                           Shape{512, 8}, Shape{1024, 4}),
                         shape_name);

}  // namespace
}  // namespace winnow::scan
