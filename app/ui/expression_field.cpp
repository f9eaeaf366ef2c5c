#include "ui/expression_field.h"

#include <imgui_internal.h>  // BringWindowToDisplayFront, GetKeyData

#include <algorithm>

#include "effects/expression/expression_listener.h"
#include "ui/text_field.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

constexpr std::size_t max_words_shown = 8;                          // in sight at once
constexpr float words_width = 260, list_gap = 2, list_padding = 4;  // natural pixels
constexpr std::string_view keys_tip =
    " While you type: Up and Down choose a word, Tab or Enter takes it, Esc closes the list, Ctrl+Space "
    "opens "
    "it.";
constexpr std::string_view bounds_tip =
    "All that it can be, by interval arithmetic: for every age, lifetime and random number of its particles, "
    "with the properties as they are. It may be less.";

/// Keeps a press of a key from ImGui's widgets while it lives.
class WithheldKey {
  public:
    explicit WithheldKey(ImGuiKey key) : held_(duration(key)), before_(held_) { held_ = not_held; }
    ~WithheldKey() { held_ = before_; }
    WithheldKey(const WithheldKey&) = delete;
    WithheldKey& operator=(const WithheldKey&) = delete;

  private:
    static constexpr float not_held = -1;
    static float& duration(ImGuiKey key) {
#if IMGUI_VERSION_NUM < 18700
        return ImGui::GetIO().KeysDownDuration[static_cast<std::size_t>(ImGui::GetKeyIndex(key))];
#else
        return ImGui::GetKeyData(key)->DownDuration;
#endif
    }
    float& held_;
    float before_;
};

bool was_struck(ImGuiKey key) {
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false);
}

void close(WordList& list) {
    list.words.clear();
    list.lit.reset();
    list.pointed.reset();
}

/// Puts the word in the place of the one before the cursor.
void take(WordList& list, std::size_t index, ImGuiInputTextCallbackData& data) {
    const std::string word = list.words[index].text;
    const std::string_view text(data.Buf, static_cast<std::size_t>(data.BufTextLen));
    const auto typed = static_cast<int>(word_before(text, static_cast<std::size_t>(data.CursorPos)).size());
    data.DeleteChars(data.CursorPos - typed, typed);
    data.InsertChars(data.CursorPos, word.c_str());
    close(list);
}

/// The list of a field while ImGui reads the keys.
struct Input {
    WordList& list;
    bool takes = false;   // the word that is lit
    bool leaves = false;  // Tab was pressed while no list was open
};

int on_input(ImGuiInputTextCallbackData* data) {
    auto& [list, takes, leaves] = *static_cast<Input*>(data->UserData);
    const bool is_tab = data->EventFlag == ImGuiInputTextFlags_CallbackCompletion;
    leaves = is_tab && list.words.empty();
    if (!list.words.empty()) {
        const std::size_t last = list.words.size() - 1;
        if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory) {
            const bool is_down = data->EventKey == ImGuiKey_DownArrow;
            if (!list.lit)
                list.lit = is_down ? 0 : last;
            else
                list.lit =
                    is_down ? (*list.lit < last ? *list.lit + 1 : 0) : (*list.lit > 0 ? *list.lit - 1 : last);
        }
        if (takes || is_tab) take(list, list.lit.value_or(0), *data);
        if (list.words.empty()) list.text.assign(data->Buf, static_cast<std::size_t>(data->BufTextLen));
    }
    list.cursor = static_cast<std::size_t>(data->CursorPos);
    return 0;
}

/// Finds the words for what was typed in this frame.
void find_words(Draw& draw, WordList& list, const std::string& pointer, const std::string& text) {
    const bool is_asked = ImGui::GetIO().KeyCtrl && was_struck(ImGuiKey_Space);
    if (text == list.text && !is_asked) return;
    list.text = text;
    close(list);
    const std::string_view word = word_before(text, list.cursor);
    if (word.empty() && !is_asked) return;
    list.words = completions(words_at(draw.settings(), pointer), word);
    const auto is_whole = [&](const KnownWord& one) { return one.text == word; };
    if (std::erase_if(list.words, is_whole) == 0 && !list.words.empty()) list.lit = 0;
}

/// Returns the place of the list: below the field or, where there is no room, above it.
ImVec2 place_of_list(ImVec2 size, float gap) {
    const ImVec2 least = ImGui::GetItemRectMin(), most = ImGui::GetItemRectMax();
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const bool fits = most.y + gap + size.y <= window.y;
    const float y = fits ? most.y + gap : std::max(least.y - gap - size.y, 0.0f);
    return {std::max(std::min(least.x, window.x - size.x), 0.0f), y};
}

/// Draws a word and, at the end of its line, what it is.
void draw_word(Draw& draw, WordList& list, std::size_t index, float width) {
    const KnownWord& word = list.words[index];
    const ImVec2 least = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeightWithSpacing(), pad = list_padding * draw.scale;
    const ImVec2 most(least.x + width, least.y + height);
    const bool is_lit = list.lit == index;
    if (ImGui::IsMouseHoveringRect(least, most)) list.pointed = index;
    if (is_lit || list.pointed == index)
        ImGui::GetWindowDrawList()->AddRectFilled(
            least, most, ImGui::GetColorU32(is_lit ? ImGuiCol_HeaderActive : ImGuiCol_HeaderHovered),
            ImGui::GetStyle().FrameRounding);
    ImGui::SetCursorScreenPos(ImVec2(least.x + pad, least.y));
    const float about = ImGui::CalcTextSize(word.about.c_str()).x;
    const float room = width - 2 * pad;
    ImGui::TextUnformatted(shortened(word.text, room).c_str());
    draw.map.add({fmt::format("{}/words/{}", list.field, word.text), least.x, least.y, width, height, true,
                  true, is_lit ? "focused" : "idle", word.about});
    const float own = ImGui::GetItemRectSize().x + 2 * pad;
    if (own + pad < room) {
        ImGui::SetCursorScreenPos(ImVec2(std::max(most.x - pad - about, least.x + own), least.y));
        ImGui::TextColored(color::dim, "%s", shortened(word.about, room - own + pad).c_str());
    }
    ImGui::SetCursorScreenPos(ImVec2(least.x, most.y));
}

void draw_list(Draw& draw, WordList& list) {
    const float pad = list_padding * draw.scale, width = words_width * draw.scale;
    const std::size_t count = std::min(list.words.size(), max_words_shown), lit = list.lit.value_or(0);
    const std::size_t first = lit < max_words_shown ? 0 : lit + 1 - max_words_shown;
    const float height = static_cast<float>(count) * ImGui::GetTextLineHeightWithSpacing();
    const ImVec2 size(width + 2 * pad, height + 2 * pad);
    ImGui::SetNextWindowPos(place_of_list(size, list_gap * draw.scale));
    ImGui::SetNextWindowSize(size);
    ImGui::SetNextWindowBgAlpha(1);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(pad, pad));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, ImGui::GetStyle().ItemSpacing.y));
    constexpr auto flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings |
                           ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav |
                           ImGuiWindowFlags_NoMove;
    list.pointed.reset();
    if (ImGui::Begin("##words", nullptr, flags)) {
        ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
        for (std::size_t i = first; i < first + count; ++i) draw_word(draw, list, i, width);
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
}

/// The keys and the click that the list takes, which the field does not see while this lives.
class TakenInput {
  public:
    TakenInput(WordList& list, bool is_open) : click_(ImGui::GetIO().MouseClicked[ImGuiMouseButton_Left]) {
        was_clicked_ = click_;
        if (!is_open) return;
        if (withhold(ImGuiKey_Escape)) {
            close(list);
        } else if (click_ && list.pointed) {
            click_ = false;
            list.lit = list.pointed;
            takes_ = true;
        } else if (list.lit) {
            takes_ = withhold(ImGuiKey_Enter) || withhold(ImGuiKey_KeyPadEnter);
        }
    }
    ~TakenInput() { click_ = was_clicked_; }
    TakenInput(const TakenInput&) = delete;
    TakenInput& operator=(const TakenInput&) = delete;

    /// True if the word that is lit is taken.
    bool takes() const { return takes_; }

  private:
    bool withhold(ImGuiKey key) {
        if (was_struck(key)) key_.emplace(key);
        return key_.has_value();
    }

    bool& click_;
    bool was_clicked_ = false, takes_ = false;
    std::optional<WithheldKey> key_;
};

/// Draws the field alone, and keeps the expression that it holds if it is right.
void text_part(Draw& draw, const std::string& name, const std::string& pointer, const std::string& value,
               std::string_view tip, float width, const TextInput& input) {
    std::optional<effects::Expression> heard;
    bool was_read = false;
    const effects::ExpressionListener listener([&](const effects::HeardExpression& one) {
        if (one.path.pointer() == pointer) heard = one.expression;
    });
    const auto edit_of = [&](const std::string& text) {
        was_read = true;
        return TextEdit{{pointer, text}, pointer};
    };
    text_field(draw, name, pointer, value, std::string(tip) + std::string(keys_tip), width, edit_of, input);
    if (was_read) draw.words.typed = std::move(heard);
}

}  // namespace

void expression_field(Draw& draw, const std::string& name, const std::string& pointer,
                      const std::string& value, std::string_view tip, float width) {
    WordList& list = draw.words;
    const bool is_open = list.field == name && !list.words.empty();
    constexpr auto flags = ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_CallbackCompletion |
                           ImGuiInputTextFlags_CallbackHistory;
    Input input{list};
    {
        const TakenInput taken(list, is_open);
        input.takes = taken.takes();
        text_part(draw, name, pointer, value, tip, width, {flags, on_input, &input});
    }
    if (input.leaves) ImGui::SetKeyboardFocusHere();
    if (!ImGui::IsItemActive()) {
        if (list.field == name) list = {};
        return;
    }
    const std::string& text = draw.typed.widget == pointer ? draw.typed.text : value;
    if (list.field != name) list = {name, text, list.cursor, {}, {}, {}, {}};
    find_words(draw, list, pointer, text);
    if (!list.words.empty()) draw_list(draw, list);
}

void expression_line(Draw& draw, const std::string& name, const std::string& pointer,
                     const std::string& value, std::string_view unit) {
    const bool is_typed = draw.typed.widget == pointer && draw.typed.instead_of == value;
    if (is_typed && !draw.typed.error.empty()) return text_error(draw, name, pointer, value);
    const bool is_new = is_typed && draw.words.field == name && draw.words.typed;
    const std::string bounds = is_new ? bounds_of(draw.settings(), pointer, *draw.words.typed, unit)
                                      : bounds_at(draw.settings(), pointer, unit);
    if (bounds.empty()) return;
    ImGui::Dummy(ImVec2(0, 0));
    go_to_controls(draw);
    ImGui::PushFont(draw.fonts.small);
    ImGui::TextColored(color::dim, "%s", shortened(bounds, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopFont();
    draw.map.add_last_item(name + "/bounds", true, bounds);
    tooltip(draw, fmt::format("{}. {}", bounds, bounds_tip));
}

}  // namespace winnow::ui
