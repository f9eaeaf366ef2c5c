// Checks with glslangValidator the shaders that scan, compact and sort, expanded for devices with subgroups.
// So variants are checked too that the driver here cannot compile: Mesa's llvmpipe has no subgroups.
//
// glslang supports 64-bit atomics, but not under NVIDIA's names, GL_NV_gpu_shader5 and
// GL_NV_shader_atomic_int64, which it rejects. The variants that need them are therefore checked with
// GL_EXT_shader_atomic_int64 instead, which has the same functions. Only an NVIDIA device can show that
// NVIDIA's compiler accepts them under its own names.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compact/glsl_compactor_variant.h"
#include "gl/program.h"
#include "gl/shader_source.h"
#include "particles/parameters.h"
#include "scan/glsl_variant.h"
#include "shaders/shared.h"
#include "sort/radix_sort.h"
#include "support/many_words.h"
#include "support/modules.h"
#include "support/temporary_directory.h"

namespace winnow::particles {
namespace {

struct Device {
    const char* name;
    gl::Facts facts;
};

Device device(const char* name, bool nvidia, std::uint32_t subgroup_size,
              std::vector<std::string> extensions) {
    gl::Facts facts;
    facts.nvidia = nvidia;
    facts.limits.subgroup_size = subgroup_size;
    facts.extensions = {extensions.begin(), extensions.end()};
    return {name, facts};
}

/// Returns devices whose shaders no test compiles if the driver is llvmpipe: one with 64-bit atomics, and one
/// with subgroups of another size and without these atomics.
std::vector<Device> devices() {
    const std::string int64 = "GL_ARB_gpu_shader_int64";
    return {device("nvidia", true, 32, {int64, "GL_NV_gpu_shader5", "GL_NV_shader_atomic_int64"}),
            device("subgroups-64", false, 64, {int64})};
}

std::string replaced(std::string text, std::string_view old, std::string_view by) {
    if (const std::size_t at = text.find(old); at != std::string::npos) text.replace(at, old.size(), by);
    return text;
}

class ShaderVariantsTest : public ::testing::Test {
  protected:
    static void SetUpTestSuite() {
        std::puts(
            "glslang rejects GL_NV_shader_atomic_int64: checked with GL_EXT_shader_atomic_int64 in its "
            "place");
    }

    void SetUp() override {
        if (!runs("glslangValidator --version > /dev/null 2>&1"))
            GTEST_SKIP() << "glslangValidator is absent (Debian: glslang-tools)";
    }

    /// Adds a shader that needs what llvmpipe lacks; the tests of its room compile the others.
    void add(const std::string& name, const std::string& path, const gl::Defines& defines) {
        const auto needs = [&](const char* what) {
            return std::ranges::count(defines, what, &gl::Defines::value_type::first) > 0;
        };
        if (!needs("NEEDS_SUBGROUPS") && !needs("NEEDS_INT64_ATOMICS")) return;
        const auto read = [this](const std::string& file) { return library_.read(file); };
        std::string text = gl::expand(path, defines, read).text;
        text = replaced(text, "GL_NV_gpu_shader5", "GL_EXT_shader_explicit_arithmetic_types_int64");
        text = replaced(text, "GL_NV_shader_atomic_int64", "GL_EXT_shader_atomic_int64");
        files_ += ' ' + folder_.write(name + ".comp", text).filename().string();
    }

    /// Checks one file at a time, because files given together are linked as one program.
    bool are_valid() const {
        return runs("cd '" + folder_.path().string() +
                    "' && xargs -P 2 -n 1 glslangValidator -G --target-env spirv1.3 --auto-map-locations "
                    "-o /dev/null > log 2>&1 <<FILES\n" +
                    files_ + "\nFILES\n");
    }

    std::string log() const { return winnow::test::text_of(folder_.path() / "log"); }

    void expect_valid() const { EXPECT_TRUE(are_valid()) << log(); }

    static bool runs(const std::string& command) { return std::system(command.c_str()) == 0; }

    gl::ShaderLibrary library_;

  private:
    winnow::test::TemporaryDirectory folder_;
    std::string files_;
};

// --- scans ------------------------------------------------------------------------------------------------

/// Returns the path and the defines of each kernel of a variant.
std::vector<std::pair<std::string, gl::Defines>> kernels_of(const scan::GlslVariant& variant) {
    const auto pass = [&](const char* name) {
        return std::pair{variant.file() + gl::section_mark + name, variant.defines()};
    };
    if (variant.choice.grid == GridStrategy::scan_then_propagate)
        return {pass("scan_tiles"), pass("propagate")};
    if (variant.choice.grid == GridStrategy::reduce_then_scan)
        return {pass("reduce_tiles"), pass("scan_from_sums")};
    return {{variant.file(), scan::with_scan_kernel(variant.defines())}};
}

/// Returns the name of the kernel that the path asks for.
std::string kernel_of(const std::string& path) {
    const std::size_t mark = path.find(gl::section_mark);
    return mark == std::string::npos ? "scan" : path.substr(mark + 1);
}

/// Returns the pairs that the device has, none of them automatic.
std::vector<ScanChoice> choices_on(const gl::Facts& facts) {
    std::vector<ScanChoice> all = members(ScanChoice{});
    std::erase_if(all, [&](ScanChoice choice) { return !scan::glsl_offers(facts, choice, {}); });
    return all;
}

std::string name_of_choice(const ScanChoice& choice) {
    return std::string(name_of(choice.block)) + '.' + std::string(name_of(choice.grid));
}

/// One type of each width; the fastest pair is checked with all types.
constexpr ScanType some_types[] = {{Element::u32, Operator::add}, {Element::u64, Operator::min}};

std::vector<ScanType> every_type() {
    std::vector<ScanType> all;
    for (const auto& element : elements)
        for (const auto& op : operators) all.push_back({element.value, op.value});
    return all;
}

class ScanVariantsTest : public ShaderVariantsTest, public ::testing::WithParamInterface<Device> {
  protected:
    void add_variant(const ScanChoice& choice, ScanType type) {
        const scan::GlslVariant variant = scan::glsl_variant(GetParam().facts, choice, type);
        for (const auto& [path, defines] : kernels_of(variant))
            add(name_of_choice(choice) + '.' + std::string(name_of(type.element)) + '.' +
                    std::string(name_of(type.op)) + '.' + kernel_of(path),
                path, defines);
    }
};

TEST_P(ScanVariantsTest, AreValid) {
    for (const ScanChoice& choice : choices_on(GetParam().facts))
        for (const ScanType type : some_types) add_variant(choice, type);
    expect_valid();
}

TEST_P(ScanVariantsTest, OfTheFastestAreValidForEveryTypeAndOperator) {
    for (const ScanType type : every_type()) add_variant(scan::resolve_glsl(GetParam().facts, {}), type);
    expect_valid();
}

// --- compactors -------------------------------------------------------------------------------------------

class CompactVariantsTest : public ScanVariantsTest {
  protected:
    void add_kernel(const char* kernel, const std::string& name, const gl::Defines& defines) {
        add(std::string(kernel) + '.' + name, std::string("compact/") + kernel + ".comp", defines);
    }

    static compact::GlslVariant variant(const ScanChoice& choice) {
        return compact::glsl_variant(GetParam().facts, choice);
    }
};

constexpr const char* single_pass_kernels[] = {"fused", "atomic"};

TEST_P(CompactVariantsTest, AreValid) {
    for (const ScanChoice& choice : choices_on(GetParam().facts)) {
        if (!is_single_pass(choice.grid)) continue;
        for (const char* kernel : single_pass_kernels)
            add_kernel(kernel, name_of_choice(choice),
                       variant(choice).defines({shared::MAX_COLUMNS, shared::MAX_PLANES}, nullptr));
    }
    expect_valid();
}

enum class Step { brief, with_all, peeled, with_planes };

/// The fold of a step meets every grid strategy, with the fastest block scan.
TEST_P(CompactVariantsTest, WithAStepFoldedInAreValid) {
    const gl::Facts& facts = GetParam().facts;
    const effects::Effect brief = test::jet_effect();
    effects::Effect mixed = brief;
    mixed.emitters.push_back(test::jet());
    mixed.emitters.back().name = "turbulent";
    test::values_of(mixed.emitters.back(), "gusts");
    for (const GridStrategy grid : {GridStrategy::chained, GridStrategy::decoupled_lookback})
        for (const Step step : {Step::brief, Step::with_all, Step::peeled, Step::with_planes}) {
            const effects::Effect& effect = step == Step::brief         ? brief
                                            : step == Step::with_planes ? test::with_words(9)
                                                                        : mixed;
            const effects::StackProgram program = effects::program_of(effect);
            provide(library_, program.step);
            StepKind kind = step_kind(effect, program);
            kind.children = step != Step::brief;
            const compact::Fold fold{"particles/record_step.glsl",
                                     kind.fold_defines(step == Step::peeled),
                                     {},
                                     step == Step::with_all ? compact::ProducerCost::branchy_and_costly
                                                            : kind.fold_producer_cost(step == Step::peeled),
                                     kind.held()};
            const ScanChoice choice = scan::resolve_glsl(facts, {BlockScan::automatic, grid});
            for (const char* kernel : single_pass_kernels)
                add_kernel(kernel, name_of_choice(choice) + ".step" + std::to_string(static_cast<int>(step)),
                           variant(choice).defines(kind.shape(), &fold));
        }
    expect_valid();
}

// --- sorts ------------------------------------------------------------------------------------------------

class SortVariantsTest : public ScanVariantsTest {};

TEST_P(SortVariantsTest, AreValid) {
    const gl::Defines defines = sort::radix_variant(GetParam().facts).defines();
    for (const char* pass : {"plan", "count_digits", "move_by_digit"})
        add(pass, std::string("sort/radix_sort.comp#") + pass, defines);
    expect_valid();
}

std::string device_name(const ::testing::TestParamInfo<Device>& info) {
    std::string name = info.param.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Devices, ScanVariantsTest, ::testing::ValuesIn(devices()), device_name);
INSTANTIATE_TEST_SUITE_P(Devices, CompactVariantsTest, ::testing::ValuesIn(devices()), device_name);
// The sort ranks by subgroups only where these have 32 invocations.
INSTANTIATE_TEST_SUITE_P(Devices, SortVariantsTest, ::testing::Values(devices().front()), device_name);

// Proves that the tests above can fail: they see an error in code that only some devices compile.
TEST_F(ShaderVariantsTest, AnErrorAmongSubgroupsWouldBeSeen) {
    const gl::Facts facts = devices().front().facts;
    const ScanChoice fastest{BlockScan::subgroup, GridStrategy::decoupled_lookback};
    const scan::GlslVariant variant = scan::glsl_variant(facts, fastest, {});
    gl::Defines defines = scan::with_scan_kernel(variant.defines());
    defines.emplace_back("subgroupBallot", "subgroupBalot");
    add("broken", variant.file(), defines);
    EXPECT_FALSE(are_valid());
    EXPECT_NE(log().find("subgroupBalot"), std::string::npos) << log();
}

}  // namespace
}  // namespace winnow::particles
