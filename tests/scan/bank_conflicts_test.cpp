// The claims about the padded block scans' bank conflicts, checked by the usual model with the shaders'
// places.
#include <gtest/gtest.h>

#include "gl/program.h"
#include "scan/glsl_variant.h"
#include "support/bank_conflicts.h"
#include "support/gl_fixture.h"
#include "support/places.h"
#include "support/temporary_directory.h"

namespace winnow::scan {
namespace {

class BankConflicts : public winnow::test::GlTest {
  protected:
    /// Returns the places where the shader puts the leaves of a tile, one row of 16 bytes each.
    std::vector<std::uint32_t> places(Element element, std::uint32_t leaves) {
        constexpr std::uint32_t row_bytes = 16, threads = 64;
        GlslVariant variant =
            glsl_variant(facts(), {BlockScan::blelloch_padded, GridStrategy::scan_then_propagate}, {element});
        variant.tuning.threads = threads;
        variant.tuning.thread_bytes = leaves / threads * row_bytes;
        folder_.write("leaf_places.comp",
                      winnow::test::text_of(winnow::test::source("tests/scan/leaf_places.comp")));
        const gl::Program program = library_.load_compute("leaf_places.comp", variant.defines());
        const gl::Buffer out = gl::plain_memory()->allocate(leaves * sizeof(std::uint32_t), "test places");
        out.bind_storage(0);
        program.dispatch({1});
        return out.read_all<std::uint32_t>(leaves);
    }

    winnow::test::ShippedShaders folder_;
    gl::ShaderLibrary library_{folder_.path()};
};

TEST_F(BankConflicts, AreThoseThatTheCatalogueNames) {
    for (const Element element : {Element::u32, Element::u64}) {
        if (!glsl_offers(facts(), {}, {element})) continue;
        for (const std::uint32_t leaves : {64u, 256u, 1024u, 2048u, 4096u}) {
            SCOPED_TRACE(::testing::Message() << name_of(element) << ", " << leaves << " leaves");
            winnow::test::expect_few_conflicts(places(element, leaves), bytes_of(element));
        }
    }
}

TEST_F(BankConflicts, AreManyWithoutPadding) {
    const auto itself = [](std::uint32_t leaf) { return leaf; };
    EXPECT_EQ(winnow::test::turns(blelloch(1024), "up-sweep", 4, itself), 32u);
    EXPECT_EQ(winnow::test::turns(blelloch(1024), "up-sweep", 8, itself), 16u);
}

}  // namespace
}  // namespace winnow::scan
