// The operators: their laws, values at the limits, how words are shown and written.
#include "lab/operators.h"

#include <gtest/gtest.h>

#include "lab/runs.h"

namespace winnow::lab {
namespace {

Words words_for(const OperatorFacts& op) {
    if (op.works_on_pairs()) return {{0, 3}, {1, -2}, {1, 2147483647}, {0, 0}, {1, 5}};
    return {3, -2, 2147483647, 0, -2147483647 - 1, 5};
}

/// Calls f for all triples of words.
template <typename F>
void for_triples(const OperatorFacts& op, F&& f) {
    for (const Word a : words_for(op))
        for (const Word b : words_for(op))
            for (const Word c : words_for(op)) f(a, b, c);
}

TEST(Operators, HaveTheLawsThatTheTableClaims) {
    for (const OperatorFacts& op : operators()) {
        SCOPED_TRACE(op.name);
        bool associative = true, commutative = true;
        for_triples(op, [&](Word a, Word b, Word c) {
            associative &= combine(op.op, combine(op.op, a, b), c) == combine(op.op, a, combine(op.op, b, c));
            commutative &= combine(op.op, a, b) == combine(op.op, b, a);
        });
        EXPECT_EQ(associative, op.associative);
        EXPECT_EQ(commutative, op.commutative);
        for (const Word word : words_for(op)) {
            EXPECT_EQ(combine(op.op, word, op.identity), word);
            EXPECT_TRUE(!op.associative || combine(op.op, op.identity, word) == word);
        }
        EXPECT_EQ(&facts(op.op), &op) << "the table is in the enumeration's order";
    }
}

TEST(Operators, ComposeMapsFromLeftToRight) {
    EXPECT_EQ(combine(Operator::affine, {2, 1}, {3, 5}), Word(6, 8)) << "3 (2x + 1) + 5";
    EXPECT_EQ(combine(Operator::affine, {65536, 0}, {65536, 7}), Word(0, 7)) << "modulo 2^32";
}

TEST(Operators, ASegmentedSumBeginsAnewAtAFlag) {
    EXPECT_EQ(combine(Operator::segmented_add, {0, 4}, {0, 5}), Word(0, 9));
    EXPECT_EQ(combine(Operator::segmented_add, {1, 4}, {0, 5}), Word(1, 9));
    EXPECT_EQ(combine(Operator::segmented_add, {0, 4}, {1, 5}), Word(1, 5));
}

TEST(Operators, TheFirstThatIsNotZeroWins) {
    EXPECT_EQ(fold(Operator::first_nonzero, Words{0, 0, -1, 1}).back(), -1);
    EXPECT_EQ(fold(Operator::last, Words{0, -1, 1, 0}).back(), 1);
}

TEST(Operators, WordsAreShownAsFormulasAndFlags) {
    EXPECT_EQ(text_of(Operator::affine, {2, 3}), "2x+3");
    EXPECT_EQ(text_of(Operator::affine, {-1, -3}), "-x-3");
    EXPECT_EQ(text_of(Operator::affine, {1, 0}), "x");
    EXPECT_EQ(text_of(Operator::affine, {0, -4}), "-4");
    EXPECT_EQ(text_of(Operator::affine, {0, 0}), "0");
    EXPECT_EQ(text_of(Operator::affine, 7), "7") << "a single word, which a map was applied to";
    EXPECT_EQ(text_of(Operator::segmented_add, {1, -5}), "▸-5");
    EXPECT_EQ(text_of(Operator::segmented_add, {0, 5}), "5");
    EXPECT_EQ(text_of(Operator::min, facts(Operator::min).identity), "∞");
}

TEST(Values, ArePairsForOperatorsOnPairsOnly) {
    const Lesson& lesson = lesson_named("brent-kung");
    const auto run = [&](const char* text, Operator op) {
        return [&lesson, text, op] { execute(lesson, {parse_values(lesson, "--values", text), op}); };
    };
    EXPECT_EQ(parse_values(lesson, "--values", "2:3,-1:-5,7"), (Words{{2, 3}, {-1, -5}, 7}));
    expect_bad("affine works on pairs such as 2:1, and 5 is a single word", run("2:3,5", Operator::affine));
    expect_bad("add works on single words, and 2:3 is a pair", run("1,2:3", Operator::add));
    expect_bad("the flag of 2:3 is neither 0 nor 1", run("1:1,2:3", Operator::segmented_add));
    expect_bad("'' is not a whole number", run("2:", Operator::affine));
    expect_bad("'3:4' is not a whole number", run("2:3:4", Operator::affine));
}

TEST(Values, OfAnExampleArePairsForOperatorsOnPairs) {
    EXPECT_EQ(example_values(lesson_named("brent-kung"), 2, Operator::affine), (Words{{2, 1}, {1, 3}}));
    EXPECT_EQ(example_values(lesson_named("brent-kung"), 2), (Words{3, 1}));
    EXPECT_EQ(example_values(lesson_named("recurrence"), 1), (Words{{2, 1}}));
}

}  // namespace
}  // namespace winnow::lab
