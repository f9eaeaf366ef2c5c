#include "ui/clipping.h"

#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "effects/model/document.h"
#include "ui/text_field.h"
#include "ui/widgets.h"

namespace winnow::ui {

void copy_text(const nlohmann::ordered_json& value) {
    constexpr int spaces = 2;
    ImGui::SetClipboardText(value.dump(value.is_object() || value.is_array() ? spaces : -1).c_str());
}

std::optional<nlohmann::json> pasted_json(Draw& draw) {
    const char* const text = ImGui::GetClipboardText();
    try {
        return effects::parse_document(text != nullptr ? text : "", "the clipboard");
    } catch (const Error&) {
        draw.events.warning =
            "Nothing was pasted: the clipboard holds no JSON, such as a value that was copied here.";
        return std::nullopt;
    }
}

void paste(Draw& draw, const effects::Edit& edit, const std::string& what) {
    const std::string why = refusal(draw, edit);
    if (!why.empty()) {
        draw.events.warning = "Nothing was pasted: " + concise(why);
        return;
    }
    draw.events.what = what;
    draw.events.edits.push_back(edit);
}

Clip clip_by_keys(Draw& draw, bool is_pointed_at) {
    if (!is_pointed_at) return Clip::nothing;
    return std::exchange(draw.clip, Clip::nothing);
}

Clip clip_entries(Draw& draw, const std::string& name) {
    if (list_entry(draw, name + "/copy", "Copy", "as JSON text (Ctrl+C)", true, false)) return Clip::copy;
    if (list_entry(draw, name + "/paste", "Paste", "from JSON text (Ctrl+V)", true, false))
        return Clip::paste;
    return Clip::nothing;
}

}  // namespace winnow::ui
