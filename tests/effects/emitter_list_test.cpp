// Checks changes of a list of emitters: what names an emitter follows.
#include "effects/model/emitter_list.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace winnow::effects {
namespace {

Emitter emitter(const std::string& name, const std::vector<std::string>& children = {}) {
    Emitter one;
    one.name = name;
    for (const std::string& child : children) {
        one.children.emplace_back();
        one.children.back().emitter = child;
    }
    return one;
}

std::vector<std::string> children_in(const Emitter& emitter) {
    std::vector<std::string> names;
    for (const Children& link : emitter.children) names.push_back(link.emitter);
    return names;
}

std::vector<std::string> names_in(const std::vector<Emitter>& emitters) {
    std::vector<std::string> names;
    for (const Emitter& one : emitters) names.push_back(one.name);
    return names;
}

using Names = std::vector<std::string>;

const std::vector<Emitter> rockets{emitter("smoke"), emitter("rocket", {"smoke", "star"}),
                                   emitter("star", {"star"})};

TEST(EmitterList, AFreeNameHasTheLeastNumber) {
    EXPECT_EQ(free_name(rockets, "jet"), "jet");
    EXPECT_EQ(free_name(rockets, "star"), "star 2");
    EXPECT_EQ(free_name({emitter("star"), emitter("star 2")}, "star 2"), "star 3");
    EXPECT_EQ(free_name({emitter("2")}, "2"), "2 2");
}

TEST(EmitterList, LinksFollowANewName) {
    const auto renamed = with_renamed(rockets, 2, "spark");
    EXPECT_EQ(names_in(renamed), (Names{"smoke", "rocket", "spark"}));
    EXPECT_EQ(children_in(renamed[1]), (Names{"smoke", "spark"}));
    EXPECT_EQ(children_in(renamed[2]), Names{"spark"});
    EXPECT_EQ(with_renamed(rockets, 2, "star"), rockets);
    EXPECT_THROW(with_renamed(rockets, 2, "smoke"), Error);
    EXPECT_THROW(with_renamed(rockets, 2, ""), Error);
}

TEST(EmitterList, ACopyIsBornToTheSameParents) {
    const auto more = with_copy(rockets, 2);
    EXPECT_EQ(names_in(more), (Names{"smoke", "rocket", "star", "star 2"}));
    EXPECT_EQ(children_in(more[1]), (Names{"smoke", "star", "star 2"}));
    EXPECT_EQ(children_in(more[2]), Names{"star"});
    EXPECT_EQ(children_in(more[3]), Names{"star 2"});
    EXPECT_EQ(names_in(with_copy(rockets, 0)), (Names{"smoke", "smoke 2", "rocket", "star"}));
}

TEST(EmitterList, WithoutAnEmitterNothingNamesIt) {
    const auto fewer = without(rockets, 0);
    EXPECT_EQ(names_in(fewer), (Names{"rocket", "star"}));
    EXPECT_EQ(children_in(fewer[0]), Names{"star"});
}

TEST(EmitterList, AnEmitterIsMovedToAnyPlace) {
    EXPECT_EQ(names_in(moved(rockets, 0, 3)), (Names{"rocket", "star", "smoke"}));
    EXPECT_EQ(names_in(moved(rockets, 0, 2)), (Names{"rocket", "smoke", "star"}));
    EXPECT_EQ(names_in(moved(rockets, 2, 0)), (Names{"star", "smoke", "rocket"}));
    EXPECT_EQ(moved(rockets, 1, 1), rockets);
}

TEST(EmitterList, AnAddedEmitterBringsItsChildren) {
    const auto more = with_added(rockets, rockets, 1);
    EXPECT_EQ(names_in(more), (Names{"smoke", "rocket", "star", "rocket 2", "smoke 2", "star 2"}));
    EXPECT_EQ(children_in(more[3]), (Names{"smoke 2", "star 2"}));
    EXPECT_EQ(children_in(more[5]), Names{"star 2"});
}

TEST(EmitterList, ChildrenStandBelowTheirFirstParent) {
    const auto rows = tree_of(rockets);
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0].emitter, 1u);
    EXPECT_TRUE(rows[0].has_children);
    EXPECT_EQ(rows[1].emitter, 0u);
    EXPECT_EQ(rows[1].depth, 1u);
    EXPECT_EQ(rows[2].emitter, 2u);
    EXPECT_FALSE(rows[2].has_children) << "it is its own child";
    const auto cycle = tree_of({emitter("a", {"b"}), emitter("b", {"a"})});
    ASSERT_EQ(cycle.size(), 2u);
    EXPECT_EQ(cycle[1].parent, 0u);
}

TEST(EmitterList, ALongChainAndAWideOneAreRows) {
    constexpr std::size_t many = 20000;
    std::vector<Emitter> chain;
    for (std::size_t i = 0; i < many; ++i)
        chain.push_back(emitter(std::to_string(i), i + 1 < many ? Names{std::to_string(i + 1)} : Names{}));
    EXPECT_EQ(tree_of(chain).back().depth, many - 1);
}

TEST(EmitterList, ChildrenAreBornOnlyWithTheirParents) {
    EXPECT_EQ(with_parents(rockets, {"star"}), (std::vector<bool>{false, true, true}));
    EXPECT_EQ(with_parents(rockets, {"rocket"}), (std::vector<bool>{false, true, false}));
    EXPECT_EQ(with_parents(rockets, {"gone"}), (std::vector<bool>{true, true, true}));
}

}  // namespace
}  // namespace winnow::effects
