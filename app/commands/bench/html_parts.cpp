#include "commands/bench/html_parts.h"

#include <fmt/format.h>

#include "commands/bench/html_style.h"
#include "commands/bench/report_parts.h"
#include "commands/bench/svg_chart.h"

namespace winnow::commands {
namespace {

std::string fact(std::string_view name, const std::string& value) {
    if (value.empty()) return {};
    return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", name, escaped(value));
}

std::string left_out_list(const std::vector<LeftOut>& rows) {
    if (rows.empty()) return {};
    std::string html = fmt::format("<details><summary>{} left out</summary><ul>\n", rows.size());
    for (const LeftOut& row : rows)
        html += fmt::format("<li>{}: {}</li>\n", escaped(row.what), escaped(row.reason));
    return html + "</ul></details>\n";
}

}  // namespace

std::string section(std::string_view title, std::string_view lead, const std::string& content) {
    if (content.empty()) return {};
    return fmt::format("<section><h2>{}</h2><p>{}</p>\n{}</section>\n", title, lead, content);
}

std::string page_header(std::string_view title, std::string_view result, const DocumentHead& head,
                        const std::vector<std::pair<std::string_view, std::string>>& facts) {
    std::string html =
        fmt::format("<header><h1>{}</h1><p class=machine>{}</p>", escaped(title), escaped(head.device));
    if (!result.empty()) html += fmt::format("<p class=result>{}</p>", result);
    html += "<dl>";
    html += fact("OpenGL", head.driver);
    for (const auto& [name, value] : facts) html += fact(name, value);
    return html + fact("measured", head.date) + fact("winnow", head.version) + fact("commit", head.commit) +
           "</dl></header>\n";
}

std::string to_html(const Card& card) {
    return fmt::format(
        "<div class=\"card colour-{}\"><h3>{}</h3><p class=big>{}<small> {}</small></p>"
        "<p>{}</p><p class=pair>{}</p></div>\n",
        card.colour, card.title, card.figure, card.unit, card.line, card.small);
}

std::string cards(const std::vector<Card>& list) {
    std::string html;
    for (const Card& card : list) html += to_html(card);
    return html.empty() ? html : "<div class=cards>" + html + "</div>\n";
}

std::string rows_table(std::string_view head, const std::string& rows) {
    return fmt::format("<div class=scroll><table class=rows><tr>{}</tr>\n{}</table></div>\n", head, rows);
}

std::string microseconds_cell(double ms) {
    return fmt::format("<td>{}</td>", microseconds(ms));
}

std::string faults_section(const std::vector<std::string>& faults) {
    if (faults.empty()) return {};
    std::string html = "<ul>\n";
    for (const std::string& fault : faults) html += fmt::format("<li>{}</li>\n", escaped(fault));
    return section("Wrong results", "They have no speed, and no row.", html + "</ul>\n");
}

std::string method_section(const std::string& method, const std::vector<LeftOut>& left_out) {
    return section("How it was measured", method.empty() ? "The kept results do not say." : escaped(method),
                   left_out_list(left_out) + " ");
}

std::string page(std::string_view title, const std::string& body) {
    return fmt::format(
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
        "<meta name=viewport content=\"width=device-width,initial-scale=1\"><title>{}</title>\n"
        "<style>{}</style></head>\n<body><main>\n{}</main></body></html>\n",
        escaped(title), html_style, body);
}

}  // namespace winnow::commands
