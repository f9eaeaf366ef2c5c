// The view of an effect: its camera and what the lens makes of the light, as plain data.
#pragma once

#include <glm/glm.hpp>

#include <vector>

namespace winnow::effects {

/// A place of the camera on its way.
struct Waypoint {
    float time = 0;  // seconds since the first frame
    glm::vec3 position{0, 1, 6};
    glm::vec3 target{0, 1, 0};
    float roll = 0;           // degrees
    float field_of_view = 0;  // degrees; 0: the view's
    bool cut = false;         // the camera jumps here, instead of moving on from the one before
    bool operator==(const Waypoint&) const = default;
};

/// A factor on the exposure at a moment.
struct ExposureKey {
    float time = 0;  // seconds since the first frame
    float factor = 1;
    bool operator==(const ExposureKey&) const = default;
};

/// The tint, saturation and contrast that the light is given before the tone curve.
struct Grading {
    glm::vec3 tint{1, 1, 1};  // factor on each channel
    float saturation = 1;     // 0: grey
    float contrast = 1;       // exponent around middle grey
    bool operator==(const Grading&) const = default;
};

/// The camera's pose and its slow orbit, or its way, until a person moves it, and what its lens makes of the
/// light.
struct View {
    glm::vec3 target{0, 1, 0};
    float distance = 6;          // metres
    float yaw = 30, pitch = 12;  // degrees
    float exposure = 1;          // factor before tone mapping
    float orbit = 0;             // degrees per second to the right, when it starts
    float sway = 0;              // degrees; 0: the orbit goes all the way round
    float roll = 0;              // degrees, of the camera to the right
    float field_of_view = 40;    // degrees, of the shorter side
    float near = 0.05f;          // metres from the eye; nothing nearer is drawn
    float far = 4e6f;            // metres from the eye; no object farther away is drawn
    float aperture = 0;          // metres, the diameter of the lens; 0: all is sharp
    float focus = 0;             // metres from the eye to what is sharp; 0: that of the target
    float shutter = 0;           // seconds in which a frame is exposed, up to its time
    float bloom = 0.5f;          // factor on the light that spreads around bright places
    float vignette = 0.28f;      // share of the light that is lost in the corners
    Grading grading = {};
    std::vector<ExposureKey> exposures = {};  // in the order of their times
    std::vector<Waypoint> path = {};          // none, or at least min_waypoints in the order of their times
    bool operator==(const View&) const = default;
};

}  // namespace winnow::effects
