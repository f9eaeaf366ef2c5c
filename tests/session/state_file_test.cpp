// Checks that a saved state resumes exactly, and that every state that is incomplete or not valid is refused.
#include "state/state_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "base/checksum.h"
#include "base/error.h"
#include "effects/format/effect_file.h"
#include "session/session.h"
#include "state/conditions.h"
#include "support/errors.h"
#include "support/gl_fixture.h"
#include "support/many_words.h"
#include "support/modules.h"
#include "support/session_runs.h"
#include "support/temporary_directory.h"

namespace winnow::session {
namespace {

using test::expect_error;
using test::hashes_of;
using test::run_steps;

constexpr int before = 40, after = 25;

effects::Settings busy(effects::WhenFull when_full, std::uint32_t capacity) {
    effects::Settings settings;
    settings.effect.name = "busy";
    settings.effect.when_full = when_full;
    settings.effect.emitters = {test::jet(), test::jet()};
    settings.effect.emitters[0].rate = 5011;
    settings.effect.emitters[0].lifetime = {0.1f, 0.5f};
    settings.effect.emitters[1].rate = 17;
    settings.simulation.capacity = capacity;
    settings.simulation.seed = 7;
    settings.simulation.density = 1.3f;
    return settings;
}

class StateFileTest : public test::GlTest {
  protected:
    static std::unique_ptr<Session> make(const effects::Settings& settings) {
        auto session = std::make_unique<Session>(test::headless_context(), std::filesystem::path(), settings);
        session->simulation().set_hashing(true);
        return session;
    }

    /// Saves after `before` steps and compares the hashes of the steps that follow, of the same run and of
    /// one that resumes in a session with other settings.
    static void expect_resumed(const effects::Settings& settings, std::uint32_t capacity,
                               const char* backend) {
        const auto running = make(settings);
        run_steps(*running, before);
        const state::SavedState saved = state::decode_state(state::encode_state(running->save()), "memory");
        const auto expected = hashes_of(run_steps(*running, after));
        const auto other = make({});
        run_steps(*other, 3);
        other->apply({"/simulation/backend", backend});
        other->restore(saved, capacity);
        const auto reports = run_steps(*other, after);
        EXPECT_EQ(hashes_of(reports), expected);
        EXPECT_EQ(reports.front().figures.step, std::uint64_t{before + 1});
    }

    static state::SavedState small() {
        const auto session = make(busy(effects::WhenFull::drop_new, 4096));
        run_steps(*session, before);
        return session->save();
    }
};

TEST_F(StateFileTest, ResumesExactlyWithWhateverComputes) {
    const auto settings = busy(effects::WhenFull::drop_new, 4096);
    for (const char* backend : {"glsl", "cpu"}) expect_resumed(settings, 4096, backend);
}

/// Births know the low word of their step alone.
TEST_F(StateFileTest, ARunGoesOnBeyondTheStepsOfAWord) {
    constexpr std::uint64_t word = std::uint64_t{1} << 32;
    state::SavedState early = small();
    early.conditions.step = early.state.step = word - 10;
    for (auto& identity : early.state.columns[particles::identity_column])
        identity.x += static_cast<std::uint32_t>(word - 10 - before);
    const auto running = make({}), resumed = make({});
    running->restore(state::decode_state(state::encode_state(early), "memory"), 4096);
    EXPECT_EQ(run_steps(*running, after).back().figures.step, word - 10 + after);
    const state::SavedState saved = state::decode_state(state::encode_state(running->save()), "memory");
    EXPECT_EQ(saved.state.step, word - 10 + after);
    EXPECT_TRUE(saved.state.in_order());
    resumed->restore(saved, 4096);
    EXPECT_EQ(hashes_of(run_steps(*resumed, after)), hashes_of(run_steps(*running, after)));
}

TEST_F(StateFileTest, ARunEndsAtTheMostSteps) {
    state::SavedState last = small();
    last.state = {};
    last.state.fractions = {0, 0};
    last.conditions.step = state::max_steps - 1;
    const auto session = make({});
    session->restore(state::decode_state(state::encode_state(last), "memory"), 4096);
    run_steps(*session, 1);
    expect_error(ExitStatus::bad_input, "the run has made 4398046511104 steps", [&] { session->step(); });
    last.conditions.step = state::max_steps + 1;
    expect_error(ExitStatus::bad_input, "\"step\"",
                 [&] { state::decode_state(state::encode_state(last), "memory"); });
}

TEST_F(StateFileTest, ResumesInALargerPool) {
    expect_resumed(busy(effects::WhenFull::drop_new, 4096), 10007, "glsl");
}

TEST_F(StateFileTest, ResumesFullPoolsWhoseRingHasWrapped) {
    expect_resumed(busy(effects::WhenFull::replace_oldest, 500), 500, "glsl");
    expect_resumed(busy(effects::WhenFull::drop_new, 500), 500, "glsl");
}

TEST_F(StateFileTest, WhatASmallerCapacityLostIsStillCounted) {
    const auto running = make(busy(effects::WhenFull::drop_new, 4096));
    run_steps(*running, before);
    const auto alive = running->save().state.alive();
    running->apply({"/simulation/capacity", 100});
    const state::SavedState saved = running->save();
    EXPECT_EQ(saved.state.alive(), 100u);
    EXPECT_EQ(saved.state.shrunk, alive - 100);
    const auto expected = run_steps(*running, 1);
    const auto other = make({});
    other->restore(saved, 100);
    const auto resumed = run_steps(*other, 1);
    EXPECT_EQ(resumed[0].figures.died, expected[0].figures.died);
    EXPECT_EQ(hashes_of(resumed), hashes_of(expected));
}

TEST_F(StateFileTest, ReplacingPoolsKeepTheNewestOfTooMany) {
    const auto running = make(busy(effects::WhenFull::replace_oldest, 4096));
    run_steps(*running, before);
    const state::SavedState saved = running->save();
    running->apply({"/simulation/capacity", 300});
    const auto other = make({});
    other->restore(saved, 300);
    const auto resumed = run_steps(*other, after), expected = run_steps(*running, after);
    EXPECT_EQ(hashes_of(resumed), hashes_of(expected));
    EXPECT_EQ(resumed[0].figures.died, expected[0].figures.died) << "the oldest died because of the capacity";
}

TEST_F(StateFileTest, NothingAliveIsAStateToo) {
    const auto session = make(busy(effects::WhenFull::drop_new, 16));
    const state::SavedState saved = state::decode_state(state::encode_state(session->save()), "memory");
    const auto other = make({});
    other->restore(saved, 16);
    EXPECT_EQ(hashes_of(run_steps(*other, after)), hashes_of(run_steps(*session, after)));
}

TEST_F(StateFileTest, LivingThatDoNotFitAreRefusedAndTheRunningGoesOn) {
    const state::SavedState saved = small();
    const auto running = make({}), untouched = make({});
    run_steps(*running, 5);
    run_steps(*untouched, 5);
    const auto settings = running->settings();
    const std::string least = std::to_string(saved.state.alive());
    expect_error(ExitStatus::bad_input, "at least " + least,
                 [&] { running->restore(saved, saved.state.alive() - 1); });
    EXPECT_EQ(running->settings(), settings);
    EXPECT_EQ(hashes_of(run_steps(*running, 5)), hashes_of(run_steps(*untouched, 5)));
    running->restore(saved, saved.state.alive());
}

TEST_F(StateFileTest, RoundTripIsTheSame) {
    const state::SavedState saved = small();
    const state::SavedState read = state::decode_state(state::encode_state(saved), "memory");
    EXPECT_EQ(read.conditions, saved.conditions);
    EXPECT_EQ(read.state.fractions, saved.state.fractions);
    EXPECT_EQ(state::encode_state(read), state::encode_state(saved));
}

/// Earlier versions refuse the format of states with more than four words of attributes.
TEST_F(StateFileTest, PlanesOfAttributesHaveAFormatOfTheirOwn) {
    EXPECT_EQ(state::encode_state(small())[8], 1);
    effects::Settings settings;
    settings.effect = test::with_words(9);
    settings.simulation.capacity = 4096;
    const auto running = make(settings);
    run_steps(*running, before);
    const std::string bytes = state::encode_state(running->save());
    EXPECT_EQ(bytes[8], 2);
    const state::SavedState read = state::decode_state(bytes, "memory");
    EXPECT_EQ(state::encode_state(read), bytes);
    const auto resumed = make({});
    resumed->restore(read, 5000);
    EXPECT_EQ(hashes_of(run_steps(*resumed, after)), hashes_of(run_steps(*running, after)));
}

TEST_F(StateFileTest, WhoReadsAPipeSeesNoEndBeforeTheState) {
    const test::TemporaryDirectory folder;
    const std::string path = (folder.path() / "pipe").string();
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    pollfd reader{::open(path.c_str(), O_RDONLY | O_NONBLOCK), POLLIN, 0};
    state::require_writable(path);
    EXPECT_EQ(::poll(&reader, 1, 0), 0);
    ::close(reader.fd);
}

TEST_F(StateFileTest, FilesAreCompleteOrAbsent) {
    const state::SavedState saved = small();
    const test::TemporaryDirectory folder;
    const std::string path = (folder.path() / "x.state").string();
    state::require_writable(path);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    state::write_state(path, saved);
    EXPECT_EQ(state::encode_state(state::read_state(path)), state::encode_state(saved));
    expect_error(ExitStatus::bad_input, "/nowhere/x", [&] { state::require_writable("/nowhere/x"); });
    expect_error(ExitStatus::bad_input, "No such file or directory",
                 [&] { state::read_state(path + ".no"); });
    std::filesystem::resize_file(path, std::uintmax_t{1} << 40);
    expect_error(ExitStatus::bad_input, "too large", [&] { state::read_state(path); });
    std::ofstream(path) << "no state";
    std::filesystem::resize_file(path, std::uintmax_t{1} << 40);
    expect_error(ExitStatus::bad_input, "no saved state", [&] { state::read_state(path); });
    expect_error(ExitStatus::bad_input, "regular file", [&] { state::read_state(folder.path().string()); });
}

/// Returns the bytes with their checksum computed anew.
std::string summed_anew(std::string bytes) {
    bytes.resize(bytes.size() - sizeof(std::uint64_t));
    const std::uint64_t sum = fnv1a64(bytes);
    return bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
}

std::string replaced(std::string bytes, const std::string& from, const std::string& to) {
    EXPECT_EQ(from.size(), to.size());
    return summed_anew(bytes.replace(bytes.find(from), from.size(), to));
}

void expect_refused_state(const std::string& bytes, const std::string& part) {
    expect_error(ExitStatus::bad_input, part, [&] { state::decode_state(bytes, "x.state"); });
    expect_error(ExitStatus::bad_input, "x.state: ", [&] { state::decode_state(bytes, "x.state"); });
}

TEST_F(StateFileTest, EveryCutIsRefused) {
    const std::string bytes = state::encode_state(small());
    expect_refused_state("", "no saved state");
    for (const std::size_t size : {1ul, 8ul, 20ul, 31ul, 100ul, bytes.size() / 2, bytes.size() - 1})
        expect_refused_state(bytes.substr(0, size), "cut short");
    expect_refused_state(bytes + "x", "1 bytes follow");
}

TEST_F(StateFileTest, EveryFlippedBitIsRefused) {
    const std::string bytes = state::encode_state(small());
    for (std::size_t at = 0; at < bytes.size(); at += at < 64 ? 1 : 997) {
        std::string flipped = bytes;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
        expect_refused_state(flipped, "x.state");
    }
    std::string flipped = bytes;
    flipped[bytes.size() / 2] ^= 1;
    expect_refused_state(flipped, "damaged");
}

TEST_F(StateFileTest, OtherFilesAndNewerFormatsAreRefused) {
    std::string bytes = state::encode_state(small());
    expect_refused_state("{\"format\": 1}", "no saved state");
    bytes[8] = 3;
    expect_refused_state(summed_anew(bytes), "has format 3, and this Winnow");
}

TEST_F(StateFileTest, FractionsAreAsManyAsEmitters) {
    const std::string bytes = state::encode_state(small());
    const std::string fractions = "\"fractions\":[";
    const std::size_t first = bytes.find(fractions) + fractions.size();
    const std::size_t length = bytes.find(',', first) + 1 - first;
    std::string fewer = bytes;
    fewer.replace(first, length, length, ' ');
    expect_refused_state(summed_anew(fewer), "fractions");
}

TEST_F(StateFileTest, AnEffectOfAnEarlierFormatIsRefused) {
    std::string bytes = state::encode_state(small());
    const std::string format = "\"format\":2";
    bytes.replace(bytes.find(format), format.size(), "\"format\":1");
    expect_refused_state(summed_anew(bytes), "must be 2, not 1, which only earlier versions read");
}

TEST_F(StateFileTest, AHeaderBeyondTheFileIsRefused) {
    std::string bytes = state::encode_state(small());
    constexpr std::size_t place = 12, around = 32;  // position of the header's length; bytes outside the body
    for (const std::size_t more : {std::size_t{1}, std::size_t{0xF0000000}}) {
        const auto size = static_cast<std::uint32_t>(bytes.size() - around + more);
        bytes.replace(place, sizeof size, reinterpret_cast<const char*>(&size), sizeof size);
        expect_refused_state(summed_anew(bytes), "header does not fit");
    }
}

TEST_F(StateFileTest, CountsBeyondTheirMostAreRefused) {
    state::SavedState saved = small();
    saved.state.shrunk = shared::MAX_CAPACITY + 1;
    expect_refused_state(state::encode_state(saved), "shrunk");
    const nlohmann::json json{{"x", 5u}};
    EXPECT_EQ(state::read_count(json, "x", 5, "here"), 5u);
    expect_error(ExitStatus::bad_input, "from 0 to 4", [&] { state::read_count(json, "x", 4, "here"); });
}

TEST_F(StateFileTest, AnotherSchemaOrLayoutIsRefused) {
    const std::string bytes = state::encode_state(small());
    expect_refused_state(replaced(bytes, "\"schema\":1", "\"schema\":2"), "schema is 2");
    expect_refused_state(replaced(bytes, "\"schema\":1", "\"schemb\":1"), "schema");
    expect_refused_state(replaced(bytes, "\"element_bytes\":16", "\"element_bytes\":32"), "columns");
    expect_refused_state(replaced(bytes, "\"velocity, lifetime\"", "\"lifetime, velocity\""), "columns");
    expect_refused_state(replaced(bytes, "\"columns\":[", "\"columms\":["), "columns");
}

TEST_F(StateFileTest, ParticlesThatNoRunCouldHoldAreRefused) {
    const state::SavedState whole = small();
    const std::uint32_t nan = 0x7FC00000, infinity = 0xFF800000;
    const std::size_t place = 17;
    const auto expect_fault = [&](std::size_t column, std::uint32_t shared::uvec4::*word, std::uint32_t value,
                                  const std::string& fault) {
        state::SavedState broken = whole;
        broken.state.columns[column][place].*word = value;
        const std::string where = fmt::format("x.state: particle 18 of {}: {}", whole.state.alive(), fault);
        expect_error(ExitStatus::bad_input, where,
                     [&] { state::decode_state(state::encode_state(broken), "x.state"); });
    };
    using shared::uvec4;
    for (const auto word : {&uvec4::x, &uvec4::y, &uvec4::z}) {
        expect_fault(particles::position_column, word, nan, "its position");
        expect_fault(particles::velocity_column, word, infinity, "its velocity");
    }
    expect_fault(particles::position_column, &uvec4::w, 0xFFFFFFFF, "its age");
    expect_fault(particles::velocity_column, &uvec4::w, 0, "its age");
    expect_fault(particles::velocity_column, &uvec4::w,
                 whole.state.columns[particles::position_column][place].w, "its age");
    expect_fault(particles::identity_column, &uvec4::x, before + 1,
                 "it was born in step 41, not in one from 1 to 40");
    expect_fault(particles::identity_column, &uvec4::x, 0, "it was born in step 0");
}

TEST_F(StateFileTest, AnEmitterThatIsNotThereIsRefused) {
    const std::string bytes = state::encode_state(small());
    for (const std::uint32_t emitter : {2u, 0xFFFFFFFFu}) {
        std::string broken = bytes;
        constexpr std::size_t from_end = sizeof(std::uint64_t) + 8;  // of the last particle's third word
        broken.replace(bytes.size() - from_end, sizeof emitter, reinterpret_cast<const char*>(&emitter),
                       sizeof emitter);
        expect_refused_state(summed_anew(broken), fmt::format("its emitter is number {}", emitter));
    }
}

TEST_F(StateFileTest, SlotsThatAnEditHasMovedAreKept) {
    const auto running = make(busy(effects::WhenFull::drop_new, 4096));
    run_steps(*running, before);
    effects::Settings edited = running->settings();
    edited.effect.emitters[0].name = "first";
    edited.effect.emitters[1].name = "second";
    running->adopt(edited);
    edited.effect.emitters.erase(edited.effect.emitters.begin());
    edited.effect.emitters.push_back(edited.effect.emitters[0]);
    edited.effect.emitters.back().name = "third";
    running->adopt(edited);
    run_steps(*running, 1);
    const state::SavedState saved = state::decode_state(state::encode_state(running->save()), "memory");
    EXPECT_EQ(saved.state.slots, (std::vector<std::uint32_t>{1, 2}));
    EXPECT_EQ(state::encode_state(saved), state::encode_state(running->save()));
    const std::string bytes = state::encode_state(saved);
    for (const char* wrong : {"[1,1]", "[1,3]", "[1,-]", "[1.5]"})
        EXPECT_THROW(
            state::decode_state(replaced(bytes, "\"slots\":[1,2]", fmt::format("\"slots\":{}", wrong)), "x"),
            Error);
    expect_refused_state(replaced(bytes, "\"slots\":[1,2]", "\"slots\":[1,3]"),
                         "different whole numbers below 3");
    const auto other = make({});
    other->restore(saved, 4096);
    EXPECT_EQ(hashes_of(run_steps(*other, after)), hashes_of(run_steps(*running, after)));
}

TEST_F(StateFileTest, TheFrameClockIsKept) {
    state::SavedState saved = small();
    EXPECT_EQ(state::decode_state(state::encode_state(saved), "memory").clock, FrameClock::Phase{});
    saved.clock = {-20, 60};
    const std::string behind = state::encode_state(saved);
    EXPECT_EQ(state::decode_state(behind, "memory").clock, saved.clock);
    expect_refused_state(replaced(behind, "\"behind\":20", "\"behind\":60"), "from 0 to 59");
    saved.clock = {40, 60};  // as version 0.1 wrote it
    const std::string bytes = state::encode_state(saved);
    EXPECT_EQ(state::decode_state(bytes, "memory").clock, saved.clock);
    expect_refused_state(replaced(bytes, "\"part\":40", "\"part\":60"), "from 0 to 59");
    expect_refused_state(replaced(bytes, "\"of\":60", "\"of\":00"), "no JSON");
    expect_refused_state(replaced(bytes, "{\"part\":40,\"of\":60}", "                   "), "no JSON");
    expect_refused_state(replaced(bytes, "{\"part\":40,\"of\":60}", "[40,60]            "), "frame_clock");
}

TEST_F(StateFileTest, HeadersThatContradictThemselvesAreRefused) {
    const std::string bytes = state::encode_state(small());
    expect_refused_state(replaced(bytes, "\"alive\":", "\"alife\":"), "alive");
    expect_refused_state(replaced(bytes, "\"seed\":7", "\"seed\":x"), "no JSON");
    expect_refused_state(replaced(bytes, "\"rate\":5011", "\"rate\":-501"), "/effect/emitters/0/rate");
    expect_refused_state(replaced(bytes, "\"step\":40", "\"step\":-4"), "step");
    expect_refused_state(replaced(bytes, "\"fractions\":", "\"fractured\":"), "fractions");
    expect_refused_state(replaced(bytes, "\"shrunk\":0", "\"shrunk\":{"), "no JSON");
    state::SavedState whole = small();
    whole.state.fractions[0] = std::uint64_t{1} << 32;
    expect_refused_state(state::encode_state(whole), "below 2^32");
    const std::string digits = std::to_string(small().state.alive());
    expect_refused_state(
        replaced(bytes, "\"alive\":" + digits, "\"alive\":" + std::string(digits.size(), '1')), "columns");
}

}  // namespace
}  // namespace winnow::session
