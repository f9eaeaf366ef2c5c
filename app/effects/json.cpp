#include "effects/json.h"

#include <charconv>

#include "base/error.h"
#include "effects/check.h"
#include "effects/document.h"
#include "effects/reader.h"
#include "effects/writer.h"

namespace winnow::effects {
namespace {

constexpr Field whole_document{.key = "", .sentence = "The document."};

/// "fountain.json:12: /emitters/0/rate: must be ..."; line 0: none is known.
[[noreturn]] void refuse(const std::string& origin, int line, const Invalid& invalid) {
    const std::string number = line > 0 ? fmt::format(":{}", line) : "";
    const std::string pointer = invalid.pointer.empty() ? "" : excerpt(invalid.pointer) + ": ";
    bad_input("{}{}: {}{}", excerpt(origin, 1000), number, pointer, invalid.message);
}

}  // namespace

double shortest(float value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    double result = value;
    std::from_chars(text, end, result);
    return result;
}

Effect parse(std::string_view text, const std::string& origin) {
    const nlohmann::json document = parse_document(text, origin);
    try {
        Effect effect;
        read(document, whole_document, effect, Path());
        check(whole_document, effect, Path());
        return effect;
    } catch (const Invalid& invalid) {
        refuse(origin, line_of(text, invalid.pointer), invalid);
    }
}

nlohmann::ordered_json to_json(const Effect& effect) {
    return write(effect);
}

void validate(const Effect& effect, const std::string& origin) {
    try {
        check(whole_document, effect, Path());
    } catch (const Invalid& invalid) {
        refuse(origin, 0, invalid);
    }
}

}  // namespace winnow::effects
