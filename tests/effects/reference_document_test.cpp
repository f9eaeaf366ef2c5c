// Checks that the tables of the documentation of effects say what the tables of fields, modules and
// expressions say.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "base/error.h"
#include "effects/format/effect_file.h"
#include "effects/reference.h"
#include "support/markdown.h"
#include "support/places.h"
#include "support/temporary_directory.h"

namespace winnow::effects {
namespace {

using test::MarkdownRow;
using test::MarkdownTable;

/// Returns what the document's tables lack of this one, a line each; empty if they have it, in its order and
/// with nothing more. A table of expressions stands below any heading.
std::string lacking(const std::vector<MarkdownTable>& document, const MarkdownTable& table) {
    const auto is_it = [&](const MarkdownTable& other) {
        return other.rows.front() == table.rows.front() &&
               (table.heading.empty() || other.heading == table.heading);
    };
    const auto found = std::ranges::find_if(document, is_it);
    if (found == document.end()) return "no table below " + table.heading;
    std::string text;
    for (const MarkdownRow& row : table.rows)
        if (std::ranges::find(found->rows, row) == found->rows.end()) text += fmt::format("no row {}\n", row);
    for (const MarkdownRow& row : found->rows)
        if (std::ranges::find(table.rows, row) == table.rows.end())
            text += fmt::format("too much: {}\n", row);
    return text.empty() && found->rows != table.rows ? "another order" : text;
}

void expect_said(const std::string& document, const std::string& reference) {
    const auto tables = test::tables_of(document);
    const auto expected = test::tables_of(reference);
    ASSERT_FALSE(expected.empty());
    for (const MarkdownTable& table : expected)
        EXPECT_EQ(lacking(tables, table), "") << "in docs/effects.md, below " << table.heading;
    std::istringstream lines(reference);
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with('|')) {
            EXPECT_NE(document.find(line), std::string::npos) << "docs/effects.md lacks: " << line;
        }
}

TEST(ReferenceDocument, SaysWhatTheTablesSay) {
    const std::string text = test::text_of(test::source("docs/effects.md"));
    for (const std::string& reference :
         {module_reference_markdown(), expression_reference_markdown(), effect_reference_markdown(),
          module_function_markdown(), settings_reference_markdown()})
        expect_said(text, reference);
}

/// Returns the texts between marks of code.
std::vector<std::string> code_in(const std::string& text) {
    std::vector<std::string> all;
    for (std::size_t begin = 0; (begin = text.find('`', begin)) != std::string::npos;) {
        const std::size_t end = text.find('`', ++begin);
        all.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return all;
}

bool is_effect(const std::string& text) {
    try {
        parse(text, "text");
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// True if an effect can have this module in a stack, or this member, or an emitter can.
bool can_be_copied(const std::string& code) {
    const auto emitter = [](const std::string& members) {
        return R"({"format": 2, "emitters": [{)" + members +
               R"(}, {"name": "parent", "children": [{"emitter": "child"}]}, {"name": "sparks", "rate": 0}]})";
    };
    if (code.starts_with('{'))
        return is_effect(emitter(R"("name": "child", "rate": 0, "modules": [)" + code + "]"));
    return is_effect(emitter(R"("name": "child", )" + code)) || is_effect(R"({"format": 2, )" + code + "}");
}

TEST(ReferenceDocument, AdvisesNothingThatThereIsNot) {
    const std::string text = test::text_of(test::source("docs/effects.md"));
    const auto tables = test::tables_of(text);
    const auto found = std::ranges::find_if(
        tables, [](const MarkdownTable& table) { return table.rows.front().front() == "I want …"; });
    ASSERT_NE(found, tables.end());
    EXPECT_GE(found->rows.size(), 30u);
    for (std::size_t i = 1; i < found->rows.size(); ++i)
        for (const std::string& code : code_in(found->rows[i].at(1)))
            if (code.starts_with('{') || code.starts_with('"'))
                EXPECT_TRUE(can_be_copied(code)) << code;
            else  // a word that the other tables have
                EXPECT_TRUE(code == "kind" || text.find("| `" + code + "` |") != std::string::npos ||
                            text.find("**" + code + "**") != std::string::npos ||
                            text.find("`" + code + "`: ") != std::string::npos)
                    << code;
}

TEST(ReferenceDocument, AnotherCellAMissingRowAndAnotherOrderAreFound) {
    const std::string reference = "### a\n\n| k | v |\n| --- | --- |\n| x | 1 |\n| y | 2 |\n";
    const MarkdownTable table = test::tables_of(reference).front();
    const auto lacking_in = [&](const std::string& document) {
        return lacking(test::tables_of(document), table);
    };
    EXPECT_EQ(lacking_in("# b\n\n" + reference), "");
    EXPECT_EQ(lacking_in("### a\n\n|k|v|\n|:-|-:|\n|x|1|\n|y|2|\n"), "") << "spaces say nothing";
    EXPECT_NE(lacking_in("### a\n\n| k | v |\n| --- | --- |\n| x | 3 |\n| y | 2 |\n"), "");
    EXPECT_NE(lacking_in("### a\n\n| k | v |\n| --- | --- |\n| x | 1 |\n"), "");
    EXPECT_NE(lacking_in("### a\n\n| k | v |\n| --- | --- |\n| x | 1 |\n| y | 2 |\n| z | 3 |\n"), "");
    EXPECT_NE(lacking_in("### a\n\n| k | v |\n| --- | --- |\n| y | 2 |\n| x | 1 |\n"), "");
    EXPECT_NE(lacking_in("### b\n\n| k | v |\n| --- | --- |\n| x | 1 |\n| y | 2 |\n"), "");
}

}  // namespace
}  // namespace winnow::effects
