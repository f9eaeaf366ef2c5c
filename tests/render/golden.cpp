#include "render/golden.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "support/places.h"

namespace winnow::test {
namespace {

bool replacing() {
    const char* wanted = std::getenv("WINNOW_WRITE_GOLDEN");
    return wanted != nullptr && std::string_view(wanted) == "1";
}

/// Contains the name of the test too, because tests run at the same time.
std::string stem_of(const std::string& name) {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    return (output_folder() / info->name()).string() + "-" + name;
}

void write_evidence(const std::string& stem, const render::Image& actual, const render::Image& expected,
                    const render::Image& difference) {
    render::write_png(stem + "-actual.png", actual);
    render::write_png(stem + "-expected.png", expected);
    render::write_png(stem + "-difference.png", difference);
}

}  // namespace

Tolerance tolerance_of(const gl::Facts& facts) {
    if (facts.renderer.find("llvmpipe") != std::string::npos) return {8, 2, 0.15};
    return {24, 15, 0.8};
}

Verdict compare_with_golden(const std::string& name, const render::Image& actual,
                            const Tolerance& tolerance) {
    const std::string golden = (source("tests/render/golden") / (name + ".png")).string();
    if (replacing()) render::write_png(golden, actual);
    const render::Image expected = render::read_png(golden);
    const render::Difference difference = render::compare(actual, expected, tolerance.steps);
    const double pixels = static_cast<double>(actual.size.width) * actual.size.height;
    const double per_1000 = 1000 * static_cast<double>(difference.beyond) / pixels;
    Verdict verdict;
    verdict.same = per_1000 <= tolerance.pixels_per_1000 && difference.mean <= tolerance.mean;
    verdict.words = fmt::format(
        "{}: {:.2f} of 1000 pixels differ by more than {} (most: {}; allowed: {}), mean {:.3f} "
        "(allowed: {})",
        name, per_1000, tolerance.steps, difference.most, tolerance.pixels_per_1000, difference.mean,
        tolerance.mean);
    if (verdict.same) return verdict;
    verdict.evidence = stem_of(name);
    write_evidence(verdict.evidence, actual, expected, difference.image);
    verdict.words += "; see " + verdict.evidence + "-difference.png";
    return verdict;
}

}  // namespace winnow::test
