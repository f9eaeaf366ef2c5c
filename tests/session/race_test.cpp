// Checks that a race measures and checks every scan, tells what is wrong, and leaves a simulation alone.
#include "session/race.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "gl/fence.h"
#include "scan/scan.h"
#include "session/session.h"
#include "support/failing_suite.h"
#include "support/gl_fixture.h"
#include "support/modules.h"
#include "support/session_runs.h"

namespace winnow::session {
namespace {

constexpr ScanChoice odd_one{BlockScan::blelloch, GridStrategy::chained};

/// Wraps a scan that is right.
class OddScan : public scan::Scan {
  public:
    explicit OddScan(std::unique_ptr<Scan> right) : right_(std::move(right)) {}
    ScanType type() const override { return right_->type(); }
    std::uint64_t tile() const override { return right_->tile(); }
    void reserve(std::uint64_t bound) override { right_->reserve(bound); }
    void poison_scratch(std::uint32_t word) override { right_->poison_scratch(word); }

  protected:
    std::unique_ptr<Scan> right_;
};

class OneElementShort : public OddScan {
  public:
    using OddScan::OddScan;
    void run(const scan::Request& request) override {
        scan::Request less = request;
        --less.bound;
        right_->run(less);
    }
};

class Broken : public OddScan {
  public:
    using OddScan::OddScan;
    void run(const scan::Request&) override { fail(ExitStatus::check_failed, "it broke"); }
};

/// Is computed as if by another API, and has finished when it is asked for the third time.
class Late : public OddScan, public scan::ForeignScan {
  public:
    static constexpr double told = 12.5;
    static constexpr int questions = 3;
    static inline bool is_running = false;
    using OddScan::OddScan;
    void run(const scan::Request& request) override {
        EXPECT_FALSE(is_running);
        right_->run(request);
    }
    void begin(const scan::Request& request) override {
        run(request);
        is_running = true;
        asked_ = 0;
    }
    std::optional<double> finished() override {
        EXPECT_TRUE(is_running);
        if (++asked_ < questions) return std::nullopt;
        is_running = false;
        return told;
    }

  private:
    int asked_ = 0;
};

/// Stands for CUDA, with one scan that is not like the others.
template <typename Odd>
class OddSuite : public test::FailingSuite {
  public:
    explicit OddSuite(Suite& glsl) : FailingSuite(glsl, 1000), right_(glsl) {}
    std::unique_ptr<scan::Scan> make_scan(ScanChoice choice, ScanType type) override {
        auto scan = right_.make_scan(choice, type);
        if (choice == odd_one) return std::make_unique<Odd>(std::move(scan));
        return scan;
    }

  private:
    Suite& right_;
};

TEST(RaceTimes, HaveTheMedianOfTheNewest) {
    RaceTimes times;
    EXPECT_EQ(times.median(), 0);
    for (const double ms : {5.0, 1.0}) times.add(ms);
    EXPECT_EQ(times.median(), 3);
    times.add(1.5);
    EXPECT_EQ(times.median(), 1.5);
    for (std::size_t i = 0; i < RaceTimes::remembered; ++i) times.add(7);
    EXPECT_EQ(times.median(), 7);
    EXPECT_EQ(times.count(), 3 + RaceTimes::remembered);
}

class RaceTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (!IsSkipped()) make();
    }
    void TearDown() override {
        race_.reset();
        GlTest::TearDown();
    }
    void make() { race_.emplace(tools_, Suites(tools_)); }
    template <typename Odd>
    void make_with() {
        Suites suites(tools_);
        suites.replace(std::make_unique<OddSuite<Odd>>(suites.of(Backend::glsl)));
        race_.emplace(tools_, std::move(suites));
    }
    RaceFindings findings() const {
        return race_->findings({Backend::glsl, {BlockScan::three_phase, GridStrategy::chained}});
    }
    /// Advances until every scan that takes part has this many samples.
    RaceFindings race(std::uint64_t samples) {
        race_->set_elements(Race::min_elements);
        const auto has_enough = [&](const RaceCell& cell) {
            return !cell.refused.empty() || cell.samples >= samples;
        };
        for (int pictures = 0; pictures < 10'000; ++pictures) {
            race_->advance();
            gl::finish();
            const RaceFindings found = findings();
            const auto are_done = [&](const RaceMap& map) {
                return std::ranges::all_of(map.cells, has_enough);
            };
            if (pictures > 2 && has_enough(found.copy) && std::ranges::all_of(found.maps, are_done))
                return found;
        }
        ADD_FAILURE() << "the race does not end";
        return findings();
    }
    static const RaceCell& cell_of(const RaceMap& map, ScanChoice choice) {
        const auto all = members(ScanChoice{});
        return map.cells.at(static_cast<std::size_t>(std::ranges::find(all, choice) - all.begin()));
    }

    gl::ShaderLibrary shaders_;
    gl::Passes passes_{facts()};
    gl::Tools tools_{facts(), shaders_, passes_};
    std::optional<Race> race_;
};

TEST_F(RaceTest, MeasuresEveryPairAndFindsItRight) {
    const RaceFindings found = race(2);
    EXPECT_EQ(found.error, "");
    EXPECT_EQ(found.elements, Race::min_elements);
    EXPECT_GT(found.copy.milliseconds, 0);
    const Suites suites(tools_);
    std::size_t measured = 0;
    for (const RaceMap& map : found.maps) {
        const Suite& suite = suites.of(*find_name(backends, map.backend));
        EXPECT_EQ(map.absence, suite.available().reason);
        EXPECT_EQ(map.cells.size(), suite.available() ? members(ScanChoice{}).size() : 0);
        for (std::size_t i = 0; i < map.cells.size(); ++i) {
            const RaceCell& cell = map.cells[i];
            EXPECT_EQ(cell.refused, suite.offers(members(ScanChoice{})[i]).reason) << i;
            EXPECT_EQ(cell.is_measured(), cell.refused.empty());
            if (!cell.is_measured()) continue;
            ++measured;
            EXPECT_NEAR(*found.share(cell), found.copy.milliseconds / cell.milliseconds, 1e-9);
            EXPECT_GE(cell.milliseconds, found.fastest()->milliseconds);
        }
    }
    EXPECT_GE(measured, 24u);
    EXPECT_EQ(found.maps.front().cells.size(), found.blocks.size() * found.grids.size());
}

TEST_F(RaceTest, MarksThePairInUseAndTheRunningOne) {
    const RaceFindings found = race(1);
    std::size_t in_use = 0, running = found.copy.is_running;
    for (const RaceMap& map : found.maps)
        for (const RaceCell& cell : map.cells) {
            in_use += cell.is_in_use;
            running += cell.is_running;
        }
    EXPECT_EQ(in_use, 1u);
    EXPECT_TRUE(cell_of(found.maps[0], {BlockScan::three_phase, GridStrategy::chained}).is_in_use);
    EXPECT_EQ(running, 1u);
}

TEST_F(RaceTest, ShowsAWrongResultAsWrong) {
    make_with<OneElementShort>();
    const RaceFindings found = race(1);
    const RaceCell& odd = cell_of(found.maps.at(1), odd_one);
    EXPECT_TRUE(odd.is_wrong);
    EXPECT_FALSE(odd.is_measured());
    EXPECT_EQ(odd.refused, "its result is wrong: 2 faults in 1,024 elements and their total");
    EXPECT_FALSE(cell_of(found.maps[0], odd_one).is_wrong);
}

TEST_F(RaceTest, GoesOnWithoutAScanThatFails) {
    make_with<Broken>();
    const RaceFindings found = race(1);
    EXPECT_EQ(cell_of(found.maps.at(1), odd_one).refused, "it broke");
    EXPECT_FALSE(cell_of(found.maps[1], odd_one).is_wrong);
    EXPECT_TRUE(cell_of(found.maps[0], odd_one).is_measured());
    race_->set_elements(2 * Race::min_elements);
    race_->advance();
    gl::finish();
    race_->advance();
    EXPECT_EQ(cell_of(findings().maps[1], odd_one).refused, "") << "it may try again";
}

TEST_F(RaceTest, LeavesTheTrackAloneUntilAnotherApiHasFinished) {
    make_with<Late>();
    const RaceFindings found = race(2);
    EXPECT_EQ(cell_of(found.maps.at(1), odd_one).milliseconds, Late::told);
}

TEST_F(RaceTest, BeginsAgainWithAnotherSize) {
    const std::uint64_t samples = race(3).copy.samples;
    race_->set_elements(4096);
    for (int i = 0; i < 4; ++i) {
        race_->advance();
        gl::finish();
    }
    const RaceFindings found = findings();
    EXPECT_EQ(found.elements, 4096u);
    EXPECT_LT(found.copy.samples, samples);
    EXPECT_NEAR(found.gigabytes_per_second({.milliseconds = 1}), 4096 * 8 / 1e6, 1e-9);
}

TEST_F(RaceTest, GoesOnAsItWasIfASizeDoesNotFit) {
    const std::uint64_t samples = race(1).copy.samples;
    race_->set_elements(0x8000'0000);
    race_->advance();
    gl::finish();
    race_->advance();
    EXPECT_NE(findings().error.find("a race of 2147483648 elements"), std::string::npos) << findings().error;
    EXPECT_EQ(findings().elements, Race::min_elements);
    EXPECT_GE(findings().copy.samples, samples);
    EXPECT_EQ(race(samples + 1).error, "");
}

TEST_F(RaceTest, ChangesNoHash) {
    const auto make_session = [&] {
        auto session =
            std::make_unique<Session>(test::headless_context(), shaders_, test::busy_settings(4096));
        session->simulation().set_hashing(true);
        return session;
    };
    const auto raced = make_session(), alone = make_session();
    std::vector<std::uint64_t> last;
    for (int i = 0; i < 60; ++i) {
        race_->advance();
        const auto hashes = test::hashes_of(test::run_steps(*raced, 1));
        EXPECT_EQ(hashes, test::hashes_of(test::run_steps(*alone, 1))) << "step " << i + 1;
        EXPECT_NE(hashes, last) << "hashes that are equal for different steps prove nothing";
        last = hashes;
    }
    EXPECT_GT(findings().copy.samples, 0u) << "a race that does not run proves nothing";
}

}  // namespace
}  // namespace winnow::session
