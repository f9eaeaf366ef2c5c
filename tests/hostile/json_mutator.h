// JSON as a careless hand, another program or an attacker leaves it: broken by its structure, so that most of
// what comes out still parses and reaches the code behind the parser.
#pragma once

#include <string>

#include "hostile/chance.h"

namespace winnow::test {

/// The document after one to three changes: keys dropped, doubled, renamed or added; values of other types
/// and of extreme size; elements dropped, doubled and moved; deep nesting; control characters, direction
/// marks and surrogates; numbers that JSON does not have. Now and then the text is damaged too. `json` is
/// valid.
std::string mutate_json(const std::string& json, Chance& chance);

/// The bytes with one of them changed, a piece removed, doubled or put in, or the end cut off.
std::string mutate_bytes(std::string bytes, Chance& chance);

}  // namespace winnow::test
