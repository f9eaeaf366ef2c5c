// A kept report with any contents becomes a page or is refused in one line that names it.
#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "commands/command_line.h"
#include "commands/commands.h"
#include "hostile/attack.h"
#include "hostile/json_mutator.h"
#include "support/places.h"
#include "support/temporary_directory.h"

namespace winnow {
namespace {

using test::attack;
using test::Chance;

/// Does the work of `winnow bench TOPIC --report PAGE --from FILE`.
void make_page(const std::string& topic, const std::string& from, const std::string& page) {
    const std::vector<std::string> arguments{"bench", topic, "--report", page, "--from", from};
    std::string answer;
    const auto options = commands::parse_command_line(arguments, answer);
    ASSERT_TRUE(options) << answer;
    EXPECT_EQ(std::visit([](const auto& command) { return commands::run(command); }, *options), 0);
    EXPECT_NE(test::text_of(page).find("</html>"), std::string::npos);
}

class HostileReportTest : public ::testing::TestWithParam<const char*> {};

TEST_P(HostileReportTest, Reports) {
    const test::TemporaryDirectory folder;
    const std::string topic = GetParam();
    const std::string whole = test::text_of(test::source(
        "assets/results/h200-bench-" + std::string(topic == "scan" ? "scan-fastest" : topic) + ".json"));
    const std::string page = (folder.path() / "page.html").string();
    attack({"report-" + topic, "json", [&](Chance& chance) { return mutate_json(whole, chance); },
            [&](const std::string& path) { make_page(topic, path, page); }},
           0.025);
}

INSTANTIATE_TEST_SUITE_P(Topics, HostileReportTest,
                         ::testing::Values("scan", "compact", "sort", "cull", "frame"),
                         [](const auto& topic) { return std::string(topic.param); });

}  // namespace
}  // namespace winnow
