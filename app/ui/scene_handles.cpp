#include "ui/scene_handles.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/marks.h"

namespace winnow::ui {
namespace {

using Kind = Handle::Kind;

// Natural pixels.
constexpr float handle_radius = 5, grab_radius = 10;
constexpr float handle_arrow_length = 70, axis_length = 52, arrow_head = 13;
constexpr float line_width = 1.6f, handle_caption_gap = 12;

constexpr double grid_step = 0.1;  // metres to which Ctrl rounds
constexpr int circle_points = 64;
constexpr float min_radius = 0.001f;

constexpr std::array<glm::vec3, 3> axes{glm::vec3(1, 0, 0), glm::vec3(0, 1, 0), glm::vec3(0, 0, 1)};

glm::vec3 to_world(const effects::Pose& space, const glm::vec3& place) {
    return glm::vec3(space.position + space.turn * (glm::dvec3(place) * space.scale));
}

glm::vec3 to_local(const effects::Pose& space, const glm::vec3& world) {
    return glm::vec3(glm::conjugate(space.turn) * (glm::dvec3(world) - space.position) / space.scale);
}

glm::vec3 turned(const effects::Pose& space, const glm::vec3& direction) {
    return glm::vec3(space.turn * glm::dvec3(direction));
}

glm::vec3 anchor_of(const Handle& handle) {
    return to_world(handle.space, handle.anchor);
}

/// Returns the direction to the right, as long as the camera does not roll.
glm::vec3 right_of(const Projection& camera) {
    constexpr glm::vec3 nearly_up(0, 1, 0.001f);  // the camera may look straight down
    return glm::normalize(glm::cross(camera.forward(), nearly_up));
}

/// Returns where the middle grip of a handle is in the world.
glm::vec3 grip_of(const Handle& handle, const Projection& camera, float scale) {
    const glm::vec3 anchor = anchor_of(handle);
    switch (handle.kind) {
        case Kind::place:
            return to_world(handle.space, handle.anchor + handle.value);
        case Kind::direction: {
            const float length = handle_arrow_length * scale * camera.metres_per_pixel(anchor);
            return anchor + turned(handle.space, glm::normalize(handle.value)) * length;
        }
        case Kind::radius: {
            const glm::vec3 right = right_of(camera);
            return anchor + right * handle.value.x * static_cast<float>(handle.space.scale);
        }
        case Kind::edges:
            return anchor;
    }
    return anchor;
}

/// Returns where the grip of an axis is: on the face of a box, or at the end of an arrow from a place.
glm::vec3 axis_grip(const Handle& handle, int axis, const Projection& camera, float scale) {
    const glm::vec3 unit = axes[static_cast<std::size_t>(axis - 1)];
    if (handle.kind == Kind::edges) {
        glm::vec3 face = (handle.low() + handle.high()) * 0.5f;
        face[axis - 1] = handle.anchor[axis - 1] + handle.value[axis - 1] * handle.far_face(axis - 1);
        return to_world(handle.space, face);
    }
    const glm::vec3 middle = grip_of(handle, camera, scale);
    return middle + turned(handle.space, unit) * axis_length * scale * camera.metres_per_pixel(middle);
}

bool has_middle(const Handle& handle) {
    return handle.kind != Kind::edges;
}

glm::vec3 on_grid(const glm::vec3& place) {
    return glm::vec3(glm::round(glm::dvec3(place) / grid_step) * grid_step);
}

/// Returns the value of a handle whose grip is dragged to where the ray goes; nullopt: there is none.
std::optional<glm::vec3> dragged(const Handle& handle, int axis, const Ray& ray, const Projection& camera,
                                 float scale, bool rounds) {
    const glm::vec3 anchor = anchor_of(handle);
    const glm::vec3 from =
        axis == 0 ? grip_of(handle, camera, scale) : axis_grip(handle, axis, camera, scale);
    if (handle.kind == Kind::direction) {
        const glm::vec3 way = on_ball(ray, anchor, glm::length(from - anchor)) - anchor;
        const glm::dvec3 local = glm::conjugate(handle.space.turn) * glm::dvec3(glm::normalize(way));
        return glm::vec3(local) * glm::length(handle.value);
    }
    std::optional<glm::vec3> to;
    if (axis == 0)
        to = meeting(ray, from, camera.forward());
    else
        to = nearest_on_axis(ray, from, turned(handle.space, axes[static_cast<std::size_t>(axis - 1)]));
    if (!to) return std::nullopt;
    const auto shrink = static_cast<float>(handle.space.scale);
    if (handle.kind == Kind::radius)
        return glm::vec3(std::max(glm::length(*to - anchor) / shrink, min_radius));
    glm::vec3 value = handle.value;
    if (handle.kind == Kind::edges) {
        const float from_anchor = (to_local(handle.space, *to) - handle.anchor)[axis - 1];
        const float edge = std::abs(from_anchor / handle.far_face(axis - 1));
        value[axis - 1] = rounds ? on_grid(glm::vec3(edge)).x : edge;
        return value;
    }
    value += to_local(handle.space, *to) - to_local(handle.space, from);
    return rounds ? on_grid(value) : value;
}

/// Draws lines and shapes as a camera sees them.
class Painter {
  public:
    Painter(const Projection& camera, float scale)
        : camera_(camera), scale_(scale), list_(*ImGui::GetBackgroundDrawList()) {}

    void line(const glm::vec3& from, const glm::vec3& to, const ImVec4& color, float width = line_width) {
        const auto seen = camera_.line(from, to);
        if (!seen) return;
        list_.AddLine(seen->from, seen->to, ImGui::ColorConvertFloat4ToU32(ImVec4(0, 0, 0, 0.5f * color.w)),
                      (width + 2) * scale_);
        list_.AddLine(seen->from, seen->to, ImGui::ColorConvertFloat4ToU32(color), width * scale_);
    }
    void arrow(const glm::vec3& from, const glm::vec3& to, const ImVec4& color, bool is_lit) {
        line(from, to, color);
        const auto begin = camera_.place(from), end = camera_.place(to);
        if (begin && end)
            add_arrow_head(list_, *begin, *end, (is_lit ? 1.3f : 1) * arrow_head * scale_,
                           ImGui::ColorConvertFloat4ToU32(color));
    }
    void dot(const glm::vec3& at, const ImVec4& color, bool is_lit) {
        const auto seen = camera_.place(at);
        if (!seen) return;
        const float radius = (is_lit ? 1.4f : 1) * handle_radius * scale_;
        list_.AddCircleFilled(*seen, radius + 1.5f * scale_, IM_COL32(0, 0, 0, 150));
        list_.AddCircleFilled(*seen, radius, ImGui::ColorConvertFloat4ToU32(color));
    }
    void circle(const glm::vec3& middle, float radius, const ImVec4& color) {
        const glm::vec3 right = right_of(camera_), up = glm::cross(right, camera_.forward());
        glm::vec3 last = middle + right * radius;
        for (int i = 1; i <= circle_points; ++i) {
            const float angle = 6.2831853f * static_cast<float>(i) / circle_points;
            const glm::vec3 next = middle + (right * std::cos(angle) + up * std::sin(angle)) * radius;
            line(last, next, color, 1);
            last = next;
        }
    }
    void box(const Handle& handle, const ImVec4& color) {
        const auto corner = [&](int i) {
            const glm::vec3 low = handle.low(), high = handle.high();
            return to_world(handle.space,
                            glm::vec3((i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y,
                                      (i & 4) != 0 ? high.z : low.z));
        };
        for (int i = 0; i < 8; ++i)
            for (const int bit : {1, 2, 4})
                if ((i & bit) == 0) line(corner(i), corner(i | bit), color, 1);
    }
    void text(const glm::vec3& at, const std::string& words, const Fonts& fonts) {
        if (const auto seen = camera_.place(at))
            add_caption(list_, *fonts.small, words, *seen, handle_caption_gap * scale_, ImVec2(0, 0),
                        ImGui::GetIO().DisplaySize);
    }

  private:
    const Projection& camera_;
    float scale_;
    ImDrawList& list_;
};

}  // namespace

void SceneHandles::hide() {
    handles_.clear();
    hovered_.reset();
    held_.reset();
}

/// The window behind all others takes the mouse only where it is on a grip; elsewhere it moves the camera.
void SceneHandles::interact(Draw& draw, std::size_t emitter) {
    const effects::Effect& effect = draw.settings().effect;
    const double time = static_cast<double>(draw.model.stats.step) / effect.steps_per_second;
    handles_ = handles_of(draw.settings(), emitter, time);
    std::erase_if(handles_, [&](const Handle& one) { return is_put_away(one); });
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const bool takes_mouse = hovered_ || held_;
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(window);
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground |
                                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing |
                                   ImGuiWindowFlags_NoBringToFrontOnFocus |
                                   (takes_mouse ? ImGuiWindowFlags_None : ImGuiWindowFlags_NoInputs);
    hovered_.reset();
    const bool is_free = !ImGui::GetIO().WantCaptureMouse || takes_mouse;
    if (ImGui::Begin("Handles", nullptr, flags)) {
        const Projection& camera = draw.model.projection;
        for (const Handle& handle : handles_) {
            const bool shows_axes =
                handle.kind == Kind::edges || (handle.kind == Kind::place && handle.name == touched_);
            for (int axis = shows_axes ? 3 : 0; axis >= (has_middle(handle) ? 0 : 1); --axis) {
                if (handle.kind == Kind::edges && handle.far_face(axis - 1) == 0) continue;  // a flat mesh
                const glm::vec3 world = axis == 0 ? grip_of(handle, camera, draw.scale)
                                                  : axis_grip(handle, axis, camera, draw.scale);
                const auto at = camera.place(world);
                if (at && at->x > 0 && at->y > 0 && at->x < window.x && at->y < window.y)
                    grip(draw, handle, axis, *at);
            }
        }
    }
    ImGui::End();
    if (!is_free) hovered_.reset();
    drag(draw);
}

/// The edges of the scenery's objects are there once the object was touched: those of all would hide it.
bool SceneHandles::is_put_away(const Handle& handle) const {
    const std::string_view object = object_of(handle);
    return handle.kind == Kind::edges && !object.empty() && !touched_.starts_with(std::string(object) + "/");
}

/// Registers a grip as a widget, and begins a drag of it.
void SceneHandles::grip(Draw& draw, const Handle& handle, int axis, ImVec2 at) {
    constexpr std::array<const char*, 4> suffixes{"", "/x", "/y", "/z"};
    const float radius = grab_radius * draw.scale;
    const std::string name = handle.name + suffixes[static_cast<std::size_t>(axis)];
    ImGui::SetCursorScreenPos(ImVec2(at.x - radius, at.y - radius));
    ImGui::InvisibleButton(name.c_str(), ImVec2(2 * radius, 2 * radius));
    draw.map.add_last_item(name, true);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool is_over = !hovered_ && distance(mouse, at) <= radius;
    if (is_over) hovered_ = Grip{handle.name, axis};
    // In the frame in which the pointer comes over a grip, the window does not take the mouse yet.
    const bool is_early_press =
        is_over && !held_ && !ImGui::GetIO().WantCaptureMouse && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    if (!ImGui::IsItemActivated() && !is_early_press) return;
    touched_ = handle.name;
    held_ = Held{{handle.name, axis}, handle, ImVec2(at.x - mouse.x, at.y - mouse.y)};
}

void SceneHandles::drag(Draw& draw) {
    if (!held_) return;
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) return held_.reset();
    if (!ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1)) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Ray ray = draw.model.projection.ray(ImVec2(mouse.x + held_->off.x, mouse.y + held_->off.y));
    const auto value = dragged(held_->handle, held_->grip.axis, ray, draw.model.projection, draw.scale,
                               ImGui::GetIO().KeyCtrl);
    if (!value) return;
    draw.events.edits.push_back(edit_of(held_->handle, *value));
}

void SceneHandles::paint(const Model& model, const Fonts& fonts, float scale) const {
    const Projection& camera = model.projection;
    Painter painter(camera, scale);
    for (const Handle& handle : handles_) {
        const auto is_lit = [&](int axis) {
            const Grip grip{handle.name, axis};
            return held_ ? held_->grip == grip : hovered_ == grip;
        };
        const bool is_touched = handle.name == touched_;
        const ImVec4& shade = is_touched || is_lit(0) ? color::accent : color::text;
        const glm::vec3 anchor = anchor_of(handle), middle = grip_of(handle, camera, scale);
        if (handle.kind == Kind::direction) painter.arrow(anchor, middle, shade, is_lit(0));
        if (handle.kind == Kind::radius)
            painter.circle(anchor, handle.value.x * static_cast<float>(handle.space.scale), shade);
        if (handle.kind == Kind::edges) painter.box(handle, shade);
        if (handle.kind == Kind::edges || (handle.kind == Kind::place && is_touched))
            for (int axis = 1; axis <= 3; ++axis) {
                const ImVec4& tint = axis_colors[static_cast<std::size_t>(axis - 1)];
                const glm::vec3 end = axis_grip(handle, axis, camera, scale);
                if (handle.kind == Kind::place)
                    painter.arrow(middle, end, tint, is_lit(axis));
                else
                    painter.dot(end, tint, is_lit(axis));
            }
        if (handle.kind == Kind::place || handle.kind == Kind::radius) painter.dot(middle, shade, is_lit(0));
        if (is_touched || is_lit(0) || is_lit(1) || is_lit(2) || is_lit(3))
            painter.text(has_middle(handle) ? middle : anchor, handle.what, fonts);
    }
}

}  // namespace winnow::ui
