#include "render/host_picture.h"

#include <glad/gl.h>

#include <string>

#include "gl/debug.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

constexpr std::uint32_t one_triangle = 1;

gl::ProgramSource source_of(const std::string& section) {
    return {"render/host: " + section,
            {{gl::ShaderStage::vertex, "render/host/host.glsl#vertex"},
             {gl::ShaderStage::fragment, "render/host/host.glsl#" + section}},
            {}};
}

glm::uvec2 last_pixel(gl::Size size) {
    return {size.width - 1, size.height - 1};
}

}  // namespace

HostPicture::HostPicture(gl::ShaderLibrary& shaders)
    : depth_(shaders, source_of("depth")),
      compose_(shaders, source_of("compose")),
      surfaces_(shaders.load(source_of("surfaces"))) {
    glCreateSamplers(1, &sampler_);
    glSamplerParameteri(sampler_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glSamplerParameteri(sampler_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl::label_object(GL_SAMPLER, sampler_, "render: the host's depth");
}

HostPicture::~HostPicture() {
    glDeleteSamplers(1, &sampler_);
}

void HostPicture::load() {
    depth_.of({{"MULTISAMPLED", gl::define_flag(false)}});
    compose_.of({{"ENCODED", gl::define_flag(false)}});
}

void HostPicture::put_depth(const HostView& view, const HostDepth& depth, const Target& target,
                            const VertexPulling& vertices) {
    target.clear();
    if (depth.texture == 0) return;
    const gl::Program& program = depth_.of({{"MULTISAMPLED", gl::define_flag(depth.is_multisampled)}});
    program.set("to_eye", view.to_eye);
    program.set("origin", glm::uvec2(depth.x, depth.y));
    program.set("last", last_pixel(target.size()));
    program.set("is_flipped", view.is_flipped ? 1 : 0);
    glBindTextureUnit(shared::TEXTURE_FRAME, depth.texture);
    if (!depth.is_multisampled) glBindSampler(shared::TEXTURE_FRAME, sampler_);
    target.bind();
    set_solid();
    program.use();
    vertices.triangles(one_triangle);
    glBindSampler(shared::TEXTURE_FRAME, 0);
}

void HostPicture::put_surfaces(const Target& surfaces, const Target& layer,
                               const VertexPulling& vertices) const {
    layer.bind();
    set_blending(Blending::cover);
    surfaces.bind_texture(shared::TEXTURE_OBJECTS);
    surfaces_.use();
    vertices.triangles(one_triangle);
}

void HostPicture::compose(const Target& layer, bool is_flipped, const HostTarget& host,
                          const VertexPulling& vertices) {
    const gl::Size size = layer.size();
    if (host.is_encoded) {
        if (before_.size() != size) before_ = Target(size, Format::shown, "the host's picture");
        before_.copy_from(host.framebuffer, host.x, host.y);
        before_.bind_texture(shared::TEXTURE_OBJECTS);
    }
    const gl::Program& program = compose_.of({{"ENCODED", gl::define_flag(host.is_encoded)}});
    program.set("origin", glm::uvec2(host.x, host.y));
    program.set("last", last_pixel(size));
    program.set("is_flipped", is_flipped ? 1 : 0);
    layer.bind_texture(shared::TEXTURE_FRAME);
    glBindFramebuffer(GL_FRAMEBUFFER, host.framebuffer);
    set_viewport(host.x, host.y, size);
    set_blending(host.is_encoded ? Blending::none : Blending::over);
    program.use();
    vertices.triangles(one_triangle);
}

}  // namespace winnow::render
