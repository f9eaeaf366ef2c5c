#include "commands/notices.h"

#include <algorithm>

namespace winnow::commands {
namespace {

constexpr std::chrono::seconds news_stay{6};
constexpr std::size_t most_shown = 4;

}  // namespace

void Notices::add(ui::Notice::Kind kind, std::string text) {
    std::erase_if(shown_, [&](const Shown& s) { return s.notice.text == text; });
    if (shown_.size() == most_shown) shown_.erase(shown_.begin());
    shown_.push_back({{kind, std::move(text)}, Clock::now()});
}

std::vector<ui::Notice> Notices::current(Clock::time_point now) {
    std::erase_if(shown_, [&](const Shown& s) {
        return s.notice.kind == ui::Notice::Kind::info && now - s.since > news_stay;
    });
    std::vector<ui::Notice> notices;
    for (const Shown& s : shown_) notices.push_back(s.notice);
    return notices;
}

}  // namespace winnow::commands
