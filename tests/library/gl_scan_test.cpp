// The OpenGL library keeps its header's promises, on buffers that the tests own.
#include "winnow/scan.h"

#include <glad/gl.h>

#include <cctype>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gl/buffer.h"
#include "library/immutable_buffer.h"
#include "library/library_fixture.h"
#include "scan/catalogue.h"
#include "scan/scan.h"
#include "support/failing_allocations.h"
#include "support/words.h"
#include "verify/checkers/scan_check.h"

namespace winnow {
namespace {

using test::GuardedWords;
using test::ImmutableBuffer;
using test::poison;
using test::thrown_by;
using test::Words;
using Failure = ScanError::Kind;

constexpr std::uint64_t count = 3 * 4096 + 77;  // several tiles; the last is not full

GlPlace place_of(const gl::Words& words) {
    return {words.buffer->name(), words.first};
}

/// Wraps the library as a scan::Scan, so that the checker applies the same rules to it.
class ScanGuest : public scan::Scan {
  public:
    explicit ScanGuest(GlScan& library) : library_(library) {}

    ScanType type() const override { return library_.type(); }
    std::uint64_t tile() const override { return 1; }  // the library does not say
    void reserve(std::uint64_t bound) override { library_.reserve(bound); }
    void poison_scratch(std::uint32_t) override {}
    void run(const scan::Request& request) override {
        const auto place_of_word = [](const gl::Word& word) {
            return word.buffer == nullptr ? GlPlace{} : GlPlace{word.buffer->name(), word.index};
        };
        library_.run({request.kind, place_of(request.input), place_of(request.output), request.bound,
                      place_of_word(request.count), place_of_word(request.total)});
    }

  private:
    GlScan& library_;
};

/// Returns every block scan with the default grid strategy, and every grid strategy with the default block
/// scan.
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
    void expect_no_fault(GlScan& scan, std::uint64_t elements, verify::Thoroughness depth,
                         std::optional<verify::Input> pattern = {}) {
        ScanGuest guest(scan);
        verify::ScanChecker checker({*memory_, 1, pattern});
        EXPECT_EQ(checker.find_fault(guest, scan.choice(), elements, depth), "");
    }

    void expect_both_kinds(GlScan& scan) {
        ScanGuest guest(scan);
        const verify::ScanCase cases[] = {{.kind = ScanKind::exclusive,
                                           .input_shift = verify::max_shift,
                                           .output_shift = verify::max_shift},
                                          {.kind = ScanKind::inclusive,
                                           .input_shift = verify::max_shift,
                                           .output_shift = verify::max_shift}};
        EXPECT_EQ(verify::ScanChecker({*memory_, 1}).find_fault(guest, scan.choice(), count, cases), "");
    }

    std::unique_ptr<gl::MemoryProvider> memory_ = gl::plain_memory();
};

TEST_F(GlScanTest, EveryAlgorithmScansOrSaysWhyNot) {
    for (const ScanChoice choice : some_choices()) {
        SCOPED_TRACE(name_of(choice));
        const std::string absence = context().absence(choice);
        if (absence.empty()) {
            GlScan scan(context(), choice);
            expect_both_kinds(scan);
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

/// Returns every element type with add, and every operator with signed elements.
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
        if (context().absence({}, type).empty()) {
            GlScan scan(context(), {}, type);
            for (const std::uint64_t elements : {count, std::uint64_t{0}})
                expect_no_fault(scan, elements, verify::Thoroughness::brief, verify::Input::small);
        } else {
            EXPECT_EQ(thrown_by([&] { const GlScan scan(context(), {}, type); }).kind, Failure::absent);
        }
    }
}

TEST_F(GlScanTest, HasNoFault) {
    GlScan scan(context());
    expect_no_fault(scan, count, verify::Thoroughness::full);
}

TEST_F(GlScanTest, BuffersKeepTheirNamesAndLabels) {
    const GuardedWords both(Words(count, 1), "the caller's label");
    const unsigned name = both.range().buffer->name();
    {
        GlScan scan(context());
        GlScanRequest request;
        request.input = request.output = place_of(both.range());
        request.bound = count;
        scan.run(request);
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

/// A loader that records what it is asked for and finds all but one function.
std::vector<std::string> asked_for;
std::string not_found;
void* load_most(const char* name) {
    asked_for.emplace_back(name);
    return name == not_found ? nullptr : test::load_function(name);
}

bool is_capital(char c) {
    return std::isupper(static_cast<unsigned char>(c)) != 0;
}

TEST_F(GlScanTest, AFunctionThatTheLoaderDoesNotFindIsNamedAndHarmsNoOtherContext) {
    GlScan scan(context());
    asked_for.clear();
    not_found.clear();
    const GlContext whole(load_most);
    for (const std::string& name : std::set<std::string>(asked_for.begin(), asked_for.end())) {
        not_found = name;
        if (is_capital(name[name.size() - 1]) && is_capital(name[name.size() - 2])) {
            EXPECT_NO_THROW(const GlContext without(load_most)) << name << " is of an extension";
            continue;
        }
        const auto thrown = thrown_by([] { const GlContext without(load_most); });
        EXPECT_EQ(thrown.kind, Failure::absent);
        EXPECT_TRUE(thrown.text.ends_with("does not find " + name)) << name << ": " << thrown.text;
    }
    not_found = "glDispatchCompute";  // the scan needs it
    EXPECT_THROW(const GlContext without(load_most), ScanError);
    expect_both_kinds(scan);
}

TEST_F(GlScanTest, OutlivesTheHandleOfItsContextAndMoves) {
    auto gone = std::make_unique<GlContext>(make_context());
    GlScan first(*gone);
    gone.reset();
    GlScan second(std::move(first));
    second.reserve(count);
    expect_both_kinds(second);
    first = std::move(second);
    expect_both_kinds(first);
}

/// The programs are built before, because the driver's compilers do not bear that memory is short.
TEST_F(GlScanTest, ARunWithoutMemoryThrowsAndTheNextOneIsRight) {
    GlScan built(context());
    expect_both_kinds(built);
    const gl::Buffer words = test::upload(Words(count, 1), "test words");
    GlScanRequest request;
    request.input = request.output = {words.name(), 0};
    request.bound = count;
    std::optional<GlScan> scan;
    const long failed = test::fail_each_allocation([&] {
        scan.emplace(context());
        scan->run(request);
    });
    EXPECT_GT(failed, 5);
    expect_both_kinds(*scan);
    expect_both_kinds(built);
}

TEST_F(GlScanTest, AChoiceThatACastMadeIsAbsent) {
    const BlockScan no_block{99};
    const GridStrategy no_grid{-1};
    const Element no_element{4};
    const Operator no_operator{3};
    struct Asked {
        ScanChoice choice;
        ScanType type;
    };
    const Asked none[] = {
        {{no_block, {}}, {}}, {{{}, no_grid}, {}}, {{}, {no_element, {}}}, {{}, {{}, no_operator}}};
    for (const Asked& one : none) {
        const std::string reason = context().absence(one.choice, one.type);
        EXPECT_NE(reason.find("with the number"), std::string::npos) << reason;
        const auto thrown = thrown_by([&] { const GlScan scan(context(), one.choice, one.type); });
        EXPECT_EQ(thrown.kind, Failure::absent);
        EXPECT_NE(thrown.text.find(reason), std::string::npos) << thrown.text;
    }
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

    /// Returns the valid request with one place changed.
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

TEST_F(RefusalTest, AKindThatACastMade) {
    GlScanRequest request = good_;
    request.kind = ScanKind{2};
    expect_refused(request, "no kind with the number 2");
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
