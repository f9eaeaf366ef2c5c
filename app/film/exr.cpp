#include "film/exr.h"

#include "base/error.h"
#include "base/version.h"

#if WINNOW_HAS_EXR
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfIntAttribute.h>
#include <ImfOutputFile.h>
#include <ImfStandardAttributes.h>
#include <ImfStringAttribute.h>
#include <fmt/format.h>
#include <half.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>
#endif

namespace winnow::film {

#if WINNOW_HAS_EXR
namespace {

/// Collects the bytes of a file in memory.
class MemoryFile : public Imf::OStream {
  public:
    MemoryFile() : OStream("frame") {}
    void write(const char bytes[], int count) override {
        const auto n = static_cast<std::size_t>(count);
        if (bytes_.size() < at_ + n) bytes_.resize(at_ + n);
        std::memcpy(bytes_.data() + at_, bytes, n);
        at_ += n;
    }
    std::uint64_t tellp() override { return at_; }
    void seekp(std::uint64_t at) override { at_ = at; }

    std::string take() { return std::move(bytes_); }

  private:
    std::string bytes_;
    std::size_t at_ = 0;
};

/// The channels of a file with their values, one plane each.
class Planes {
  public:
    Planes(Imf::Header& header, gl::Size size) : header_(header), size_(size) {}

    /// Adds a channel of the values of the pixels in order: floats, or words of Imf::UINT.
    template <typename Value>
    void add(const std::string& name, Imf::PixelType type, const Value& value) {
        const std::size_t pixels =
            static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(size_.height);
        const std::size_t bytes = type == Imf::HALF ? sizeof(half) : sizeof(float);
        std::vector<char>& plane = planes_.emplace_back(pixels * bytes);
        for (std::size_t i = 0; i < pixels; ++i) {
            if (type == Imf::HALF) {
                const half number(std::clamp(static_cast<float>(value(i)), -max_half, max_half));
                std::memcpy(plane.data() + i * bytes, &number, bytes);
            } else {
                const auto number = value(i);
                static_assert(sizeof number == sizeof(float));
                std::memcpy(plane.data() + i * bytes, &number, bytes);
            }
        }
        header_.channels().insert(name, Imf::Channel(type));
        buffer_.insert(name,
                       Imf::Slice(type, plane.data(), bytes, bytes * static_cast<std::size_t>(size_.width)));
    }
    const Imf::FrameBuffer& buffer() const { return buffer_; }

  private:
    static constexpr float max_half = 65504;

    Imf::Header& header_;
    gl::Size size_;
    std::vector<std::vector<char>> planes_;
    Imf::FrameBuffer buffer_;
};

void add_particles(Planes& planes, const LightFrame& frame, const ExrChoice& choice, Imf::PixelType number) {
    const std::vector<shared::PixelParticle>& all = frame.particles;
    const auto has = [&](Channel channel) { return (choice.channels & channel) != 0; };
    if (has(depth_channel)) planes.add("Z", Imf::FLOAT, [&](std::size_t i) { return all[i].place.w; });
    if (has(velocity_channel)) {
        planes.add("velocity.X", number, [&](std::size_t i) { return all[i].velocity_x; });
        planes.add("velocity.Y", number, [&](std::size_t i) { return all[i].velocity_y; });
    }
    if (has(emitter_channel)) planes.add("emitter", Imf::UINT, [&](std::size_t i) { return all[i].emitter; });
    if (has(identity_channel)) {
        planes.add("identity.birth_step", Imf::UINT, [&](std::size_t i) { return all[i].birth_step; });
        planes.add("identity.ordinal", Imf::UINT, [&](std::size_t i) { return all[i].ordinal; });
    }
    if (has(position_channel)) {
        planes.add("position.X", Imf::FLOAT, [&](std::size_t i) { return all[i].place.x; });
        planes.add("position.Y", Imf::FLOAT, [&](std::size_t i) { return all[i].place.y; });
        planes.add("position.Z", Imf::FLOAT, [&](std::size_t i) { return all[i].place.z; });
    }
}

}  // namespace

void require_exr(const std::string& /*output*/) {}

std::string encode_exr(const LightFrame& frame, const ExrChoice& choice, std::uint64_t number) {
    Imf::Header header(frame.size.width, frame.size.height);
    header.compression() = Imf::ZIP_COMPRESSION;
    header.insert("software", Imf::StringAttribute(fmt::format("Winnow {}", version())));
    if (number > 0) header.insert("frame", Imf::IntAttribute(static_cast<int>(number)));
    Imf::addFramesPerSecond(header, Imf::Rational(static_cast<int>(choice.frames_per_second), 1));
    const Imf::PixelType type = choice.has_floats ? Imf::FLOAT : Imf::HALF;
    Planes planes(header, frame.size);
    constexpr const char* colors[] = {"R", "G", "B", "A"};
    for (int c = 0; c < 4; ++c) planes.add(colors[c], type, [&](std::size_t i) { return frame.light[i][c]; });
    if (choice.channels != 0) add_particles(planes, frame, choice, type);
    MemoryFile file;
    {
        Imf::OutputFile writer(file, header, 0);  // frames are encoded beside each other
        writer.setFrameBuffer(planes.buffer());
        writer.writePixels(frame.size.height);
    }
    return file.take();
}

#else

void require_exr(const std::string& output) {
    absent(
        "cannot write {}: this Winnow was built without OpenEXR; install libopenexr-dev and build it again",
        output);
}

std::string encode_exr(const LightFrame& /*frame*/, const ExrChoice& /*choice*/, std::uint64_t /*number*/) {
    return {};
}

#endif

}  // namespace winnow::film
