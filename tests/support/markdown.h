// The tables of a Markdown document, so that tests compare rows of cells, and not how the document is laid
// out.
#pragma once

#include <string>
#include <vector>

namespace winnow::test {

using MarkdownRow = std::vector<std::string>;  // cells, without the spaces around them

/// A table below a heading, the head first; the line between head and rows is left out.
struct MarkdownTable {
    std::string heading;  // the last line before the table that is one, or begins in bold, without its marks
    std::vector<MarkdownRow> rows;
    bool operator==(const MarkdownTable&) const = default;
};

std::vector<MarkdownTable> tables_of(const std::string& markdown);

}  // namespace winnow::test
