// Every GLSL block scan by itself, from the shipped text, in blocks of several shapes: its results, its
// networks phase by phase, and the worked examples by which the networks are taught.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "gl/program.h"
#include "scan/choices.h"
#include "scan/network.h"
#include "scan/reference_scan.h"
#include "support/gl_fixture.h"
#include "support/places.h"
#include "support/temporary_directory.h"
#include "support/words.h"
#include "verify/checkers/inputs.h"

namespace winnow::scan {
namespace {

using verify::Input;
using winnow::test::Words;
using Defines = std::vector<std::pair<std::string, std::string>>;

constexpr std::uint32_t row = 4;  // words
constexpr std::uint32_t repeats = 3;

struct Shape {
    std::uint32_t threads = 0, items = 0;
    std::uint32_t tile() const { return threads * items; }
    std::uint32_t rows() const { return tile() / row; }
};

/// Shapes from one leaf to as many threads as any device has; three-phase keeps a whole tile in shared
/// memory.
constexpr Shape shapes[] = {{1, 4},   {1, 16},  {2, 4},   {2, 16},   {4, 8},   {8, 4},   {32, 4},
                            {32, 32}, {64, 16}, {128, 8}, {256, 16}, {512, 8}, {1024, 4}};

void PrintTo(const Shape& shape, std::ostream* out) {
    *out << shape.threads << " threads x " << shape.items;
}

class BlockTest : public winnow::test::GlTest {
  protected:
    /// Loads a shader of this folder among the shipped ones, with one block scan of words.
    gl::Program load(const std::string& name, BlockScan block, Shape shape, const Defines& more) {
        for (const char* file : {"block_phases.comp", "block_tile.comp"})
            folder_.write(file, winnow::test::text_of(winnow::test::source("tests/scan") / file));
        Defines defines = more;  // the first define of a name counts
        for (const auto& define : variant(block, shape).defines())
            if (!has(defines, define.first)) defines.push_back(define);
        return library_.load_compute(name, defines);
    }

    static bool has(const Defines& defines, const std::string& name) {
        return std::any_of(defines.begin(), defines.end(),
                           [&](const auto& define) { return define.first == name; });
    }

    GlslVariant variant(BlockScan block, Shape shape) const {
        GlslVariant variant = glsl_variant(facts(), {block, GridStrategy::scan_then_propagate}, {});
        variant.tuning.threads = shape.threads;
        variant.tuning.thread_bytes = shape.items * sizeof(std::uint32_t);
        return variant;
    }

    /// True for whole subgroups, at most as many as a subgroup has invocations.
    bool suits(BlockScan block, Shape shape) const {
        const std::uint32_t lanes = facts().limits.subgroup_size;
        return block != BlockScan::subgroup || (shape.threads % lanes == 0 && shape.threads / lanes <= lanes);
    }

    struct Scanned {
        Words output;
        Words totals;  // one per thread
    };

    Scanned scanned(const gl::Program& program, Shape shape, Kind kind, const Words& input) const {
        const gl::Buffer in = winnow::test::upload(input, "test input");
        const gl::Buffer out = winnow::test::upload(Words(shape.tile()), "test output");
        const gl::Buffer totals = winnow::test::upload(Words(shape.threads), "test totals");
        in.bind_storage(0);
        out.bind_storage(1);
        totals.bind_storage(2);
        program.set("inclusive", kind == Kind::inclusive ? 1 : 0);
        program.dispatch({1});
        return {out.read_all<std::uint32_t>(shape.tile()), totals.read_all<std::uint32_t>(shape.threads)};
    }

    winnow::test::ShippedShaders folder_;
    gl::ShaderLibrary library_{folder_.path()};
};

// --- results ----------------------------------------------------------------------------------------------

class BlockScanTest : public BlockTest, public ::testing::WithParamInterface<BlockScan> {
  protected:
    void SetUp() override {
        BlockTest::SetUp();
        if (IsSkipped()) return;
        const Availability here = glsl_offers(facts(), {GetParam(), GridStrategy::scan_then_propagate}, {});
        if (!here) GTEST_SKIP() << here.reason;
    }

    gl::Program load_tile(Shape shape, std::uint32_t times) {
        return load("block_tile.comp", GetParam(), shape, {{"REPEATS", std::to_string(times) + 'u'}});
    }

    void expect_scans(const gl::Program& program, Shape shape, Kind kind, const Words& input) const {
        Words expected = input;
        std::uint32_t total = 0;
        for (std::uint32_t k = 0; k < repeats; ++k) total = reference_scan(kind, expected, expected);
        const auto [output, totals] = scanned(program, shape, kind, input);
        EXPECT_EQ(output, expected);
        EXPECT_EQ(totals, Words(shape.threads, total)) << "every thread gets the sum";
    }

    /// Puts each leaf in the first element of a row, like the networks' leaves; the other elements are zero.
    void expect_example(Shape shape, const Words& leaves, const Words& exclusive) {
        const gl::Program program = load_tile(shape, 1);
        Words input(shape.tile(), 0);
        for (std::size_t i = 0; i < leaves.size(); ++i) input[i * row] = leaves[i];
        const auto [before, totals] = scanned(program, shape, Kind::exclusive, input);
        const Words after = scanned(program, shape, Kind::inclusive, input).output;
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            EXPECT_EQ(before[i * row], exclusive[i]) << "leaf " << i;
            EXPECT_EQ(after[i * row], exclusive[i] + leaves[i]) << "leaf " << i;
        }
        EXPECT_EQ(totals.front(), exclusive.back() + leaves.back());
    }
};

TEST_P(BlockScanTest, ScansATileInEveryShapeAndMayBeRepeated) {
    for (const Shape shape : shapes) {
        if (!suits(GetParam(), shape)) continue;
        SCOPED_TRACE(::testing::PrintToString(shape));
        const gl::Program program = load_tile(shape, repeats);
        for (const Kind kind : {Kind::exclusive, Kind::inclusive})
            for (const Input input :
                 {Input::zero, Input::one, Input::alternating, Input::largest, Input::random}) {
                SCOPED_TRACE(name_of(input));
                expect_scans(program, shape, kind,
                             verify::make_values<std::uint32_t>(input, 1, shape.tile()));
            }
    }
}

TEST_P(BlockScanTest, ScansTheWorkedExamples) {
    for (const Shape shape : {Shape{2, 16}, Shape{8, 4}, Shape{32, 4}, Shape{64, 16}}) {
        if (!suits(GetParam(), shape)) continue;
        SCOPED_TRACE(::testing::PrintToString(shape));
        expect_example(shape, {3, 1, 7, 0, 4, 1, 6, 3}, {0, 3, 4, 11, 11, 15, 16, 22});
        if (shape.rows() < 16) continue;
        expect_example(shape, {2, 1, 5, 8, 9, 0, 4, 6, 3, 4, 5, 4, 1, 7, 7, 2},
                       {0, 2, 3, 8, 16, 25, 25, 29, 35, 38, 42, 47, 51, 52, 59, 66});
    }
}

/// The operator whose result is the later of two values that is not zero. It is associative, but a scan that
/// swaps operands gets it wrong.
constexpr const char* newest = "return b != ZERO ? b : a;";

/// Returns the exclusive scan with that operator.
Words latest_before(const Words& input) {
    Words expected(input.size());
    std::uint32_t latest = 0;
    for (std::size_t i = 0; i < input.size(); ++i) {
        expected[i] = latest;
        if (input[i] != 0) latest = input[i];
    }
    return expected;
}

TEST_P(BlockScanTest, CombinesInOrder) {
    folder_.replace("scan/common.glsl", "return a + b;", newest);
    for (const Shape shape : {Shape{8, 4}, Shape{32, 16}, Shape{128, 32}}) {
        if (!suits(GetParam(), shape)) continue;
        SCOPED_TRACE(::testing::PrintToString(shape));
        const gl::Program program = load_tile(shape, 1);
        Words input = verify::random_words(shape.tile());
        for (std::uint32_t& word : input)
            if (word % 4 != 0) word = 0;
        EXPECT_EQ(scanned(program, shape, Kind::exclusive, input).output, latest_before(input));
    }
}

std::string block_name(const ::testing::TestParamInfo<BlockScan>& block) {
    return test::identifier(name_of(block.param));
}

INSTANTIATE_TEST_SUITE_P(Blocks, BlockScanTest, ::testing::ValuesIn(test::all_blocks), block_name);

// --- networks ---------------------------------------------------------------------------------------------

/// The GLSL calls for the phases that the network's data name.
struct Phases {
    BlockScan block;
    std::vector<std::string> calls;
};

class NetworkPhasesTest : public BlockTest, public ::testing::WithParamInterface<Phases> {
  protected:
    static std::string statements() {
        std::string all;
        for (std::size_t phase = 0; phase < GetParam().calls.size(); ++phase)
            all += GetParam().calls[phase] + "; write_leaves(" + std::to_string(phase) + "u); ";
        return all;
    }

    /// Returns the leaves after each phase.
    std::vector<Words> phases(Shape shape, const Words& leaves) {
        const gl::Program program =
            load("block_phases.comp", GetParam().block, shape, {{"PHASES", statements()}});
        const std::size_t width = leaves.size(), count = GetParam().calls.size();
        const gl::Buffer given = winnow::test::upload(leaves, "test leaves");
        const gl::Buffer written = winnow::test::upload(Words(count * width), "test phases");
        given.bind_storage(0);
        written.bind_storage(1);
        program.dispatch({1});
        std::vector<Words> all;
        for (std::size_t phase = 0; phase < count; ++phase)
            all.push_back(written.read_all<std::uint32_t>(width, phase * width * sizeof(std::uint32_t)));
        return all;
    }

    /// Returns the leaves that the network's data give when the CPU executes them.
    static std::vector<Words> expected(const Network& network, const Words& leaves) {
        const auto rows = run<std::uint32_t>(network, Operator::add, leaves);
        std::vector<Words> all(network.phases.size(), leaves);
        for (std::size_t step = 0; step < network.steps.size(); ++step)
            for (std::size_t phase = network.steps[step].phase; phase < all.size(); ++phase)
                all[phase] = rows[step + 1];
        return all;
    }
};

TEST_P(NetworkPhasesTest, LeaveWhatTheNetworkSays) {
    for (const Shape shape : shapes) {
        SCOPED_TRACE(::testing::PrintToString(shape));
        const Words leaves = verify::random_words(shape.rows());
        EXPECT_EQ(phases(shape, leaves), expected(network_of(GetParam().block, shape.rows(), 1), leaves));
    }
}

// This is the example by which the algorithms are taught: both trees meet halfway.
TEST_P(NetworkPhasesTest, SweepTheWorkedExample) {
    const Words halfway{3, 4, 7, 11, 4, 5, 6, 25}, cleared{3, 4, 7, 11, 4, 5, 6, 0};
    const Words inclusive{3, 4, 11, 11, 15, 16, 22, 25}, exclusive{0, 3, 4, 11, 11, 15, 16, 22};
    const std::vector<Words> by_phases[] = {
        {}, {inclusive}, {halfway, inclusive}, {halfway, cleared, exclusive}};
    for (const Shape shape : {Shape{1, 32}, Shape{2, 16}, Shape{4, 8}, Shape{8, 4}}) {
        SCOPED_TRACE(::testing::PrintToString(shape));
        EXPECT_EQ(phases(shape, {3, 1, 7, 0, 4, 1, 6, 3}), by_phases[GetParam().calls.size()]);
    }
}

const Phases all_phases[] = {
    {BlockScan::kogge_stone, {"scan_leaves()"}},
    {BlockScan::brent_kung, {"reduce_tree()", "distribute_tree()"}},
    {BlockScan::brent_kung_padded, {"reduce_tree()", "distribute_tree()"}},
    {BlockScan::blelloch, {"up_sweep()", "clear_last()", "down_sweep()"}},
    {BlockScan::blelloch_padded, {"up_sweep()", "clear_last()", "down_sweep()"}},
};

void PrintTo(const Phases& phases, std::ostream* out) {
    *out << name_of(phases.block);
}

INSTANTIATE_TEST_SUITE_P(Networks, NetworkPhasesTest, ::testing::ValuesIn(all_phases),
                         [](const auto& phases) { return test::identifier(name_of(phases.param.block)); });

}  // namespace
}  // namespace winnow::scan
