#include "view/stack_presets.h"

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/input_file.h"
#include "base/output_file.h"

namespace winnow::view {
namespace {

constexpr const char *presets_folder = "presets", *preset_extension = ".json";
constexpr std::uint64_t max_preset_bytes = std::uint64_t{1} << 20;

}  // namespace

StackPresets::StackPresets(std::filesystem::path config, Notices& notices)
    : folder_(config.empty() ? std::move(config) : config / presets_folder), notices_(notices) {
    read();
}

void StackPresets::handle(const ui::PresetRequest& request) {
    using Kind = ui::PresetRequest::Kind;
    try {
        if (request.kind == Kind::save) save(request.preset);
        if (request.kind == Kind::rename) rename(request.name, request.to);
        if (request.kind == Kind::remove) remove(request.name);
    } catch (const Error& error) {
        notices_.warn(error.what());
    }
    read();
}

void StackPresets::read() {
    all_.clear();
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder_, error), end; entry != end;
         entry.increment(error)) {
        const std::filesystem::path& path = entry->path();
        if (path.extension() != preset_extension) continue;
        try {
            all_.push_back(effects::parse_preset(read_text_file(path.string(), max_preset_bytes),
                                                 path.string(), path.stem().string()));
        } catch (const Error& fault) {
            if (told_.insert(fault.what()).second)
                notices_.warn(std::string(fault.what()) + "; this preset is left out");
        }
    }
    std::ranges::sort(all_, {}, &effects::StackPreset::name);
}

std::filesystem::path StackPresets::file_of(const std::string& name) const {
    if (folder_.empty()) bad_input("there is no folder for presets: HOME is not set");
    return folder_ / (name + preset_extension);
}

void StackPresets::save(const effects::StackPreset& preset) const {
    const std::filesystem::path file = file_of(preset.name);
    std::error_code error;
    std::filesystem::create_directories(folder_, error);  // the file says why, if that fails
    require_regular_or_absent(file.string());
    write_file(file.string(), text_of(preset));
    notices_.info("The preset " + preset.name + " is kept: the menu of each Add module has it.");
}

void StackPresets::rename(const std::string& name, const std::string& to) const {
    const std::filesystem::path from = file_of(name), target = file_of(to);
    std::error_code error;
    if (std::filesystem::exists(target, error)) bad_input("{} is already the name of a preset", to);
    std::filesystem::rename(from, target, error);
    if (error) bad_input("the preset {} was not renamed: {}", name, error.message());
}

void StackPresets::remove(const std::string& name) const {
    std::error_code error;
    std::filesystem::remove(file_of(name), error);
    if (error) bad_input("the preset {} was not deleted: {}", name, error.message());
}

}  // namespace winnow::view
