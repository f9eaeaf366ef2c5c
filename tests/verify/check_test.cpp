// The list of checks: what counts as a failure, and how it is reported.
#include "verify/checks.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "support/gl_fixture.h"

namespace winnow::verify {
namespace {

Check scan_of(std::uint64_t count) {
    Check check;
    check.name = "scan";
    check.backend = "glsl";
    check.block = "blelloch";
    check.grid = "scan-then-propagate";
    check.count = count;
    return check;
}

class ChecksTest : public test::GlTest {};

TEST_F(ChecksTest, FaultExceptionAndGlErrorAreFailures) {
    expect_gl_errors(1);
    Checks checks;
    checks.run(scan_of(1), [] { return std::string{}; });
    checks.run(scan_of(2), [] { return std::string("element 1 is wrong"); });
    checks.run(scan_of(3), []() -> std::string { throw std::runtime_error("lost"); });
    checks.run(scan_of(4), [] {
        glEnable(0xFFFF);
        return std::string{};
    });
    checks.skip(scan_of(5), "not here");
    EXPECT_EQ(checks.count(Status::pass), 1u);
    EXPECT_EQ(checks.count(Status::fail), 3u);
    EXPECT_EQ(checks.count(Status::skip), 1u);
    EXPECT_EQ(checks.all()[2].reason, "lost");
    EXPECT_TRUE(checks.all()[3].reason.starts_with("OpenGL error: ")) << checks.all()[3].reason;
}

TEST_F(ChecksTest, JsonHasEveryField) {
    Checks checks;
    checks.run(scan_of(9), [] { return std::string("wrong"); });
    checks.skip(scan_of(0), "not here");
    const auto json = to_json(checks);
    const auto& first = json["checks"][0];
    EXPECT_EQ(first["name"], "scan");
    EXPECT_EQ(first["backend"], "glsl");
    EXPECT_EQ(first["block"], "blelloch");
    EXPECT_EQ(first["grid"], "scan-then-propagate");
    EXPECT_EQ(first["count"], 9);
    EXPECT_EQ(first["status"], "fail");
    EXPECT_EQ(first["reason"], "wrong");
    EXPECT_TRUE(first["ms"].is_number());
    EXPECT_EQ(json["summary"].dump(), R"({"passed":0,"failed":1,"skipped":1})");
}

TEST_F(ChecksTest, TextNamesEachFailureAndEachReasonOnce) {
    Checks checks;
    checks.run(scan_of(1), [] { return std::string{}; });
    checks.run(scan_of(2), [] { return std::string("element 1 is wrong"); });
    checks.skip({.name = "scan", .backend = "cuda", .block = {}, .grid = {}, .reason = {}}, "no driver");
    checks.skip({.name = "compact", .backend = "cuda", .block = {}, .grid = {}, .reason = {}}, "no driver");
    const std::string text = ChecksText().next(checks);
    EXPECT_NE(text.find("FAIL (1 of 2)"), std::string::npos) << text;
    EXPECT_NE(text.find("FAILED: scan, glsl, blelloch, scan-then-propagate, 2: element 1 is wrong"),
              std::string::npos)
        << text;
    EXPECT_EQ(text.find("no driver"), text.rfind("no driver")) << text;
    EXPECT_EQ(counts_text(checks), "1 passed, 1 failed, 2 skipped");
}

TEST_F(ChecksTest, TextOfLaterChecksHasOnlyWhatIsNew) {
    Checks checks;
    ChecksText text;
    EXPECT_EQ(text.next(checks), "");
    checks.run(scan_of(1), [] { return std::string{}; });
    checks.skip({.name = "scan", .backend = "cuda", .block = {}, .grid = {}, .reason = {}}, "no driver");
    EXPECT_NE(text.next(checks).find("no driver"), std::string::npos);
    checks.skip({.name = "compact", .backend = "cuda", .block = {}, .grid = {}, .reason = {}}, "no driver");
    const std::string later = text.next(checks);
    EXPECT_NE(later.find("compact"), std::string::npos) << later;
    EXPECT_EQ(later.find("scan"), std::string::npos) << later;
    EXPECT_EQ(later.find("no driver"), std::string::npos) << later;
    EXPECT_EQ(text.next(checks), "");
}

}  // namespace
}  // namespace winnow::verify
