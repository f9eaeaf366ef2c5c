#include "render/golden.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
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
    std::string file =
        ::testing::UnitTest::GetInstance()->current_test_info()->name() + std::string("-") + name;
    // Tests with parameters have a slash in their names, and mistakes have spaces.
    std::ranges::replace_if(
        file, [](char c) { return c == '/' || c == ' '; }, '-');
    return (output_folder() / file).string();
}

std::string path_of(const std::string& name) {
    return (source("tests/render/golden") / (name + ".png")).string();
}

/// How two frames differ.
struct Deviation {
    render::Difference difference;
    double per_1000;  // pixels
    double excess;    // Verdict's
};

Deviation deviation(const render::Image& actual, const render::Image& expected, const Tolerance& tolerance) {
    Deviation found{render::compare(actual, expected, tolerance.steps), 0, 0};
    const double pixels = static_cast<double>(actual.size.width) * actual.size.height;
    found.per_1000 = 1000 * static_cast<double>(found.difference.beyond) / pixels;
    found.excess =
        std::max(found.per_1000 / tolerance.pixels_per_1000, found.difference.mean / tolerance.mean);
    return found;
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
    const std::string golden = path_of(name);
    if (replacing()) render::write_png(golden, actual);
    const render::Image expected = render::read_png(golden);
    const Deviation found = deviation(actual, expected, tolerance);
    Verdict verdict{found.excess <= 1, found.excess, {}, {}};
    verdict.words = fmt::format(
        "{}: {:.2f} of 1000 pixels differ by more than {} (most: {}; allowed: {}), mean {:.3f} "
        "(allowed: {})",
        name, found.per_1000, tolerance.steps, found.difference.most, tolerance.pixels_per_1000,
        found.difference.mean, tolerance.mean);
    if (verdict.same) return verdict;
    verdict.evidence = stem_of(name);
    write_evidence(verdict.evidence, actual, expected, found.difference.image);
    verdict.words += "; see " + verdict.evidence + "-difference.png";
    return verdict;
}

double excess_of_mistake(const std::string& name, const std::string& mistake, const render::Image& actual,
                         const Tolerance& tolerance, double least) {
    const double excess = deviation(actual, render::read_png(path_of(name)), tolerance).excess;
    if (excess < least) render::write_png(stem_of(name + "-" + mistake) + ".png", actual);
    return excess;
}

}  // namespace winnow::test
