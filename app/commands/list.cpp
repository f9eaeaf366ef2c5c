// winnow list: everything that can be chosen here.
#include <fmt/format.h>

#include <map>

#include "base/version.h"
#include "commands/commands.h"
#include "commands/machine.h"
#include "commands/output.h"
#include "commands/text_table.h"
#include "commands/trace.h"
#include "compact/suite.h"
#include "effects/json.h"
#include "gl/context.h"

namespace winnow::commands {
namespace {

using Json = nlohmann::ordered_json;

/// What is printed: the same facts as a table and as JSON.
struct Listing {
    std::string text;
    Json json{{"schema", json_schema}, {"version", version()}};

    void add(const std::string& title, const TextTable& table) { text += title + '\n' + table.text() + '\n'; }
};

void list_effects(Listing& listing) {
    TextTable table({{"  NAME"}, {"DESCRIPTION"}});
    Json rows = Json::array();
    for (const std::string& name : effects::built_in_names()) {
        const effects::Effect effect = effects::parse(effects::built_in_text(name), name);
        table.add({fmt::format("  {}", name), effect.description});
        rows.push_back({{"name", name}, {"description", effect.description}});
    }
    listing.add("Effects", table);
    listing.json["effects"] = rows;
}

void list_backends(Listing& listing, const Options& options) {
    TextTable table({{"  NAME"}, {"HERE"}, {"WHAT"}});
    Json rows = Json::array();
    for (const BackendHere& row : backends_here(options)) {
        table.add({fmt::format("  {}", row.name), row.reason.empty() ? "yes" : "no",
                   row.reason.empty() ? std::string(row.summary) : row.reason});
        rows.push_back({{"name", row.name},
                        {"summary", row.summary},
                        {"available", row.reason.empty()},
                        {"reason", row.reason}});
    }
    listing.add("Backends (--backend)", table);
    listing.json["backends"] = rows;
}

template <typename Value, std::size_t N>
void list_names(Listing& listing, const std::string& title, const char* key,
                const std::array<Named<Value>, N>& names) {
    TextTable table({{"  NAME"}, {"WHAT"}});
    Json rows = Json::array();
    for (const auto& row : names) {
        table.add({fmt::format("  {}", row.name), std::string(row.summary)});
        rows.push_back({{"name", row.name}, {"summary", row.summary}});
    }
    listing.add(title, table);
    listing.json[key] = rows;
}

void list_gl_devices(Listing& listing) {
    TextTable table({{"  NUMBER"}, {"USABLE"}, {"CUDA"}, {"OPENGL"}, {"NAME"}});
    Json rows = Json::array();
    for (const gl::Device& device : gl::list_devices()) {
        const std::string cuda = device.cuda_device ? std::to_string(*device.cuda_device) : "-";
        table.add({fmt::format("  {}", device.index), device.usable ? "yes" : "no", cuda, device.version,
                   device.name});
        Json row{{"index", device.index},
                 {"name", device.name},
                 {"version", device.version},
                 {"usable", device.usable}};
        if (device.cuda_device) row["cuda_device"] = *device.cuda_device;
        rows.push_back(row);
    }
    listing.add("OpenGL devices without a window (--device)", table);
    listing.json["gl_devices"] = rows;
}

void list_cuda(Listing& listing) {
    const CudaDevices cuda = list_cuda_devices();
    TextTable table({{"  NAME"}, {"DETAILS"}});
    Json rows = Json::array();
    for (const BackendDevice& device : cuda.devices) {
        table.add({fmt::format("  {}", device.name), device.details});
        rows.push_back({{"name", device.name}, {"details", device.details}});
    }
    if (cuda.devices.empty())
        listing.text += "CUDA devices\n  none: " + cuda.absence + '\n';
    else
        listing.add("CUDA devices", table);
    listing.json["cuda_devices"] = rows;
    listing.json["cuda_absence"] = cuda.absence;
}

}  // namespace

int run_list(const Options& options) {
    JsonFile json(options.json);
    Trace trace(options.trace);
    Listing listing;
    list_effects(listing);
    list_backends(listing, options);
    list_names(listing, "Block scans (--block)", "block_scans", block_scans);
    list_names(listing, "Grid strategies (--grid)", "grid_strategies", grid_strategies);
    list_names(listing, "Compactions (--compaction)", "compactions", compactions);
    list_gl_devices(listing);
    list_cuda(listing);
    std::fputs(listing.text.c_str(), table_stream(options));
    json.write(listing.json);
    trace.commit();
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace winnow::commands
