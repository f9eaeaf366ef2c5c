#include "session/machine.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "support/gl_fixture.h"
#include "view/panel_model.h"

namespace winnow::view {
namespace {

/// A backend with one rule: kogge-stone does not go with chained.
class RuledSuite : public Suite {
  public:
    static constexpr const char* why = "the two do not go together";
    explicit RuledSuite(Availability here = Availability::yes()) : here_(std::move(here)) {}
    Backend backend() const override { return Backend::cuda; }
    Availability available() const override { return here_; }
    using Suite::offers;
    using Suite::resolve;
    ScanChoice resolve(ScanChoice choice) const override {
        if (choice.block == BlockScan::automatic) choice.block = BlockScan::subgroup;
        if (choice.grid == GridStrategy::automatic) choice.grid = GridStrategy::chained;
        return choice;
    }
    Availability offers(ScanChoice choice, ScanType) const override {
        const bool clash = resolve(choice) == ScanChoice{BlockScan::kogge_stone, GridStrategy::chained};
        return clash ? Availability::no(why) : Availability::yes();
    }
    std::unique_ptr<scan::Scan> make_scan(ScanChoice, ScanType) override { return nullptr; }
    std::unique_ptr<compact::Compactor> make_compactor(Compaction, ScanChoice) override { return nullptr; }

  private:
    Availability here_;
};

const session::ScanEntry& find(const std::vector<session::ScanEntry>& entries, std::string_view name) {
    return *std::find_if(entries.begin(), entries.end(),
                         [&](const session::ScanEntry& e) { return e.name == name; });
}

TEST(ScanEntries, ABlockScanIsHeldAgainstTheGridThatIsChosen) {
    const RuledSuite suite;
    const auto by_auto = session::block_entries(suite, {});  // resolves to chained
    EXPECT_EQ(by_auto.size(), block_scans.size());
    EXPECT_EQ(find(by_auto, "kogge-stone").reason, RuledSuite::why);
    EXPECT_EQ(find(by_auto, "blelloch").reason, "");
    const ScanChoice other{BlockScan::automatic, GridStrategy::reduce_then_scan};
    EXPECT_EQ(find(session::block_entries(suite, other), "kogge-stone").reason, "");
}

TEST(ScanEntries, AGridStrategyIsHeldAgainstTheBlockThatIsChosen) {
    const RuledSuite suite;
    const auto grids = session::grid_entries(suite, {BlockScan::kogge_stone, GridStrategy::reduce_then_scan});
    EXPECT_EQ(grids.size(), grid_strategies.size());
    EXPECT_EQ(find(grids, "chained").reason, RuledSuite::why);
    EXPECT_EQ(find(grids, "auto").reason, RuledSuite::why);
    EXPECT_EQ(find(grids, "auto").stands_for, "");
    EXPECT_EQ(find(grids, "scan-then-propagate").reason, "");
}

TEST(ScanEntries, AutoSaysWhatItStandsFor) {
    const RuledSuite suite;
    EXPECT_EQ(find(session::block_entries(suite, {}), "auto").stands_for, "subgroup");
    EXPECT_EQ(find(session::grid_entries(suite, {}), "auto").stands_for, "chained");
    EXPECT_EQ(find(session::grid_entries(suite, {}), "chained").stands_for, "");
}

TEST(ScanEntries, NothingIsThereOfABackendThatDoesNotWork) {
    const RuledSuite suite(Availability::no("no device"));
    for (const session::ScanEntry& entry : session::block_entries(suite, {}))
        EXPECT_EQ(entry.reason, "no device");
}

using ScanEntriesOfSession = test::GlTest;

TEST_F(ScanEntriesOfSession, TheModelHasTheReasonsOfTheBackendAtHand) {
    session::Session session(test::headless_context(), {}, {});
    ui::Model model;
    describe_session(session, model);
    const Suite& glsl = session.suite(Backend::glsl);
    ASSERT_EQ(model.choices.block.size(), block_scans.size());
    for (std::size_t i = 0; i < block_scans.size(); ++i)
        EXPECT_EQ(model.choices.block[i].reason, glsl.offers({block_scans[i].value, {}}).reason);
    EXPECT_EQ(model.choices.grid[0].stands_for, name_of(glsl.resolve({}).grid));

    session.apply({"/simulation/block", "blelloch"});
    session.apply({"/simulation/backend", "cpu"});
    describe_session(session, model);
    EXPECT_EQ(model.choices.block[0].stands_for, "sequential");
    for (std::size_t i = 1; i < model.choices.block.size(); ++i)
        EXPECT_FALSE(model.choices.block[i].available()) << model.choices.block[i].name;
    EXPECT_EQ(model.computed_by, "cpu, sequential, staged");
}

}  // namespace
}  // namespace winnow::view
