#include "ui/signs_in_use.h"

namespace winnow::ui {

bool add_signs_of(Signs& signs, const Model& model) {
    bool is_new = false;
    const auto add = [&](const std::string& text) { is_new |= add_signs(signs, text); };
    const effects::Effect& effect = model.settings->effect;
    add(effect.name);
    add(effect.description);
    for (const effects::Emitter& one : effect.emitters) add(one.name);
    for (const auto& one : effect.properties) add(one.name);
    for (const auto& one : effect.scenery.objects) add(one.name);
    const DocumentModel& document = model.document;
    for (const std::string* text : {&document.name, &document.undone, &document.redone, &document.conflict,
                                    &document.recovered, &document.dialog_path, &document.dialog_note})
        add(*text);
    for (const Choice& one : document.recent) add(one.name);
    for (const Notice& one : model.notices) add(one.text);
    for (const ShaderMessage& one : model.shader_errors) add(one.text);
    add(model.effect_error);
    add(model.recording);
    add(model.film.output);
    return is_new;
}

}  // namespace winnow::ui
