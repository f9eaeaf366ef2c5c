// The panel's sections on the effect, the simulation and the drawing, row by row from the field table.
#include <algorithm>
#include <limits>
#include <type_traits>

#include "base/text.h"
#include "effects/format/effect_file.h"
#include "effects/model/check.h"
#include "effects/model/lamp_presets.h"
#include "ui/emission_rows.h"
#include "ui/field_rows.h"
#include "ui/numbers.h"
#include "ui/panel.h"
#include "ui/point_handles.h"
#include "ui/reset_menu.h"
#include "ui/text_field.h"
#include "ui/value_row.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

constexpr const char* capacity_pointer = "/simulation/capacity";
constexpr double mebibyte = 1048576;

/// Returns a line on how many living particles are drawn.
std::string drawn_line(const Model& model) {
    const std::string mirrored =
        model.mirrored_every > 1 ? fmt::format("; each {}th is mirrored", model.mirrored_every) : "";
    const double held = static_cast<double>(model.drawing_bytes) / mebibyte;
    if (!model.drawn)
        return fmt::format("{}; all are drawn, with {:.1f} MiB{}", model.drawn_by, held, mirrored);
    const double share = model.stats.alive > 0 ? 100.0 * *model.drawn / model.stats.alive : 100;
    return fmt::format("{}; {} drawn, {:.0f} % of those alive, with {:.1f} MiB{}", model.drawn_by,
                       grouped(*model.drawn), std::min(share, 100.0), held, mirrored);
}

void double_or_halve(Draw& draw, std::uint32_t capacity, float width) {
    ImGui::SameLine(0, 4 * draw.scale);
    if (button(draw, "particles/halve", "/ 2", width * draw.scale))
        draw.events.edit(capacity_pointer, std::max(capacity / 2, 1u));
    ImGui::SameLine(0, 4 * draw.scale);
    if (button(draw, "particles/double", "x 2", width * draw.scale))
        draw.events.edit(capacity_pointer, std::uint64_t{capacity} * 2);
}

/// True for the fields of an emitter that are shown with its transform.
bool is_of_space(const effects::Field& field) {
    return field.key == "space" || field.key == "inherit_velocity";
}

/// Draws the section of an emitter's transform and of the effect's. `pointer` is the emitter's.
void transform_rows(Draw& draw, const effects::Emitter& emitter, const std::string& pointer) {
    if (!section(draw, "transform", "Transform", false)) return;
    effects::describe(emitter.transform, FieldRows(draw, "transform", pointer + "/transform"));
    FieldRows rows(draw, "emitter", pointer);
    effects::describe(emitter, [&](const effects::Field& field, const auto& member) {
        if (is_of_space(field)) rows(field, member);
    });
    small_text(draw, color::dim, "of the whole effect");
    effects::describe(draw.settings().effect.transform,
                      FieldRows(draw, "effect/transform", "/effect/transform"));
    ImGui::Spacing();
}

/// Draws the lamps of a scenery, and buttons that add one. `pointer` is that of their list.
void lamp_rows(Draw& draw, const effects::Effect& effect, const std::string& pointer) {
    const std::vector<effects::Lamp>& lamps = effect.scenery.lamps;
    for (std::size_t i = 0; i < lamps.size(); ++i) {
        const std::string name = fmt::format("scenery/lamps/{}", i);
        small_text(draw, color::dim, fmt::format("lamp {}", i + 1));
        effects::describe(
            lamps[i], FieldRows(draw, name, fmt::format("{}/{}", pointer, i)).shining(lamps[i].brightness));
        if (button(draw, name + "/remove", "Remove")) edit_without(draw, pointer, lamps, i);
    }
    const effects::Lamp first = lamps.empty() ? effects::Lamp() : lamps.front();
    const bool has_room = lamps.size() + (lamps.empty() ? 1 : 0) < shared::MAX_LAMPS;
    const auto add = [&](const char* name, const char* text, const std::vector<effects::Lamp>& more) {
        if (button(draw, name, text, 0, std::nullopt, has_room))
            draw.events.edit(pointer, effects::write(more));
    };
    add("scenery/add-lamp", "Add lamp",
        lamps.empty() ? std::vector{first} : effects::with_lamp(lamps, effects::Lamp()));
    ImGui::SameLine();
    add("scenery/add-fill", "Add fill", effects::with_lamp(lamps, effects::fill_lamp(first, effect.view)));
    ImGui::SameLine();
    add("scenery/add-rim", "Add rim", effects::with_lamp(lamps, effects::rim_lamp(effect.view)));
}

/// The member by which the elements of a list are in ascending order.
template <typename Element>
struct Ascending {
    std::string_view key;
    float Element::*place;
    float gap;  // the least that the panel leaves between neighbours, in the unit of the member
};

constexpr Ascending<effects::SkyStop> stops_by_height{"at", &effects::SkyStop::at, 0.1f};
constexpr Ascending<effects::ExposureKey> exposures_by_time{"time", &effects::ExposureKey::time, 0.01f};
constexpr Ascending<effects::Waypoint> waypoints_by_time{"time", &effects::Waypoint::time, 0.01f};

/// Draws an element of a list. Its place stops at its neighbours.
template <typename Element>
void ascending_rows(Draw& draw, const std::string& name, const std::string& pointer,
                    const std::vector<Element>& list, std::size_t i, const Ascending<Element>& order) {
    const std::size_t edits = draw.events.edits.size();
    const std::string element = fmt::format("{}/{}", pointer, i);
    FieldRows rows(draw, name, element);
    if constexpr (std::is_same_v<Element, effects::SkyStop>) rows.shining(list[i].brightness);
    effects::describe(list[i], rows);
    if (draw.events.edits.size() == edits) return;
    effects::Edit& edit = draw.events.edits.back();
    if (edit.pointer != fmt::format("{}/{}", element, order.key)) return;
    constexpr float anywhere = std::numeric_limits<float>::infinity();
    const float before = i > 0 ? list[i - 1].*order.place : -anywhere;
    const float after = i + 1 < list.size() ? list[i + 1].*order.place : anywhere;
    edit.value = effects::shortest(held_between(before, after, order.gap, edit.value.get<float>()));
}

/// Draws the stops of the sky's gradient, which lie in ascending order, and a button that adds one above
/// them.
void stop_rows(Draw& draw, const std::vector<effects::SkyStop>& stops, const std::string& pointer) {
    constexpr float zenith = 90, horizon = 0;
    for (std::size_t i = 0; i < stops.size(); ++i) {
        const std::string name = fmt::format("scenery/sky_gradient/{}", i);
        ascending_rows(draw, name, pointer, stops, i, stops_by_height);
        if (button(draw, name + "/remove", "Remove")) edit_without(draw, pointer, stops, i);
    }
    const bool has_room = stops.size() < shared::MAX_SKY_STOPS && (stops.empty() || stops.back().at < zenith);
    if (!button(draw, "scenery/add-stop", "Add stop", 0, std::nullopt, has_room)) return;
    effects::SkyStop next = stops.empty() ? effects::SkyStop{.colour = glm::vec3(0.5f)} : stops.back();
    next.at = stops.empty() ? horizon : 0.5f * (stops.back().at + zenith);
    auto more = stops;
    more.push_back(next);
    draw.events.edit(pointer, effects::write(more));
}

/// Draws the path of a file that the scenery names, and a button for a list of those that there are.
void file_row(Draw& draw, const effects::Field& field, effects::FileKind kind, const std::string& name,
              const std::string& pointer, const std::string& path) {
    effects::Parameter parameter;
    parameter.name = field.key;
    parameter.type = effects::Type::file;
    parameter.file_kind = kind;
    parameter.sentence = field.sentence;
    value_row(draw, {parameter, name, pointer, path, [&] { return reset_values(draw, pointer); }});
}

/// Draws the members of a picture of the scenery. `key` is that of the picture.
template <typename Picture>
void picture_rows(Draw& draw, const std::string& key, const Picture& picture) {
    const std::string name = "scenery/" + key, pointer = "/effect/scenery/" + key;
    FieldRows rows(draw, name, pointer);
    effects::describe(picture, [&](const effects::Field& field, const auto& member) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member)>, std::string>)
            file_row(draw, field, effects::FileKind::texture, name + "/file", pointer + "/file", member);
        else
            rows(field, member);
    });
}

/// Draws the name of an object and the path of its mesh.
void object_texts(Draw& draw, const effects::SceneObject& object, const std::string& name,
                  const std::string& pointer) {
    effects::describe(object, [&](const effects::Field& field, const auto& member) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member)>, std::string>) {
            const std::string at = fmt::format("{}/{}", pointer, field.key);
            if (field.key == "mesh") {
                if (object.shape == effects::Solid::mesh || !member.empty())
                    file_row(draw, field, effects::FileKind::mesh, name + "/mesh", at, member);
                return;
            }
            const std::string widget = fmt::format("{}/{}", name, field.key);
            label(draw, effects::label(field), field.sentence);
            text_field(draw, widget, at, member, field.sentence, -FLT_MIN);
            text_error(draw, widget, at, member);
        }
    });
}

constexpr float object_indent = 6;  // natural pixels

/// Draws the objects of a scenery, each folded below its name, and a button that adds one and unfolds it.
/// `pointer` is that of their list.
void object_rows(Draw& draw, const std::vector<effects::SceneObject>& objects, const std::string& pointer) {
    const auto name_of = [](std::size_t i) { return fmt::format("scenery/objects/{}", i); };
    small_text(draw, color::dim, "objects");
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const effects::SceneObject& object = objects[i];
        const std::string name = name_of(i), at = fmt::format("{}/{}", pointer, i);
        const std::string text = object.name.empty() ? fmt::format("object {}", i + 1) : object.name;
        const float room = ImGui::GetContentRegionAvail().x - 2 * ImGui::GetFrameHeight();
        if (!section(draw, name, shortened(text, room).c_str(), false)) continue;
        ImGui::Indent(object_indent * draw.scale);
        object_texts(draw, object, name, at);
        effects::describe(object, FieldRows(draw, name, at));
        if (section(draw, name + "/surface", "Surface", false))
            effects::describe(object.surface, FieldRows(draw, name + "/surface", at + "/surface"));
        if (section(draw, name + "/motion", "Motion", false))
            effects::describe(object.motion, FieldRows(draw, name + "/motion", at + "/motion"));
        if (button(draw, name + "/remove", "Remove")) edit_without(draw, pointer, objects, i);
        ImGui::Unindent(object_indent * draw.scale);
    }
    if (!button(draw, "scenery/add", "Add object")) return;
    draw.layout.folds.insert_or_assign(name_of(objects.size()), true);
    draw.events.edit(pointer + "/-", effects::write(effects::SceneObject{}));
}

constexpr const char* view_pointer = "/effect/view";

constexpr float later = 2;  // seconds from a point in time to one that is added

/// Draws the factors on the exposure, and a button that adds one behind them.
void exposure_rows(Draw& draw, const std::vector<effects::ExposureKey>& keys) {
    const std::string pointer = std::string(view_pointer) + "/exposures";
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::string name = fmt::format("view/exposures/{}", i);
        ascending_rows(draw, name, pointer, keys, i, exposures_by_time);
        if (button(draw, name + "/remove", "Remove")) edit_without(draw, pointer, keys, i);
    }
    const bool has_room = keys.size() < static_cast<std::size_t>(effects::max_exposures);
    if (!button(draw, "view/exposures/add", "Add exposure", 0, std::nullopt, has_room)) return;
    auto more = keys;
    more.push_back(keys.empty() ? effects::ExposureKey()
                                : effects::ExposureKey{keys.back().time + later, keys.back().factor});
    draw.events.edit(pointer, effects::write(more));
}

/// Draws the points of the camera's way, and a button that adds the view as it is. The first point that is
/// added has one before it, because a way has at least two; one of the last two that is removed takes the
/// other with it.
void waypoint_rows(Draw& draw, const std::vector<effects::Waypoint>& way) {
    const std::string pointer = std::string(view_pointer) + "/path";
    for (std::size_t i = 0; i < way.size(); ++i) {
        const std::string name = fmt::format("view/path/{}", i);
        small_text(draw, color::dim, fmt::format("point {}", i + 1));
        ascending_rows(draw, name, pointer, way, i, waypoints_by_time);
        if (!button(draw, name + "/remove", "Remove")) continue;
        auto fewer = way;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (fewer.size() < effects::min_waypoints) fewer.clear();
        draw.events.edit(pointer, effects::write(fewer));
    }
    const bool has_room = way.size() < static_cast<std::size_t>(effects::max_waypoints);
    if (!button(draw, "view/path/add", "Add this view", 0, std::nullopt, has_room)) return;
    auto more = way;
    effects::Waypoint seen = draw.model.seen;
    if (more.empty()) {
        seen.time = 0;
        more.push_back(seen);
    }
    seen.time = std::max(draw.model.seen.time, more.back().time + later);
    more.push_back(seen);
    draw.events.edit(pointer, effects::write(more));
}

}  // namespace

void lets_section(Draw& draw) {
    if (!section(draw, "let", "Local values", false)) return;
    let_rows(draw, "let", std::nullopt);
}

void emitter_section(Draw& draw, EmitterTree& tree, StackPanel& stack) {
    if (!section(draw, "emitter", "Emitters")) return;
    tree.draw(draw);
    const std::size_t index = tree.chosen();
    ImGui::PushID(static_cast<int>(index));  // so that a slider that is held does not carry over to another
    const std::string pointer = fmt::format("/effect/emitters/{}", index);
    const effects::Emitter& chosen = draw.settings().effect.emitters[index];
    FieldRows rows(draw, "emitter", pointer);
    effects::describe(chosen, [&](const effects::Field& field, const auto& member) {
        if (!is_of_space(field)) rows(field, member);
    });
    transform_rows(draw, chosen, pointer);
    burst_rows(draw, index);
    child_rows(draw, index);
    small_text(draw, color::dim, "events told to a program that plays it");
    effects::describe(chosen.events, FieldRows(draw, "emitter/events", pointer + "/events"));
    let_rows(draw, "emitter/let", index);
    stack.draw(draw, index);
    ImGui::PopID();
}

void particles_section(Draw& draw) {
    if (!section(draw, "particles", "Particles and time")) return;
    constexpr float small_button = 32;
    const effects::SimulationSettings& simulation = draw.settings().simulation;
    effects::describe(simulation, [&](const effects::Field& field, const auto&) {
        if (field.key != "capacity") return;
        const ImVec2 least = ImGui::GetCursorScreenPos();
        number_input(draw, "particles/capacity", capacity_pointer, simulation.capacity, style_of(field),
                     2 * small_button + 8);
        reset_menu(draw, capacity_pointer, simulation.capacity, least, ImGui::GetItemRectMax());
    });
    double_or_halve(draw, simulation.capacity, small_button);
    small_text(draw, color::dim,
               fmt::format("{:.1f} MiB held for particles, {} bytes each",
                           static_cast<double>(draw.model.particle_bytes) / mebibyte,
                           draw.model.particle_bytes / std::max(simulation.capacity, 1u)));
    if (!draw.model.attributes.empty()) small_text(draw, color::dim, draw.model.attributes);
    effects::describe(simulation,
                      FieldRows(draw, "particles", "/simulation", {"seed", "density", "time_scale"}));
    effects::describe(draw.settings().effect,
                      FieldRows(draw, "particles", "/effect", {"when_full", "steps_per_second"}));
}

void plane_section(Draw& draw) {
    if (!section(draw, "floor", "Floor", false)) return;
    effects::describe(draw.settings().effect.plane, FieldRows(draw, "floor", "/effect/floor"));
}

void scenery_section(Draw& draw) {
    if (!section(draw, "scenery", "Scenery", false)) return;
    const std::string pointer = "/effect/scenery";
    const effects::Scenery& scenery = draw.settings().effect.scenery;
    effects::describe(scenery, FieldRows(draw, "scenery", pointer));
    effects::describe(draw.settings().display, FieldRows(draw, "display", "/display", {"grid"}));
    lamp_rows(draw, draw.settings().effect, pointer + "/lamps");
    if (section(draw, "scenery/sky_gradient", "Gradient of the sky", false))
        stop_rows(draw, scenery.gradient, pointer + "/sky_gradient");
    if (section(draw, "scenery/sky_picture", "Picture of the sky", false))
        picture_rows(draw, "sky_picture", scenery.sky_picture);
    if (section(draw, "scenery/ground_picture", "Picture on the ground", false))
        picture_rows(draw, "ground_picture", scenery.ground_picture);
    if (section(draw, "scenery/water", "Water", false))
        effects::describe(scenery.water, FieldRows(draw, "scenery/water", pointer + "/water"));
    if (section(draw, "scenery/clouds", "Clouds", false))
        effects::describe(scenery.clouds, FieldRows(draw, "scenery/clouds", pointer + "/clouds"));
    if (section(draw, "scenery/fog", "Fog", false))
        effects::describe(scenery.fog, FieldRows(draw, "scenery/fog", pointer + "/fog"));
    object_rows(draw, scenery.objects, pointer + "/objects");
}

void drawing_section(Draw& draw) {
    if (!section(draw, "drawing", "Drawing")) return;
    const effects::Settings& settings = draw.settings();
    const auto row = [&](const char* key) {
        effects::describe(settings.display, FieldRows(draw, "drawing", "/display", {key}));
    };
    effects::describe(settings.effect, FieldRows(draw, "drawing", "/effect", {"blend"}));
    row("draw");
    row("sorting");
    row("sort_every");
    row("sort_key_bits");
    row("culling");
    ImGui::SameLine();
    row("freeze_camera");
    small_text(draw, color::dim, drawn_line(draw.model));
    draw.map.add_last_item("drawing/drawn", true, draw.model.drawn.value_or(draw.model.stats.alive));
}

void view_section(Draw& draw) {
    if (!section(draw, "view", "Camera", false)) return;
    const effects::View& view = draw.settings().effect.view;
    effects::describe(
        view, FieldRows(draw, "view", view_pointer,
                        {"target", "distance", "yaw", "pitch", "orbit", "sway", "roll", "field_of_view",
                         "near", "far", "aperture", "focus", "shutter", "bloom", "vignette"}));
    if (section(draw, "view/grading", "Grading", false))
        effects::describe(view.grading,
                          FieldRows(draw, "view/grading", std::string(view_pointer) + "/grading"));
    if (section(draw, "view/exposures", "Exposures", false)) exposure_rows(draw, view.exposures);
    if (section(draw, "view/path", "Path", false)) waypoint_rows(draw, view.path);
}

void display_section(Draw& draw) {
    if (!section(draw, "display", "Display")) return;
    const effects::Settings& settings = draw.settings();
    effects::describe(settings.display, FieldRows(draw, "display", "/display", {"vsync"}));
    ImGui::SameLine();
    effects::describe(settings.display, FieldRows(draw, "display", "/display", {"bloom"}));
    effects::describe(settings.display, FieldRows(draw, "display", "/display", {"vignette"}));
    ImGui::SameLine();
    effects::describe(settings.display, FieldRows(draw, "display", "/display", {"grading"}));
    ImGui::SameLine();
    effects::describe(settings.display, FieldRows(draw, "display", "/display", {"lens"}));
    effects::describe(settings.display, FieldRows(draw, "display", "/display",
                                                  {"resolution", "dynamic_resolution", "picture_cap",
                                                   "ui_scale", "high_contrast"}));
    effects::describe(settings.effect.view, FieldRows(draw, "display", "/effect/view", {"exposure"}));
    small_text(draw, color::dim, draw.model.device);
}

}  // namespace winnow::ui
