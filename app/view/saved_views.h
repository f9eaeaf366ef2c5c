// The views of each effect: places of the camera that a person keeps by name, in the folder of the
// configuration and not in the effect's file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "render/camera.h"
#include "ui/config.h"

namespace winnow::view {

class SavedViews {
  public:
    static constexpr std::size_t max_effects = 64;  // the one that was changed longest ago is forgotten first

    /// `config`: the folder that keeps them between runs; empty: they last as long as the program.
    explicit SavedViews(std::filesystem::path config);

    /// From now on, the views are those of this effect: a built-in name or a path.
    void show(const std::string& effect);
    const std::vector<ui::SavedView>& views() const { return shown_; }
    /// Returns the pose of a view. Precondition: there is one at the index.
    render::Pose pose(std::size_t index) const;

    /// Keeps a pose under a name that no other view has; does nothing if there are max_views.
    void save(const render::Pose& pose);
    void rename(std::size_t index, const std::string& name);
    void remove(std::size_t index);

  private:
    void keep();

    std::filesystem::path config_;
    std::string effect_;
    std::vector<ui::SavedView> shown_;
    std::vector<ui::ViewsOfEffect> all_;  // the one that was changed last is the last
};

}  // namespace winnow::view
