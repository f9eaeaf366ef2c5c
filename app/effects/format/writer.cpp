#include "effects/format/writer.h"

#include <algorithm>

#include "effects/modules/module.h"

namespace winnow::effects {

nlohmann::ordered_json write(const Value& value) {
    using Json = nlohmann::ordered_json;
    const auto constant = [](const Constant& c) {
        return std::visit([](const auto& v) { return Json(write(v)); }, c.value);
    };
    const auto points = [](const char* kind, Json list, const auto& course) {
        Json object;
        if (course.by) object["by"] = *course.by;
        object[kind] = std::move(list);
        if (course.is_smooth) object["smooth"] = true;
        return object;
    };
    if (const auto* const same = std::get_if<Constant>(&value)) return constant(*same);
    if (const auto* const formula = std::get_if<Formula>(&value)) return formula->text;
    if (const auto* const random = std::get_if<Random>(&value))
        return {{"random", Json::array({constant(random->least), constant(random->most)})}};
    Json list = Json::array();
    if (const auto* const curve = std::get_if<Curve>(&value)) {
        for (std::size_t i = 0; i < curve->points.size(); ++i) {
            Json point = Json::array({write(curve->points[i].x), write(curve->points[i].y)});
            if (!curve->slopes.empty() && curve->slopes[i]) {
                const auto& [before, after] = *curve->slopes[i];
                point.push_back(write(before));
                if (after) point.push_back(write(*after));
            }
            list.push_back(std::move(point));
        }
        return points("curve", std::move(list), *curve);
    }
    const auto& gradient = std::get<Gradient>(value);
    for (const auto& [x, colour] : gradient.stops)
        list.push_back(
            Json::array({write(x), gradient.is_of_vectors ? write(glm::vec3(colour)) : write(colour)}));
    return points("gradient", std::move(list), gradient);
}

nlohmann::ordered_json write(const Spline& value) {
    auto points = nlohmann::ordered_json::array();
    for (const glm::vec3& point : value.points) points.push_back(write(point));
    if (!value.is_closed) return points;
    return {{"points", std::move(points)}, {"closed", true}};
}

nlohmann::ordered_json write(const ModuleUse& use) {
    auto object = nlohmann::ordered_json::object();
    object["module"] = use.module;
    if (!use.enabled) object["enabled"] = false;
    if (use.space != ModuleSpace::emitter) object["space"] = write(use.space);
    const std::vector<std::string>& built_in = built_in_modules();
    if (std::ranges::find(built_in, use.module) != built_in.end())
        for (const Parameter& parameter : built_in_module(use.module).parameters)
            if (const auto given = use.values.find(parameter.name); given != use.values.end())
                object[parameter.name] = write(given->second);
    for (const auto& [name, value] : use.values)
        if (!object.contains(name)) object[name] = write(value);
    return object;
}

}  // namespace winnow::effects
