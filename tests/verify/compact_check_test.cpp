// winnow test must find every kind of wrong compactor, and no fault in a correct one.
#include "verify/checkers/compact_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compact/glsl_compactors.h"
#include "gl/buffer.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "scan/glsl_scan.h"
#include "support/gl_answers.h"
#include "support/gl_fixture.h"
#include "verify/checks.h"

namespace winnow::verify {
namespace {

using compact::Request;

constexpr std::uint32_t compaction_seed = 7;

std::uint32_t read(const gl::Word& at) {
    return at.buffer->read_all<std::uint32_t>(1, at.index * gl::word_bytes).front();
}

template <typename T>
void write(const gl::Buffer* buffer, std::uint64_t index, const T& value) {
    const std::array<T, 1> one{value};
    const_cast<gl::Buffer*>(buffer)->write_all(std::span(one), index * sizeof(T));
}

/// The correct compactor with a mistake before or after it.
class FaultyCompactor : public compact::Compactor {
  public:
    std::function<void(Request&)> before = [](Request&) {};
    std::function<void(const Request&)> after = [](const Request&) {};
    std::string broken;  // the text that failure() returns

    bool takes_second_scan() const override { return true; }
    void reserve(std::uint32_t) override {}
    void run(const Request& request) override {
        Request changed = request;
        before(changed);
        correct_->run(changed);
        after(request);
    }
    compact::Progress progress() override {
        return broken.empty() ? compact::Progress::done : compact::Progress::failed;
    }
    std::string failure() const override { return broken; }
    void poison_scratch(std::uint32_t) override {}

  private:
    std::unique_ptr<compact::Compactor> correct_ = compact::make_cpu_compactor();
};

void swap_first_two(const Request& request) {
    if (read(request.survivors) < 2) return;
    const gl::Buffer* column = request.columns.front().destination;
    const auto two = column->read_all<compact::Element>(2);
    write(column, 0, two[1]);
    write(column, 1, two[0]);
}

void write_behind(const Request& request) {
    write(request.columns.front().destination, read(request.survivors), compact::Element{1, 2, 3, 4});
}

std::vector<std::pair<std::string, std::unique_ptr<FaultyCompactor>>> faulty_compactors() {
    std::vector<std::pair<std::string, std::unique_ptr<FaultyCompactor>>> all;
    const auto add = [&](const std::string& name) -> FaultyCompactor& {
        return *all.emplace_back(name, std::make_unique<FaultyCompactor>()).second;
    };
    add("moves only the first column").before = [](Request& r) { r.columns = r.columns.first(1); };
    add("moves only the first plane").before = [](Request& r) {
        static std::vector<compact::Column> columns;
        columns.assign(r.columns.begin(), r.columns.end());
        columns.back().planes = 1;
        r.columns = columns;
    };
    add("starts elsewhere in the ring").before = [](Request& r) { r.first.index = r.first.index + 1; };
    add("takes the guard beside the count for it").before = [](Request& r) { ++r.count.index; };
    add("loses order").after = swap_first_two;
    add("writes behind the survivors").after = write_behind;
    add("miscounts").after = [](const Request& r) {
        write(r.survivors.buffer, r.survivors.index, read(r.survivors) + 1);
    };
    add("writes beside the survivors").after = [](const Request& r) {
        write(r.survivors.buffer, r.survivors.index + 1, 9u);
    };
    add("changes the source").after = [](const Request& r) {
        write(r.columns.back().source, 0, compact::Element{});
    };
    add("changes the votes").after = [](const Request& r) { write(r.votes.buffer, r.votes.first, 5u); };
    add("changes the count").after = [](const Request& r) { write(r.count.buffer, r.count.index, 9u); };
    add("leaves out the second scan").before = [](Request& r) { r.second_scan.reset(); };
    add("writes behind the second scan's numbers").after = [](const Request& r) {
        if (r.second_scan) write(r.second_scan->numbers.buffer, r.second_scan->numbers.first + r.bound, 9u);
    };
    add("fails").broken = "the device was lost";
    return all;
}

class CompactCheck : public test::GlTest {
  protected:
    static Check check(compact::Compactor& compactor, std::uint32_t size) {
        const auto memory = gl::plain_memory();
        CompactChecker checker(*memory, compaction_seed);
        Checks checks;
        checks.run(
            {.name = "compact", .backend = "double", .block = {}, .grid = {}, .count = size, .reason = {}},
            [&] { return checker.find_fault(compactor, size); });
        return checks.all().front();
    }
};

TEST_F(CompactCheck, PassesRightCompactors) {
    gl::ShaderLibrary shaders;
    gl::Passes passes(facts());
    const auto staged = compact::make_staged({facts(), shaders, passes},
                                             scan::make_glsl_scan(facts(), shaders, ScanChoice{}));
    const auto cpu = compact::make_cpu_compactor();
    for (compact::Compactor* compactor : {staged.get(), cpu.get()})
        for (const std::uint32_t size : {0u, 1u, 2u, 33u, 2049u})
            EXPECT_EQ(check(*compactor, size).reason, "") << size;
}

/// The heap of a software renderer grows with buffers that are made and deleted for every run.
TEST_F(CompactCheck, ThatIsRepeatedMakesNoBuffers) {
    const auto memory = gl::plain_memory();
    gl::ShaderLibrary shaders;
    gl::Passes passes(facts());
    const auto staged = compact::make_staged({facts(), shaders, passes},
                                             scan::make_glsl_scan(facts(), shaders, ScanChoice{}));
    CompactChecker checker(*memory, compaction_seed);
    const test::BufferCount made;
    EXPECT_EQ(checker.find_fault(*staged, 2049), "");
    EXPECT_GT(made.take(), 0);
    EXPECT_EQ(checker.find_fault(*staged, 2049), "");
    EXPECT_EQ(made.take(), 0);
}

TEST_F(CompactCheck, PassesASurvivorsOtherOrderOnlyWhereNoneIsKept) {
    const auto memory = gl::plain_memory();
    CompactChecker checker(*memory, compaction_seed);
    FaultyCompactor swapping;
    swapping.after = swap_first_two;
    const CompactCase one{.votes = Votes::all, .columns = 1, .capacity = 100, .first = 350, .count = 80};
    EXPECT_EQ(checker.find_fault(swapping, 90, {&one, 1}, false), "");
    EXPECT_NE(checker.find_fault(swapping, 90, {&one, 1}, true), "");
    swapping.after = write_behind;
    EXPECT_NE(checker.find_fault(swapping, 90, {&one, 1}, false), "");
}

TEST_F(CompactCheck, FailsEveryWrongCompactor) {
    for (const std::uint32_t size : {3u, 100u})
        for (auto& [name, compactor] : faulty_compactors())
            EXPECT_EQ(check(*compactor, size).status, Status::fail)
                << "a compactor that " << name << " passed at " << size;
}

}  // namespace
}  // namespace winnow::verify
