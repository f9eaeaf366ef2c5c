// The command line: which words are accepted, and that all others give one line that says what would be
// right.
#include "commands/command_line.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "commands/parse_values.h"

namespace winnow::commands {
namespace {

using Words = std::vector<std::string>;

template <typename Options>
Options parse(const Words& words) {
    std::string answer;
    const auto options = parse_command_line(words, answer);
    if (options && std::holds_alternative<Options>(*options)) return std::get<Options>(*options);
    ADD_FAILURE() << (options ? "another command" : answer);
    return {};
}

template <typename Choice>
Choice parse_bench(const Words& words) {
    const auto options = parse<BenchOptions>(words);
    if (std::holds_alternative<Choice>(options.topic)) return std::get<Choice>(options.topic);
    ADD_FAILURE() << "another topic";
    return {};
}

std::string error_of(const Words& words) {
    try {
        std::string answer;
        parse_command_line(words, answer);
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), ExitStatus::bad_input);
        return error.what();
    }
    return {};
}

TEST(CommandLine, ViewOfTheFountainIsTheDefault) {
    const auto options = parse<ViewOptions>({});
    EXPECT_EQ(options.effect, "fountain");
    EXPECT_FALSE(options.capacity);
    EXPECT_FALSE(options.effect_given || options.seed_given);
}

TEST(CommandLine, EveryOptionArrives) {
    const auto o = parse<RenderOptions>({"render",       "smoke.json", "--backend",    "glsl",
                                         "--block",      "blelloch",   "--grid",       "scan-then-propagate",
                                         "--compaction", "staged",     "--capacity",   "1M",
                                         "--seed",       "0",          "--density",    "2.5",
                                         "--device",     "llvm",       "--shaders",    "dir",
                                         "--json",       "a",          "--trace",      "b",
                                         "--frames",     "9",          "--size",       "64x32",
                                         "--fps",        "25",         "--output",     "c.png",
                                         "--save-state", "d",          "--load-state", "e",
                                         "--replay",     "f"});
    EXPECT_EQ(parse<ViewOptions>({"--prewarm", "1.5"}).prewarm, 1.5f);
    EXPECT_EQ(o.effect, "smoke.json");
    EXPECT_EQ(o.backend, Backend::glsl);
    EXPECT_EQ(o.scan.block, BlockScan::blelloch);
    EXPECT_EQ(o.scan.grid, GridStrategy::scan_then_propagate);
    EXPECT_EQ(o.compaction, Compaction::staged);
    EXPECT_EQ(o.capacity, 1'000'000u);
    EXPECT_EQ(o.seed, 0u);
    EXPECT_EQ(o.density, 2.5f);
    EXPECT_EQ(o.device, "llvm");
    EXPECT_EQ(o.shaders, "dir");
    EXPECT_EQ(o.json, "a");
    EXPECT_EQ(o.save_state, "d");
    EXPECT_EQ(o.load_state, "e");
    EXPECT_EQ(o.replay, "f");
    EXPECT_TRUE(o.effect_given && o.seed_given);
    EXPECT_EQ(o.trace, "b");
    EXPECT_EQ(o.frames, 9u);
    EXPECT_EQ(o.size, (FrameSize{64, 32}));
    EXPECT_EQ(o.fps, 25u);
    EXPECT_EQ(o.output, "c.png");
}

TEST(CommandLine, OptionsMayComeBeforeTheCommand) {
    const auto options = parse<TestOptions>({"--backend", "glsl", "test", "scan", "--sizes", "7,2^3,1k"});
    EXPECT_EQ(options.topic, "scan");
    EXPECT_EQ(options.backend, Backend::glsl);
    EXPECT_EQ(options.sizes, (std::vector<std::uint64_t>{7, 8, 1000}));
    EXPECT_TRUE(parse_bench<measure::SortBenchChoice>({"bench", "--all", "--runs", "25", "sort"}).all);
    EXPECT_EQ(parse_bench<measure::CompactBenchChoice>({"bench", "--votes", "random", "compact"}).votes,
              measure::VoteSpread::random);
}

TEST(CommandLine, TestAndBenchChooseWhatIsScanned) {
    const Words chosen{"--type", "f32", "--op", "max", "--pattern", "one"};
    const auto of = [&](Words command) {
        command.insert(command.end(), chosen.begin(), chosen.end());
        return command;
    };
    const auto test = parse<TestOptions>(of({"test", "scan"}));
    const auto bench = parse_bench<measure::ScanBenchChoice>(of({"bench", "scan"}));
    EXPECT_EQ(test.type, (ScanType{Element::f32, Operator::max}));
    EXPECT_EQ(bench.type, test.type);
    EXPECT_EQ(test.pattern, verify::Input::one);
    EXPECT_EQ(bench.pattern, verify::Input::one);
    EXPECT_FALSE(parse<TestOptions>({"test"}).pattern);
    EXPECT_EQ(parse_bench<measure::ScanBenchChoice>({"bench"}).type, ScanType{});
    EXPECT_EQ(parse_bench<measure::ScanBenchChoice>(of({"bench"})).type, test.type);
}

TEST(CommandLine, ATopicTakesItsOwnOptionsOnly) {
    EXPECT_NE(error_of({"bench", "sort", "--survivors", "5"})
                  .find("--survivors is an option of winnow bench compact"),
              std::string::npos);
    EXPECT_NE(error_of({"test", "scan", "--trace", "x"}).find("winnow test replay"), std::string::npos);
    EXPECT_NE(error_of({"bench", "scan", "--compaction", "fused"}), "");
    EXPECT_EQ(error_of({"bench", "frame", "--compaction", "fused"}), "");
}

TEST(CommandLine, StepsAreMeasuredOfOneSize) {
    const Words frame{"bench", "frame"};
    for (const Words& both :
         {Words{"--sizes", "500", "--capacity", "600"}, Words{"--sizes", "500", "--effect", "rain"},
          Words{"--deaths", "5", "--effect", "rain"}}) {
        Words words = frame;
        words.insert(words.end(), both.begin(), both.end());
        const std::string error = error_of(words);
        EXPECT_NE(error.find(both[0]), std::string::npos) << error;
        EXPECT_NE(error.find(both[2]), std::string::npos) << error;
        EXPECT_NE(error.find("leave one of them out"), std::string::npos) << error;
    }
}

TEST(CommandLine, NothingAtAllIsACaseOfATest) {
    EXPECT_EQ(parse<TestOptions>({"test", "--sizes", "0"}).sizes, (std::vector<std::uint64_t>{0}));
    EXPECT_NE(error_of({"bench", "--sizes", "0"}), "");
    EXPECT_EQ(parse<RenderOptions>({"render", "--density", "0"}).density, 0.0f);
}

TEST(CommandLine, UnknownNamesListTheRightOnes) {
    EXPECT_EQ(error_of({"test", "--type", "f16"}),
              "--type: there is no 'f16'; it is one of u32, i32, f32 or u64");
    EXPECT_NE(error_of({"test", "--op", "xor"}).find("add, min or max"), std::string::npos);
    EXPECT_NE(error_of({"bench", "--pattern", "noise"}).find("zero, one, alternating or random"),
              std::string::npos);
    EXPECT_NE(error_of({"render", "--type", "u32"}), "");
}

TEST(CommandLine, HeadlessIsTest) {
    EXPECT_EQ(parse<TestOptions>({"--headless"}).topic, "");
    EXPECT_EQ(parse<TestOptions>({"--json", "-", "--headless", "replay"}).topic, "replay");
}

TEST(CommandLine, HelpAndVersionAreAnswers) {
    for (const Words& words : {Words{"--help"}, Words{"-h"}, Words{"bench", "--help"}, Words{"--version"}}) {
        std::string answer;
        EXPECT_FALSE(parse_command_line(words, answer));
        EXPECT_NE(answer, "");
    }
}

TEST(CommandLine, MisspeltNamesAreGuessed) {
    EXPECT_NE(error_of({"--backend", "cuda2"}).find("did you mean cuda?"), std::string::npos);
    EXPECT_NE(error_of({"list", "--jsn", "x"}).find("did you mean --json?"), std::string::npos);
    EXPECT_NE(error_of({"test", "scann"}).find("did you mean scan?"), std::string::npos);
    EXPECT_NE(error_of({"rendr"}).find("did you mean render?"), std::string::npos);
}

TEST(CommandLine, TheReferenceIsNoChoiceOfAlgorithms) {
    for (const Words& command : {Words{"view"}, Words{"render"}, Words{"test"}, Words{"bench", "frame"}}) {
        const auto error = [&](const Words& options) {
            Words words = command;
            words.insert(words.end(), options.begin(), options.end());
            return error_of(words);
        };
        EXPECT_NE(error({"--backend", "cpu", "--compaction", "bits"}).find("only one compactor"),
                  std::string::npos);
        EXPECT_NE(error({"--backend", "cpu", "--block", "blelloch"}).find("leave --block out"),
                  std::string::npos);
        EXPECT_NE(error({"--backend", "cpu", "--grid", "chained"}).find("leave --grid out"),
                  std::string::npos);
        EXPECT_EQ(error({"--backend", "cpu", "--compaction", "staged", "--grid", "auto"}), "");
        EXPECT_EQ(error({"--compaction", "bits", "--grid", "chained"}), "");
    }
}

TEST(CommandLine, FusedNeedsAGridOfOnePass) {
    for (const char* grid : {"scan-then-propagate", "reduce-then-scan"})
        EXPECT_NE(
            error_of({"--compaction", "fused", "--grid", grid}).find("choose chained or decoupled-lookback"),
            std::string::npos);
    for (const char* grid : {"auto", "chained", "decoupled-lookback"})
        EXPECT_EQ(error_of({"--compaction", "fused", "--grid", grid}), "");
}

TEST(CommandLine, OptionsBeforeTheCommandMustBeItsOwn) {
    EXPECT_NE(error_of({"--cull", "test"}).find("winnow test has no option --cull"), std::string::npos);
    EXPECT_NE(error_of({"--frames", "5", "list"}).find("no option --frames"), std::string::npos);
    EXPECT_EQ(error_of({"--frames", "5", "render"}), "");
    EXPECT_NE(error_of({"--json", "x"}).find("--json is an option of winnow"), std::string::npos);
}

TEST(CommandLine, WhatGoesOnIsNotPrewarmed) {
    EXPECT_NE(error_of({"render", "--prewarm", "1", "--load-state", "x"}).find("--load-state"),
              std::string::npos);
    EXPECT_NE(error_of({"--prewarm", "0", "--replay", "x"}).find("--replay"), std::string::npos);
}

TEST(CommandLine, PropertiesAreSetOneByOne) {
    const auto o = parse<RenderOptions>({"render", "galaxy", "--set", "spin=2", "--set", "a_b=-1e3"});
    EXPECT_EQ(o.effect, "galaxy");
    ASSERT_EQ(o.properties.size(), 2u);
    EXPECT_EQ(o.properties[0].name, "spin");
    EXPECT_EQ(o.properties[0].value, 2);
    EXPECT_EQ(o.properties[1].name, "a_b");
    EXPECT_EQ(o.properties[1].value, -1000);
    for (const char* wrong : {"spin", "=2", "spin=", "spin=fast", "spin=1e9"})
        EXPECT_NE(error_of({"render", "--set", wrong}).find("--set"), std::string::npos) << wrong;
    EXPECT_NE(error_of({"--set", "spin=2", "--replay", "x"}).find("--replay"), std::string::npos);
    EXPECT_NE(error_of({"bench", "step", "--set", "spin=2"}).find("--effect"), std::string::npos);
}

TEST(CommandLine, TwoOutputsCannotBeOne) {
    EXPECT_NE(error_of({"render", "--json", "-", "--trace", "-"}), "");
    EXPECT_NE(error_of({"render", "--json", "x", "--output", "x"}), "");
    EXPECT_NE(error_of({"render", "--json", "x", "--trace", "./y/../x"}), "");
    EXPECT_EQ(error_of({"render", "--json", "-", "--trace", "x"}), "");
}

TEST(CommandLine, ErrorsAreOneLine) {
    for (const Words& words :
         {Words{"--capacity"}, Words{"--capacity", "0"}, Words{"--seed", "1", "--seed", "2"},
          Words{"--json", "--trace"}, Words{"test", "scan", "compact"}, Words{"list", "more"},
          Words{"fountain", "list"}, Words{"bench", "sorts"}, Words{"view", "--headless"},
          Words{"test", "--quick=2"}, Words{"bench", "--runs", "0"}}) {
        const std::string message = error_of(words);
        EXPECT_NE(message, "") << words.front();
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
}

std::uint64_t count(const std::string& text) {
    return parse_count("--n", text, 1, 0xFFFFFFFF);
}

TEST(ParseCount, AcceptsSuffixesAndPowers) {
    EXPECT_EQ(count("1"), 1u);
    EXPECT_EQ(count("4294967295"), 0xFFFFFFFFu);
    EXPECT_EQ(count("64k"), 64'000u);
    EXPECT_EQ(count("64Ki"), 65'536u);
    EXPECT_EQ(count("16M"), 16'000'000u);
    EXPECT_EQ(count("1Mi"), 1u << 20);
    EXPECT_EQ(count("2^20"), 1u << 20);
    EXPECT_EQ(count("3G"), 3'000'000'000u);
}

TEST(ParseCount, RejectsEverythingElse) {
    for (const char* text : {"",
                             " ",
                             "0",
                             "-1",
                             "+1",
                             "1.5",
                             "1e3",
                             "0x10",
                             "1kk",
                             "1K",
                             "k",
                             "2^",
                             "2^32",
                             "2^64",
                             "2^-1",
                             "2^1k",
                             "4294967296",
                             "5G",
                             "18446744073709551616",
                             "99999999999999999999999999",
                             "nan",
                             "18446744073709551615G",
                             "1 ",
                             " 1",
                             "1,000"})
        EXPECT_THROW(count(text), Error) << text;
}

TEST(ParsePositive, RejectsWhatIsNoRate) {
    EXPECT_EQ(parse_positive("--n", "0.5", 10), 0.5f);
    EXPECT_EQ(parse_between("--n", "0", 0, 10), 0.0f);
    for (const char* text : {"", "x", "-1", "11", "nan", "1s"})
        EXPECT_THROW(parse_between("--n", text, 0, 10), Error) << text;
    for (const char* text : {"", "0", "-1", "nan", "inf", "1e99", "11", "1x", "0x1p3"})
        EXPECT_THROW(parse_positive("--n", text, 10), Error) << text;
}

TEST(ParseFrameSize, NeedsTwoSides) {
    EXPECT_EQ(parse_frame_size("--size", "1280x720", 4096), (FrameSize{1280, 720}));
    for (const char* text :
         {"", "x", "1280", "1280x", "x720", "0x1", "1x0", "1x2x3", "-1x5", "5000x5", "1280X720"})
        EXPECT_THROW(parse_frame_size("--size", text, 4096), Error) << text;
}

TEST(ParseCounts, NeedsANumberBetweenCommas) {
    EXPECT_EQ(parse_counts("--sizes", "1,2k", 1, 5000), (std::vector<std::uint64_t>{1, 2000}));
    for (const char* text : {"", ",", "1,", ",1", "1,,2", "1;2", "1, 2"})
        EXPECT_THROW(parse_counts("--sizes", text, 1, 5000), Error) << text;
}

}  // namespace
}  // namespace winnow::commands
