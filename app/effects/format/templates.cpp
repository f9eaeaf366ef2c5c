#include "effects/format/templates.h"

#include <algorithm>

#include "base/embedded.h"
#include "base/error.h"
#include "base/text.h"
#include "effects/format/effect_file.h"

extern const std::span<const winnow::EmbeddedFile> winnow_embedded_templates;

namespace winnow::effects {
namespace {

constexpr std::string_view template_extension = ".json";

std::string_view name_of(const EmbeddedFile& file) {
    return file.path.substr(0, file.path.size() - template_extension.size());
}

}  // namespace

std::vector<std::string> template_names() {
    std::vector<std::string> names;
    for (const EmbeddedFile& file : winnow_embedded_templates) names.emplace_back(name_of(file));
    std::ranges::sort(names, {},
                      [](const std::string& name) { return std::pair(name != empty_template, name); });
    return names;
}

Effect load_template(const std::string& name) {
    for (const EmbeddedFile& file : winnow_embedded_templates)
        if (name_of(file) == name) return parse(file.contents(), std::string(file.path));
    const std::vector<std::string> names = template_names();
    const std::vector<std::string_view> views(names.begin(), names.end());
    bad_input("{}: no such template; must be {}", name, join_or(views));
}

}  // namespace winnow::effects
