#include "view/life_controller.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/output_file.h"
#include "base/text.h"
#include "view/file_names.h"

namespace winnow::view {
namespace {

using particles::WholeParticle;

// Pixels.
constexpr float reach_of_click = 16, as_near = 3;
constexpr float seconds_ahead = 0.25f;  // of the drawn velocity

glm::vec3 vector_of(const std::array<float, 3>& of) {
    return {of[0], of[1], of[2]};
}

/// Returns where particles are seen so many seconds before the end of a step.
glm::vec3 place_of(const WholeParticle& one, float seconds) {
    return particles::vector_of(one.particle.position) -
           particles::vector_of(one.particle.velocity) * seconds;
}

}  // namespace

glm::mat4 clip_matrix(const render::Camera& camera, gl::Size frame) {
    return camera.projection(frame) * camera.view();
}

std::optional<lab::Point> seen_at(const glm::mat4& to_clip, const glm::vec3& place) {
    const glm::vec4 clip = to_clip * glm::vec4(place, 1);
    if (!(clip.w > 1e-4f) || !std::isfinite(clip.x) || !std::isfinite(clip.y)) return std::nullopt;
    return lab::Point{(clip.x / clip.w + 1) / 2, (1 - clip.y / clip.w) / 2};
}

/// Counts the edges above the point: an odd number is inside.
bool lies_within(const lab::Point& point, std::span<const lab::Point> outline) {
    bool is_inside = false;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const lab::Point &a = outline[i], &b = outline[(i + 1) % outline.size()];
        if ((a.x > point.x) == (b.x > point.x)) continue;
        if (point.y > a.y + (b.y - a.y) * (point.x - a.x) / (b.x - a.x)) is_inside = !is_inside;
    }
    return is_inside;
}

std::optional<std::size_t> picked(const std::vector<WholeParticle>& all, const render::Camera& camera,
                                  gl::Size frame, const lab::Point& click, float seconds) {
    struct Candidate {
        std::size_t index;
        float away, depth;
    };
    std::vector<Candidate> within;
    float nearest = reach_of_click;
    const glm::vec3 eye = camera.pose().eye();
    const glm::mat4 to_clip = clip_matrix(camera, frame);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const glm::vec3 place = place_of(all[i], seconds);
        const auto at = seen_at(to_clip, place);
        if (!at) continue;
        const float away = std::hypot((at->x - click.x) * static_cast<float>(frame.width),
                                      (at->y - click.y) * static_cast<float>(frame.height));
        if (away > nearest + as_near) continue;
        nearest = std::min(nearest, away);
        within.push_back({i, away, glm::distance(place, eye)});
    }
    const Candidate* best = nullptr;
    for (const Candidate& one : within)
        if (one.away <= nearest + as_near && one.away <= reach_of_click &&
            (best == nullptr || one.depth < best->depth))
            best = &one;
    if (best == nullptr) return std::nullopt;
    return best->index;
}

float LifeController::seconds_behind() const {
    return static_cast<float>(playback_.behind()) /
           static_cast<float>(session_.settings().effect.steps_per_second);
}

void LifeController::take(const ui::SceneInput::Drawn& drawn, gl::Size frame) {
    model_.picks = false;
    std::vector<lab::Point> outline;
    for (const ImVec2& corner : drawn.outline) outline.push_back({corner.x, corner.y});
    if (!drawn.is_click) return list(outline, frame);
    const auto all = particles::read_all(session_.simulation());
    const auto found = picked(all, camera_.camera(), frame, outline.front(), seconds_behind());
    if (!found) {
        notices_.info(all.empty() ? "No particle lives now."
                                  : "There is no particle within reach of the click.");
        return;
    }
    const particles::Particle& one = all[*found].particle;
    const std::uint64_t step = session_.simulation().steps();
    follow(step - static_cast<std::uint32_t>(step - one.birth_step), one.ordinal);
}

void LifeController::follow(std::uint64_t birth_step, std::uint32_t ordinal) {
    life_.follow(birth_step, ordinal);
    life_.look();
}

/// The run pauses there.
void LifeController::go(Availability (session::ParticleLife::*where)()) {
    if (!playback_.settings().simulation.paused) editor_.apply({"/simulation/paused", true});
    builds_.in_order([this, where] {
        if (!life_.follows()) return;
        const Availability result = (life_.*where)();
        if (!result) notices_.warn("The run cannot go there: " + result.reason);
    });
}

void LifeController::handle(const ui::LifeEvents& events) {
    if (events.picks) model_.picks = *events.picks;
    if (events.camera_follows) model_.camera_follows = *events.camera_follows;
    if (events.relative) follow(events.relative->birth_step, events.relative->ordinal);
    if (events.stop) {
        life_.stop();
        model_.camera_follows = false;
    }
    if (events.to_birth) go(&session::ParticleLife::go_to_birth);
    if (events.to_death) go(&session::ParticleLife::go_to_death);
    if (events.to_lab) show_in_lab();
    if (events.export_life)
        export_to("particle", [&](const std::string& path) { write_file(path, life_.csv()); });
    handle_table(events);
}

/// The Lab shows the last step, so the run pauses after it.
void LifeController::show_in_lab() {
    if (!playback_.settings().simulation.paused) editor_.apply({"/simulation/paused", true});
    if (const std::string why = lab_.show_around(life_.identity()); !why.empty())
        return notices_.warn("The Lab cannot show it: " + why + ".");
    editor_.apply({"/display/lab", true});
}

void LifeController::handle_table(const ui::LifeEvents& events) {
    if (events.open_table) list({}, {});
    if (events.close_table) table_.reset();
    if (!table_) return;
    if (events.sort_by)
        table_->sort_by(*events.sort_by, table_->sorted_by() == events.sort_by && !table_->descends());
    if (events.row && *events.row < table_->rows())
        follow(table_->birth_of(*events.row), table_->at(*events.row).particle.ordinal);
    if (events.export_table)
        export_to("particles", [&](const std::string& path) {
            table_->wait();
            table_->write_csv(path);
        });
}

/// Lists all that live, or those that are seen within a rectangle of the frame.
void LifeController::list(const std::vector<lab::Point>& within, gl::Size frame) {
    auto rows = particles::read_all(session_.simulation());
    const glm::mat4 to_clip = clip_matrix(camera_.camera(), frame);
    if (!within.empty())
        std::erase_if(rows, [&](const WholeParticle& one) {
            const auto at = seen_at(to_clip, place_of(one, seconds_behind()));
            return !at || !lies_within(*at, within);
        });
    if (rows.empty())
        return notices_.info(!within.empty() ? "No particle is seen in the outline."
                                             : "No particle lives now.");
    table_is_of_some_ = !within.empty();
    table_ = std::make_unique<session::ParticleTable>(session_, std::move(rows));
}

void LifeController::export_to(const char* what, const std::function<void(const std::string& path)>& write) {
    const std::string path = absolute_path(name_by_time(".csv", what));
    try {
        write(path);
        notices_.wrote("Saved " + path, path);
    } catch (const Error& error) {
        if (error.status() == ExitStatus::absent || error.status() == ExitStatus::interrupted) throw;
        notices_.warn(error.what());
    }
}

void LifeController::look() {
    life_.look();
    if (table_) table_->poll();
    if (!life_.follows() || !model_.camera_follows) return;
    const LifeFacts facts = life_.facts();
    if (facts.is_known && facts.lives)
        camera_.aim(vector_of(facts.place) - vector_of(facts.velocity) * seconds_behind(),
                    playback_.settings().simulation.paused);
}

void LifeController::describe() {
    model_.follows = life_.follows();
    model_.facts = life_.facts();
    model_.why_not_back = playback_.timeline().reason();
    model_.table.reset();
    if (!table_) return;
    ui::LifeTable& shown = model_.table.emplace();
    for (const auto& [name, unit, is_float, tip] : table_->columns())
        shown.columns.push_back({name, unit, is_float, tip});
    shown.rows = table_->rows();
    shown.step = table_->step();
    shown.is_of_some = table_is_of_some_;
    shown.is_outdated = table_->step() != session_.simulation().steps();
    shown.sorts = table_->sorts();
    shown.sorted_by = table_->sorted_by();
    shown.descends = table_->descends();
    shown.cell = [this](std::size_t row, std::size_t column) { return table_->cell(row, column); };
}

void LifeController::place(gl::Size frame) {
    model_.at.reset();
    model_.ahead.reset();
    model_.path.clear();
    if (!model_.follows || !model_.facts.is_known) return;
    const glm::mat4 to_clip = clip_matrix(camera_.camera(), frame);
    const auto at = [&](const glm::vec3& place) { return seen_at(to_clip, place); };
    const LifeFacts& facts = model_.facts;
    const float behind = facts.lives ? seconds_behind() : 0;
    const glm::vec3 here = vector_of(facts.place) - vector_of(facts.velocity) * behind;
    model_.at = at(here);
    model_.ahead = at(here + vector_of(facts.velocity) * seconds_ahead);
    for (const auto& place : facts.path) model_.path.push_back(at(vector_of(place)));
}

}  // namespace winnow::view
