#include "lab/page.h"

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/text.h"
#include "lab/lesson_text.h"
#include "lab/listing.h"
#include "lab/network_view.h"
#include "lab/svg.h"

extern const std::span<const winnow::EmbeddedFile> winnow_embedded_lab;

namespace winnow::lab {
namespace {

using Parts = std::map<std::string_view, std::string>;

std::string filled(std::string_view name, const Parts& parts) {
    return filled_template(winnow_embedded_lab, name, parts);
}

std::string frame_item(std::string_view attributes, const Counts& counts, std::string_view title,
                       std::string_view sentence) {
    return fmt::format("<li{} data-counts=\"{}\"><b>{}</b> {}</li>\n", attributes, text_of(counts),
                       escaped(title), escaped(sentence));
}

/// Returns the frames in words, and the whole run after them.
std::string frame_items(const Execution& run) {
    std::string items;
    for (const Frame& frame : run.frames) items += frame_item("", frame.counts, frame.title, frame.sentence);
    const Frame& last = run.frames.back();
    const bool compared = last.first_row > run.result_row;
    return items + frame_item(" class=\"whole now\"", last.counts, "The whole run",
                              compared ? last.sentence : "All steps at once, from the input to the result.");
}

std::string counter_items(const Counts& counts) {
    std::string items;
    for (const Counter& counter : counters(counts))
        items += fmt::format("<li><b>{}</b> {}</li>\n", grouped(counter.count), counter.noun);
    return items;
}

std::string remark_items(const Lesson& lesson, const Execution& run) {
    std::string items;
    for (const std::string& remark : remarks(lesson, run))
        items += fmt::format("<li>{}</li>\n", escaped(remark));
    return items;
}

/// Returns the lines of each frame, such as "6-11", and "-" for a frame that no line of the kernel makes.
std::string ranges_of(const Listing& listing, const Execution& run) {
    std::vector<std::string> ranges;
    for (const Frame& frame : run.frames) {
        const auto lines = listing.lines_of(frame);
        ranges.push_back(lines ? fmt::format("{}-{}", lines->first, lines->last) : "-");
    }
    return fmt::format("{}", fmt::join(ranges, " "));
}

/// Returns the sources of the lesson's teaching kernel, or nothing if it has none.
std::string listings_of(const Lesson& lesson, const Execution& run) {
    if (lesson.ground != LessonGround::teaching_kernel) return {};
    std::string listings;
    for (const Language language : {Language::glsl, Language::cuda}) {
        const Listing listing = listing_of(lesson, language);
        std::string lines;
        for (const std::string_view line : listing.lines)
            lines += fmt::format("<span>{}\n</span>", escaped(line));
        listings += filled("listing.html",
                           {{"path", listing.path}, {"ranges", ranges_of(listing, run)}, {"lines", lines}});
    }
    return filled("listings.html", {{"listings", listings}});
}

/// Makes the lesson's article. `heading` is the element of its title.
std::string article_of(const Lesson& lesson, const Execution& run, std::string_view command,
                       std::string_view heading) {
    const Drawing drawing = draw_network(lesson, run);
    return filled("lesson.html", {{"id", std::string(lesson.id)},
                                  {"heading", std::string(heading)},
                                  {"title", escaped(lesson.title)},
                                  {"summary", escaped(lesson.summary)},
                                  {"author", escaped(lesson.source.author)},
                                  {"source", escaped(lesson.source.title)},
                                  {"ground", std::string(name_of(lesson.ground))},
                                  {"frames", frame_items(run)},
                                  {"width", fmt::format("{:.0f}", drawing.size.x)},
                                  {"height", fmt::format("{:.0f}", drawing.body_height())},
                                  {"drawing", svg_of_all_frames(drawing)},
                                  {"counters", counter_items(run.frames.back().counts)},
                                  {"remarks", remark_items(lesson, run)},
                                  {"listings", listings_of(lesson, run)},
                                  {"command", escaped(command)}});
}

}  // namespace

std::string command_of(const Lesson& lesson) {
    return fmt::format("winnow lab {}", lesson.id);
}

std::string page_of_all_lessons() {
    std::string contents, articles;
    for (const ChapterFacts& chapter : chapters()) {
        Parts parts{{"id", std::string(chapter.id)},
                    {"title", escaped(chapter.title)},
                    {"summary", escaped(chapter.summary)}};
        for (const Lesson& lesson : lessons()) {
            if (lesson.chapter != chapter.chapter) continue;
            parts["links"] +=
                fmt::format("<li><a href=\"#{}\">{}</a></li>\n", lesson.id, escaped(lesson.title));
            parts["lessons"] +=
                article_of(lesson, execute(lesson, {lesson.example}), command_of(lesson), "h3");
        }
        contents += filled("contents.html", parts);
        articles += filled("chapter.html", parts);
    }
    return filled("page.html", {{"title", "Scans, step by step"},
                                {"navigation", filled("navigation.html", {{"contents", contents}})},
                                {"welcome", filled("welcome.html", {})},
                                {"lessons", articles}});
}

std::string page_of(const Lesson& lesson, const Execution& run, std::string_view command) {
    return filled("page.html", {{"title", escaped(lesson.title)},
                                {"navigation", ""},
                                {"welcome", ""},
                                {"lessons", article_of(lesson, run, command, "h1")}});
}

}  // namespace winnow::lab
