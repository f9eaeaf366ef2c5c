#include "view/saved_views.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace winnow::view {

SavedViews::SavedViews(std::filesystem::path config)
    : config_(std::move(config)), all_(ui::load_views(config_)) {}

void SavedViews::show(const std::string& effect) {
    if (effect == effect_) return;
    effect_ = effect;
    const auto found = std::ranges::find(all_, effect, &ui::ViewsOfEffect::effect);
    shown_ = found != all_.end() ? found->views : std::vector<ui::SavedView>();
}

render::Pose SavedViews::pose(std::size_t index) const {
    const ui::SavedView& view = shown_.at(index);
    return {view.target, view.distance, view.yaw, view.pitch, view.roll, view.field_of_view};
}

void SavedViews::save(const render::Pose& pose) {
    if (shown_.size() >= ui::max_views) return;
    std::string name;
    for (std::size_t number = 1; name.empty(); ++number) {
        const std::string wanted = fmt::format("view {}", number);
        if (std::ranges::count(shown_, wanted, &ui::SavedView::name) == 0) name = wanted;
    }
    shown_.push_back({name, pose.target, pose.distance, pose.yaw, pose.pitch, pose.roll, pose.field_of_view});
    keep();
}

void SavedViews::rename(std::size_t index, const std::string& name) {
    if (index >= shown_.size()) return;
    shown_[index].name = name;
    keep();
}

void SavedViews::remove(std::size_t index) {
    if (index >= shown_.size()) return;
    shown_.erase(shown_.begin() + static_cast<std::ptrdiff_t>(index));
    keep();
}

/// Views of an effect without a name last until another is opened. Another window may have kept views
/// meanwhile, so that the file is read again first.
void SavedViews::keep() {
    if (effect_.empty()) return;
    if (!config_.empty()) all_ = ui::load_views(config_);
    std::erase_if(all_, [&](const ui::ViewsOfEffect& one) { return one.effect == effect_; });
    if (!shown_.empty()) all_.push_back({effect_, shown_});
    if (all_.size() > max_effects) all_.erase(all_.begin());
    ui::save_views(config_, all_);
}

}  // namespace winnow::view
