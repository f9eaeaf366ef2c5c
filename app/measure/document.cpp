#include "measure/document.h"

#include "base/input_file.h"
#include "base/json_text.h"
#include "base/output.h"
#include "base/text.h"

namespace winnow::measure {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 28;

}  // namespace

DocumentHead read_head(const JsonObject& top, std::string_view topic) {
    if (const std::uint64_t schema = top.count("schema"); schema != json_schema)
        bad_input("{}: schema {} is not known; this version reads {}", top.where, schema, json_schema);
    if (const std::string other = top.text("topic"); other != topic)
        bad_input("{}: it is of winnow bench {}; winnow bench {} --json is expected", top.where,
                  shortened(other), topic);
    const JsonObject device = top.object("device");
    return {.version = top.text("version"),
            .commit = top.text_or("commit", ""),
            .date = top.text("date"),
            .device = device.text("name"),
            .driver = device.text("version")};
}

nlohmann::ordered_json document_json(const DocumentHead& head, std::string_view topic,
                                     const nlohmann::ordered_json& bench) {
    nlohmann::ordered_json json{{"schema", json_schema},
                                {"version", head.version},
                                {"commit", head.commit},
                                {"date", head.date},
                                {"device", {{"name", head.device}, {"version", head.driver}}},
                                {"topic", topic}};
    json.update(bench);
    return json;
}

nlohmann::ordered_json load_json(const std::string& path, std::string_view topic) {
    auto json = parse_json<nlohmann::ordered_json>(read_stream(path, most_bytes));
    if (json.is_discarded())
        bad_input("{}: it is no complete JSON; winnow bench {} --json writes it", path, topic);
    return json;
}

}  // namespace winnow::measure
