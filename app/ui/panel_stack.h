// Draws an emitter's stack of modules: a part for each stage, with its modules and their parameters; and its
// further looks.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "effects/modules/module_files.h"
#include "ui/preset_menu.h"
#include "ui/text_field.h"
#include "ui/widgets.h"

namespace winnow::ui {

class StackPanel {
  public:
    void draw(Draw& draw, std::size_t emitter);

  private:
    struct Declared {
        std::shared_ptr<const effects::Module> module;  // as it runs; null: it never was good
        std::string error;                              // why its file is refused now; empty: it is not
    };
    using Use = effects::ModuleUse;

    /// Returns what the module's file says; it is read again when the effect's modules change.
    const Declared& declared(Draw& draw, const std::string& name);
    std::string fault(const Draw& draw, std::size_t index, const Declared& declared) const;
    void further_look(Draw& draw, std::size_t look);
    void stage(Draw& draw, effects::Stage stage);
    void module(Draw& draw, std::size_t index, const Declared& declared);
    bool bar(Draw& draw, std::size_t index, const Declared& declared);
    void order_buttons(Draw& draw, std::size_t index, effects::Stage stage);
    void clip(Draw& draw, Clip clip, std::size_t index);
    void clip_menu(Draw& draw, std::size_t index);
    TextEdit renamed_attribute(const Draw& draw, const std::string& from, const std::string& pointer,
                               const std::string& to) const;
    void parameters(Draw& draw, std::size_t index, const effects::Module& module);
    void add_menu(Draw& draw, effects::Stage stage);
    bool preset_entries(Draw& draw, const std::string& menu, effects::Stage stage);
    const std::vector<Use>& uses(const Draw& draw) const;
    const std::vector<Use>* saved_uses(const Draw& draw) const;
    std::string list_pointer() const;
    std::string named(std::string_view widget) const;
    std::string pointer(std::size_t index) const;

    std::size_t emitter_ = 0;
    std::optional<std::size_t> look_;  // whose modules are drawn; none: the emitter's own
    PresetMenu presets_;
    std::string search_;
    std::vector<std::string> names_;  // of modules that can be added, since the list was opened
    effects::Folder folder_;
    std::uint32_t read_ = 0;  // Model::own_files_read when `declared_` was read
    std::map<std::string, Declared> declared_;
};

}  // namespace winnow::ui
