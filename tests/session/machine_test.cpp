// Checks the choices that each backend offers.
#include "session/machine.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"

namespace winnow::session {
namespace {

/// A backend with one rule: it refuses kogge-stone with chained.
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

const Choice& find(const std::vector<Choice>& list, std::string_view name) {
    return *std::find_if(list.begin(), list.end(), [&](const Choice& one) { return one.name == name; });
}

TEST(ScanChoices, ABlockScanIsHeldAgainstTheGridThatIsChosen) {
    const RuledSuite suite;
    const auto by_auto = scan_choices(suite, {}).block;  // automatic resolves to chained
    EXPECT_EQ(by_auto.size(), block_scans.size());
    EXPECT_EQ(find(by_auto, "kogge-stone").reason, RuledSuite::why);
    EXPECT_EQ(find(by_auto, "blelloch").reason, "");
    const ScanChoice other{BlockScan::automatic, GridStrategy::reduce_then_scan};
    EXPECT_EQ(find(scan_choices(suite, other).block, "kogge-stone").reason, "");
}

TEST(ScanChoices, AGridStrategyIsHeldAgainstTheBlockThatIsChosen) {
    const RuledSuite suite;
    const auto grids = scan_choices(suite, {BlockScan::kogge_stone, GridStrategy::reduce_then_scan}).grid;
    EXPECT_EQ(grids.size(), grid_strategies.size());
    EXPECT_EQ(find(grids, "chained").reason, RuledSuite::why);
    EXPECT_EQ(find(grids, "auto").reason, RuledSuite::why);
    EXPECT_EQ(find(grids, "auto").stands_for, "");
    EXPECT_EQ(find(grids, "scan-then-propagate").reason, "");
}

TEST(ScanChoices, AutoSaysWhatItStandsFor) {
    const RuledSuite suite;
    EXPECT_EQ(find(scan_choices(suite, {}).block, "auto").stands_for, "subgroup");
    EXPECT_EQ(find(scan_choices(suite, {}).grid, "auto").stands_for, "chained");
    EXPECT_EQ(find(scan_choices(suite, {}).grid, "chained").stands_for, "");
}

TEST(ScanChoices, NothingIsThereOfABackendThatDoesNotWork) {
    const RuledSuite suite(Availability::no("no device"));
    for (const Choice& choice : scan_choices(suite, {}).block) EXPECT_EQ(choice.reason, "no device");
}

}  // namespace
}  // namespace winnow::session
