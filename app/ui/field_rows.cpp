#include "ui/field_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "effects/compile/rate.h"
#include "ui/color_cell.h"
#include "ui/spline_rows.h"
#include "ui/tooltip.h"
#include "ui/value_row.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

/// Returns the unit with a superscript: "m/s²" for "m/s2".
std::string readable_unit(std::string_view unit) {
    std::string text(unit);
    if (text.ends_with("s2")) text.replace(text.size() - 1, 1, "\xC2\xB2");
    return text;
}

}  // namespace

NumberStyle style_of(const effects::Field& field) {
    return {effects::label(field),
            readable_unit(field.unit),
            field.sentence,
            static_cast<float>(field.usual.least),
            static_cast<float>(field.usual.most),
            field.logarithmic,
            field.key == "ui_scale"};
}

void FieldRows::row(const effects::Field& field, float value) {
    if (sliders(draw_, name(field), std::span(&value, 1), style_of(field)))
        draw_.events.edit(pointer(field), value);
}

void FieldRows::varying(const effects::Field& field, const effects::Parameter& parameter,
                        const nlohmann::json& value) {
    const std::string at = pointer(field);
    value_row(draw_, {parameter, name(field), at, value, [&] { return reset_values(draw_, at); }});
}

template <typename Member>
void FieldRows::row_in_time(const effects::Field& field, const Member& value) {
    varying(field, effects::parameter_of(field, value), effects::write(value));
}

void FieldRows::row(const effects::Field& field, const effects::NumberInTime& value) {
    row_in_time(field, value);
}

void FieldRows::row(const effects::Field& field, const effects::VectorInTime& value) {
    row_in_time(field, value);
}

void FieldRows::row(const effects::Field& field, const effects::Spline& value) {
    const bool has_points = !value.points.empty();
    label(draw_, effects::label(field), std::string(field.sentence), has_points ? color::text : color::dim);
    if (button(draw_, name(field) + (has_points ? "/none" : "/some"), has_points ? "None" : "Add a path")) {
        const effects::Spline first{{{0, 0, 0}, {1, 0, 0}}};
        draw_.events.edit(pointer(field), effects::write(has_points ? effects::Spline() : first));
    }
    if (has_points) spline_rows(draw_, name(field), pointer(field), effects::write(value), style_of(field));
}

void FieldRows::row(const effects::Field& field, const effects::BurstCount& value) {
    varying(field, effects::count_parameter(), effects::write(value));
}

void FieldRows::row(const effects::Field& field, const effects::Probability& value) {
    varying(field, effects::probability_parameter(), effects::write(value));
}

void FieldRows::row(const effects::Field& field, const effects::Rate& value) {
    varying(field, effects::rate_parameter(), effects::write(value));
    const float density = draw_.settings().simulation.density;
    if (density == 1) return;
    const float* const constant = effects::constant_number(value.value);
    const std::string births = constant != nullptr ? fmt::format(" = {} births per second",
                                                                 grouped(std::llround(*constant * density)))
                                                   : "";
    small_text(draw_, color::dim, fmt::format("x density {:.4g}{}", density, births));
    draw_.map.add_last_item(name(field) + "/density", true, density);
}

void FieldRows::row(const effects::Field& field, std::uint32_t value) {
    number_input(draw_, name(field), pointer(field), value, style_of(field));
}

void FieldRows::row(const effects::Field& field, bool value) {
    check_box(draw_, name(field), effects::label(field).c_str(), pointer(field).c_str(), value);
    tooltip(draw_, field.sentence);
}

/// Moving one end of the range past the other moves both, so that least never exceeds most.
void FieldRows::row(const effects::Field& field, const effects::Range& value) {
    std::array ends{value.least, value.most};
    if (!sliders(draw_, name(field), ends, style_of(field))) return;
    if (ends[0] != value.least) ends[1] = std::max(ends[0], ends[1]);
    if (ends[1] != value.most) ends[0] = std::min(ends[0], ends[1]);
    draw_.events.edit(pointer(field), ends);
}

void FieldRows::row(const effects::Field& field, const glm::vec3& value) {
    std::array axes{value.x, value.y, value.z};
    if (!field.is_colour) {
        if (sliders(draw_, name(field), axes, style_of(field))) draw_.events.edit(pointer(field), axes);
        return;
    }
    label(draw_, effects::label(field), field.sentence);
    if (color_cell(draw_, name(field), axes, static_cast<float>(field.range.most), brightness_))
        draw_.events.edit(pointer(field), axes);
}

}  // namespace winnow::ui
