// The compact form of a benchmark's rows in files: a list of columns, and of each row the values alone.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace winnow::measure {

/// The schema of documents whose rows are tables. Those of schema json_schema have rows of objects.
inline constexpr int table_schema = 2;

/// Returns the document with "columns" ahead of "rows", also in "sources": a row lists the values of the
/// columns, null where it has none. The members of "ms" are the columns "ms.median", "ms.p10" and "ms.p90".
nlohmann::ordered_json with_tables(const nlohmann::ordered_json& document);

/// Returns the document with rows of objects again; where there are no columns, nothing changes. Throws
/// Error(bad_input) if a row does not fit its columns; `where` names the document in the message.
nlohmann::ordered_json without_tables(const nlohmann::ordered_json& document, const std::string& where);

}  // namespace winnow::measure
