// The OpenGL library as its header promises it, on buffers that the tests own.
#include "winnow/scan.h"

#include <glad/gl.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gl/buffer.h"
#include "library/immutable_buffer.h"
#include "library/library_fixture.h"
#include "scan/catalogue.h"
#include "scan/reference.h"
#include "support/words.h"

namespace winnow {
namespace {

using test::GuardedWords;
using test::ImmutableBuffer;
using test::Pattern;
using test::poison;
using test::thrown_by;
using test::Words;
using Failure = ScanError::Kind;

constexpr std::uint64_t count = 3 * 4096 + 77;  // some tiles, the last of them not full

GlPlace place_of(const gl::Words& words) {
    return {words.buffer->name(), words.first};
}

GlScanRequest request_of(ScanKind kind, const GuardedWords& input, const GuardedWords& output) {
    GlScanRequest request;
    request.kind = kind;
    request.input = place_of(input.range());
    request.output = place_of(output.range());
    request.bound = input.count();
    return request;
}

Words reference_of(ScanKind kind, const Words& input) {
    Words output(input.size());
    scan::reference_scan(kind, input, output);
    return output;
}

/// Every block scan with the default grid strategy, and the other way round.
std::vector<ScanChoice> some_choices() {
    std::vector<ScanChoice> choices;
    for (const auto& block : block_scans) choices.push_back({block.value, GridStrategy::automatic});
    for (const auto& grid : grid_strategies) choices.push_back({BlockScan::automatic, grid.value});
    return choices;
}

std::string name_of(ScanChoice choice) {
    return std::string(winnow::name_of(choice.block)) + " " + std::string(winnow::name_of(choice.grid));
}

class GlScanTest : public test::LibraryContextTest {
  protected:
    void expect_scanned(GlScan& scan, std::uint64_t guards) {
        const Words values = test::make_words(Pattern::random, count);
        for (const ScanKind kind : {ScanKind::exclusive, ScanKind::inclusive}) {
            const GuardedWords input(values, "test input", guards);
            const GuardedWords output(Words(count, poison), "test output", guards);
            scan.run(request_of(kind, input, output));
            EXPECT_EQ(output.values(), reference_of(kind, values));
            EXPECT_TRUE(output.guards_untouched());
            EXPECT_EQ(input.values(), values);
        }
    }
};

TEST_F(GlScanTest, EveryAlgorithmScansOrSaysWhyNot) {
    for (const ScanChoice choice : some_choices()) {
        SCOPED_TRACE(name_of(choice));
        const std::string absence = context().absence(choice);
        if (absence.empty()) {
            GlScan scan(context(), choice);
            expect_scanned(scan, GuardedWords::unaligned);
        } else {
            const auto thrown = thrown_by([&] { const GlScan scan(context(), choice); });
            EXPECT_EQ(thrown.kind, Failure::absent);
            EXPECT_NE(thrown.text.find(absence), std::string::npos) << thrown.text;
        }
    }
}

TEST_F(GlScanTest, AutomaticIsAlwaysThereAndSaysWhatItIs) {
    EXPECT_EQ(context().absence(), "");
    const GlScan scan(context());
    EXPECT_EQ(scan.choice(), context().resolve({}));
    EXPECT_NE(scan.choice().block, BlockScan::automatic);
    EXPECT_NE(scan.choice().grid, GridStrategy::automatic);
    EXPECT_EQ(scan.type(), ScanType{});
}

template <typename T>
std::vector<T> small_values() {
    std::vector<T> values(count);
    // Whole numbers, small enough for every sum of them to be exact in f32 too.
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>((i * 2654435761u) % 101);
    return values;
}

template <typename T>
void expect_type_scanned(const GlContext& context, ScanType type) {
    const std::vector<T> values = small_values<T>();
    const gl::Buffer buffer = gl::plain_memory()->allocate(values.size() * sizeof(T), "test values");
    const gl::Buffer total = gl::plain_memory()->allocate(3 * sizeof(T), "test total");
    buffer.write_all(std::span(values));
    total.fill(poison);
    GlScan scan(context, {}, type);
    GlScanRequest request;
    request.input = request.output = {buffer.name(), 0};
    request.bound = count;
    request.total = {total.name(), sizeof(T) / sizeof poison};
    scan.run(request);
    std::vector<T> expected(count);
    const T all = scan::reference_scan_of<T>(request.kind, type.op, values, expected);
    EXPECT_EQ(buffer.read_all<T>(count), expected);
    EXPECT_EQ(total.read_all<T>(1, sizeof(T)).front(), all);
    EXPECT_EQ(total.read_all<std::uint32_t>(1).front(), poison);
    EXPECT_EQ(total.read_all<std::uint32_t>(1, 2 * sizeof(T)).front(), poison);
    request.bound = 0;
    scan.run(request);
    EXPECT_EQ(total.read_all<T>(1, sizeof(T)).front(), scan::identity<T>(type.op));
}

/// Every element with add, and every operator with signed elements.
std::vector<ScanType> some_types() {
    std::vector<ScanType> types;
    for (const auto& element : elements) types.push_back({element.value, Operator::add});
    for (const auto& op : operators) types.push_back({Element::i32, op.value});
    return types;
}

TEST_F(GlScanTest, EveryTypeThatIsOfferedIsScanned) {
    for (const ScanType type : some_types()) {
        SCOPED_TRACE(std::string(winnow::name_of(type.element)) + " " +
                     std::string(winnow::name_of(type.op)));
        if (context().absence({}, type).empty())
            scan::with_type(type.element,
                            [&](auto zero) { expect_type_scanned<decltype(zero)>(context(), type); });
        else
            EXPECT_EQ(thrown_by([&] { const GlScan scan(context(), {}, type); }).kind, Failure::absent);
    }
}

TEST_F(GlScanTest, TakesTheCountFromTheGpuAndLeavesTheTotalThere) {
    const Words values = test::make_words(Pattern::random, count);
    const GuardedWords both(values, "test in place");
    const gl::Buffer pool = test::upload({poison, 1000, poison, poison}, "test count and total");
    GlScan scan(context());
    GlScanRequest request = request_of(ScanKind::exclusive, both, both);
    request.count = {pool.name(), 1};
    request.total = {pool.name(), 2};
    scan.run(request);
    Words expected = values;
    const Words part(values.begin(), values.begin() + 1000);
    const Words scanned = reference_of(request.kind, part);
    std::copy(scanned.begin(), scanned.end(), expected.begin());
    EXPECT_EQ(both.values(), expected);
    EXPECT_EQ(pool.read_all<std::uint32_t>(4), (Words{poison, 1000, scanned.back() + part.back(), poison}));
}

TEST_F(GlScanTest, BuffersKeepTheirNamesAndLabels) {
    const GuardedWords both(Words(count, 1), "the caller's label");
    const unsigned name = both.range().buffer->name();
    {
        GlScan scan(context());
        scan.run(request_of(ScanKind::exclusive, both, both));
    }
    char label[64] = {};
    glGetObjectLabel(GL_BUFFER, name, sizeof label, nullptr, label);
    EXPECT_STREQ(label, "the caller's label");
    EXPECT_EQ(glIsBuffer(name), GL_TRUE);
}

TEST_F(GlScanTest, BuffersNeedNoStorageFlags) {
    const ImmutableBuffer buffer({3, 1, 7, 0, 4}), total({poison, poison});
    GlScan scan(context());
    GlScanRequest request;
    request.input = request.output = {buffer.name(), 0};
    request.total = {total.name(), 1};
    request.bound = 5;
    scan.run(request);
    EXPECT_EQ(buffer.values(), (Words{0, 3, 4, 11, 11}));
    EXPECT_EQ(total.values(), (Words{poison, 15}));
}

TEST_F(GlScanTest, WhatIsFilledFromTheCpuNeedsNoStorageFlagsEither) {
    const ImmutableBuffer total({poison, poison});
    GlScan scan(context());
    GlScanRequest request;
    request.total = {total.name(), 0};
    scan.run(request);
    EXPECT_EQ(total.values(), (Words{0, poison}));
}

TEST_F(GlScanTest, OutlivesTheHandleOfItsContextAndMoves) {
    auto gone = std::make_unique<GlContext>(make_context());
    GlScan first(*gone);
    gone.reset();
    GlScan second(std::move(first));
    second.reserve(count);
    expect_scanned(second, GuardedWords::aligned);
    first = std::move(second);
    expect_scanned(first, GuardedWords::aligned);
}

class RefusalTest : public GlScanTest {
  protected:
    void SetUp() override {
        GlScanTest::SetUp();
        if (IsSkipped()) return;
        words_ = test::upload(Words(100, poison), "test words");
        scan_.emplace(context());
        good_.input = {words_.name(), 0};
        good_.output = {words_.name(), 50};
        good_.bound = 40;
    }

    void expect_refused(const GlScanRequest& request, const std::string& part) {
        const auto thrown = thrown_by([&] { scan_->run(request); });
        EXPECT_EQ(thrown.kind, Failure::bad_input);
        EXPECT_NE(thrown.text.find(part), std::string::npos) << thrown.text;
        EXPECT_EQ(thrown.text.find('\n'), std::string::npos) << thrown.text;
        EXPECT_EQ(words_.read_all<std::uint32_t>(100), Words(100, poison));
    }

    /// The good request with one place changed.
    GlScanRequest with(GlPlace GlScanRequest::*place, GlPlace value) const {
        GlScanRequest request = good_;
        request.*place = value;
        return request;
    }

    gl::Buffer words_;
    std::optional<GlScan> scan_;
    GlScanRequest good_;
};

TEST_F(RefusalTest, PlacesOutsideTheirBuffers) {
    const unsigned name = words_.name();
    expect_refused(with(&GlScanRequest::input, {name, 61}), "exceed");
    expect_refused(with(&GlScanRequest::output, {name, 61}), "exceed");
    expect_refused(with(&GlScanRequest::input, {name, ~std::uint64_t{0}}), "exceed");
    expect_refused(with(&GlScanRequest::count, {name, 100}), "outside");
    expect_refused(with(&GlScanRequest::total, {name, 100}), "outside");
    expect_refused(with(&GlScanRequest::total, {name, std::uint64_t{1} << 32}), "4294967295");
}

TEST_F(RefusalTest, PlacesThatMeet) {
    const unsigned name = words_.name();
    expect_refused(with(&GlScanRequest::output, {name, 39}), "overlap");
    expect_refused(with(&GlScanRequest::count, {name, 50}), "within the output");
    expect_refused(with(&GlScanRequest::total, {name, 89}), "within the output");
    GlScanRequest both = with(&GlScanRequest::count, {name, 45});
    both.total = both.count;
    expect_refused(both, "the same word");
}

TEST_F(RefusalTest, BuffersThatAreNone) {
    expect_refused(with(&GlScanRequest::input, {}), "no input buffer");
    expect_refused(with(&GlScanRequest::output, {}), "no output buffer");
    unsigned unborn = 0;
    glGenBuffers(1, &unborn);
    expect_refused(with(&GlScanRequest::input, {unborn, 0}), "no buffer object has the name");
    glDeleteBuffers(1, &unborn);
    expect_refused(with(&GlScanRequest::total, {unborn, 0}), "no buffer object has the name");
}

TEST_F(RefusalTest, MoreElementsThanAnIndexCounts) {
    GlScanRequest request = good_;
    request.bound = std::uint64_t{1} << 32;
    expect_refused(request, "4294967295");
    EXPECT_EQ(thrown_by([&] { scan_->reserve(std::uint64_t{1} << 60); }).kind, Failure::bad_input);
}

class GlContextTest : public test::LibraryTest {};

TEST_F(GlContextTest, NeedsALoader) {
    EXPECT_EQ(thrown_by([] { const GlContext none(nullptr); }).kind, Failure::bad_input);
}

TEST_F(GlContextTest, ALoaderThatFindsNothingMeansNoOpenGL) {
    const auto thrown = thrown_by([] { const GlContext none([](const char*) -> void* { return nullptr; }); });
    EXPECT_EQ(thrown.kind, Failure::absent);
    EXPECT_NE(thrown.text.find("OpenGL 4.5"), std::string::npos) << thrown.text;
}

}  // namespace
}  // namespace winnow
