// The presets of stacks that a person keeps, each as a file in the folder of the configuration.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "effects/format/stack_preset.h"
#include "ui/model.h"
#include "view/notices.h"

namespace winnow::view {

class StackPresets {
  public:
    /// `config`: the folder below which the files are; empty: there is none, and nothing can be kept.
    StackPresets(std::filesystem::path config, Notices& notices);

    /// Returns what the files hold, by name. Those that are broken are left out.
    const std::vector<effects::StackPreset>& all() const { return all_; }
    /// Reads the files again, because another window may have changed them, after it has done what is asked.
    /// A notice says what failed, and once for each fault which file is broken.
    void handle(const ui::PresetRequest& request);

  private:
    void read();
    void save(const effects::StackPreset& preset) const;
    void rename(const std::string& name, const std::string& to) const;
    void remove(const std::string& name) const;
    std::filesystem::path file_of(const std::string& name) const;

    std::filesystem::path folder_;  // empty: none
    Notices& notices_;
    std::vector<effects::StackPreset> all_;
    std::set<std::string> told_;  // faults
};

}  // namespace winnow::view
