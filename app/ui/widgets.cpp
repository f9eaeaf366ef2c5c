#include "ui/widgets.h"

#include <algorithm>
#include <bit>
#include <cctype>

#include "base/text.h"
#include "ui/reveal.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

constexpr float control_column = 108;  // natural pixels from the content's left edge
constexpr float list_width = 480;      // the most, of a list that explains its entries
constexpr float entry_width = 300;     // the least, of a list of entries

float begin_of_controls(const Draw& draw) {
    return control_column * draw.scale + ImGui::GetWindowContentRegionMin().x;
}

struct Indent {
    explicit Indent(float pixels) : pixels_(pixels) { ImGui::Indent(pixels_); }
    ~Indent() { ImGui::Unindent(pixels_); }
    Indent(const Indent&) = delete;
    float pixels_;
};

/// ImGui distinguishes widgets with the same text by the part after "##".
std::string with_id(std::string_view text, std::string_view name) {
    return fmt::format("{}##{}", text, name);
}

void push_accent() {
    ImGui::PushStyleColor(ImGuiCol_Button, color::accent);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, color::accent);
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, color::accent);
    ImGui::PushStyleColor(ImGuiCol_Text, color::on_accent);
}

bool press(const std::string& text, float width, bool enabled, bool accented) {
    if (!enabled) ImGui::BeginDisabled();
    if (accented) push_accent();
    const bool pressed = ImGui::Button(text.c_str(), ImVec2(width, 0));
    if (accented) ImGui::PopStyleColor(4);
    if (!enabled) ImGui::EndDisabled();
    return pressed;
}

void reasons(Draw& draw, std::span<const Choice> choices) {
    for (const Choice& choice : choices)
        if (!choice.available())
            small_text(draw, color::dim, fmt::format("{}: {}", choice.name, choice.reason));
}

/// Returns the choice's name; `auto` is followed by the choice that it stands for now.
std::string shown_name(const Choice& choice) {
    return choice.stands_for.empty() ? choice.name : fmt::format("{}: {}", choice.name, choice.stands_for);
}

const Choice* find_choice(std::span<const Choice> choices, std::string_view name) {
    const auto found =
        std::find_if(choices.begin(), choices.end(), [&](const Choice& c) { return c.name == name; });
    return found == choices.end() ? nullptr : &*found;
}

/// Returns the tooltip of the closed list: what the choice does, or why it has no effect.
std::string explanation(std::span<const Choice> choices, const Choice& chosen) {
    if (!chosen.available()) return chosen.reason;
    const Choice* meant = find_choice(choices, chosen.stands_for);
    return meant != nullptr ? fmt::format("{}: {}", meant->name, meant->summary) : chosen.summary;
}

/// Returns the line below a choice's name: what the choice does, or why it is not available. Neighbours that
/// share a reason show it once, below the last.
std::string_view line_below(std::span<const Choice> choices, std::size_t index) {
    const Choice& choice = choices[index];
    if (choice.available()) return choice.summary;
    const bool shared = index + 1 < choices.size() && choices[index + 1].reason == choice.reason;
    return shared ? std::string_view() : choice.reason;
}

float longest_line(Draw& draw, std::span<const Choice> choices) {
    float longest = 0;
    ImGui::PushFont(draw.fonts.small);
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const std::string_view line = line_below(choices, i);
        longest = std::max(longest, ImGui::CalcTextSize(line.data(), line.data() + line.size()).x);
    }
    ImGui::PopFont();
    return longest;
}

/// The closed list shows its choice dimmed if the choice has no effect.
bool begin_list(const std::string& section, const Choice& chosen) {
    const ImVec4& text = chosen.available() ? color::text : color::dim;
    ImGui::PushStyleColor(ImGuiCol_Text, text);
    const bool open = ImGui::BeginCombo(("##" + section).c_str(), shown_name(chosen).c_str());
    ImGui::PopStyleColor();
    return open;
}

void entry_text(Draw& draw, const std::string& text, std::string_view below, bool available, bool chosen) {
    ImVec4 name = chosen ? color::accent : color::text;
    if (!available) name.w *= ImGui::GetStyle().DisabledAlpha;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, draw.scale));
    ImGui::BeginGroup();
    ImGui::TextColored(name, "%s", text.c_str());
    if (!below.empty()) small_text(draw, color::dim, below);
    ImGui::EndGroup();
    ImGui::PopStyleVar();
}

/// Draws the picture of a built-in effect or a file, or leaves its place free, because it may come later;
/// what follows stands beside it. No name: there is none.
void thumbnail(Draw& draw, std::string_view effect) {
    const ImVec2 size(thumbnail_size.x * draw.scale, thumbnail_size.y * draw.scale);
    const auto built_in = std::ranges::find(draw.fonts.thumbnails, effect, &Thumbnail::effect);
    const auto& files = draw.model.document.pictures;
    const auto of_file = std::ranges::find(files, effect, &FilePicture::file);
    if (built_in != draw.fonts.thumbnails.end())
        ImGui::Image(ImGui::GetIO().Fonts->TexID, size, built_in->least, built_in->most);
    else if (of_file != files.end())
        ImGui::Image(std::bit_cast<ImTextureID>(of_file->image), size);
    else if (!effect.empty())
        ImGui::Dummy(size);
    else
        return;
    ImGui::SameLine();
}

}  // namespace

bool is_row_seen(ImVec2 corner) {
    return ImGui::IsRectVisible(corner, ImVec2(corner.x + 1, corner.y + ImGui::GetFrameHeight()));
}

void widen_next_list(Draw& draw, std::span<const Choice> choices) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float wanted = longest_line(draw, choices) + 2 * style.WindowPadding.x;
    const float room = ImGui::GetIO().DisplaySize.x - ImGui::GetCursorScreenPos().x;
    const float most = std::max(std::min(list_width * draw.scale, room), ImGui::GetContentRegionAvail().x);
    ImGui::SetNextWindowSizeConstraints(ImVec2(std::clamp(wanted, ImGui::GetContentRegionAvail().x, most), 0),
                                        ImVec2(FLT_MAX, FLT_MAX));
}

/// All lines of the entry can be pressed. Their height is known only after they are drawn, so they are drawn
/// first, into the channel above the one of the highlight.
bool list_entry(Draw& draw, const std::string& name, const std::string& text, std::string_view below,
                bool available, bool chosen, std::string_view pictured) {
    const auto flags = available ? ImGuiSelectableFlags_None : ImGuiSelectableFlags_Disabled;
    const ImVec2 at = ImGui::GetCursorPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    ImGui::BeginGroup();
    thumbnail(draw, pictured);
    entry_text(draw, text, below, available, chosen);
    ImGui::EndGroup();
    const float height = ImGui::GetItemRectSize().y;
    ImGui::SetCursorPos(at);
    list.ChannelsSetCurrent(0);
    const bool pressed = ImGui::Selectable(with_id("", name).c_str(), false, flags, ImVec2(0, height));
    draw.map.add_last_item(name, available, chosen);
    list.ChannelsMerge();
    return pressed;
}

void small_text(Draw& draw, const ImVec4& color, std::string_view text) {
    ImGui::PushFont(draw.fonts.small);
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

void refusal_text(Draw& draw, const std::string& name, std::string_view why) {
    const std::string text = concise(why);
    small_text(draw, color::bad, text);
    draw.map.add_last_item(name, true, text);
}

std::string shortened(const std::string& text, float width) {
    const auto fits = [&](const std::string& part) { return ImGui::CalcTextSize(part.c_str()).x <= width; };
    if (fits(text)) return text;
    constexpr unsigned char continuation = 0x80, continuation_mask = 0xC0;  // of a character in UTF-8
    const auto is_inside = [](char c) {
        return (static_cast<unsigned char>(c) & continuation_mask) == continuation;
    };
    std::string part = text;
    while (!part.empty() && !fits(part + "...")) {
        while (part.size() > 1 && is_inside(part.back())) part.pop_back();
        part.pop_back();
    }
    return part + "...";
}

void shorten_last_field(Draw& draw, const std::string& text, std::string_view tip) {
    constexpr const char* ellipsis = "...";
    const ImVec2 least = ImGui::GetItemRectMin(), most = ImGui::GetItemRectMax();
    const ImVec2 padding = ImGui::GetStyle().FramePadding;
    const float room = most.x - least.x - 2 * padding.x;
    if (ImGui::IsItemActive() || ImGui::CalcTextSize(text.c_str()).x <= room) return tooltip(draw, tip);
    const float left = std::max(most.x - padding.x - ImGui::CalcTextSize(ellipsis).x, least.x);
    const float edge = 1 + ImGui::GetStyle().FrameBorderSize;  // smoothed edges would lie on the border
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(ImVec2(left, least.y + edge), ImVec2(most.x - edge, most.y - edge),
                       ImGui::GetColorU32(ImGuiCol_FrameBg));
    list.AddText(ImVec2(left, least.y + padding.y), ImGui::GetColorU32(ImGuiCol_Text), ellipsis);
    tooltip(draw, tip.empty() ? text : fmt::format("{}\n{}", text, tip));
}

float label_width(const Draw& draw) {
    return begin_of_controls(draw) - ImGui::GetCursorPosX() - cell_gap * draw.scale;
}

void go_to_controls(const Draw& draw) {
    ImGui::SameLine(begin_of_controls(draw));
}

void label(Draw& draw, std::string_view text, std::string_view tip, const ImVec4& color) {
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    const float room = label_width(draw);
    const bool fits = ImGui::CalcTextSize(text.data(), text.data() + text.size()).x <= room;
    if (fits)
        ImGui::TextUnformatted(text.data(), text.data() + text.size());
    else
        ImGui::TextUnformatted(shortened(std::string(text), room).c_str());
    ImGui::PopStyleColor();
    if (fits)
        tooltip(draw, tip);
    else if (ImGui::IsItemHovered())
        tooltip(draw, fmt::format("{}: {}", text, tip));
    go_to_controls(draw);
}

bool button(Draw& draw, std::string_view name, const char* text, float width, std::optional<bool> on,
            bool enabled) {
    const bool pressed = press(with_id(text, name), width, enabled, on.value_or(false));
    draw.map.add_last_item(name, enabled, on ? nlohmann::json(*on) : nlohmann::json());
    return pressed;
}

bool matches(std::string_view text, std::string_view searched) {
    const auto equal = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    return std::search(text.begin(), text.end(), searched.begin(), searched.end(), equal) != text.end() ||
           searched.empty();
}

bool section(Draw& draw, std::string_view name, const char* text, bool open_at_first) {
    ImGui::Spacing();
    const auto fold = draw.layout.folds.find(name);
    const bool was_open = fold != draw.layout.folds.end() ? fold->second : open_at_first;
    ImGui::SetNextItemOpen(was_open || draw.reveal.opens(name));
    const bool open = ImGui::CollapsingHeader(with_id(text, name).c_str());
    if (open != was_open) draw.layout.folds.insert_or_assign(std::string(name), open);
    draw.map.add_last_item(name, true, open);
    return open;
}

bool heading(Draw& draw, const std::string& text, std::string_view tip, const std::string& name,
             const char* button_text, bool enabled) {
    ImGui::Spacing();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text.c_str());
    tooltip(draw, tip);
    const float width = ImGui::CalcTextSize(button_text).x + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    return button(draw, name, button_text, 0, std::nullopt, enabled);
}

void check_box(Draw& draw, std::string_view name, const char* text, const char* pointer, bool value) {
    if (ImGui::Checkbox(with_id(text, name).c_str(), &value)) draw.events.edit(pointer, value);
    draw.map.add_last_item(name, true, value);
}

void segments(Draw& draw, const std::string& section, const char* pointer, std::span<const Choice> choices,
              std::string_view chosen) {
    const float gap = 3 * draw.scale;
    const auto count = static_cast<float>(choices.size());
    const float width = (ImGui::GetContentRegionAvail().x - gap * (count - 1)) / count;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const Choice& choice = choices[i];
        if (i > 0) ImGui::SameLine(0, gap);
        const std::string name = section + "/" + choice.name;
        const bool is_chosen = choice.name == chosen;
        const bool pressed = press(with_id(choice.name, name), width, choice.available(), is_chosen);
        draw.map.add_last_item(name, choice.available(), is_chosen);
        tooltip(draw, choice.summary);
        if (pressed && !is_chosen) draw.events.edit(pointer, choice.name);
    }
    reasons(draw, choices);
}

void drop_down(Draw& draw, const std::string& section, const char* text, const char* pointer,
               std::span<const Choice> choices, std::string_view chosen) {
    label(draw, text);
    const Choice* now = find_choice(choices, chosen);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::SetNextItemWidth(-FLT_MIN);
    widen_next_list(draw, choices);
    const bool open = begin_list(section, now != nullptr ? *now : Choice{std::string(chosen), {}});
    if (!open) {
        draw.map.add_last_item(section, true, chosen);
        if (now != nullptr) tooltip(draw, explanation(choices, *now));
        return;
    }
    // While the list is open, ImGui's last item is inside it.
    const char* state = ImGui::IsMouseDown(ImGuiMouseButton_Left) ? "held" : "focused";
    draw.map.add({section, at.x, at.y, width, ImGui::GetFrameHeight(), true, true, state, chosen});
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const Choice& choice = choices[i];
        if (list_entry(draw, section + "/" + choice.name, shown_name(choice), line_below(choices, i),
                       choice.available(), choice.name == chosen))
            draw.events.edit(pointer, choice.name);
    }
    ImGui::EndCombo();
}

std::optional<std::size_t> entry_list(Draw& draw, const std::string& name, std::span<const ListEntry> entries,
                                      std::size_t chosen, const std::string& shown, float width) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::SetNextItemWidth(width);
    ImGui::SetNextWindowSizeConstraints(ImVec2(entry_width * draw.scale, 0), ImVec2(FLT_MAX, FLT_MAX));
    if (!ImGui::BeginCombo(("##" + name).c_str(), shown.c_str(), ImGuiComboFlags_HeightLarge)) {
        draw.map.add_last_item(name, true, entries[chosen].id);
        return std::nullopt;
    }
    const float drawn = width > 0 ? width : ImGui::GetWindowWidth();
    draw.map.add(
        {name, at.x, at.y, drawn, ImGui::GetFrameHeight(), true, true, "focused", entries[chosen].id});
    std::optional<std::size_t> pressed;
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (list_entry(draw, name + "/" + entries[i].id, entries[i].text, entries[i].below, true,
                       i == chosen))
            pressed = i;
    ImGui::EndCombo();
    return pressed;
}

void draw_fold(ImVec2 centre, float size, bool is_open, ImU32 color) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto at = [&](float x, float y) { return ImVec2(centre.x + x * size, centre.y + y * size); };
    if (is_open)
        list.AddTriangleFilled(at(-0.5f, -0.3f), at(0.5f, -0.3f), at(0, 0.5f), color);
    else
        list.AddTriangleFilled(at(-0.3f, -0.5f), at(0.5f, 0), at(-0.3f, 0.5f), color);
}

}  // namespace winnow::ui
