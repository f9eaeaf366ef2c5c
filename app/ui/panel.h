// The panel: figures, choices and settings at the window's left edge, and messages drawn over the frame.
#pragma once

#include <string>
#include <vector>

#include "ui/axis_cross.h"
#include "ui/change_lists.h"
#include "ui/charts.h"
#include "ui/dialog.h"
#include "ui/emitter_tree.h"
#include "ui/export_window.h"
#include "ui/expression_field.h"
#include "ui/finder.h"
#include "ui/lab_window.h"
#include "ui/life_window.h"
#include "ui/panel_stack.h"
#include "ui/profile_panel.h"
#include "ui/reset_menu.h"
#include "ui/scene_handles.h"
#include "ui/timeline_bar.h"
#include "ui/tooltip.h"
#include "ui/view_list.h"
#include "ui/widgets.h"

namespace winnow::ui {

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
    /// True if the mouse holds a handle in the picture, and so turns no camera.
    bool holds_handle() const { return handles_.is_held(); }
    /// Draws the marks in the scene, the Lab's particles or the handles and the particle that is followed,
    /// whose places are those of the frame beneath. Call it after draw().
    void mark_scene(const Model& model, const Fonts& fonts, float scale, UiMap& map) const;

    /// The arrangement as the person has left it.
    const Layout& layout() const { return layout_; }
    void set_layout(const Layout& layout) { layout_ = layout; }

  private:
    void sample(const Model& model);
    void draw_panel(Draw& draw);
    void choose_tab(Draw& draw);
    void title(Draw& draw);
    void figures(Draw& draw);
    void raise_capacity(Draw& draw, std::uint32_t capacity);
    void tab_bar(Draw& draw);
    void tab_body(Draw& draw);
    void charts(Draw& draw);
    void right_edge(Draw& draw);
    void run_controls(Draw& draw);

    History alive_, frames_;
    double sampled_at_ = -1;  // ImGui's seconds
    double dropped_at_ = -1;  // when births were last dropped; -1: never
    Typed typed_;
    Rest rest_;
    OpenFiles files_;
    Picking picking_;
    WordList words_;
    Defaults defaults_;
    DialogWindow dialog_;
    LabWindow lab_;
    LifeWindow life_;
    std::uint32_t gesture_ = 0;  // the same while a press of the mouse or of an arrow key lasts
    EmitterTree emitters_;
    StackPanel stack_;
    Finder finder_;
    Reveal reveal_;
    Layout layout_;
    ProfilePanel profile_;
    TimelineBar timeline_;
    ExportWindow export_;
    ChangeLists changes_;
    ViewList views_;
    AxisCross cross_;
    SceneHandles handles_;
    Covered covered_;  // in this frame
    bool in_lab_ = false;
    bool was_toured_ = false;
};

// The sections of the panel.
void effect_bar(Draw& draw);
void scan_section(Draw& draw);
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
void help_window(Draw& draw, int pages);
void overlay(Draw& draw, const Covered& covered);

}  // namespace winnow::ui
