// Compares the layout of the structs of shared.h in the driver with the one in C++: offset, type and stride
// of every member.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <ios>
#include <map>
#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

#include "gl/program.h"
#include "shaders/shared.h"
#include "support/gl_fixture.h"
#include "support/temporary_directory.h"

namespace winnow::gl {
namespace {

using shared::Camera;
using shared::EmitterRow;
using shared::Link;
using shared::Pool;
using shared::Step;

struct Member {
    std::size_t offset;
    GLint type;
    GLint count;   // 1 unless it is an array
    GLint stride;  // 0 unless it is an array
    bool operator==(const Member&) const = default;
};

void PrintTo(const Member& m, std::ostream* out) {
    *out << "offset " << m.offset << ", type 0x" << std::hex << m.type << std::dec << ", " << m.count
         << " of stride " << m.stride;
}

using Layout = std::map<std::string, Member>;

template <typename T>
constexpr GLint type_of() {
    if constexpr (std::is_same_v<T, shared::uint>) return GL_UNSIGNED_INT;
    if constexpr (std::is_same_v<T, float>) return GL_FLOAT;
    if constexpr (std::is_same_v<T, shared::vec4>) return GL_FLOAT_VEC4;
    if constexpr (std::is_same_v<T, shared::uvec4>) return GL_UNSIGNED_INT_VEC4;
    return 0;
}

template <typename T>
Member member(std::size_t offset) {
    using Single = std::remove_extent_t<T>;
    if constexpr (std::is_array_v<T>)
        return {offset, type_of<Single>(), static_cast<GLint>(std::extent_v<T>), sizeof(Single)};
    return {offset, type_of<Single>(), 1, 0};
}

#define MEMBER(Struct, name) \
    { #name, member < decltype(Struct::name)>(offsetof(Struct, name)) }
#define ARRAY(Struct, name) \
    { #name "[0]", member < decltype(Struct::name)>(offsetof(Struct, name)) }

const Layout pool{MEMBER(Pool, first),         MEMBER(Pool, alive),          MEMBER(Pool, survivors),
                  MEMBER(Pool, born),          MEMBER(Pool, died),           MEMBER(Pool, replaced),
                  MEMBER(Pool, dropped),       MEMBER(Pool, step),           MEMBER(Pool, groups_x),
                  MEMBER(Pool, groups_y),      MEMBER(Pool, groups_z),       MEMBER(Pool, shrunk),
                  MEMBER(Pool, draw_vertices), MEMBER(Pool, draw_instances), MEMBER(Pool, draw_first),
                  MEMBER(Pool, draw_base),     MEMBER(Pool, hash_low),       MEMBER(Pool, hash_high),
                  MEMBER(Pool, lost),          MEMBER(Pool, children),       MEMBER(Pool, spawn_x),
                  MEMBER(Pool, spawn_y),       MEMBER(Pool, spawn_z),        MEMBER(Pool, low_x),
                  MEMBER(Pool, low_y),         MEMBER(Pool, low_z),          MEMBER(Pool, high_x),
                  MEMBER(Pool, high_y),        MEMBER(Pool, high_z),         MEMBER(Pool, refit_x),
                  MEMBER(Pool, refit_y),       MEMBER(Pool, refit_z),        MEMBER(Pool, pad0),
                  MEMBER(Pool, pad1),          MEMBER(Pool, pad2),           MEMBER(Pool, pad3)};
const Layout step{MEMBER(Step, index),
                  MEMBER(Step, seed),
                  MEMBER(Step, births),
                  MEMBER(Step, emitters),
                  MEMBER(Step, capacity),
                  MEMBER(Step, replace_oldest),
                  MEMBER(Step, seconds),
                  MEMBER(Step, plane_height),
                  MEMBER(Step, plane_restitution),
                  MEMBER(Step, plane_friction),
                  MEMBER(Step, has_plane),
                  MEMBER(Step, children_per_parent),
                  MEMBER(Step, children_per_step),
                  MEMBER(Step, stack_first),
                  MEMBER(Step, stack_rows),
                  MEMBER(Step, objects_first),
                  MEMBER(Step, index_high),
                  MEMBER(Step, max_rounds),
                  MEMBER(Step, instances),
                  MEMBER(Step, slots),
                  MEMBER(Step, pointer),
                  MEMBER(Step, pointer_velocity)};
const Layout link_layout{MEMBER(Link, emitter), MEMBER(Link, event),       MEMBER(Link, measure),
                         MEMBER(Link, most),    MEMBER(Link, count_least), MEMBER(Link, count_choices),
                         MEMBER(Link, chance),  MEMBER(Link, inherit)};
const Layout emitter{MEMBER(EmitterRow, x),
                     MEMBER(EmitterRow, y),
                     MEMBER(EmitterRow, z),
                     MEMBER(EmitterRow, seconds),
                     MEMBER(EmitterRow, codes),
                     MEMBER(EmitterRow, look_first),
                     MEMBER(EmitterRow, flags),
                     MEMBER(EmitterRow, min_lifetime),
                     MEMBER(EmitterRow, max_lifetime),
                     MEMBER(EmitterRow, links),
                     MEMBER(EmitterRow, seed),
                     MEMBER(EmitterRow, drawing),
                     MEMBER(EmitterRow, constant_x),
                     MEMBER(EmitterRow, constant_y),
                     MEMBER(EmitterRow, constant_z),
                     MEMBER(EmitterRow, constant_drag)};
const Layout camera{ARRAY(Camera, view),      ARRAY(Camera, projection), MEMBER(Camera, eye),
                    MEMBER(Camera, viewport), MEMBER(Camera, clip_x),    MEMBER(Camera, clip_y),
                    MEMBER(Camera, clip_w),   MEMBER(Camera, planes)};

/// One struct of shared.h in a block of its own, as an array of two, so that the size of one is compared too.
struct Block {
    const char* name;
    std::size_t bytes;
    const Layout& members;
    const char* used;  // a member that the shader reads, so that the block is not dropped
};

const Block blocks[] = {{"Pool", sizeof(Pool), pool, "first"},
                        {"Step", sizeof(Step), step, "index"},
                        {"EmitterRow", sizeof(EmitterRow), emitter, "links"},
                        {"Camera", sizeof(Camera), camera, "view[3].x"},
                        {"Link", sizeof(Link), link_layout, "event"}};

enum class Storage { std430_buffer, std140_uniform };

std::string shader_for(const Block& block, Storage storage) {
    const std::string name = block.name;
    const std::string kind = storage == Storage::std430_buffer
                                 ? "layout(std430, binding = 1) readonly buffer "
                                 : "layout(std140, binding = 1) uniform ";
    return "#include \"shared.h\"\nlayout(local_size_x = 1) in;\n"
           "layout(std430, binding = 0) writeonly buffer Out { uint result; };\n" +
           kind + "Tested { " + name + " tested[2]; };\n" + "void main() { result = uint(tested[1]." +
           block.used + "); }\n";
}

struct Reported {
    Layout members;  // of tested[0]
    Layout second;   // of tested[1], if the driver lists it
    GLint bytes = 0;
};

GLint property(unsigned program, GLenum interface, GLuint index, GLenum name) {
    GLint value = 0;
    glGetProgramResourceiv(program, interface, index, 1, &name, 1, nullptr, &value);
    return value;
}

/// Returns what the driver reports of the block Tested.
Reported report_of(unsigned program, Storage storage) {
    const bool buffer = storage == Storage::std430_buffer;
    const GLenum block_interface = buffer ? GL_SHADER_STORAGE_BLOCK : GL_UNIFORM_BLOCK;
    const GLenum interface = buffer ? GL_BUFFER_VARIABLE : GL_UNIFORM;
    Reported reported;
    const GLuint block = glGetProgramResourceIndex(program, block_interface, "Tested");
    if (block == GL_INVALID_INDEX) return reported;
    reported.bytes = property(program, block_interface, block, GL_BUFFER_DATA_SIZE);
    GLint count = 0;
    glGetProgramInterfaceiv(program, interface, GL_ACTIVE_RESOURCES, &count);
    for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
        char name[128] = {};
        glGetProgramResourceName(program, interface, i, sizeof name, nullptr, name);
        const std::string full = name;
        const Member found{static_cast<std::size_t>(property(program, interface, i, GL_OFFSET)),
                           property(program, interface, i, GL_TYPE),
                           property(program, interface, i, GL_ARRAY_SIZE),
                           property(program, interface, i, GL_ARRAY_STRIDE)};
        if (full.starts_with("tested[0].")) reported.members[full.substr(10)] = found;
        if (full.starts_with("tested[1].")) reported.second[full.substr(10)] = found;
    }
    return reported;
}

class LayoutTest : public test::GlTest {
  protected:
    Reported compile_and_ask(const Block& block, Storage storage) {
        folder_.write("layout.comp", shader_for(block, storage));
        ShaderLibrary library(folder_.path());
        return report_of(library.load_compute("layout.comp").name(), storage);
    }

    test::ShippedShaders folder_;
};

TEST_F(LayoutTest, IsTheSameForTheDriverAndForCpp) {
    for (const Storage storage : {Storage::std430_buffer, Storage::std140_uniform}) {
        for (const Block& block : blocks) {
            SCOPED_TRACE(std::string(block.name) +
                         (storage == Storage::std430_buffer ? ", std430" : ", std140"));
            const Reported reported = compile_and_ask(block, storage);
            EXPECT_EQ(reported.members, block.members);
            EXPECT_EQ(static_cast<std::size_t>(reported.bytes), 2 * block.bytes);
            for (const auto& [name, second] : reported.second)
                EXPECT_EQ(second.offset, reported.members.at(name).offset + block.bytes) << name;
        }
    }
}

// Proves that the test above can fail: it must see a member that one side has at another place.
TEST_F(LayoutTest, AReorderedMemberWouldBeSeen) {
    const auto swap_words = [&](const char* header, const std::string& a, const std::string& b) {
        std::string text = test::text_of(folder_.path() / header);
        const std::size_t first = text.find(a), second = text.find(b);
        ASSERT_NE(first, std::string::npos);
        ASSERT_LT(first, second);
        text.replace(second, b.size(), a).replace(first, a.size(), b);
        folder_.write(header, text);
    };
    swap_words("shared/particles.h", "uint born;", "uint died;");
    swap_words("shared/drawing.h", "vec4 eye;", "vec4 viewport;");
    for (const Storage storage : {Storage::std430_buffer, Storage::std140_uniform}) {
        EXPECT_NE(compile_and_ask(blocks[0], storage).members, pool);
        EXPECT_NE(compile_and_ask(blocks[3], storage).members, camera);
        EXPECT_EQ(compile_and_ask(blocks[1], storage).members, step);
    }
}

}  // namespace
}  // namespace winnow::gl
