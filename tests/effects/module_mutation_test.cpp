// Changes the built-in modules at random, token by token: the check never crashes, ends quickly, and passes
// nothing forbidden, as an independent scan of the text finds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <iterator>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "effects/modules/glsl_tokens.h"
#include "effects/modules/module_text.h"
#include "hostile/chance.h"

namespace winnow::effects {
namespace {

using test::Chance;

using Texts = std::vector<std::string>;  // of tokens, in order

Texts texts_of(const Module& module) {
    Texts texts;
    for (const glsl::Token& token : glsl::tokens_of(module.body, Place{1, 1})) texts.emplace_back(token.text);
    return texts;
}

const char* const hostile_tokens[] = {
    "while",  "do",     "for",        "goto",        "if",    "else",    "return",  "break",
    "switch", "struct", "uniform",    "buffer",      "in",    "out",     "inout",   "layout",
    "const",  "#",      "\\",         "gl_Position", "x__y",  "barrier", "texture", "[",
    "]",      "{",      "}",          "(",           ")",     ";",       ",",       "++",
    "=",      "<",      "?",          ":",           "0",     "1u",      "1e9",     "4097",
    "force",  "spawn",  "imageStore", "atomicAdd",   "touch", "p",       "a",       "octave",
    "i",      "int",    "float",      "vec3",        "//",    "/*",      "\n"};

const char* const hostile_statements[] = {"octave = 0;",
                                          "--octave;",
                                          "while (true) { }",
                                          "force(p, a, m, acceleration, drag);",
                                          "spawn(p, a, b);",
                                          "react(p, a, m);",
                                          "imageStore(p);",
                                          "for (int i = 0; i < 4; ++i) i = 0;",
                                          "for (;;) { }",
                                          "barrier();",
                                          "goto end;",
                                          "for (int i = 0; i < 4; i += 0) { }",
                                          "touch(p, a, normal, depth);",
                                          "float x[4] = p;",
                                          "drag = gl_x;",
                                          "for (int i = 0; i < 4; ++i) drag += 1.0;"};

class Mutator {
  public:
    explicit Mutator(Chance& chance) : chance_(chance) {
        for (const std::string& name : built_in_modules()) {
            modules_.push_back(built_in_module(name));
            texts_.push_back(texts_of(modules_.back()));
        }
    }

    /// Returns one of the modules with a few changes.
    Module mutant() {
        const std::size_t which = chance_.below(modules_.size());
        Texts texts = texts_[which];
        for (std::size_t changes = chance_.one_in(2) ? 1 : 1 + chance_.below(3);
             changes > 0 && !texts.empty(); --changes)
            change(texts);
        Module module = modules_[which];
        module.body.clear();
        for (const std::string& text : texts) module.body += text + (chance_.one_in(9) ? "\n" : " ");
        return module;
    }

  private:
    static Texts::iterator at(Texts& texts, std::size_t i) {
        return texts.begin() + static_cast<std::ptrdiff_t>(i);
    }

    void change(Texts& texts) {
        const std::size_t i = chance_.below(texts.size());
        const std::size_t count =
            1 + chance_.below(std::min<std::size_t>(texts.size() - i, chance_.one_in(3) ? 40 : 3));
        switch (chance_.below(10)) {
            case 0:
                texts.erase(at(texts, i), at(texts, i + count));
                break;
            case 1: {
                const Texts copy(at(texts, i), at(texts, i + count));
                texts.insert(at(texts, chance_.below(texts.size())), copy.begin(), copy.end());
                break;
            }
            case 2:
                std::swap(texts[i], chance_.pick(texts));
                break;
            case 3:
                texts[i] = chance_.pick(hostile_tokens);
                break;
            case 4:
                texts.insert(at(texts, i), chance_.pick(hostile_tokens));
                break;
            case 5: {
                Texts& other = chance_.pick(texts_);
                const std::size_t from = chance_.below(other.size());
                const std::size_t size = chance_.below(other.size() - from);
                const Texts piece(at(other, from), at(other, from + size));
                texts.insert(at(texts, i), piece.begin(), piece.end());
                break;
            }
            case 6:
                insert_statement(texts, i);
                break;
            default:
                replace_by_its_like(texts, i);
        }
    }

    /// Inserts a whole statement after the next semicolon.
    void insert_statement(Texts& texts, std::size_t i) {
        const auto end = std::find(at(texts, i), texts.end(), ";");
        if (end != texts.end()) texts.insert(end + 1, chance_.pick(hostile_statements));
    }

    /// Many of these changes leave a valid module.
    void replace_by_its_like(Texts& texts, std::size_t i) {
        const auto kind_of = [](const std::string& text) {
            const char c = text.empty() ? ' ' : text[0];
            return std::isalpha(static_cast<unsigned char>(c)) ? 'a' : c >= '0' && c <= '9' ? '0' : '+';
        };
        for (int tries = 0; tries < 20; ++tries) {
            const std::string& other = chance_.pick(texts);
            if (other == texts[i] || kind_of(other) != kind_of(texts[i])) continue;
            texts[i] = std::string(other);
            return;
        }
    }

    Chance& chance_;
    std::vector<Module> modules_;
    std::vector<Texts> texts_;
};

std::string without_comments(const std::string& body) {
    static const std::regex comment(R"re(//[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)re");
    return std::regex_replace(body, comment, " ");
}

std::ptrdiff_t matches(const std::string& text, const std::regex& pattern) {
    return std::distance(std::sregex_iterator(text.begin(), text.end(), pattern), std::sregex_iterator());
}

/// Returns what is forbidden in loops: another form, or a variable that is written outside the head of its
/// loop.
std::string forbidden_loop(const std::string& text) {
    static const std::regex any_loop(R"re(\bfor\b)re");
    static const std::regex loop(
        R"re(\bfor\s*\(\s*int\s+(\w+)\s*=[^;=]*;\s*\1\s*<[^;=]*;\s*(?:\+\+\s*\1|\1\s*\+\+|\1\s*\+=[^;=]*)\s*\))re");
    if (matches(text, any_loop) != matches(text, loop)) return "a loop of another form";
    std::map<std::string, std::ptrdiff_t> heads;
    for (std::sregex_iterator i(text.begin(), text.end(), loop), end; i != end; ++i) ++heads[(*i)[1]];
    for (const auto& [variable, count] : heads) {
        const std::regex writes(fmt::format(
            R"re(\b{0}\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)|(?:\+\+|--)\s*{0}\b|\b{0}\s*(?:\+\+|--))re", variable));
        if (matches(text, writes) != 2 * count) return variable + " is written in its loop";
    }
    return "";
}

/// Returns the function that calls itself, or one that is defined after it.
std::string forbidden_call(const std::string& text) {
    static const std::regex definition(
        R"re(\b(?:void|bool|u?int|float|[iub]?vec[234]|mat[234])\s+(\w+)\s*\([^()]*\)\s*\{)re");
    for (std::sregex_iterator i(text.begin(), text.end(), definition), end; i != end; ++i) {
        const std::string name = (*i)[1];
        const std::regex call(fmt::format(R"re(\b{}\s*\()re", name));
        const auto place = static_cast<std::size_t>(i->position(1));
        if (matches(text.substr(0, place), call) > 0) return name;
        const std::size_t open = text.find('{', place);
        std::size_t at = open + 1;
        for (int depth = 1; at < text.size() && depth > 0; ++at)
            depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
        if (matches(text.substr(open, at - open), call) > 0) return name;
    }
    return "";
}

/// Returns something forbidden in the text of a module's body; empty if there is nothing.
std::string forbidden_in(const std::string& body) {
    static const std::regex words(
        R"re(\b(while|do|goto|discard|switch|case|struct|buffer|shared|uniform|layout|out|attribute|varying)\b)re"
        R"re(|\bdouble\b|\b(image|texture|atomic|memoryBarrier|subgroup)\w*\s*\(|\bbarrier\s*\(|sampler)re"
        R"re(|\bgl_|__|#|\\|\[\s*[^0-9\s])re");
    const std::string text = without_comments(body);
    std::smatch match;
    if (std::regex_search(text, match, words)) return match[0];
    const std::string loop = forbidden_loop(text);
    return loop.empty() ? forbidden_call(text) : loop;
}

TEST(ModuleMutation, PassesNothingForbiddenAndNeverCrashes) {
    constexpr int mutations = 10000;
    Chance chance(20260314);
    Mutator mutator(chance);
    int passed = 0;
    double slowest = 0;
    for (int i = 0; i < mutations; ++i) {
        const Module module = mutator.mutant();
        const auto begin = std::chrono::steady_clock::now();
        try {
            const std::string text = body_text(module, prefix_of(module)).text;
            ++passed;
            EXPECT_EQ(forbidden_in(module.body), "") << module.body;
            EXPECT_EQ(std::ranges::count(text, '\n'), std::ranges::count(module.body, '\n')) << module.body;
        } catch (const Error& error) {
            const std::string message = error.what();
            EXPECT_EQ(error.status(), ExitStatus::bad_input) << message;
            EXPECT_EQ(message.find('\n'), std::string::npos) << message;
            EXPECT_TRUE(message.starts_with(module.origin + ':')) << message;
        }
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        slowest = std::max(slowest, taken.count());
    }
    EXPECT_GT(passed, mutations / 50) << "so few that the scan says little";
    EXPECT_LT(slowest, 1.0) << "seconds for one module";
}

TEST(ModuleMutation, TheScanFindsWhatIsForbidden) {
    for (const char* text : {"while (true) {}", "buffer X { };", "imageStore(x)", "x = gl_Position;",
                             "float a__b;", "#define X", "v[i]", "for (;;) {}",
                             "for (int i = 0; i < 4; ++i) { i = 0; }", "for (int i = 0; i < 4; ++i) { --i; }",
                             "float f(float x) { return f(x); }", "void g() { f(); } void f() { }"})
        EXPECT_NE(forbidden_in(text), "") << text;
    for (const std::string& name : built_in_modules())
        EXPECT_EQ(forbidden_in(built_in_module(name).body), "") << name;
}

}  // namespace
}  // namespace winnow::effects
