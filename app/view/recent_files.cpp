#include "view/recent_files.h"

#include <utility>

#include "base/output_file.h"
#include "effects/format/effect_file.h"
#include "ui/config.h"

namespace winnow::view {
namespace {

std::vector<Choice> choices_of(const std::vector<std::string>& paths) {
    std::vector<Choice> choices;
    for (const std::string& path : paths)
        choices.push_back({path, "", effects::is_file(path) ? "" : "this file no longer exists"});
    return choices;
}

}  // namespace

RecentFiles::RecentFiles(std::filesystem::path config)
    : config_(std::move(config)), choices_(choices_of(ui::load_recent(config_))) {}

void RecentFiles::add(const std::string& path) {
    choices_ = choices_of(ui::add_recent(config_, absolute_path(path)));
}

void RecentFiles::look_again() {
    std::vector<std::string> paths;
    for (const Choice& one : choices_) paths.push_back(one.name);
    choices_ = choices_of(paths);
}

}  // namespace winnow::view
