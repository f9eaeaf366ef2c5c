#include "ui/finder.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <initializer_list>
#include <utility>

#include "base/error.h"
#include "effects/modules/module_files.h"
#include "ui/field_rows.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

constexpr const char *popup = "finder", *effect_kind = "effect";
constexpr float list_width = 420, rows_shown = 12;  // natural pixels; rows

std::vector<std::string> words_of(std::string_view query) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : std::string(query) + ' ') {
        if (c != ' ')
            word += c;
        else if (!word.empty())
            words.push_back(std::exchange(word, {}));
    }
    return words;
}

/// Collects what matches the words of a query.
class Search {
  public:
    explicit Search(std::string_view query) : words_(words_of(query)), query_(query) {}

    bool is_empty() const { return words_.empty(); }
    bool is_full() const { return found_.size() >= max_found; }
    void offer(std::string text, std::string kind, decltype(Found::place) place) {
        if (is_full()) return;
        const std::string all = text + ' ' + kind;
        const auto is_in = [&](const std::string& word) { return matches(all, word); };
        if (std::ranges::all_of(words_, is_in))
            found_.push_back({std::move(text), std::move(kind), std::move(place)});
    }
    /// Texts that begin with the query come before others; otherwise the order stays.
    std::vector<Found> take() {
        std::stable_partition(found_.begin(), found_.end(), [this](const Found& one) {
            return matches(std::string_view(one.text).substr(0, query_.size()), query_);
        });
        return std::move(found_);
    }

  private:
    std::vector<std::string> words_;
    std::string query_;
    std::vector<Found> found_;
};

void offer_effects(Search& search, const DocumentModel& document) {
    for (const Choice& one : document.built_in) search.offer(one.name, effect_kind, EffectName{one.name});
    for (const Choice& one : document.recent)
        if (one.available())
            search.offer(std::filesystem::path(one.name).filename().string(), "recent file",
                         EffectName{one.name});
}

/// Offers a row for each member of a struct that the panel shows; `only`: those with these keys.
template <typename Struct>
void offer_rows(Search& search, const Struct& shown, const std::string& section, const std::string& kind,
                std::optional<std::size_t> emitter = std::nullopt,
                std::initializer_list<std::string_view> only = {}) {
    effects::describe(shown, [&]<typename Member>(const effects::Field& field, const Member&) {
        if constexpr (HasRow<Member> || Varies<Member>)
            if (only.size() == 0 || std::ranges::count(only, field.key) > 0)
                search.offer(style_of(field).label, kind,
                             PanelPlace{section + "/" + std::string(field.key), emitter});
    });
}

void offer_modules(Search& search, const effects::Effect& effect, std::size_t emitter) {
    const effects::Emitter& one = effect.emitters[emitter];
    const effects::ModuleFinder find = effects::finder_in(effect.folder.path);
    for (std::size_t i = 0; i < one.modules.size() && !search.is_full(); ++i) {
        const std::string& name = one.modules[i].module;
        const std::string widget = fmt::format("emitter/modules/{}", i);
        search.offer(name, "module of " + one.name, PanelPlace{widget, emitter});
        try {
            for (const effects::Parameter& parameter : find(name)->parameters)
                search.offer(fmt::format("{}: {}", name, parameter.name), "module of " + one.name,
                             PanelPlace{widget + "/" + parameter.name, emitter});
        } catch (const Error&) {  // its file is broken
        }
    }
}

void offer_running_effect(Search& search, const effects::Effect& effect) {
    for (std::size_t i = 0; i < effect.emitters.size() && !search.is_full(); ++i) {
        const effects::Emitter& one = effect.emitters[i];
        search.offer(one.name, "emitter", PanelPlace{"emitter", i});
        offer_modules(search, effect, i);
        offer_rows(search, one, "emitter", "of the emitter " + one.name, i);
    }
    for (std::size_t i = 0; i < effect.scenery.objects.size(); ++i)
        search.offer(effect.scenery.objects[i].name, "object of the scenery",
                     PanelPlace{fmt::format("scenery/objects/{}", i), {}});
}

void offer_commands(Search& search) {
    for (const Key& key : keys())
        if (!key.what.empty() && !acts_while_held(key.command) && key.command != Command::find)
            search.offer(std::string(key.what), std::string(key.label), key.command);
}

void offer_settings(Search& search, const effects::Settings& settings) {
    const effects::Effect& effect = settings.effect;
    offer_rows(search, settings.simulation, "particles", "particles and time", {},
               {"capacity", "seed", "density", "time_scale"});
    offer_rows(search, effect.plane, "floor", "floor");
    offer_rows(search, effect.scenery, "scenery", "scenery");
    offer_rows(search, effect.scenery.water, "scenery/water", "water");
    offer_rows(search, effect.scenery.clouds, "scenery/clouds", "clouds");
    offer_rows(search, effect.scenery.fog, "scenery/fog", "fog");
    offer_rows(search, effect.view, "view", "camera", {},
               {"target", "distance", "yaw", "pitch", "orbit", "sway", "roll", "field_of_view", "near", "far",
                "aperture", "focus", "shutter", "bloom", "vignette"});
    offer_rows(search, effect.view.grading, "view/grading", "grading");
    offer_rows(search, settings.display, "drawing", "drawing", {},
               {"draw", "sorting", "sort_every", "sort_key_bits", "culling"});
    offer_rows(search, settings.display, "display", "display", {},
               {"vsync", "bloom", "vignette", "grading", "lens", "resolution", "dynamic_resolution",
                "picture_cap", "ui_scale", "high_contrast"});
    search.offer("milliseconds of each pass", "profile", PanelPlace{"passes"});
    search.offer("compare two ways to compute the run", "profile", PanelPlace{"compare"});
    search.offer("two versions side by side", "profile", PanelPlace{"versions"});
    search.offer("cost of modules", "profile", PanelPlace{"modules"});
}

/// Returns by how many entries the keys go down the list.
std::ptrdiff_t step_of_keys() {
    constexpr std::ptrdiff_t page = 6;
    const auto pressed = [](ImGuiKey key) -> std::ptrdiff_t {
        return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), true) ? 1 : 0;
    };
    return pressed(ImGuiKey_DownArrow) - pressed(ImGuiKey_UpArrow) +
           page * (pressed(ImGuiKey_PageDown) - pressed(ImGuiKey_PageUp));
}

}  // namespace

std::vector<Found> find_places(const Model& model, std::string_view query) {
    Search search(query);
    offer_effects(search, model.document);
    if (!search.is_empty()) offer_running_effect(search, model.settings->effect);
    offer_commands(search);
    if (!search.is_empty()) offer_settings(search, *model.settings);
    if (model.lab != nullptr && !search.is_empty())
        for (std::size_t i = 0; i < model.lab->lessons.size(); ++i)
            search.offer(model.lab->lessons[i].title, "lesson", LessonIndex{i});
    return search.take();
}

/// ImguiHost closes it on Esc, as every list.
void Finder::draw(Draw& draw, EmitterTree& tree, Reveal& reveal) {
    if (std::erase(draw.events.actions, Action::find) > 0) {
        query_.clear();
        chosen_ = 0;
        ImGui::OpenPopup(popup);
    }
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float width = std::min(list_width * draw.scale, window.x - 2 * edge_margin * draw.scale);
    ImGui::SetNextWindowPos(ImVec2(window.x / 2, window.y / 6), ImGuiCond_Always, ImVec2(0.5f, 0));
    ImGui::SetNextWindowSize(ImVec2(width, 0));
    if (!ImGui::BeginPopup(popup)) return;
    list(draw, tree, reveal);
    ImGui::EndPopup();
}

void Finder::list(Draw& draw, EmitterTree& tree, Reveal& reveal) {
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (ImGui::IsWindowAppearing()) {
        ImGui::SetKeyboardFocusHere();
        draw.events.actions.push_back(Action::look_for_recent);
    }
    const bool entered =
        ImGui::InputTextWithHint("##find", "find effects, emitters, modules, settings, commands", &query_,
                                 ImGuiInputTextFlags_EnterReturnsTrue);
    draw.map.add_last_item("finder/query", true, query_);
    if (ImGui::IsWindowAppearing() || query_ != seen_query_ || draw.settings().compiled != seen_) {
        found_ = find_places(draw.model, query_);
        seen_query_ = query_;
        seen_ = draw.settings().compiled;
        chosen_ = 0;
    }
    if (found_.empty()) return small_text(draw, color::dim, "nothing has these words");
    const std::ptrdiff_t step = step_of_keys();
    chosen_ = static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(chosen_) + step, 0, std::ssize(found_) - 1));
    const float row = 2 * ImGui::GetTextLineHeightWithSpacing();
    const float room = ImGui::GetIO().DisplaySize.y * 0.6f;
    const float height = std::min({row * static_cast<float>(found_.size()), row * rows_shown, room});
    std::optional<std::size_t> pressed = entered ? std::optional(chosen_) : std::nullopt;
    if (ImGui::BeginChild("found", ImVec2(0, height)))
        for (std::size_t i = 0; i < found_.size(); ++i) {
            const Found& one = found_[i];
            const auto* const effect = std::get_if<EffectName>(&one.place);
            const std::string_view pictured = effect != nullptr ? effect->name : std::string_view();
            if (list_entry(draw, fmt::format("finder/{}", i), one.text, one.kind, true, i == chosen_,
                           pictured))
                pressed = i;
            if (i == chosen_ && step != 0) ImGui::SetScrollHereY();
        }
    ImGui::EndChild();
    if (!pressed) return;
    ImGui::CloseCurrentPopup();
    go(draw, tree, reveal, found_[*pressed]);
}

void Finder::go(Draw& draw, EmitterTree& tree, Reveal& reveal, const Found& found) {
    if (const auto* command = std::get_if<Command>(&found.place))
        return perform(*command, draw.model, draw.events);
    if (const auto* effect = std::get_if<EffectName>(&found.place)) {
        draw.events.open = effect->name;
    } else if (const auto* lesson = std::get_if<LessonIndex>(&found.place)) {
        if (!draw.settings().display.lab) draw.events.edit("/display/lab", true);
        draw.events.lab.lesson = lesson->lesson;
    } else if (const auto* place = std::get_if<PanelPlace>(&found.place)) {
        if (!draw.settings().display.panel) draw.events.edit("/display/panel", true);
        if (place->emitter) tree.show(draw, *place->emitter);
        reveal.ask(place->widget);
    }
}

}  // namespace winnow::ui
