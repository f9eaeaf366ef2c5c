// Requests that a compactor must refuse before it touches anything, and the table of backends.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "compact/compactor.h"
#include "compact/suite.h"
#include "shaders/shared.h"
#include "support/errors.h"
#include "support/gl_answers.h"
#include "support/shader_fixture.h"
#include "support/words.h"
#include "verify/checkers/inputs.h"

namespace winnow::compact {
namespace {

using winnow::test::expect_error;
using winnow::test::Words;

constexpr std::uint32_t capacity = 50;
constexpr std::uint32_t words_per_element = shared::COLUMN_BYTES / 4;

class CompactRequestTest : public winnow::test::ShaderTest {
  protected:
    void SetUp() override {
        ShaderTest::SetUp();
        if (IsSkipped()) return;
        for (Column& column : columns_) {
            buffers_.push_back(std::make_unique<gl::Buffer>(winnow::test::upload(data_, "test source")));
            column.source = buffers_.back().get();
            buffers_.push_back(std::make_unique<gl::Buffer>(winnow::test::upload(data_, "test destination")));
            column.destination = buffers_.back().get();
        }
        votes_ = winnow::test::upload(Words(capacity, 1), "test votes");
        pool_ = winnow::test::upload(Words{0, capacity, 77}, "test pool");
    }

    /// Returns a request that is valid until a test changes it.
    Request request() const {
        return {{&votes_, 0}, columns_, capacity, capacity, {&pool_, 0}, {&pool_, 1}, {&pool_, 2}};
    }

    void expect_refused(const std::string& part, const std::function<void(Request&)>& change) {
        Request r = request();
        EXPECT_NO_THROW(validate(r, VoteFormat::words));
        change(r);
        expect_error(ExitStatus::bad_input, part, [&] { validate(r, VoteFormat::words); });
        const Suites suites({facts(), shaders_, *passes_});
        for (Suite* suite : suites.members()) {
            if (!suite->available()) continue;
            const auto compactor = suite->make_compactor(Compaction::staged, {});
            expect_error(ExitStatus::bad_input, part, [&] { compactor->run(r); });
        }
        for (const auto& buffer : buffers_) EXPECT_EQ(buffer->read_all<std::uint32_t>(data_.size()), data_);
        EXPECT_EQ(winnow::test::read_word(pool_, 2), 77u);
    }

    const Words data_ = verify::random_words(capacity * words_per_element);
    std::vector<std::unique_ptr<gl::Buffer>> buffers_;
    std::array<Column, 2> columns_;
    gl::Buffer votes_, pool_;
};

TEST_F(CompactRequestTest, RefusesNoColumnsAndTooMany) {
    expect_refused("0 columns; 1 to 5 are possible", [](Request& r) { r.columns = {}; });
    const std::array<Column, 6> six{columns_[0], columns_[1]};
    expect_refused("6 columns; 1 to 5 are possible", [&](Request& r) { r.columns = six; });
}

TEST_F(CompactRequestTest, RefusesPlanesThatAreImpossible) {
    std::array<Column, 2> columns = columns_;
    const auto with = [&](std::uint32_t first, std::uint32_t last) {
        columns[0].planes = first, columns[1].planes = last;
        return [&](Request& r) { r.columns = columns; };
    };
    expect_refused("only the last column may have several planes", with(2, 1));
    expect_refused("a column of 0 planes; 1 to 8", with(1, 0));
    expect_refused("a column of 9 planes; 1 to 8", with(1, 9));
    expect_refused("a column is smaller than the capacity of 50 in 2 planes", with(1, 2));
    expect_refused("capacity 100000000 in 2 planes; 1 to 67108863 are possible", [&](Request& r) {
        with(1, 2)(r);
        r.capacity = 100'000'000;
    });
}

TEST_F(CompactRequestTest, RefusesCapacitiesThatAreImpossible) {
    expect_refused("capacity 0; 1 to 134217727", [](Request& r) { r.capacity = r.bound = 0; });
    expect_refused("capacity 134217728", [](Request& r) { r.capacity = shared::MAX_CAPACITY + 1; });
    expect_refused("a column is smaller than the capacity of 51", [](Request& r) { r.capacity = 51; });
    expect_refused("51 votes exceed the capacity of 50", [](Request& r) { r.bound = 51; });
}

TEST_F(CompactRequestTest, RefusesVotesBeyondTheirBuffer) {
    expect_refused("no buffer of votes", [](Request& r) { r.votes.buffer = nullptr; });
    expect_refused("exceed the 50 words of their buffer", [](Request& r) { r.votes.first = 1; });
    expect_refused("exceed the 50 words of their buffer",
                   [](Request& r) { r.votes.first = std::numeric_limits<std::uint64_t>::max() - 10; });
}

TEST_F(CompactRequestTest, RefusesWordsOutsideTheirBuffers) {
    expect_refused("first index lies outside", [](Request& r) { r.first.index = 3; });
    expect_refused("count lies outside", [](Request& r) { r.count.index = 3; });
    expect_refused("count lies outside", [](Request& r) { r.count.buffer = nullptr; });
    expect_refused("survivors lies outside", [](Request& r) { r.survivors = {}; });
    expect_refused("must lie in one buffer", [&](Request& r) { r.first = {&votes_, 0}; });
}

TEST_F(CompactRequestTest, RefusesToOverwriteWhatItReads) {
    std::array<Column, 2> columns = columns_;
    const auto with = [&](const Column& first, const Column& second) {
        columns = {first, second};
        return [&](Request& r) { r.columns = columns; };
    };
    const Column a = columns_[0], b = columns_[1];
    expect_refused("column 0", with({a.source, a.source}, b));
    expect_refused("column 0", with({a.source, b.source}, b));
    expect_refused("column 0", with({a.source, b.destination}, b));
    expect_refused("column 0", [a](Request& r) { r.votes = {a.destination, 0}; });
    expect_refused("column 0", [a](Request& r) { r.survivors = {a.destination, 0}; });
    expect_refused("column 0", [a](Request& r) { r.first = r.count = {a.destination, 0}; });
    expect_refused("survivors' count would overwrite", [](Request& r) { r.survivors.index = 0; });
    expect_refused("survivors' count would overwrite", [](Request& r) { r.survivors.index = 1; });
    expect_refused("survivors' count would overwrite", [&](Request& r) {
        r.survivors = {&votes_, capacity - 1};
    });
    expect_refused("survivors' count would overwrite", [a](Request& r) { r.survivors = {a.source, 0}; });
}

TEST_F(CompactRequestTest, RefusesASecondScanThatIsNotApart) {
    const gl::Buffer numbers = winnow::test::upload(Words(capacity, 3), "test numbers");
    const gl::Buffer totals = winnow::test::upload({77, 78}, "test totals");
    const auto refused = [&](const std::string& part, const gl::Words& words, const gl::Word& total) {
        expect_refused(part, [&](Request& r) { r.second_scan = {words, total}; });
    };
    const gl::Words good{&numbers, 0};
    const gl::Word apart{&totals, 1};
    Request whole = request();
    whole.second_scan = {good, apart};
    EXPECT_NO_THROW(validate(whole, VoteFormat::words));
    refused("no buffer of numbers to scan", {}, apart);
    refused("50 numbers to scan from word 1 exceed the 50 words", {&numbers, 1}, apart);
    refused("second scan's total lies outside", good, {});
    refused("second scan's total lies outside", good, {&totals, 2});
    const std::array<const gl::Buffer*, 3> taken{columns_[0].source, columns_[1].destination, &votes_};
    for (const gl::Buffer* buffer : taken)
        refused("is also used elsewhere in the request", {buffer, 0}, apart);
    refused("is also used elsewhere in the request", good, {&numbers, 0});
    refused("total would overwrite votes or records", good, {&votes_, capacity - 1});
    refused("total would overwrite votes or records", good, {columns_[1].source, 0});
    refused("total would overwrite the ring's first index or count", good, {&pool_, 0});
    refused("total would overwrite the ring's first index or count", good, {&pool_, 1});
    refused("total and the survivors would overwrite each other", good, {&pool_, 2});
    refused("total and the survivors would overwrite each other", good, {columns_[0].destination, 0});
    EXPECT_EQ(numbers.read_all<std::uint32_t>(capacity), Words(capacity, 3));
    EXPECT_EQ(totals.read_all<std::uint32_t>(2), (Words{77, 78}));
}

TEST_F(CompactRequestTest, StagedRefusesWhatExceedsTheStorageBlockLimit) {
    gl::Facts small = facts();
    small.limits.storage_block_bytes = capacity * shared::COLUMN_BYTES - 1;
    const auto compactor =
        Suites({small, shaders_, *passes_}).make_compactor({Backend::glsl, {}, Compaction::staged});
    expect_error(ExitStatus::bad_input, "test source: a buffer of 800 bytes exceeds",
                 [&] { compactor->run(request()); });
    expect_error(ExitStatus::bad_input, "GL_MAX_SHADER_STORAGE_BLOCK_SIZE", [&] { compactor->reserve(200); });
}

class SuitesTest : public winnow::test::ShaderTest {};

TEST_F(SuitesTest, ListEveryBackendOnceAndSayWhyOneDoesNotWork) {
    const Suites table({facts(), shaders_, *passes_});
    const auto suites = table.members();
    ASSERT_EQ(suites.size(), 3u);
    EXPECT_EQ(suites[0]->backend(), Backend::glsl);
    EXPECT_EQ(suites[1]->backend(), Backend::cuda);
    EXPECT_EQ(suites[2]->backend(), Backend::cpu);
    EXPECT_TRUE(suites[0]->available());
    EXPECT_TRUE(suites[2]->available());
    if (!suites[1]->available()) {
        EXPECT_FALSE(suites[1]->available().reason.empty());
    }
}

TEST_F(SuitesTest, NothingThatIsResolvedIsAutomaticButTheOnlyScanOfTheReference) {
    const Suites suites({facts(), shaders_, *passes_});
    EXPECT_EQ(suites.resolve({}), suites.resolve({Backend::glsl}));
    EXPECT_EQ(suites.resolve({Backend::cpu}), (Algorithm{Backend::cpu, {}, Compaction::staged}));
    for (const Compaction compaction : members(compactions)) {
        const Algorithm by = suites.resolve({Backend::glsl, {}, compaction});
        EXPECT_EQ(by.compaction, compaction);
        EXPECT_TRUE(suites.of(Backend::glsl).offers(compaction, by.scan)) << name_of(compaction);
        EXPECT_EQ(suites.resolve(by), by) << name_of(compaction);
        EXPECT_NE(by.scan.block, BlockScan::automatic);
        EXPECT_NE(by.scan.grid, GridStrategy::automatic);
    }
}

TEST_F(SuitesTest, ABackendThatIsGivenUpSaysWhy) {
    Suites suites({facts(), shaders_, *passes_});
    suites.give_up(Backend::cpu, "it is out of ink");
    EXPECT_EQ(suites.of(Backend::cpu).available().reason, "it is out of ink");
    expect_error(ExitStatus::absent, "backend cpu: it is out of ink",
                 [&] { suites.make_compactor({Backend::cpu}); });
}

/// Compacts one record of one column and returns the passes' rows.
std::vector<gl::Passes::Row> rows_after_one(const gl::Facts& facts, Compaction compaction) {
    gl::ShaderLibrary shaders;
    gl::Passes passes(facts);
    const auto compactor = Suites({facts, shaders, passes}).make_compactor({Backend::glsl, {}, compaction});
    for (const auto& row : passes.rows()) EXPECT_FALSE(row.milliseconds.has_value()) << row.name;
    const gl::Buffer source = winnow::test::upload({1, 2, 3, 4}, "test source"),
                     to = winnow::test::upload({0, 0, 0, 0}, "test destination");
    const gl::Buffer votes = winnow::test::upload({1}, "test votes"),
                     pool = winnow::test::upload({0, 1, 0}, "test pool");
    const Column column{&source, &to};
    compactor->run({{&votes, 0}, {&column, 1}, 1, 1, {&pool, 0}, {&pool, 1}, {&pool, 2}});
    passes.wait();
    return passes.rows();
}

TEST_F(SuitesTest, CompactorsTimeTheirStagesInThePasses) {
    const std::pair<Compaction, std::vector<std::string>> stages[] = {{Compaction::staged, {"scan", "move"}},
                                                                      {Compaction::bits, {"scan", "move"}},
                                                                      {Compaction::fused, {"compact"}},
                                                                      {Compaction::atomic, {"compact"}}};
    for (const auto& [compaction, names] : stages) {
        SCOPED_TRACE(name_of(compaction));
        const auto rows = rows_after_one(facts(), compaction);
        ASSERT_EQ(rows.size(), names.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            EXPECT_EQ(rows[i].name, names[i]);
            ASSERT_TRUE(rows[i].milliseconds.has_value()) << names[i];
            EXPECT_GT(*rows[i].milliseconds, 0.0) << names[i];
        }
    }
}

/// Is pending for three polls, and then as `last` says.
class SilentCompactor : public Compactor {
  public:
    void reserve(std::uint32_t) override {}
    void run(const Request&) override {}
    Progress progress() override { return polls_++ < 3 ? Progress::pending : last; }
    void poison_scratch(std::uint32_t) override {}

    Progress last = Progress::pending;

  private:
    int polls_ = 0;
};

GLenum GLAD_API_PTR innocent_reset() {
    return GL_INNOCENT_CONTEXT_RESET;
}

TEST_F(SuitesTest, WaitingForACompactorEndsWithItOrWithTheContext) {
    for (const Progress last : {Progress::done, Progress::failed}) {
        SilentCompactor slow;
        slow.last = last;
        EXPECT_EQ(wait(slow), last);
    }
    SilentCompactor silent;
    const winnow::test::GlAnswer reset(glad_glGetGraphicsResetStatus, &innocent_reset);
    expect_error(ExitStatus::absent, "this OpenGL context is lost", [&] { wait(silent); });
}

}  // namespace
}  // namespace winnow::compact
