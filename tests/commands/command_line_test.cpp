// The command line: what is accepted, and that everything else is one line that says what would be right.
#include "commands/command_line.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "commands/parse_values.h"

namespace winnow::commands {
namespace {

using Words = std::vector<std::string>;

Options parse(const Words& words) {
    std::string answer;
    const auto options = parse_command_line(words, answer);
    EXPECT_TRUE(options) << answer;
    return options.value_or(Options{});
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
    const Options options = parse({});
    EXPECT_EQ(options.command, "view");
    EXPECT_EQ(options.effect, "fountain");
    EXPECT_FALSE(options.capacity);
    EXPECT_FALSE(options.effect_given || options.seed_given);
}

TEST(CommandLine, EveryOptionArrives) {
    const Options o = parse({"render",       "smoke.json", "--backend",    "glsl",
                             "--block",      "blelloch",   "--grid",       "scan-then-propagate",
                             "--compaction", "staged",     "--capacity",   "1M",
                             "--seed",       "0",          "--density",    "2.5",
                             "--device",     "llvm",       "--shaders",    "dir",
                             "--json",       "a",          "--trace",      "b",
                             "--frames",     "9",          "--size",       "64x32",
                             "--fps",        "25",         "--output",     "c.png",
                             "--save-state", "d",          "--load-state", "e",
                             "--replay",     "f"});
    EXPECT_EQ(o.command, "render");
    EXPECT_EQ(parse({"--prewarm", "1.5"}).prewarm, 1.5f);
    EXPECT_EQ(o.effect, "smoke.json");
    EXPECT_EQ(o.backend, Backend::glsl);
    EXPECT_EQ(o.block, BlockScan::blelloch);
    EXPECT_EQ(o.grid, GridStrategy::scan_then_propagate);
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
    EXPECT_EQ(o.size, (PictureSize{64, 32}));
    EXPECT_EQ(o.fps, 25u);
    EXPECT_EQ(o.output, "c.png");
}

TEST(CommandLine, OptionsMayComeBeforeTheCommand) {
    const Options options = parse({"--backend", "glsl", "test", "scan", "--sizes", "7,2^3,1k"});
    EXPECT_EQ(options.command, "test");
    EXPECT_EQ(options.topic, "scan");
    EXPECT_EQ(options.backend, Backend::glsl);
    EXPECT_EQ(options.sizes, (std::vector<std::uint64_t>{7, 8, 1000}));
}

TEST(CommandLine, TestAndBenchChooseWhatIsScanned) {
    for (const char* command : {"test", "bench"}) {
        const Options chosen = parse({command, "scan", "--type", "f32", "--op", "max", "--pattern", "one"});
        EXPECT_EQ(chosen.type, (ScanType{Element::f32, Operator::max}));
        EXPECT_EQ(chosen.pattern, Input::one);
        EXPECT_EQ(parse({command}).type, (ScanType{Element::u32, Operator::add}));
        EXPECT_FALSE(parse({command}).pattern);
    }
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
    EXPECT_EQ(parse({"--headless"}).command, "test");
    EXPECT_EQ(parse({"--json", "-", "--headless", "replay"}).topic, "replay");
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
    for (const char* command : {"view", "render", "test", "bench"}) {
        EXPECT_NE(error_of({command, "--backend", "cpu", "--compaction", "bits"}).find("but one compactor"),
                  std::string::npos);
        EXPECT_NE(error_of({command, "--backend", "cpu", "--block", "blelloch"}).find("leave --block out"),
                  std::string::npos);
        EXPECT_NE(error_of({command, "--backend", "cpu", "--grid", "chained"}).find("leave --grid out"),
                  std::string::npos);
        EXPECT_EQ(error_of({command, "--backend", "cpu", "--compaction", "staged", "--grid", "auto"}), "");
        EXPECT_EQ(error_of({command, "--compaction", "bits", "--grid", "chained"}), "");
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
    EXPECT_NE(error_of({"--json", "x"}).find("--trace FILE"), std::string::npos);
}

TEST(CommandLine, WhatGoesOnIsNotPrewarmed) {
    EXPECT_NE(error_of({"render", "--prewarm", "1", "--load-state", "x"}).find("--load-state"),
              std::string::npos);
    EXPECT_NE(error_of({"--prewarm", "0", "--replay", "x"}).find("--replay"), std::string::npos);
}

TEST(CommandLine, TwoOutputsCannotBeOne) {
    EXPECT_NE(error_of({"list", "--json", "-", "--trace", "-"}), "");
    EXPECT_NE(error_of({"render", "--json", "x", "--output", "x"}), "");
    EXPECT_NE(error_of({"render", "--json", "x", "--trace", "./y/../x"}), "");
    EXPECT_EQ(error_of({"list", "--json", "-", "--trace", "x"}), "");
}

TEST(CommandLine, ErrorsAreOneLine) {
    for (const Words& words :
         {Words{"--capacity"}, Words{"--capacity", "0"}, Words{"--seed", "1", "--seed", "2"},
          Words{"--json", "--trace"}, Words{"test", "scan", "compact"}, Words{"list", "more"},
          Words{"fountain", "list"}, Words{"bench", "sorts"}, Words{"view", "--headless"},
          Words{"test", "--quick=2"}, Words{"bench", "--runs", "19"}}) {
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

TEST(ParsePictureSize, NeedsTwoSides) {
    EXPECT_EQ(parse_picture_size("--size", "1280x720", 4096), (PictureSize{1280, 720}));
    for (const char* text :
         {"", "x", "1280", "1280x", "x720", "0x1", "1x0", "1x2x3", "-1x5", "5000x5", "1280X720"})
        EXPECT_THROW(parse_picture_size("--size", text, 4096), Error) << text;
}

TEST(ParseCounts, NeedsANumberBetweenCommas) {
    EXPECT_EQ(parse_counts("--sizes", "1,2k", 1, 5000), (std::vector<std::uint64_t>{1, 2000}));
    for (const char* text : {"", ",", "1,", ",1", "1,,2", "1;2", "1, 2"})
        EXPECT_THROW(parse_counts("--sizes", text, 1, 5000), Error) << text;
}

}  // namespace
}  // namespace winnow::commands
