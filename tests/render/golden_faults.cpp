#include "render/golden_faults.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "particles/columns.h"
#include "render/renderer_fixture.h"
#include "shaders/shared.h"
#include "support/gl_answers.h"

namespace winnow::test {
namespace {

using render::Scene;

std::vector<shared::EmitterRow> rows_of(const Scene& scene, std::size_t emitters) {
    return scene.living.table->read_all<shared::EmitterRow>(emitters);
}

bool covers(const shared::EmitterRow& row) {
    return (row.flags & shared::EMITTER_COVERS) != 0;
}

bool draws_ribbons(const shared::EmitterRow& row) {
    return (row.drawing & shared::EMITTER_RIBBON_MASK) != 0;
}

/// True if the emitter's particles are blended with what lies behind them.
bool is_blended(const shared::EmitterRow& row) {
    return (row.flags & shared::EMITTER_IS_SOLID) == 0;
}

/// True if the order of the emitter's particles can be seen.
bool has_order(const shared::EmitterRow& row) {
    return covers(row) && !draws_ribbons(row) && is_blended(row);
}

gl::Buffer copy_of(const gl::Buffer& buffer) {
    gl::Buffer copy = gl::plain_memory()->allocate(buffer.bytes(), "test: a changed copy");
    copy.write_all(std::span<const std::byte>(buffer.read_all<std::byte>(buffer.bytes())));
    return copy;
}

/// Returns an order without depths. Culling keeps the list, so that the same programs draw as in the true
/// frame.
render::DrawOrder unsorted(render::DrawOrder order) {
    order.culls = order.culls || order.sorts;
    order.sorts = false;
    return order;
}

Fault wrong_blend(const Scene& scene, std::vector<shared::EmitterRow> rows) {
    Fault fault{"wrong blend", scene};
    for (shared::EmitterRow& row : rows) row.flags ^= shared::EMITTER_COVERS;
    fault.changed.push_back(copy_of(*scene.living.table));
    fault.changed[0].write_all(std::span<const shared::EmitterRow>(rows));
    fault.scene.living.table = &fault.changed[0];
    fault.scene.covers = std::ranges::any_of(rows, covers);
    fault.scene.ribbons_cover = std::ranges::any_of(
        rows, [](const shared::EmitterRow& row) { return covers(row) && draws_ribbons(row); });
    fault.scene.order = unsorted(scene.order);
    fault.scene.order.sorts = fault.scene.covers;
    return fault;
}

/// Mirrors what a column has in its first three components in the plane through `origin`.
gl::Buffer mirrored(const gl::Buffer& column, const glm::vec3& origin, const glm::vec3& axis) {
    std::vector<glm::vec4> elements = column.read_all<glm::vec4>(column.bytes() / sizeof(glm::vec4));
    for (glm::vec4& element : elements) {
        const glm::vec3 place(element);
        // The fourth component is a whole number, which must keep its bits.
        const glm::vec3 other = place - axis * (2 * glm::dot(place - origin, axis));
        std::copy_n(&other.x, 3, &element.x);
    }
    gl::Buffer changed = gl::plain_memory()->allocate(column.bytes(), "test: mirrored");
    changed.write_all(std::span<const glm::vec4>(elements));
    return changed;
}

Fault flipped(std::string name, const Scene& scene, const glm::vec3& axis) {
    Fault fault{std::move(name), scene};
    const std::array<glm::vec3, 2> origins{scene.camera.pose().target,
                                           glm::vec3(0)};  // of places and velocities
    for (std::size_t c = 0; c < origins.size(); ++c)
        fault.changed.push_back(mirrored(*scene.living.columns[c], origins[c], axis));
    for (std::size_t c = 0; c < origins.size(); ++c) fault.scene.living.columns[c] = &fault.changed[c];
    return fault;
}

decltype(glad_glBlendFuncSeparatei) true_blending = nullptr;

void GLAD_API_PTR blend_straight(GLuint output, GLenum from, GLenum to, GLenum from_alpha, GLenum to_alpha) {
    true_blending(output, from == GL_ONE ? GL_SRC_ALPHA : from, to, from_alpha, to_alpha);
}

}  // namespace

std::vector<Fault> faults_of(const Scene& scene, std::size_t emitters) {
    const std::vector<shared::EmitterRow> rows = rows_of(scene, emitters);
    const glm::mat4 view = scene.camera.pose().view();
    std::vector<Fault> faults;
    faults.push_back(flipped("flipped x", scene, {view[0].x, view[1].x, view[2].x}));
    faults.push_back(flipped("flipped y", scene, {view[0].y, view[1].y, view[2].y}));
    if (!std::ranges::any_of(rows, is_blended)) return faults;
    faults.push_back(wrong_blend(scene, rows));
    if (scene.covers) faults.push_back({.name = "opacity twice", .scene = scene, .is_straight = true});
    if (std::ranges::any_of(rows, has_order)) {
        faults.push_back({.name = "not sorted", .scene = scene});
        faults.back().scene.order = unsorted(scene.order);
    }
    return faults;
}

render::Image frame_of(render::Renderer& renderer, const Fault& fault, gl::Size size) {
    if (!fault.is_straight) return render::frame_of(renderer, fault.scene, size);
    true_blending = glad_glBlendFuncSeparatei;
    const GlAnswer answer(glad_glBlendFuncSeparatei, &blend_straight);
    return render::frame_of(renderer, fault.scene, size);
}

}  // namespace winnow::test
