// What a window edits, draws and plays with, without the window.
#pragma once

#include <utility>

#include "session/playback.h"
#include "session/session.h"
#include "support/gl_fixture.h"
#include "view/camera_controller.h"
#include "view/effect_editor.h"
#include "view/frame_painter.h"
#include "view/notices.h"
#include "view/program_builds.h"

namespace winnow::test {

struct EditingWindow {
    explicit EditingWindow(effects::Settings settings)
        : session(headless_context(), std::filesystem::path(), std::move(settings)) {}

    session::Session session;
    session::Playback playback{session, ""};
    view::Notices notices;
    view::CameraController camera{session.settings().effect.view};
    view::ProgramBuilds builds{session, playback};
    view::EffectEditor editor{session, playback, builds, camera, notices, session::StartChoice{}};
    view::FramePainter painter{session, playback, camera, notices};
};

}  // namespace winnow::test
