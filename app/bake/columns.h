// The particles after a frame as columns for other programs: a row is a particle, in the
// order of the living.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "gl/buffer.h"
#include "gl/staging.h"
#include "render/drawing.h"
#include "session/offline_render.h"
#include "session/session.h"

namespace winnow::bake {

/// A column. Each value has so many 32-bit words, little-endian. An identity is one number of 64 bits, the
/// ordinal of a birth and above it the low 32 bits of its step, which no other particle of a run has.
struct Column {
    enum class Type { real, whole, identity };
    std::string name;
    Type type = Type::real;
    std::vector<std::string> words = {};  // names of the words, each unique among all columns

    /// Returns how many numbers a value has.
    std::size_t numbers() const { return type == Type::identity ? 1 : words.size(); }
};

// The columns that any effect has. Lengths are in metres, times in seconds, colours linear, above 1 where
// they glow.
namespace names {
inline constexpr const char *position = "position", *velocity = "velocity", *colour = "colour",
                            *width = "width", *age = "age", *lifetime = "lifetime", *emitter = "emitter",
                            *identity = "id", *bounces = "bounces";
}  // namespace names

/// Returns the position and the columns with these names or, if there are none, all that any effect has.
/// Attributes of the effect's own that have the name of such a column are called attribute_NAME. Throws
/// Error(bad_input), one line that names all that there are, if there is none of a name.
std::vector<Column> columns_of(const effects::CompiledEffect& compiled, std::span<const std::string> chosen);

/// The particles after one frame.
struct PointFrame {
    std::uint64_t number = 1;
    double seconds = 0;  // since the first frame of a run, of simulated time
    std::uint64_t count = 0;
    std::vector<std::vector<std::uint32_t>> words;  // by column: count values

    std::span<const std::uint32_t> value(std::size_t column, std::uint64_t row) const {
        const std::size_t size = words[column].size() / count;
        return std::span(words[column]).subspan(row * size, size);
    }
};

/// Reads the columns of a session's particles back, looks included, which the GPU computes.
class PointReader {
  public:
    /// The session must outlive this object. Throws as gl::ShaderLibrary and gl::MemoryProvider do.
    PointReader(session::Session& session, std::vector<Column> columns);

    /// Reads the particles of a frame into `into`. They are moved back by their velocity to the frame's
    /// moment where that lies before the end of the last step, but for those that bounced or were born in it.
    /// An attribute that an emitter lacks is 0. Waits for the GPU.
    void read(const session::MadeFrame& frame, PointFrame& into);

  private:
    /// Fills these columns, each unless it is null.
    void fill_looks(double behind, std::uint64_t count, std::uint32_t* colours, std::uint32_t* widths);
    void fill_attribute(const particles::State& state, const Column& column,
                        std::vector<std::uint32_t>& words);

    session::Session& session_;
    const std::vector<Column> columns_;
    render::LookProgram program_;
    render::UniformBlock camera_;
    gl::Buffer looks_;
    gl::Staging staging_;
};

}  // namespace winnow::bake
