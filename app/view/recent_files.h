// The effects' files that were opened or saved last, as the window offers them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/panel_facts.h"

namespace winnow::view {

class RecentFiles {
  public:
    /// `config`: the folder that keeps them between runs; empty: nothing is kept.
    explicit RecentFiles(std::filesystem::path config);

    /// Puts the file first.
    void add(const std::string& path);
    /// Finds out again which of the files exist: disks can be slow, so that it is done when they are shown
    /// only.
    void look_again();
    /// Each path; one without a file is greyed.
    const std::vector<Choice>& choices() const { return choices_; }

  private:
    std::filesystem::path config_;
    std::vector<Choice> choices_;
};

}  // namespace winnow::view
