// Writes the bodies of modules at random, by the grammar that the check of modules offers, and a little
// beyond it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "effects/modules/glsl_types.h"
#include "hostile/chance.h"

namespace winnow::particles {

/// Writes bodies of modules of the stage `force` with the parameters `count` (whole), `hit` (a choice of
/// bounce and pass-through) and `reach` (number). Most of what it writes passes the check; some is refused.
class RandomModule {
  public:
    explicit RandomModule(test::Chance& chance) : chance_(chance) {}

    std::string body();

  private:
    using Type = effects::glsl::Type;
    struct Value {
        std::string text;
        Type type;
    };
    struct Variable {
        std::string name;
        Type type;
        bool is_written = false;
    };
    struct Helper {
        std::string name;
        Type result;
        std::vector<Variable> formals;
    };

    std::string global_constant();
    std::string helper();
    std::string block(int depth);
    std::string statement(int depth);
    std::string declaration();
    std::string assignment();
    std::string loop(int depth);
    std::string call_statement();
    Value value(int depth);
    Value value_of(Type type, int depth);
    Value binary(int depth);
    Value built_in(int depth);
    Value own_call(int depth);
    Value literal();
    Value part(Value whole);
    std::optional<Value> writable();
    std::string fresh_name(bool begins_small);
    Type any_type();

    test::Chance& chance_;
    std::vector<Variable> variables_;
    std::vector<Variable> constants_;
    std::vector<Helper> helpers_;
    Type result_;
    bool in_constant_ = false, sees_parameters_ = false;
    int loops_ = 0, names_ = 0;
};

}  // namespace winnow::particles
