#include "commands/camera_argument.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "commands/parse_values.h"
#include "effects/model/fields.h"

namespace winnow::commands {
namespace {

/// Returns the range of a field of an effect's view.
effects::Interval range_of(std::string_view key) {
    effects::Interval range{};
    effects::View view;
    describe(view, [&](const effects::Field& field, const auto&) {
        if (field.key == key) range = field.range;
    });
    return range;
}

}  // namespace

session::CameraChoice parse_camera(std::string_view option, const std::string& text) {
    std::string_view rest = text;
    const auto take = [&](std::string_view key, std::string_view name) {
        const std::string_view one = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(one.size() + 1, rest.size()));
        const auto [least, most] = range_of(key);
        return parse_between(fmt::format("{}: {}", option, name), one, static_cast<float>(least),
                             static_cast<float>(most));
    };
    const auto commas = std::count(text.begin(), text.end(), ',');
    if (commas != 2 && commas != 5)
        bad_input("{} {}: must be YAW,PITCH,DISTANCE or YAW,PITCH,DISTANCE,X,Y,Z, such as 30,12,6,0,1,0",
                  option, shortened(text));
    session::CameraChoice camera;
    camera.yaw = take("yaw", "yaw");
    camera.pitch = take("pitch", "pitch");
    camera.distance = take("distance", "distance");
    if (commas == 5) {
        glm::vec3& target = camera.target.emplace();
        for (int i = 0; i < 3; ++i) target[i] = take("target", std::string_view("XYZ").substr(i, 1));
    }
    return camera;
}

}  // namespace winnow::commands
