#include "imgui_fixture.h"

#include <iterator>
#include <string_view>
#include <utility>

namespace winnow::test {
namespace {

template <typename Table>
std::vector<Choice> all_of(const Table& table) {
    std::vector<Choice> choices;
    for (const auto& row : table) choices.push_back({std::string(row.name), std::string(row.summary)});
    return choices;
}

template <typename Value>
void take_newer(std::optional<Value>& old, std::optional<Value> newer) {
    if (newer) old = std::move(newer);
}

void add(ui::LabEvents& all, ui::LabEvents more) {
    all.actions.insert(all.actions.end(), more.actions.begin(), more.actions.end());
    take_newer(all.lesson, more.lesson);
    take_newer(all.beside, more.beside);
    take_newer(all.frame, more.frame);
    take_newer(all.values, std::move(more.values));
    take_newer(all.op, std::move(more.op));
    take_newer(all.kernel, std::move(more.kernel));
    take_newer(all.look, std::move(more.look));
    take_newer(all.number, std::move(more.number));
    take_newer(all.race_elements, more.race_elements);
    take_newer(all.particle, more.particle);
}

void add(ui::LifeEvents& all, const ui::LifeEvents& more) {
    for (const auto asked :
         {&ui::LifeEvents::stop, &ui::LifeEvents::to_birth, &ui::LifeEvents::to_death,
          &ui::LifeEvents::export_life, &ui::LifeEvents::to_lab, &ui::LifeEvents::open_table,
          &ui::LifeEvents::close_table, &ui::LifeEvents::export_table})
        all.*asked = all.*asked || more.*asked;
    take_newer(all.picks, more.picks);
    take_newer(all.camera_follows, more.camera_follows);
    take_newer(all.sort_by, more.sort_by);
    take_newer(all.row, more.row);
    take_newer(all.relative, more.relative);
}

void add(ui::ProfileEvents& all, ui::ProfileEvents more) {
    take_newer(all.paused, more.paused);
    take_newer(all.file, more.file);
    take_newer(all.compare, std::move(more.compare));
    all.measure_copy = all.measure_copy || more.measure_copy;
    all.stop_comparing = all.stop_comparing || more.stop_comparing;
    all.measure_modules = all.measure_modules || more.measure_modules;
}

void add(ui::Events& all, ui::Events more) {
    std::move(more.edits.begin(), more.edits.end(), std::back_inserter(all.edits));
    all.actions.insert(all.actions.end(), more.actions.begin(), more.actions.end());
    all.gesture = more.gesture;
    if (more.open) all.open = std::move(more.open);
    if (!more.warning.empty()) all.warning = more.warning;
    if (!more.what.empty()) all.what = more.what;
    take_newer(all.solo, std::move(more.solo));
    if (more.create) all.create = std::move(more.create);
    if (more.save_path) all.save_path = std::move(more.save_path);
    if (more.carry != ui::CarryFiles::ask) all.carry = more.carry;
    take_newer(all.view, std::move(more.view));
    take_newer(all.preset, std::move(more.preset));
    take_newer(all.changes_done, more.changes_done);
    all.wants_differences = all.wants_differences || more.wants_differences;
    if (more.seek) all.seek = more.seek;
    if (more.loop) all.loop = more.loop;
    if (more.edit_place) all.edit_place = more.edit_place;
    add(all.profile, std::move(more.profile));
    take_newer(all.versions.show, std::move(more.versions.show));
    take_newer(all.versions.bar, more.versions.bar);
    all.versions.stop = all.versions.stop || more.versions.stop;
    if (more.picture) all.picture = more.picture;
    if (more.film) all.film = std::move(more.film);
    all.stops_film = all.stops_film || more.stops_film;
    all.holds_notices = all.holds_notices || more.holds_notices;
    if (more.show_file) all.show_file = std::move(more.show_file);
    add(all.lab, std::move(more.lab));
    add(all.life, more.life);
}

}  // namespace

void PanelTest::SetUp() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DeltaTime = 1.0f / 60;
    resize(ImVec2(1200, 3000), 1);  // so high that nothing needs scrolling

    settings_.effect.emitters.resize(3);
    model_.settings = &settings_;
    model_.choices = {all_of(backends), all_of(block_scans), all_of(grid_strategies), all_of(compactions)};
    model_.passes = {{"simulate", "moves every particle", 1.5, 0, true},
                     {"scan", "offsets of the survivors", 2.5, 0, true}};
    settle();
}

void PanelTest::resize(ImVec2 size, float scale) {
    ImGui::GetIO().DisplaySize = size;
    if (std::exchange(scale_, scale) == scale) return;
    ui::apply_theme(scale);
    fonts_ = ui::load_fonts(scale);
}

void PanelTest::TearDown() {
    ImGui::DestroyContext();
}

ui::Events PanelTest::frame() {
    ui::Events events;
    events.actions = std::exchange(asked_, {});
    ImGui::NewFrame();
    panel_.draw(model_, fonts_, scale_, map_, events);
    ImGui::Render();
    return events;
}

void PanelTest::settle() {
    for (int i = 0; i < 3; ++i) frame();
}

void PanelTest::apply(const ui::Events& events) {
    for (const effects::Edit& edit : events.edits) settings_ = effects::apply(settings_, edit);
    settle();
}

nlohmann::json PanelTest::value(const std::string& pointer) const {
    return *effects::value_at(settings_, pointer);
}

std::string PanelTest::text_of_frame() {
    ui::Events events;
    ImGui::GetIO().SetClipboardTextFn = [](void* to, const char* text) {
        *static_cast<std::string*>(to) = text;
    };
    ImGui::GetIO().ClipboardUserData = &clipboard_;
    ImGui::NewFrame();
    ImGui::LogToClipboard();
    panel_.draw(model_, fonts_, scale_, map_, events);
    ImGui::LogFinish();
    ImGui::Render();
    return clipboard_;
}

void PanelTest::open(ui::Tab tab) {
    ui::Layout layout = panel_.layout();
    layout.tab = tab;
    panel_.set_layout(layout);
    settle();
}

const ui::Widget* PanelTest::find(const std::string& name) {
    const ui::Tab before = panel_.layout().tab;
    for (const auto& row : ui::tabs) {
        if (map_.find(name) != nullptr) break;
        open(row.value);
    }
    if (map_.find(name) == nullptr && panel_.layout().tab != before) open(before);
    return map_.find(name);
}

const ui::Widget& PanelTest::widget(const std::string& name) {
    static const ui::Widget none;
    const ui::Widget* found = find(name);
    EXPECT_NE(found, nullptr) << "no widget " << name;
    return found != nullptr ? *found : none;
}

void PanelTest::move_to(const std::string& name, float share) {
    const ui::Widget& at = widget(name);
    EXPECT_TRUE(at.visible) << name;
    ImGui::GetIO().MousePos = ImVec2(at.x + at.w * share, at.y + at.h / 2);
}

ui::Events PanelTest::click(const std::string& name, float share) {
    return drag(name, share, share);
}

ui::Events PanelTest::drag(const std::string& name, float from, float to, float down) {
    ui::Events all;
    move_to(name, from);
    add(all, frame());
    ImGui::GetIO().MouseDown[0] = true;
    add(all, frame());
    move_to(name, to);
    ImGui::GetIO().MousePos.y += widget(name).h * down;
    add(all, frame());
    ImGui::GetIO().MouseDown[0] = false;
    add(all, frame());
    add(all, frame());  // events that arrive one frame late
    return all;
}

void PanelTest::right_click(const std::string& name) {
    move_to(name, 0.5f);
    for (const bool down : {false, true, false, false}) {
        ImGui::GetIO().MouseDown[ImGuiMouseButton_Right] = down;
        frame();
    }
}

void PanelTest::hover(const std::string& name) {
    move_to(name, 0.5f);
    frame();
    frame();
}

const ImDrawList* PanelTest::tooltip_list() const {
    const auto is_tooltip = [](const ImDrawList* list) {
        return list->_OwnerName != nullptr && std::string_view(list->_OwnerName).starts_with("##Tooltip");
    };
    const ImDrawData* drawn = ImGui::GetDrawData();
    for (int i = 0; i < drawn->CmdListsCount; ++i)  // an array in ImGui 1.86, a vector in 1.90
        if (is_tooltip(drawn->CmdLists[i])) return drawn->CmdLists[i];
    return nullptr;
}

void PanelTest::set_key(ImGuiKey key, bool is_down) {
#if IMGUI_VERSION_NUM < 18700
    ImGui::GetIO().KeyMap[key] = key + 1;
    ImGui::GetIO().KeysDown[key + 1] = is_down;
#else
    ImGui::GetIO().AddKeyEvent(key, is_down);
#endif
}

void PanelTest::type(const std::string& text) {
    for (const char c : text) ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(c));
    frame();
}

}  // namespace winnow::test
