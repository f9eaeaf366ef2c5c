#include "view/notices.h"

#include <algorithm>

namespace winnow::view {
namespace {

constexpr std::size_t max_shown = 4;

session::Clock::duration stay(const ui::Notice& notice) {
    const bool is_news = notice.kind == ui::Notice::Kind::info && notice.file.empty();
    return is_news ? Notices::news_stay : Notices::warnings_stay;
}

}  // namespace

void Notices::add(ui::Notice notice, session::Clock::time_point now) {
    std::erase_if(shown_, [&](const Shown& s) { return s.notice.text == notice.text; });
    if (shown_.size() == max_shown) {
        const auto passing = std::ranges::find(shown_, Unwritten::none, &Shown::kept);
        shown_.erase(passing == shown_.end() ? shown_.begin() : passing);
    }
    shown_.push_back({std::move(notice), now});
}

std::vector<ui::Notice> Notices::current(session::Clock::time_point now) {
    if (held_)
        for (Shown& s : shown_) s.since = now;
    std::erase_if(
        shown_, [&](const Shown& s) { return s.kept == Unwritten::none && now - s.since > stay(s.notice); });
    std::vector<ui::Notice> notices;
    for (const Shown& s : shown_) notices.push_back(s.notice);
    return notices;
}

}  // namespace winnow::view
