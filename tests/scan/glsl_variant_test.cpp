// The tuning of the GLSL scan's variants on devices of every kind.
#include "scan/glsl_variant.h"

#include <gtest/gtest.h>

#include <bit>

#include "scan/choices.h"
#include "scan/error_bound.h"

namespace winnow::scan {
namespace {

constexpr std::uint32_t row_bytes = 16;

/// Returns devices that differ in the facts that tuning reads.
std::vector<gl::Facts> devices() {
    std::vector<gl::Facts> all(4);  // the last has only OpenGL 4.5
    all[0].software = true;
    all[1].nvidia = true;
    all[1].limits.subgroup_size = 32;
    all[1].extensions = {"GL_ARB_gpu_shader_int64", "GL_NV_gpu_shader5", "GL_NV_shader_atomic_int64"};
    all[2].limits.subgroup_size = 64;
    return all;
}

template <typename F>
void for_variants(F&& f) {
    for (const gl::Facts& facts : devices())
        for (const auto& element : elements)
            for (const BlockScan block : test::all_blocks)
                for (const GridStrategy grid : test::all_grids) {
                    SCOPED_TRACE(test::identifier({block, grid}) + ' ' + std::string(element.name));
                    const ScanType type{element.value, Operator::add};
                    if (block != BlockScan::subgroup || facts.limits.subgroup_size > 0)
                        f(glsl_variant(facts, {block, grid}, type));
                }
}

// The error bound of floats depends on this.
TEST(GlslVariant, TakesNoMoreItemsPerThreadThanTheErrorBoundAllows) {
    for_variants([](const GlslVariant& variant) {
        EXPECT_LE(variant.tuning.thread_bytes / bytes_of(variant.type.element), max_items_per_thread);
    });
}

TEST(GlslVariant, HasPowersOfTwoOfThreadsAndOfRows) {
    for_variants([](const GlslVariant& variant) {
        EXPECT_TRUE(std::has_single_bit(variant.tuning.threads));
        EXPECT_TRUE(std::has_single_bit(variant.tuning.thread_bytes));
        EXPECT_GE(variant.tuning.thread_bytes, row_bytes);
        EXPECT_GT(variant.tuning.spin_limit, 0u);
    });
}

}  // namespace
}  // namespace winnow::scan
