// Effects of modules with any contents become programs that drivers take, or are refused in one line that
// says where; nothing that a file says gets into a program except as numbers and as checked modules.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "base/error.h"
#include "effects/compile/compiled_effect.h"
#include "effects/format/effect_file.h"
#include "hostile/attack.h"
#include "hostile/stack_mutator.h"
#include "particles/programs.h"
#include "support/shader_fixture.h"
#include "support/temporary_directory.h"

namespace winnow {
namespace {

using test::Chance;

constexpr const char* effect_name = "mutant.json";

struct Written {
    effects::Effect effect;
    effects::StackProgram program;
};

/// Returns what is wrong with a refusal; empty if it is one line of bad input that says where.
std::string fault_of(const Error& error) {
    static const std::regex place(R"((mutant\.json:\d+:\d+: |own\.glsl:\d+:\d+: |(^|: )/\w).*)");
    const std::string message = error.what();
    if (error.status() != ExitStatus::bad_input) return "not bad input: " + message;
    if (message.find('\n') != std::string::npos) return "more than a line: " + message;
    if (message.size() > 1000) return "long: " + message;
    return std::regex_search(message, place) ? "" : "does not say where: " + message;
}

/// Returns what is wrong with the text of a file that Winnow wrote; empty if nothing is.
std::string fault_of(const std::string& text) {
    int depth = 0;
    for (const char c : text) {
        if (c != '\n' && (c < ' ' || c > '~')) return fmt::format("the character {}", int{c});
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (depth < 0) return "a brace too many";
    }
    if (depth != 0) return "a brace too few";
    static const std::set<std::string> allowed{"#include \"stacks",
                                               "#include \"modules",
                                               "#include \"effects",
                                               "#define COLLIDES",
                                               "#define HAS_BOXES",
                                               "#define HAS_CONES",
                                               "#define HAS_MESHES",
                                               "#define HAS_NO_SOLIDS",
                                               "#define HAS_RIBBONS",
                                               "#define HAS_ORIENTATION",
                                               "#define NOTES_NORMALS",
                                               "#define HAS_RIBBON_WAY",
                                               "#define HAS_ROUND_OBJECTS",
                                               "#define HAS_SINGLES",
                                               "#define HAS_SPACES",
                                               "#define HAS_TRAVELLED",
                                               "#define HAS_TURNED_SPRITES",
                                               "#define LOOKS_BACK",
                                               "#define MEETS_OBJECTS",
                                               "#define OBJECTS_MOVE",
                                               "#define READS_PARENT",
                                               "#define READS_PARENTS_LOOK",
                                               "#define ROLLS",
                                               "#define SEES_DEPTH",
                                               "#define SURFACES_MOVE",
                                               "#if CODES == LIGHT_CODES",
                                               "#elif CODES == HEAVY_CODES",
                                               "#else",
                                               "#endif"};
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with('#') && !allowed.contains(line.substr(0, line.find('/'))))
            return "the line " + line;
    return text.find(test::injected) == std::string::npos ? "" : "injected text";
}

class StackAttack {
  public:
    /// Returns the program of a mutant; nothing if it is refused.
    std::optional<Written> take(std::uint64_t seed) {
        Chance chance(seed);
        const test::StackMutant mutant = test::mutate_stack(chance);
        folder_.write("own.glsl", mutant.module);
        try {
            effects::Effect effect = effects::parse(mutant.effect, effect_name, folder_.path().string());
            effects::StackProgram program = effects::program_of(effect);
            expect_clean(program.step, seed);
            expect_clean(program.look, seed);
            return Written{std::move(effect), std::move(program)};
        } catch (const Error& error) {
            EXPECT_EQ(fault_of(error), "") << "seed " << seed;
        } catch (const std::exception& error) {
            ADD_FAILURE() << "seed " << seed << ": not one of Winnow's errors: " << error.what();
        }
        return std::nullopt;
    }

  private:
    static void expect_clean(const effects::ProgramText& program, std::uint64_t seed) {
        for (const effects::TextFile& file : program.files) {
            if (!file.origin.empty()) continue;  // a module's own lines, which check_body() has passed
            EXPECT_EQ(fault_of(file.text), "") << "seed " << seed << '\n' << file.text;
        }
    }

    test::TemporaryDirectory folder_;
};

TEST(HostileStack, BecomesAProgramOrIsRefusedWithItsPlace) {
    StackAttack attack;
    const int all = test::mutants(20.0 / 3);  // four thousand, usually
    int taken = 0;
    for (int seed = 1; seed <= all && !testing::Test::HasFailure(); ++seed)
        if (attack.take(static_cast<std::uint64_t>(seed))) ++taken;
    fmt::print("{} of {} stacks taken\n", taken, all);
    EXPECT_GT(taken, all / 5);
    EXPECT_LT(taken, all);
}

TEST(HostileStack, TheScanFindsWhatDoesNotBelongInAProgram) {
    for (const char* text : {"float x;}", "void f() {", "#define X 1", "float INJECTED;", "float \xC3\xA9;"})
        EXPECT_NE(fault_of(std::string(text)), "") << text;
    EXPECT_EQ(fault_of(std::string("#define LOOKS_BACK\n#include \"stacks/step-0.glsl\"\nvoid f() {}\n")),
              "");
}

class HostileStackTest : public test::ShaderTest {};

TEST_F(HostileStackTest, IsCompiledOrRefusedWithTheModulesLine) {
    StackAttack attack;
    particles::Programs programs(shaders_, *passes_);
    int compiled = 0, refused = 0;
    const int all =
        test::mutants(1.0 / 15);  // forty, usually: the driver takes a quarter of a second for one
    for (std::uint64_t seed = 1'000'001; compiled + refused < all && !HasFailure(); ++seed) {
        const auto written = attack.take(seed);
        if (!written) continue;
        particles::StepKind kind = particles::step_kind(written->effect, written->program);
        kind.children = true;  // with children, this program runs every stage of a step
        try {
            programs.provide(written->program);
            programs.spawn(kind, true, false);
            ++compiled;
        } catch (const Error& error) {
            ++refused;
            EXPECT_EQ(fault_of(error), "") << "seed " << seed;
            EXPECT_NE(std::string(error.what()).find("own.glsl:"), std::string::npos)
                << "seed " << seed << ": " << error.what();
        }
    }
    fmt::print("{} stacks compiled, {} refused by the driver\n", compiled, refused);
    EXPECT_GT(compiled, all / 2);
}

}  // namespace
}  // namespace winnow
