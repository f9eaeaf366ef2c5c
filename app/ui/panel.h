// The panel: figures, choices and settings at the window's left edge, and messages drawn over the frame.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ui/charts.h"
#include "ui/dialog.h"
#include "ui/emitter_tree.h"
#include "ui/export_window.h"
#include "ui/finder.h"
#include "ui/lab_window.h"
#include "ui/life_window.h"
#include "ui/panel_stack.h"
#include "ui/scene_handles.h"
#include "ui/timeline_bar.h"
#include "ui/tooltip.h"
#include "ui/widgets.h"

namespace winnow::ui {

/// The passes that have run in the last seconds: one that runs once, or for an effect that was left, goes.
class RecentPasses {
  public:
    static constexpr double seconds_shown = 20;  // some passes run in every nth frame only

    /// Call it once a frame.
    std::vector<PassRow> of(const Model& model);

  private:
    struct Seen {
        std::uint64_t runs = 0;
        double at = 0;
    };
    std::map<std::string, Seen> seen_;
    double now_ = 0;  // seconds that were not paused
};

/// Draws into the current ImGui context, between ImGui::NewFrame() and ImGui::Render(). Needs no window and
/// no GL.
class Panel {
  public:
    /// Registers every widget in `map` (cleared first) and adds the person's requests to `events`.
    /// Precondition: `model.settings` is not null.
    void draw(const Model& model, const Fonts& fonts, float scale, UiMap& map, Events& events);

    /// Returns the part of the window in which the scene was seen in the last frame.
    Area open_area() const;
    /// True if the pointer was over the scene in the last frame, or had hold of it, where a window lies over
    /// it.
    bool scene_has_pointer() const { return in_lab_ && lab_.scene().has_pointer(); }
    /// Draws the marks in the scene, the Lab's particles or the handles and the particle that is followed,
    /// whose places are those of the frame beneath. Call it after draw().
    void mark_scene(const Model& model, const Fonts& fonts, float scale, UiMap& map) const;

  private:
    void sample(const Model& model);
    void draw_panel(Draw& draw);
    void title(Draw& draw);
    void figures(Draw& draw);
    void run_controls(Draw& draw);

    History alive_, frames_;
    double sampled_at_ = -1;  // ImGui's seconds
    Typed typed_;
    Rest rest_;
    OpenFiles files_;
    Picking picking_;
    DialogWindow dialog_;
    LabWindow lab_;
    LifeWindow life_;
    std::uint32_t gesture_ = 0;  // presses of the mouse button so far
    EmitterTree emitters_;
    StackPanel stack_;
    Finder finder_;
    Reveal reveal_;
    RecentPasses recent_passes_;
    TimelineBar timeline_;
    ExportWindow export_;
    SceneHandles handles_;
    float covered_width_ = 0, covered_height_ = 0;  // by the panel at the left, and the timeline below
    bool in_lab_ = false;
};

// The sections of the panel.
void effect_bar(Draw& draw);
void scan_section(Draw& draw);
void passes_section(Draw& draw, RecentPasses& passes);
void effect_section(Draw& draw);
void properties_section(Draw& draw);
void lets_section(Draw& draw);
void emitter_section(Draw& draw, EmitterTree& tree, StackPanel& stack);
void particles_section(Draw& draw);
void plane_section(Draw& draw);
void scenery_section(Draw& draw);
void drawing_section(Draw& draw);
void view_section(Draw& draw);
void display_section(Draw& draw);

// Drawn over the frame whether or not the panel is shown.
void help_window(Draw& draw);
void overlay(Draw& draw, float left, float bottom);

}  // namespace winnow::ui
