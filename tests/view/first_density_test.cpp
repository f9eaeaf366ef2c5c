// The density at which the window begins.
#include <gtest/gtest.h>

#include "effects/format/effect_file.h"
#include "effects/model/effect.h"
#include "gl/context.h"
#include "support/temporary_directory.h"
#include "view/opening.h"

namespace winnow::view {
namespace {

TEST(FirstDensityTest, IsLessWhereACpuDraws) {
    gl::Facts gpu, cpu;
    cpu.software = true;
    effects::Effect adds, covers;
    covers.emitters[0].blend = effects::EmitterBlend::alpha;
    EXPECT_GT(first_density("fountain", adds, gpu), 1);
    EXPECT_EQ(first_density("fountain", adds, gpu), first_density("smoke", covers, gpu));
    EXPECT_LT(first_density("fountain", adds, cpu), 1);
    EXPECT_LT(first_density("smoke", covers, cpu), first_density("fountain", adds, cpu));
}

TEST(FirstDensityTest, IsLeastWhereRibbonsCover) {
    gl::Facts gpu, cpu;
    cpu.software = true;
    const effects::Effect ink = effects::load("ink"), ball = effects::load("ribbon-ball");
    EXPECT_LT(first_density("ink", ink, gpu), first_density("ribbon-ball", ball, gpu));
    EXPECT_LT(first_density("ink", ink, cpu), first_density("smoke", effects::load("smoke"), cpu));
}

TEST(FirstDensityTest, OfAFileIsItsAuthors) {
    gl::Facts cpu;
    cpu.software = true;
    effects::Effect covers;
    covers.blend = effects::Blend::alpha;
    const test::TemporaryDirectory folder;
    folder.write("smoke.json", "{}");
    const std::string file = (folder.path() / "smoke.json").string();
    EXPECT_EQ(first_density(file, covers, cpu), 1);
    EXPECT_EQ(first_density(file, covers, {}), 1);
}

}  // namespace
}  // namespace winnow::view
