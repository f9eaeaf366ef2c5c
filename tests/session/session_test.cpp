#include "session/session.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "session/playback.h"
#include "shaders/shared.h"
#include "support/errors.h"
#include "support/failing_suite.h"
#include "support/gl_fixture.h"
#include "support/modules.h"
#include "support/session_runs.h"

namespace winnow::session {
namespace {

using test::FailingSuite;

/// A suite that lacks one block scan.
class PickySuite : public FailingSuite {
  public:
    static constexpr const char* why = "this suite was built without it";
    explicit PickySuite(Suite& glsl) : FailingSuite(glsl, 1000) {}
    using Suite::offers;
    Availability offers(ScanChoice choice, ScanType type) const override {
        if (choice.block == BlockScan::kogge_stone) return Availability::no(why);
        return FailingSuite::offers(choice, type);
    }
    std::unique_ptr<compact::Compactor> make_compactor(Compaction compaction, ScanChoice choice) override {
        if (const Availability here = offers(choice, {}); !here) absent("cuda: {}", here.reason);
        return FailingSuite::make_compactor(compaction, choice);
    }
};

class SessionTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        session_ = make();
    }

    static effects::Settings settings() {
        effects::Settings settings = test::busy_settings(4096);
        settings.simulation.backend = Backend::glsl;  // the backend of no suite that a test replaces
        return settings;
    }

    static std::unique_ptr<Session> make() {
        auto session =
            std::make_unique<Session>(test::headless_context(), std::filesystem::path(), settings());
        session->simulation().set_hashing(true);
        return session;
    }

    static std::vector<std::uint64_t> hashes(Session& session, int steps) {
        return test::hashes_of(test::run_steps(session, steps));
    }

    std::unique_ptr<Session> session_;
};

TEST_F(SessionTest, EditsGoThroughOnePathAndAreSeen) {
    session_->apply({"/effect/emitters/0/rate", 60});
    session_->apply({"/simulation/capacity", 100});
    session_->step();
    const auto reports = session_->wait_reports();
    ASSERT_EQ(reports.size(), 1u);
    EXPECT_EQ(reports[0].figures.born, 1u);
    EXPECT_EQ(session_->simulation().capacity(), 100u);
}

TEST_F(SessionTest, ATickOfASliderCompilesOnceAndWritesNoText) {
    Playback playback(*session_, "");
    const effects::CompileCounts before = effects::compile_counts();
    constexpr int ticks = 3;
    for (int i = 0; i < ticks; ++i) {
        const effects::Edit edit{"/effect/emitters/0/position/1", 0.5 + i};
        playback.apply(edit, effects::apply(session_->settings(), edit));
        playback.advance(1.0 / 60);
    }
    const effects::CompileCounts after = effects::compile_counts();
    EXPECT_EQ(after.compiled - before.compiled, ticks);
    EXPECT_EQ(after.texts_written, before.texts_written);
    EXPECT_EQ(session_->settings().effect.emitters[0].position.y, 2.5f);
    EXPECT_EQ(session_->settings().compiled->effect, session_->settings().effect);
}

TEST_F(SessionTest, RefusedEditsChangeNothing) {
    const auto before = session_->settings();
    EXPECT_THROW(session_->apply({"/simulation/capacity", 0}), Error);
    EXPECT_THROW(session_->apply({"/simulation/capacity", shared::MAX_CAPACITY + 1}), Error);
    EXPECT_THROW(session_->apply({"/effect/emitters/0/rate", -1}), Error);
    EXPECT_THROW(session_->apply({"/simulation/backend", "metal"}), Error);
    EXPECT_THROW(session_->apply({"/nowhere", 1}), Error);
    EXPECT_EQ(session_->settings(), before);
    EXPECT_EQ(hashes(*session_, 5), hashes(*make(), 5));
}

TEST_F(SessionTest, SwitchingBackendsChangesWhoComputesAndNotWhat) {
    std::vector<std::uint64_t> switched;
    std::vector<Backend> by;
    for (const char* backend : {"glsl", "cpu", "glsl", "cpu"}) {
        session_->apply({"/simulation/backend", backend});
        for (const auto& report : test::run_steps(*session_, 10)) {
            switched.push_back(report.figures.hash);
            by.push_back(report.by.backend);
        }
    }
    EXPECT_EQ(switched, hashes(*make(), 40));
    EXPECT_EQ(by[5], Backend::glsl);
    EXPECT_EQ(by[15], Backend::cpu);
    EXPECT_EQ(by[25], Backend::glsl);
}

TEST_F(SessionTest, AnUnavailableBackendIsRefusedWithItsReason) {
    for (const Suite* suite : session_->suites().members())
        if (const Availability here = suite->available(); !here)
            test::expect_error(ExitStatus::absent, here.reason, [&] {
                session_->apply({"/simulation/backend", std::string(name_of(suite->backend()))});
            });
}

TEST_F(SessionTest, AFailureInMidRunIsTakenOverByGlslAndSaid) {
    session_->suites().replace(std::make_unique<FailingSuite>(session_->suites().of(Backend::glsl), 10));
    session_->apply({"/simulation/backend", "cuda"});
    const auto reports = test::run_steps(*session_, 30);
    EXPECT_EQ(test::hashes_of(reports), hashes(*make(), 30));
    EXPECT_EQ(reports[9].by.backend, Backend::cuda);
    EXPECT_EQ(reports[10].by.backend, Backend::glsl);  // the step that failed was repeated
    EXPECT_EQ(reports[29].by.backend, Backend::glsl);
    EXPECT_NE(session_->notice().find(test::FailingCompactor::why), std::string::npos);
    EXPECT_EQ(session_->settings().simulation.backend, Backend::glsl);
    EXPECT_THROW(session_->apply({"/simulation/backend", "cuda"}), Error);  // off until the process ends
    for (const Suite* suite : session_->suites().members())
        EXPECT_EQ(suite->backend() == Backend::cuda, suite->available().reason == session_->notice())
            << name_of(suite->backend());
}

TEST_F(SessionTest, AfterAFailureTheSettingsNameWhatTookOver) {
    session_->suites().replace(std::make_unique<FailingSuite>(session_->suites().of(Backend::glsl), 3));
    session_->apply({"/simulation/block", "brent-kung"});
    session_->apply({"/simulation/backend", "cuda"});
    const auto reports = test::run_steps(*session_, 8);
    const ScanChoice took_over = session_->suites().of(Backend::glsl).resolve({});
    EXPECT_EQ(reports[1].by.scan.block, BlockScan::brent_kung);
    EXPECT_EQ(reports[3].by.scan.block, took_over.block);
    EXPECT_EQ(reports[7].by.scan.block, took_over.block);
    EXPECT_EQ(session_->algorithm().scan, took_over);
}

TEST_F(SessionTest, ABackendThatLacksTheChosenScanTakesAutoAndSaysSo) {
    session_->suites().replace(std::make_unique<PickySuite>(session_->suites().of(Backend::glsl)));
    session_->apply({"/simulation/block", "kogge-stone"});
    session_->apply({"/simulation/grid", "chained"});
    const std::string said =
        session_->apply_fitting(effects::apply(session_->settings(), {"/simulation/backend", "cuda"}));
    EXPECT_NE(said.find(PickySuite::why), std::string::npos) << said;
    EXPECT_NE(said.find("block scan is now auto"), std::string::npos) << said;
    EXPECT_EQ(said.find("grid strategy"), std::string::npos) << said;
    const effects::SimulationSettings& s = session_->settings().simulation;
    EXPECT_EQ(s.backend, Backend::cuda);
    EXPECT_EQ(s.scan.block, BlockScan::automatic);
    EXPECT_EQ(s.scan.grid, GridStrategy::chained);
    EXPECT_EQ(hashes(*session_, 5), hashes(*make(), 5));
}

TEST_F(SessionTest, ABackendThatHasTheChosenScanKeepsIt) {
    session_->suites().replace(std::make_unique<PickySuite>(session_->suites().of(Backend::glsl)));
    session_->apply({"/simulation/block", "blelloch"});
    EXPECT_EQ(session_->apply_fitting(effects::apply(session_->settings(), {"/simulation/backend", "cuda"})),
              "");
    EXPECT_EQ(session_->settings().simulation.scan.block, BlockScan::blelloch);
}

TEST_F(SessionTest, AScanThatTheBackendLacksIsRefusedAndNothingChanges) {
    session_->suites().replace(std::make_unique<PickySuite>(session_->suites().of(Backend::glsl)));
    session_->apply({"/simulation/backend", "cuda"});
    const auto before = session_->settings();
    EXPECT_THROW(
        session_->apply_fitting(effects::apply(session_->settings(), {"/simulation/block", "kogge-stone"})),
        Error);
    EXPECT_EQ(session_->settings(), before);
    session_->apply({"/simulation/backend", "glsl"});
    session_->apply({"/simulation/block", "kogge-stone"});
    EXPECT_THROW(session_->apply({"/simulation/backend", "cuda"}), Error);  // apply() substitutes nothing
    EXPECT_EQ(session_->algorithm().backend, Backend::glsl);
}

TEST_F(SessionTest, ACompactionThatTheNewScanLacksBecomesAutoAndSaysSo) {
    session_->apply({"/simulation/compaction", "fused"});
    const std::string said = session_->apply_fitting(
        effects::apply(session_->settings(), {"/simulation/grid", "reduce-then-scan"}));
    EXPECT_NE(said.find("reduce-then-scan has several"), std::string::npos) << said;
    const Compaction usual = session_->facts().software ? Compaction::staged : Compaction::bits;
    const std::string now = fmt::format("compaction is now auto ({}), not fused", name_of(usual));
    EXPECT_NE(said.find(now), std::string::npos) << said;
    EXPECT_EQ(session_->settings().simulation.compaction, Compaction::automatic);
    EXPECT_EQ(session_->algorithm().compaction, usual);
    EXPECT_THROW(
        session_->apply_fitting(effects::apply(session_->settings(), {"/simulation/compaction", "fused"})),
        Error);
    EXPECT_EQ(hashes(*session_, 5), hashes(*make(), 5));
}

TEST_F(SessionTest, ACompactionThatTheNewBackendLacksBecomesAutoAndSaysSo) {
    session_->suites().replace(std::make_unique<PickySuite>(session_->suites().of(Backend::glsl)));
    session_->apply({"/simulation/compaction", "fused"});
    const std::string said =
        session_->apply_fitting(effects::apply(session_->settings(), {"/simulation/backend", "cuda"}));
    EXPECT_NE(said.find("cuda has no compactor named fused"), std::string::npos) << said;
    EXPECT_NE(said.find("compaction is now auto (staged), not fused"), std::string::npos) << said;
    EXPECT_EQ(session_->algorithm().backend, Backend::cuda);
    EXPECT_EQ(session_->algorithm().compaction, Compaction::staged);
}

TEST_F(SessionTest, EveryCompactorThatKeepsOrderComputesTheSame) {
    std::vector<std::uint64_t> switched;
    for (const char* compaction : {"staged", "bits", "fused", "auto"}) {
        session_->apply({"/simulation/compaction", compaction});
        for (const auto& report : test::run_steps(*session_, 10)) switched.push_back(report.figures.hash);
        const auto check = session_->simulation().check_step();
        ASSERT_TRUE(check) << compaction;
        EXPECT_TRUE(check->matches()) << compaction;
    }
    EXPECT_EQ(switched, hashes(*make(), 40));
}

TEST_F(SessionTest, TheUnorderedCompactorHasTheSameFigures) {
    session_->apply({"/simulation/compaction", "atomic"});
    const auto reports = test::run_steps(*session_, 40), ordered = test::run_steps(*make(), 40);
    for (std::size_t i = 0; i < reports.size(); ++i) {
        EXPECT_EQ(reports[i].figures.alive, ordered[i].figures.alive);
        EXPECT_EQ(reports[i].figures.died, ordered[i].figures.died);
    }
}

TEST_F(SessionTest, NobodyIsReplacedWhoWasMovedWithoutOrder) {
    const auto replace = [this] { session_->apply({"/effect/when_full", "replace-oldest"}); };
    const auto lose_order = [this] {
        session_->apply({"/simulation/compaction", "atomic"});
        test::run_steps(*session_, 3);
        session_->apply({"/simulation/compaction", "staged"});
        EXPECT_FALSE(session_->in_order());
    };
    lose_order();
    test::expect_error(ExitStatus::bad_input, "reset the simulation first", replace);
    session_->reset();
    replace();
    const auto saved = session_->save();
    session_->apply({"/effect/when_full", "drop-new"});
    lose_order();
    session_->restore(saved, session_->settings().simulation.capacity);
    EXPECT_EQ(session_->settings().effect.when_full, effects::WhenFull::replace_oldest);
    EXPECT_TRUE(session_->in_order());
}

TEST_F(SessionTest, TheOldestAreNotReplacedWhereNobodyKnowsThem) {
    session_->apply({"/simulation/compaction", "atomic"});
    const auto before = session_->settings();
    test::expect_error(ExitStatus::bad_input, "atomic keeps no order", [&] {
        session_->apply({"/effect/when_full", "replace-oldest"});
    });
    EXPECT_EQ(session_->settings(), before);
    auto both = settings();  // all settings at once, as from a reloaded file and at the start
    both.simulation.compaction = Compaction::atomic;
    both.effect.when_full = effects::WhenFull::replace_oldest;
    EXPECT_THROW(session_->adopt(both), Error);
    EXPECT_THROW(Session(test::headless_context(), std::filesystem::path(), both), Error);
    both.simulation.backend = Backend::cpu;  // its only compactor keeps order
    EXPECT_NO_THROW(session_->adopt(both));
    EXPECT_THROW(
        session_->apply_fitting(effects::apply(session_->settings(), {"/simulation/backend", "glsl"})),
        Error);
}

TEST_F(SessionTest, EveryPairOnOfferComputesTheSame) {
    std::vector<std::uint64_t> switched;
    std::vector<ScanChoice> by, asked;
    for (const char* grid : {"scan-then-propagate", "decoupled-lookback"})
        for (const char* block : {"blelloch", "three-phase"}) {
            session_->apply({"/simulation/grid", grid});
            session_->apply({"/simulation/block", block});
            asked.push_back(session_->algorithm().scan);
            for (const auto& report : test::run_steps(*session_, 5)) {
                switched.push_back(report.figures.hash);
                by.push_back(report.by.scan);
            }
        }
    EXPECT_EQ(switched, hashes(*make(), static_cast<int>(switched.size())));
    for (std::size_t i = 0; i < by.size(); ++i) EXPECT_EQ(by[i], asked[i / 5]) << i;
}

TEST_F(SessionTest, ReportsAreOfTheRunThatGoesOn) {
    const auto saved = session_->save();
    for (const bool restores : {false, true}) {
        session_->apply({"/simulation/backend", "glsl"});
        for (int i = 0; i < 3; ++i) {
            session_->simulation().settle();
            session_->step();  // its report is not taken
        }
        restores ? session_->restore(saved, 4096) : session_->reset();
        session_->apply({"/simulation/backend", "cpu"});
        const auto reports = test::run_steps(*session_, 2);
        ASSERT_EQ(reports.size(), 2u);
        EXPECT_EQ(reports[0].figures.step, 1u);
        EXPECT_EQ(reports[0].by.backend, Backend::cpu);
    }
}

TEST_F(SessionTest, ANewSeedStartsAnew) {
    const auto first = hashes(*session_, 10);
    session_->apply({"/simulation/seed", 2});
    const auto second = hashes(*session_, 10);
    session_->apply({"/simulation/seed", 1});
    EXPECT_NE(first, second);
    EXPECT_EQ(hashes(*session_, 10), first);
}

}  // namespace
}  // namespace winnow::session
