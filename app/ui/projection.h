// Where places of the scene lie in the window, and what lies beneath a point of it.
#pragma once

#include <imgui.h>

#include <glm/glm.hpp>

#include <optional>

namespace winnow::ui {

/// A ray from the eye; the direction has length 1.
struct Ray {
    glm::vec3 eye{0}, direction{0, 0, -1};

    glm::vec3 at(float distance) const { return eye + direction * distance; }
};

/// The camera of a frame. The window has the size of ImGui's display.
class Projection {
  public:
    Projection() = default;
    /// `to_clip`: from the world to clip space.
    Projection(const glm::mat4& to_clip, const glm::vec3& eye)
        : to_clip_(to_clip), to_world_(glm::inverse(to_clip)), eye_(eye) {}

    const glm::vec3& eye() const { return eye_; }
    /// Returns the direction at a right angle to planes of one depth, of length 1.
    glm::vec3 forward() const {
        return glm::normalize(glm::vec3(to_clip_[0].w, to_clip_[1].w, to_clip_[2].w));
    }
    /// Returns the directions to the right and up in the window, at a right angle to forward().
    glm::vec3 right() const { return across(glm::vec3(to_clip_[0].x, to_clip_[1].x, to_clip_[2].x)); }
    glm::vec3 up() const { return across(glm::vec3(to_clip_[0].y, to_clip_[1].y, to_clip_[2].y)); }
    /// Returns the place in pixels; nullopt if it is behind the eye or too near.
    std::optional<ImVec2> place(const glm::vec3& world) const;
    /// Returns the line between two places as far as it is before the eye; nullopt if none of it is.
    struct Line {
        ImVec2 from, to;
    };
    std::optional<Line> line(glm::vec3 from, glm::vec3 to) const;
    /// Returns the ray of all places that are seen at this pixel.
    Ray ray(ImVec2 pixel) const;
    /// Returns how many metres a pixel is at a place, whatever its direction.
    float metres_per_pixel(const glm::vec3& world) const;

  private:
    /// Returns the part of a direction that is at a right angle to forward(), with length 1.
    glm::vec3 across(const glm::vec3& way) const {
        return glm::normalize(way - glm::dot(way, forward()) * forward());
    }
    float depth(const glm::vec3& world) const { return (to_clip_ * glm::vec4(world, 1)).w; }

    glm::mat4 to_clip_{1}, to_world_{1};
    glm::vec3 eye_{0};
};

/// Returns where a ray meets the plane through a place; nullopt: nowhere before the eye.
std::optional<glm::vec3> meeting(const Ray& ray, const glm::vec3& place, const glm::vec3& normal);
/// Returns the place on the line through `place` along the axis (of length 1) that is nearest to the ray;
/// nullopt if they are parallel.
std::optional<glm::vec3> nearest_on_axis(const Ray& ray, const glm::vec3& place, const glm::vec3& axis);
/// Returns the place on a ball that is seen at the ray, or that on its outline which is nearest to it.
glm::vec3 on_ball(const Ray& ray, const glm::vec3& middle, float radius);

}  // namespace winnow::ui
