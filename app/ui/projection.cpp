#include "ui/projection.h"

#include <cmath>

namespace winnow::ui {
namespace {

constexpr float nearest_depth = 1e-3f;  // metres before the eye
constexpr float min_angle = 1e-4f;      // cosine or squared sine below which lines count as parallel

}  // namespace

std::optional<ImVec2> Projection::place(const glm::vec3& world) const {
    const glm::vec4 clip = to_clip_ * glm::vec4(world, 1);
    if (clip.w < nearest_depth) return std::nullopt;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    return ImVec2((clip.x / clip.w * 0.5f + 0.5f) * window.x, (0.5f - clip.y / clip.w * 0.5f) * window.y);
}

std::optional<Projection::Line> Projection::line(glm::vec3 from, glm::vec3 to) const {
    float a = depth(from), b = depth(to);
    if (a < nearest_depth && b < nearest_depth) return std::nullopt;
    const auto cut = [&] { return glm::mix(from, to, (2 * nearest_depth - a) / (b - a)); };
    if (a < nearest_depth)
        from = cut();
    else if (b < nearest_depth)
        to = cut();
    const auto begin = place(from), end = place(to);
    if (!begin || !end) return std::nullopt;
    return Line{*begin, *end};
}

Ray Projection::ray(ImVec2 pixel) const {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const glm::vec4 clip(pixel.x / window.x * 2 - 1, 1 - pixel.y / window.y * 2, 0.5f, 1);
    const glm::vec4 world = to_world_ * clip;
    const glm::vec3 way = glm::normalize(glm::vec3(world) / world.w - eye_);
    return {eye_, depth(eye_ + way) > depth(eye_) ? way : -way};
}

float Projection::metres_per_pixel(const glm::vec3& world) const {
    const auto middle = place(world);
    if (!middle) return 1;
    const float distance = glm::length(world - eye_);
    const glm::vec3 beside = ray(ImVec2(middle->x + 1, middle->y)).direction;
    return distance * glm::length(beside - ray(*middle).direction);
}

std::optional<glm::vec3> meeting(const Ray& ray, const glm::vec3& place, const glm::vec3& normal) {
    const float towards = glm::dot(ray.direction, normal);
    if (std::abs(towards) < min_angle) return std::nullopt;
    const float distance = glm::dot(place - ray.eye, normal) / towards;
    if (distance <= 0) return std::nullopt;
    return ray.at(distance);
}

std::optional<glm::vec3> nearest_on_axis(const Ray& ray, const glm::vec3& place, const glm::vec3& axis) {
    const glm::vec3 between = place - ray.eye;
    const float along = glm::dot(ray.direction, axis), parallel = 1 - along * along;
    if (parallel < min_angle) return std::nullopt;
    const float way = (along * glm::dot(between, ray.direction) - glm::dot(between, axis)) / parallel;
    return place + axis * way;
}

glm::vec3 on_ball(const Ray& ray, const glm::vec3& middle, float radius) {
    const float nearest = glm::dot(middle - ray.eye, ray.direction);
    const glm::vec3 away = ray.at(nearest) - middle;
    const float square = radius * radius - glm::dot(away, away);
    if (square <= 0) return middle + glm::normalize(away) * radius;
    return ray.at(nearest - std::sqrt(square));
}

}  // namespace winnow::ui
