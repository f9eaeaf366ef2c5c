// Frames of light as OpenEXR files, read by OpenEXR itself.
#include "film/exr.h"

#include <gtest/gtest.h>

#include <glm/gtc/packing.hpp>

#include "base/error.h"
#include "film/light_frame.h"

#if WINNOW_HAS_EXR
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfIO.h>
#include <ImfInputFile.h>
#include <ImfIntAttribute.h>
#include <ImfStandardAttributes.h>

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>
#endif

namespace winnow::film {
namespace {

TEST(LightFrameTest, TurnsRowsAndAverages) {
    DrawnLight drawn{
        .size = {4, 2}, .is_transparent = true, .light = {}, .emitters = {5, shared::NO_EMITTER}};
    for (std::uint32_t i = 0; i < 8; ++i) {
        drawn.light.push_back(glm::packHalf(glm::vec4(static_cast<float>(i), 0, 0, 0.25f)));
        shared::PixelParticle one{};
        one.emitter = i == 4 ? shared::NO_EMITTER : i % 2;
        one.ordinal = i;
        one.velocity_x = 8;
        drawn.particles.push_back(one);
    }
    const LightFrame whole = light_frame(drawn);
    ASSERT_EQ(whole.light.size(), 8u);
    EXPECT_EQ(whole.light[0], glm::vec4(4, 0, 0, 0.25f)) << "the upper row is the last of OpenGL";
    EXPECT_EQ(whole.particles[0].ordinal, 4u);
    EXPECT_EQ(whole.particles[0].emitter, shared::NO_EMITTER);
    EXPECT_EQ(whole.particles[1].emitter, shared::NO_EMITTER) << "it was edited away";
    EXPECT_EQ(whole.particles[2].emitter, 5u) << "the number of the emitter in slot 0";
    drawn.factor = 2;
    drawn.is_transparent = false;
    const LightFrame half = light_frame(drawn);
    ASSERT_EQ(half.light.size(), 2u);
    EXPECT_EQ(half.light[0], glm::vec4((0 + 1 + 4 + 5) / 4.0f, 0, 0, 1)) << "opaque";
    EXPECT_EQ(half.particles[1].ordinal, 3u) << "of one pixel, not a mean";
    EXPECT_EQ(half.particles[1].velocity_x, 4) << "in pixels of the file";
    drawn.particles.clear();
    EXPECT_TRUE(light_frame(drawn).particles.empty());
}

#if WINNOW_HAS_EXR

class Bytes : public Imf::IStream {
  public:
    explicit Bytes(std::string bytes) : IStream("frame"), bytes_(std::move(bytes)) {}
    bool read(char into[], int count) override {
        if (at_ + static_cast<std::size_t>(count) > bytes_.size())
            throw std::runtime_error("the file is too short");
        std::memcpy(into, bytes_.data() + at_, static_cast<std::size_t>(count));
        at_ += static_cast<std::size_t>(count);
        return at_ < bytes_.size();
    }
    std::uint64_t tellg() override { return at_; }
    void seekg(std::uint64_t at) override { at_ = at; }

  private:
    std::string bytes_;
    std::size_t at_ = 0;
};

constexpr int width = 5, height = 3;

LightFrame a_frame(bool has_particles) {
    LightFrame frame;
    frame.size = {width, height};
    for (int i = 0; i < width * height; ++i) {
        const auto x = static_cast<float>(i);
        frame.light.emplace_back(0.1f * x, 1000 * x, 1e6f, 0.5f);
        shared::PixelParticle one{};
        one.place = {x, -x, 0.001f * x, 3 + x};
        one.velocity_x = 0.5f * x;
        one.velocity_y = -x;
        one.emitter = i == 7 ? shared::NO_EMITTER : 2;
        one.birth_step = 4000000000u + static_cast<std::uint32_t>(i);
        one.ordinal = 16777217u;
        if (has_particles) frame.particles.push_back(one);
    }
    return frame;
}

template <typename Number>
std::vector<Number> read(Imf::InputFile& file, const char* channel, Imf::PixelType type) {
    std::vector<Number> values(std::size_t{width} * height);
    Imf::FrameBuffer buffer;
    buffer.insert(channel, Imf::Slice(type, reinterpret_cast<char*>(values.data()), sizeof(Number),
                                      sizeof(Number) * width));
    file.setFrameBuffer(buffer);
    file.readPixels(0, height - 1);
    return values;
}

TEST(ExrTest, OpenExrReadsWhatWasWritten) {
    const LightFrame frame = a_frame(true);
    const std::uint32_t all =
        depth_channel | velocity_channel | emitter_channel | identity_channel | position_channel;
    for (const bool has_floats : {false, true}) {
        Bytes bytes(encode_exr(frame, {all, has_floats, 24}, 17));
        Imf::InputFile file(bytes);
        EXPECT_EQ(file.header().compression(), Imf::ZIP_COMPRESSION);
        EXPECT_EQ(file.header().typedAttribute<Imf::IntAttribute>("frame").value(), 17);
        EXPECT_EQ(Imf::framesPerSecond(file.header()).n, 24);
        EXPECT_EQ(file.header().channels().findChannel("R")->type, has_floats ? Imf::FLOAT : Imf::HALF);
        const auto red = read<float>(file, "R", Imf::FLOAT), blue = read<float>(file, "B", Imf::FLOAT),
                   alpha = read<float>(file, "A", Imf::FLOAT), depth = read<float>(file, "Z", Imf::FLOAT),
                   x = read<float>(file, "velocity.X", Imf::FLOAT),
                   y = read<float>(file, "velocity.Y", Imf::FLOAT),
                   position = read<float>(file, "position.Z", Imf::FLOAT);
        const auto emitter = read<unsigned>(file, "emitter", Imf::UINT),
                   step = read<unsigned>(file, "identity.birth_step", Imf::UINT),
                   ordinal = read<unsigned>(file, "identity.ordinal", Imf::UINT);
        for (std::size_t i = 0; i < red.size(); ++i) {
            EXPECT_NEAR(red[i], frame.light[i].r, has_floats ? 0 : 1e-3f);
            EXPECT_EQ(blue[i], has_floats ? 1e6f : 65504) << "the largest half instead of infinity";
            EXPECT_EQ(alpha[i], 0.5f);
            EXPECT_EQ(depth[i], frame.particles[i].place.w);
            EXPECT_EQ(x[i], frame.particles[i].velocity_x);
            EXPECT_EQ(y[i], frame.particles[i].velocity_y);
            EXPECT_EQ(position[i], frame.particles[i].place.z) << "positions have 32 bits";
            EXPECT_EQ(emitter[i], frame.particles[i].emitter);
            EXPECT_EQ(step[i], frame.particles[i].birth_step);
            EXPECT_EQ(ordinal[i], 16777217u) << "more than a float holds";
        }
    }
}

TEST(ExrTest, HasOnlyTheChannelsThatAreAskedFor) {
    Bytes bytes(encode_exr(a_frame(true), {velocity_channel, false, 60}, 1));
    const Imf::InputFile file(bytes);
    std::string names;
    const Imf::ChannelList& channels = file.header().channels();
    for (auto one = channels.begin(); one != channels.end(); ++one) names += std::string(one.name()) + " ";
    EXPECT_EQ(names, "A B G R velocity.X velocity.Y ");
}

#else

TEST(ExrTest, IsRefusedWithItsReason) {
    EXPECT_THROW(require_exr("x.exr"), Error);
}

#endif

}  // namespace
}  // namespace winnow::film
