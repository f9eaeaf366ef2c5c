// Whatever a text is, it is an effect or refused in one line; nothing else can happen.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "effects/json.h"

namespace winnow::effects {
namespace {

class Mutator {
  public:
    explicit Mutator(std::uint32_t seed) : engine_(seed) {}

    std::string operator()(std::string text) {
        for (std::uint32_t times = 1 + engine_() % 4; times > 0; --times) mutate(text);
        return text;
    }

  private:
    std::size_t below(std::size_t n) { return engine_() % std::max<std::size_t>(n, 1); }

    void mutate(std::string& text) {
        static const std::vector<std::string> pieces{"1e999",
                                                     "-1",
                                                     "NaN",
                                                     "null",
                                                     "true",
                                                     "\"\"",
                                                     "[",
                                                     "]",
                                                     "{",
                                                     "}",
                                                     ",",
                                                     ":",
                                                     "\"",
                                                     "\\u0000",
                                                     "\\uD800",
                                                     "\xFF",
                                                     "\n",
                                                     "0.5",
                                                     "18446744073709551616",
                                                     "\"rate\"",
                                                     "[[[[[[[[",
                                                     "{\"format\":1}",
                                                     "-0",
                                                     "1e-999"};
        const std::size_t at = below(text.size());
        const std::size_t count = below(std::min<std::size_t>(text.size() - at, 40));
        switch (engine_() % 5) {
            case 0:
                text.erase(at, count);
                break;
            case 1:
                text.insert(at, pieces[below(pieces.size())]);
                break;
            case 2:
                text.insert(at, text.substr(below(text.size()), count));
                break;
            case 3:
                if (!text.empty()) text[at] = static_cast<char>(engine_());
                break;
            default:
                replace_number(text, at, pieces[below(pieces.size())]);
        }
    }

    /// The next number after `at` becomes `piece`: most of these are still JSON.
    static void replace_number(std::string& text, std::size_t at, const std::string& piece) {
        const std::size_t begin = text.find_first_of("-0123456789", at);
        if (begin == std::string::npos) return;
        const std::size_t end = std::min(text.find_first_not_of("-+.eE0123456789", begin), text.size());
        text.replace(begin, end - begin, piece);
    }

    std::mt19937 engine_;
};

TEST(Fuzz, MutatedFountainsAreReadOrRefused) {
    const std::string fountain(built_in_text("fountain"));
    int accepted = 0, refused = 0;
    for (std::uint32_t seed = 0; seed < 4000; ++seed) {
        const std::string text = Mutator(seed)(fountain);
        try {
            const Effect effect = parse(text, "mutant");
            ASSERT_NO_THROW(validate(effect, "mutant")) << text;
            ASSERT_EQ(parse(to_json(effect).dump(), "again"), effect) << text;
            ++accepted;
        } catch (const Error& error) {
            const std::string message = error.what();
            ASSERT_EQ(error.status(), ExitStatus::bad_input);
            ASSERT_EQ(message.rfind("mutant:", 0), 0U) << message;
            ASSERT_EQ(message.find('\n'), std::string::npos) << message;
            ++refused;
        }
    }
    // The mutations must be neither harmless nor hopeless, or nothing was tried.
    EXPECT_GT(accepted, 200);
    EXPECT_GT(refused, 1000);
}

TEST(Fuzz, EveryBeginningOfTheFountainIsRefused) {
    std::string_view fountain = built_in_text("fountain");
    fountain = fountain.substr(0, fountain.rfind('}'));
    for (std::size_t size = 0; size <= fountain.size(); size += 7)
        ASSERT_THROW(parse(fountain.substr(0, size), "cut"), Error) << size;
}

}  // namespace
}  // namespace winnow::effects
