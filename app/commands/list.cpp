// winnow list: everything that can be chosen here.
#include <fmt/format.h>

#include <cctype>

#include "base/message.h"
#include "base/output.h"
#include "base/table.h"
#include "base/version.h"
#include "commands/choice_arguments.h"
#include "commands/commands.h"
#include "compact/suite.h"
#include "effects/json.h"
#include "gl/context.h"
#include "session/machine.h"

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

void list_backends(Listing& listing, const std::vector<session::BackendHere>& backends) {
    TextTable table({{"  NAME"}, {"HERE"}, {"WHAT"}});
    Json rows = Json::array();
    for (const session::BackendHere& row : backends) {
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

/// The backends that have block scans, grid strategies and compactors to choose from.
std::vector<session::BackendHere> with_scans(const std::vector<session::BackendHere>& backends) {
    std::vector<session::BackendHere> rows;
    for (const session::BackendHere& row : backends)
        if (row.backend == Backend::glsl || row.backend == Backend::cuda) rows.push_back(row);
    return rows;
}

std::string upper_case(std::string_view name) {
    std::string text(name);
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

using ScanEntries = std::vector<session::ScanEntry> session::BackendHere::*;

/// Of a table of scans, the row of the entry at `index`: its name, whether each backend has it, what it is.
std::vector<std::string> scan_row(const std::vector<session::BackendHere>& backends, ScanEntries axis,
                                  std::size_t index) {
    const session::ScanEntry& first = (backends.front().*axis)[index];
    std::vector<std::string> cells{fmt::format("  {}", first.name)};
    for (const session::BackendHere& backend : backends) {
        const session::ScanEntry& entry = (backend.*axis)[index];
        const std::string yes = entry.stands_for.empty() ? "yes" : entry.stands_for;
        cells.push_back(entry.reason.empty() ? yes : "no");
    }
    cells.emplace_back(first.summary);
    return cells;
}

Json scan_json(const std::vector<session::BackendHere>& backends, ScanEntries axis, std::size_t index) {
    const session::ScanEntry& first = (backends.front().*axis)[index];
    Json row{{"name", first.name}, {"summary", first.summary}, {"backends", Json::array()}};
    for (const session::BackendHere& backend : backends) {
        const session::ScanEntry& entry = (backend.*axis)[index];
        row["backends"].push_back({{"name", backend.name},
                                   {"available", entry.reason.empty()},
                                   {"reason", entry.reason},
                                   {"stands_for", entry.stands_for}});
    }
    return row;
}

/// Why a table says "no", each reason once.
std::string absences(const std::vector<session::BackendHere>& backends, ScanEntries axis) {
    std::string text;
    for (const session::BackendHere& backend : backends) {
        if (!backend.reason.empty()) {
            text += fmt::format("  no {}: {}\n", backend.name, backend.reason);
            continue;
        }
        for (const session::ScanEntry& entry : backend.*axis)
            if (!entry.reason.empty())
                text += fmt::format("  no {} with {}: {}\n", entry.name, backend.name, entry.reason);
    }
    return text;
}

void list_scans(Listing& listing, const std::string& title, const char* key,
                const std::vector<session::BackendHere>& backends, ScanEntries axis) {
    std::vector<TableColumn> columns{{"  NAME"}};
    for (const session::BackendHere& backend : backends) columns.push_back({upper_case(backend.name)});
    columns.push_back({"WHAT"});
    TextTable table(columns);
    Json rows = Json::array();
    for (std::size_t i = 0; i < (backends.front().*axis).size(); ++i) {
        table.add(scan_row(backends, axis, i));
        rows.push_back(scan_json(backends, axis, i));
    }
    listing.text += title + '\n' + table.text() + absences(backends, axis) + '\n';
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

void declare(Arguments& arguments, ListOptions& options) {
    add_json(arguments, options.json);
    add_device(arguments, options);
}

int run(const ListOptions& options) {
    JsonFile json(options.json);
    Listing listing;
    list_effects(listing);
    const auto backends = session::backends_here(options);
    list_backends(listing, backends);
    const auto scanning = with_scans(backends);
    list_scans(listing, "Block scans (--block)", "block_scans", scanning, &session::BackendHere::blocks);
    list_scans(listing, "Grid strategies (--grid)", "grid_strategies", scanning,
               &session::BackendHere::grids);
    list_scans(listing, "Compactors (--compaction)", "compactions", scanning,
               &session::BackendHere::compactions);
    list_gl_devices(listing);
    list_cuda(listing);
    print_lines(table_stream({options.json}), listing.text);
    json.write(listing.json);
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace winnow::commands
