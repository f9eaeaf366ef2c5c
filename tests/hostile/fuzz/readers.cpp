// A libFuzzer target: any bytes are taken by the reader of their kind, or refused in one line that names
// them. The first byte chooses the reader; `winnow_fuzz FILE` tries the bytes of a file again.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/message.h"
#include "effects/compile/compiled_effect.h"
#include "effects/format/effect_file.h"
#include "effects/modules/module_check.h"
#include "hostile/state_bytes.h"
#include "session/recording.h"
#include "state/state_file.h"

namespace winnow {
namespace {

const std::string origin = "own.glsl";  // of all kinds, because a module's name must be its file's

void require(bool holds, const char* what, const std::string& seen) {
    if (holds) return;
    std::fprintf(stderr, "winnow_fuzz: %s: %s\n", what, seen.c_str());
    std::abort();
}

bool is_refusal(const Error& error) {
    return error.status() == ExitStatus::bad_input;
}

/// A text that reads as an effect is written so that it reads the same, and becomes a program or is refused.
void try_effect(std::string_view bytes) {
    const effects::Effect effect = effects::parse(bytes, origin);
    const std::string written = effects::to_json(effect).dump();
    require(effects::parse(written, origin) == effect, "an effect changes when it is written", written);
    try {
        effects::program_of(effect);
    } catch (const Error& error) {  // names the value or the module, not the file
        require(is_refusal(error), "not bad input", error.what());
    }
}

void try_module(std::string_view bytes) {
    const effects::Module module = effects::read_module(bytes, origin);
    effects::check_body(module);
}

/// The bytes' length and checksum are made right, because damage that these find does not reach the reader.
void try_state(std::string_view bytes) {
    std::string state(bytes);
    test::set_length_and_checksum(state);
    const std::string written = state::encode_state(state::decode_state(state, origin));
    const std::string again = state::encode_state(state::decode_state(written, origin));
    require(again == written, "a state changes when it is written", origin);
}

void try_recording(std::string_view bytes) {
    session::parse_recording(bytes, origin);
}

constexpr std::array readers{try_effect, try_module, try_state, try_recording};  // '0' is the first's byte

}  // namespace
}  // namespace winnow

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace winnow;
    if (size == 0) return 0;
    try {
        readers[data[0] % readers.size()]({reinterpret_cast<const char*>(data) + 1, size - 1});
    } catch (const Error& error) {
        const std::string message = printable(error.what());
        require(is_refusal(error), "not bad input", message);
        require(message.find(origin) != message.npos, "does not name the file", message);
    }
    return 0;
}
