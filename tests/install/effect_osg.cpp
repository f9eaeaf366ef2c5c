// Winnow's effects among the transparent objects of OpenSceneGraph: effect_osg [FRAMES [FILE.ppm]].
//
// A court of tiles and columns has two panes of coloured glass. A fountain plays between the panes, and a
// smaller one behind both. For OpenSceneGraph each is one more drawable of its transparent bin, which it
// sorts with the glass by the distance of their middles: the pane in front of a fountain colours it, and the
// one behind is seen through it. With FRAMES, the program makes so many frames of 1/60 s without a window,
// and writes the last one to the file. Without, it shows a window in which the mouse turns the court, until
// it is closed. Its exit status is 2 for a wrong argument, and 3 for what fails.
#include <OpenThreads/Thread>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <osg/BlendFunc>
#include <osg/CullFace>
#include <osg/Depth>
#include <osg/GLExtensions>
#include <osg/Geometry>
#include <osg/LightSource>
#include <osg/MatrixTransform>
#include <osg/Program>
#include <osg/ShapeDrawable>
#include <osg/Texture2DMultisample>
#include <osg/Timer>
#include <osgGA/TrackballManipulator>
#include <osgViewer/Viewer>
#include <stdexcept>
#include <string>
#include <winnow/effect.hpp>

namespace {

constexpr int wrong_argument = 2, failed = 3;  // exit statuses
constexpr int width = 960, height = 540, samples = 4;
constexpr double frame_seconds = 1.0 / 60, longest_frame_seconds = 0.1;
const osg::Vec3 large_place(0, 0, 0), small_place(2.6f, 3.6f, 0);  // of the fountains
const osg::Vec4 sky(0.012f, 0.017f, 0.034f, 1);

/// What is common to stone and glass.
constexpr const char* scene_vertices = R"(#version 450 compatibility
out vec3 place, normal, paint;
void main() {
    place = (gl_ModelViewMatrix * gl_Vertex).xyz;
    normal = gl_NormalMatrix * gl_Normal;
    paint = gl_Color.rgb;
    gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex;
})";

/// The lights of OpenSceneGraph, the moon and a lamp in each fountain, shine on stone.
constexpr const char* stone_light = R"(#version 450 compatibility
uniform vec4 sky;
in vec3 place, normal, paint;
out vec4 light;
void main() {
    vec3 sum = 2 * sky.rgb;
    for (int i = 0; i < 3; ++i) {
        vec4 source = gl_LightSource[i].position;
        vec3 way = source.xyz - source.w * place;
        float spread = mix(1, 0.3 + dot(way, way), source.w);
        sum += gl_LightSource[i].diffuse.rgb * max(dot(normalize(normal), normalize(way)), 0) / spread;
    }
    light = vec4(mix(sky.rgb, paint * sum, exp(-0.003 * dot(place, place))), 1);
})";

/// Glass has no light of its own: it returns the share of the light from behind that passes.
constexpr const char* glass_share = R"(#version 450 compatibility
in vec3 paint;
out vec4 share;
void main() { share = vec4(paint, 1); })";

constexpr const char* whole_vertices = R"(#version 450 compatibility
void main() { gl_Position = gl_Vertex; })";

/// Each sample becomes a colour that a window can show before their mean is taken, so that edges stay smooth.
constexpr const char* whole_colour = R"(#version 450 compatibility
uniform sampler2DMS lit;
out vec4 colour;
void main() {
    vec3 sum = vec3(0);
    for (int i = 0; i < textureSamples(lit); ++i)
        sum += pow(1 - exp(-1.3 * texelFetch(lit, ivec2(gl_FragCoord.xy), i).rgb), vec3(1 / 2.2));
    colour = vec4(sum / textureSamples(lit), 1);
})";

osg::Program* make_program(const char* vertices, const char* fragments) {
    auto* program = new osg::Program;
    program->addShader(new osg::Shader(osg::Shader::VERTEX, vertices));
    program->addShader(new osg::Shader(osg::Shader::FRAGMENT, fragments));
    return program;
}

osg::Texture* make_texture(GLint format) {
    auto* texture = new osg::Texture2DMultisample(samples, GL_TRUE);
    texture->setTextureSize(width, height);
    texture->setInternalFormat(format);
    texture->setFilter(osg::Texture::MIN_FILTER, osg::Texture::NEAREST);  // it has no smaller levels
    return texture;
}

/// An instance of an effect as a drawable. Whatever transform is above it must be a turn and a move.
class Particles : public osg::Drawable {
  public:
    /// Only this drawable shows the instance, if it alone has the layer.
    Particles(winnow::Stage& stage, const winnow::Effect& effect, const winnow::Play& play,
              const osg::Texture& depth)
        : stage_(stage), depth_(&depth), place_(play.transform), layers_(1u << play.layer) {
        effect.play(play);
        setSupportsDisplayList(false);  // Winnow's commands differ from frame to frame
        getOrCreateStateSet()->setRenderingHint(osg::StateSet::TRANSPARENT_BIN);
    }

    /// The middle of the box is what OpenSceneGraph sorts by.
    osg::BoundingBox computeBoundingBox() const override {
        const osg::Vec3 middle(place_.position[0], place_.position[1], place_.position[2]);
        const osg::Vec3 reach = osg::Vec3(1, 1, 1) * (2.5f * place_.scale);  // metres
        return {middle - reach, middle + reach};
    }

    /// The depth texture stays attached: nothing in the transparent bin writes depth, and Winnow copies what
    /// it needs while a framebuffer of its own is bound, so that OpenGL never reads what it may write.
    void drawImplementation(osg::RenderInfo& info) const override {
        const osg::State& state = *info.getState();
        GLint framebuffer = 0;
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
        winnow::Picture picture;
        picture.framebuffer = static_cast<GLuint>(framebuffer);
        picture.width = width;
        picture.height = height;
        picture.view = winnow::matrix(osg::Matrixf(state.getModelViewMatrix()).ptr());
        picture.projection = winnow::matrix(osg::Matrixf(state.getProjectionMatrix()).ptr());
        picture.depth_texture = depth_->getTextureObject(state.getContextID())->id();
        picture.layers = layers_;
        stage_.draw(picture);
    }

  private:
    winnow::Stage& stage_;
    osg::ref_ptr<const osg::Texture> depth_;
    winnow::Transform place_;
    std::uint32_t layers_;
};

void add_shape(osg::Group& group, osg::Shape* shape, const osg::Vec4& paint) {
    auto* drawable = new osg::ShapeDrawable(shape);
    drawable->setColor(paint);
    group.addChild(drawable);
}

osg::Group* make_stones() {
    auto* stones = new osg::Group;
    constexpr int tiles = 9;  // to each side
    constexpr float tile = 0.96f, thick = 0.2f;
    for (int x = -tiles; x <= tiles; ++x)
        for (int y = -tiles; y <= tiles; ++y) {
            const float shade = 0.3f + 0.05f * static_cast<float>((7 * x * x + 5 * y + 2 * x * y) & 3);
            const osg::Vec3 middle(static_cast<float>(x), static_cast<float>(y), -thick / 2);
            add_shape(*stones, new osg::Box(middle, tile, tile, thick), {shade, shade, shade, 1});
        }
    const osg::Vec4 marble(0.5f, 0.47f, 0.42f, 1);
    const auto add_column = [&](const osg::Vec3& foot, float tall) {
        constexpr float radius = 0.24f, slab = 0.16f, edge = 0.66f;
        add_shape(*stones, new osg::Cylinder(foot + osg::Z_AXIS * (tall / 2), radius, tall), marble);
        for (const float level : {slab / 2, tall - slab / 2})
            add_shape(*stones, new osg::Box(foot + osg::Z_AXIS * level, edge, edge, slab), marble);
    };
    constexpr int columns = 9;  // in the arc behind the fountains
    for (int i = 0; i < columns; ++i) {
        const float angle = osg::PIf * static_cast<float>(i) / (columns - 1);
        add_column({5.6f * std::cos(angle), 5.6f * std::sin(angle), 0}, 3.2f);
    }
    add_column({0.8f, -2.6f, 0}, 2.1f);  // in front of the large fountain
    stones->getOrCreateStateSet()->setAttributeAndModes(make_program(scene_vertices, stone_light));
    return stones;
}

osg::Group* make_glass() {
    auto* panes = new osg::Group;
    constexpr float thick = 0.05f;
    add_shape(*panes, new osg::Box({-1.35f, -1.9f, 1.3f}, 2.5f, thick, 2.6f), {0.08f, 0.5f, 0.65f, 1});
    add_shape(*panes, new osg::Box({2.4f, 2.2f, 1.5f}, 2.8f, thick, 3.0f), {0.6f, 0.07f, 0.3f, 1});
    osg::StateSet& state = *panes->getOrCreateStateSet();
    state.setAttributeAndModes(make_program(scene_vertices, glass_share));
    state.setAttributeAndModes(new osg::BlendFunc(GL_DST_COLOR, GL_ZERO));
    state.setAttributeAndModes(new osg::Depth(osg::Depth::LESS, 0, 1, false));
    state.setAttributeAndModes(new osg::CullFace);  // each pane is passed once
    state.setRenderingHint(osg::StateSet::TRANSPARENT_BIN);
    return panes;
}

/// Sees what the viewer's camera sees, but keeps it in textures: light of any strength, and depth.
osg::Camera* make_scene(osg::Texture* light, osg::Texture* depth) {
    auto* scene = new osg::Camera;
    scene->setRenderOrder(osg::Camera::PRE_RENDER);
    scene->setRenderTargetImplementation(osg::Camera::FRAME_BUFFER_OBJECT);
    scene->attach(osg::Camera::COLOR_BUFFER, light);
    scene->attach(osg::Camera::DEPTH_BUFFER, depth);
    scene->setViewport(0, 0, width, height);
    scene->setClearColor(sky);
    scene->getOrCreateStateSet()->addUniform(new osg::Uniform("sky", sky));
    int number = 0;
    const auto add_light = [&](const osg::Vec4& position, const osg::Vec4& strength) {
        auto* source = new osg::LightSource;
        source->getLight()->setLightNum(number++);
        source->getLight()->setPosition(position);
        source->getLight()->setDiffuse(strength);
        scene->addChild(source);
    };
    const osg::Vec4 fire(1, 0.5f, 0.18f, 1);
    add_light({-0.45f, -0.53f, 0.72f, 0}, {0.05f, 0.07f, 0.12f, 1});  // the moon is far away
    add_light({large_place + osg::Vec3(0, 0, 1.5f), 1}, fire * 6.0f);
    add_light({small_place + osg::Vec3(0, 0, 1.1f), 1}, fire * 3.0f);
    scene->addChild(make_stones());
    scene->addChild(make_glass());
    return scene;
}

/// In Winnow's effects y is up, and here it is z.
osg::Node* make_fountains(winnow::Stage& stage, const winnow::Effect& effect, const osg::Texture& depth) {
    auto* upright = new osg::MatrixTransform(osg::Matrix::rotate(osg::Y_AXIS, osg::Z_AXIS));
    const auto add = [&](const osg::Vec3& place, float scale, std::uint32_t layer) {
        winnow::Play play;
        play.transform.position = {place.x(), place.z(), -place.y()};
        play.transform.scale = scale;
        play.seed = 1 + layer;
        play.layer = layer;
        upright->addChild(new Particles(stage, effect, play, depth));
    };
    add(large_place, 1.15f, 0);
    add(small_place, 0.95f, 1);
    return upright;
}

/// Covers the window with what the scene's camera saw.
osg::Node* make_whole(osg::Texture* light) {
    osg::Geometry* whole = osg::createTexturedQuadGeometry({-1, -1, 0}, {2, 0, 0}, {0, 2, 0});
    whole->setCullingActive(false);
    osg::StateSet& state = *whole->getOrCreateStateSet();
    state.setAttributeAndModes(make_program(whole_vertices, whole_colour));
    state.setTextureAttribute(0, light);
    state.addUniform(new osg::Uniform("lit", 0));
    state.setMode(GL_DEPTH_TEST, osg::StateAttribute::OFF);
    return whole;
}

osg::ref_ptr<osg::GraphicsContext> make_context(bool has_window) {
    osg::ref_ptr<osg::GraphicsContext::Traits> traits = new osg::GraphicsContext::Traits;
    traits->readDISPLAY();
    traits->setUndefinedScreenDetailsToDefaultScreen();
    traits->windowName = "Winnow";
    traits->x = traits->y = 60;
    traits->width = width;
    traits->height = height;
    traits->glContextVersion = "4.5";
    traits->glContextProfileMask = 2;  // GLX_CONTEXT_COMPATIBILITY_PROFILE_BIT_ARB
    traits->pbuffer = !has_window;
    traits->windowDecoration = traits->doubleBuffer = traits->vsync = has_window;
    traits->supportsResize = false;
    osg::ref_ptr<osg::GraphicsContext> context = osg::GraphicsContext::createGraphicsContext(traits.get());
    if (!context) throw std::runtime_error("there is no display with OpenGL 4.5");
    return context;
}

void write(const osg::Image& picture, const char* path) {
    std::ofstream file(path, std::ios::binary);
    file << "P6 " << width << ' ' << height << " 255\n";
    for (int y = height - 1; y >= 0; --y)
        file.write(reinterpret_cast<const char*>(picture.data(0, y)), 3 * width);
    if (!file.flush()) throw std::runtime_error(std::string(path) + ": cannot be written");
}

/// Shows so many frames, or all until the window is closed if `frames` is 0.
void run(int frames, const char* path) {
    osgViewer::Viewer viewer;
    viewer.setThreadingModel(osgViewer::Viewer::SingleThreaded);
    viewer.setReleaseContextAtEndOfFrameHint(false);  // so that Winnow can be called between frames
    viewer.setLightingMode(osg::View::NO_LIGHT);      // but those of the scene
    osg::Camera& camera = *viewer.getCamera();
    camera.setGraphicsContext(make_context(frames == 0));
    camera.setViewport(0, 0, width, height);
    camera.setProjectionMatrixAsPerspective(36, static_cast<double>(width) / height, 0.1, 100);
    osg::ref_ptr<osg::Image> last = new osg::Image;
    if (path != nullptr) {
        last->allocateImage(width, height, 1, GL_RGB, GL_UNSIGNED_BYTE);
        camera.attach(osg::Camera::COLOR_BUFFER, last.get());
    }
    osg::ref_ptr<osg::Texture> light = make_texture(GL_RGBA16F_ARB),
                               depth = make_texture(GL_DEPTH_COMPONENT32F);
    osg::ref_ptr<osg::Camera> scene = make_scene(light.get(), depth.get());
    osg::ref_ptr<osg::Group> root = new osg::Group;
    root->addChild(scene);
    root->addChild(make_whole(light.get()));
    viewer.setSceneData(root);
    osg::ref_ptr<osgGA::TrackballManipulator> hand = new osgGA::TrackballManipulator;
    hand->setAutoComputeHomePosition(false);
    hand->setHomePosition({0, -11, 2.7}, {0, 0, 1.5}, osg::Z_AXIS);
    viewer.setCameraManipulator(hand);
    viewer.realize();
    osg::GraphicsContext& context = *camera.getGraphicsContext();
    if (!context.makeCurrent()) throw std::runtime_error("no OpenGL context is current");
    // OpenSceneGraph 3.6.5 calls a wrong function to give textures with samples a storage that is immutable.
    context.getState()->get<osg::GLExtensions>()->isTextureStorageEnabled = false;

    winnow::Stage stage({osg::getGLExtensionFuncPtr});
    const winnow::Effect effect = stage.load({"fountain"});
    scene->addChild(make_fountains(stage, effect, *depth));
    // Counted frames begin with the particles. A window is shown at once, and gets particles when it can.
    while (frames > 0 && !effect.ready()) OpenThreads::Thread::microSleep(1000);

    osg::ElapsedTime clock;
    for (int frame = 0; (frames == 0 || frame < frames) && !viewer.done(); ++frame) {
        const double passed = std::min(clock.elapsedTime(), longest_frame_seconds);
        clock.reset();
        stage.advance(frames > 0 ? frame_seconds : passed);
        viewer.frame();
    }
    if (path != nullptr) write(*last, path);
}

}  // namespace

int main(int count, char** words) try {
    const int frames = count > 1 ? std::atoi(words[1]) : 0;
    if (count > 3 || (count > 1 && frames <= 0))
        return std::fputs("usage: effect_osg [FRAMES [FILE.ppm]]\n", stderr), wrong_argument;
    run(frames, count > 2 ? words[2] : nullptr);
    return 0;
} catch (const winnow::EffectError& error) {
    std::fprintf(stderr, "effect_osg: %s\n", error.what());
    return error.code() == WINNOW_BAD_INPUT ? wrong_argument : failed;
} catch (const std::exception& error) {
    std::fprintf(stderr, "effect_osg: %s\n", error.what());
    return failed;
}
