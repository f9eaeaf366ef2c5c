// JSON as a careless editor, another program or an attacker leaves it. The changes are made to its structure
// rather than its text, so that most results still parse and reach the code behind the parser.
#pragma once

#include <string>

#include "hostile/chance.h"

namespace winnow::test {

/// Returns the document after one to three changes: keys dropped, doubled, renamed or added; values of other
/// types and of extreme size; elements dropped, doubled and moved; deep nesting; control characters,
/// direction marks and surrogates; numbers that JSON does not have. Sometimes the text is damaged too.
/// Precondition: `json` is valid.
std::string mutate_json(const std::string& json, Chance& chance);

/// Returns the bytes with one of them changed, a piece removed, doubled or inserted, or the end cut off.
std::string mutate_bytes(std::string bytes, Chance& chance);

}  // namespace winnow::test
