// winnow list: lists everything that can be chosen on this machine.
#include <fmt/format.h>

#include <cctype>

#include "base/message.h"
#include "base/output.h"
#include "base/text.h"
#include "base/version.h"
#include "commands/choice_arguments.h"
#include "commands/commands.h"
#include "compact/suite.h"
#include "effects/compile/replayable.h"
#include "effects/format/effect_file.h"
#include "effects/modules/module.h"
#include "effects/modules/module_files.h"
#include "gl/context.h"
#include "session/machine.h"

namespace winnow::commands {

using Json = nlohmann::ordered_json;

namespace {

/// The same facts as a table and as JSON, ready to be printed.
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
        const bool is_replayable = effects::why_not_replayable(effect).empty();
        table.add({fmt::format("  {}", name),
                   first_sentence(effect.description) + (is_replayable ? "" : " (Cannot be replayed.)")});
        rows.push_back({{"name", name}, {"description", effect.description}, {"replayable", is_replayable}});
    }
    listing.add("Effects", table);
    listing.json["effects"] = rows;
}

void list_modules(Listing& listing) {
    TextTable table({{"  NAME"}, {"STAGE"}, {"WHAT"}});
    Json rows = Json::array();
    const auto add = [&](const effects::Module& module, bool is_built_in) {
        const std::string_view stage = name_of(effects::stages, module.stage);
        const std::string origin = is_built_in ? "" : fmt::format(" ({})", module.origin);
        table.add({fmt::format("  {}", module.name), std::string(stage), module.sentence + origin});
        rows.push_back({{"name", module.name},
                        {"stage", stage},
                        {"does", module.sentence},
                        {"replayable", !effects::sees_depth(std::make_shared<const effects::Module>(module))},
                        {"file", is_built_in ? Json(nullptr) : Json(module.origin)}});
    };
    for (const std::string& name : effects::built_in_modules()) add(effects::built_in_module(name), true);
    const auto own = effects::modules_at_home([&](const std::string& name, const Error& error) {
        table.add({fmt::format("  {}", name), "refused", error.what()});
    });
    for (const effects::Module& module : own) add(module, false);
    listing.add("Modules of effects", table);
    listing.json["modules"] = rows;
}

void list_backends(Listing& listing, const std::vector<Choice>& backends) {
    TextTable table({{"  NAME"}, {"HERE"}, {"WHAT"}});
    Json rows = Json::array();
    for (const Choice& row : backends) {
        table.add({fmt::format("  {}", row.name), row.available() ? "yes" : "no",
                   row.available() ? row.summary : row.reason});
        rows.push_back({{"name", row.name},
                        {"summary", row.summary},
                        {"available", row.available()},
                        {"reason", row.reason}});
    }
    listing.add("Backends (--backend)", table);
    listing.json["backends"] = rows;
}

/// The backends that have block scans, grid strategies and compactors to choose from.
const std::vector<Backend> scanning{Backend::glsl, Backend::cuda};

std::string upper_case(std::string_view name) {
    std::string text(name);
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

/// One of the lists of Choices, for each of the scanning backends.
using Columns = std::vector<std::vector<Choice>>;

/// Returns the row of the entry at `index`: its name, whether each backend has it, and its summary.
std::vector<std::string> scan_row(const Columns& columns, std::size_t index) {
    const Choice& first = columns.front()[index];
    std::vector<std::string> cells{fmt::format("  {}", first.name)};
    for (const auto& column : columns) {
        const Choice& entry = column[index];
        const std::string yes = entry.stands_for.empty() ? "yes" : entry.stands_for;
        cells.push_back(entry.available() ? yes : "no");
    }
    cells.push_back(first.summary);
    return cells;
}

Json scan_json(const Columns& columns, std::size_t index) {
    const Choice& first = columns.front()[index];
    Json row{{"name", first.name}, {"summary", first.summary}, {"backends", Json::array()}};
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const Choice& entry = columns[i][index];
        row["backends"].push_back({{"name", name_of(scanning[i])},
                                   {"available", entry.available()},
                                   {"reason", entry.reason},
                                   {"stands_for", entry.stands_for}});
    }
    return row;
}

/// Returns why a table says "no", each reason once. A backend that lacks `auto` has none of the entries.
std::string absences(const Columns& columns) {
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string_view backend = name_of(scanning[i]);
        if (const Choice& automatic = columns[i].front(); !automatic.available()) {
            text += fmt::format("  no {}: {}\n", backend, automatic.reason);
            continue;
        }
        for (const Choice& entry : columns[i])
            if (!entry.available())
                text += fmt::format("  no {} with {}: {}\n", entry.name, backend, entry.reason);
    }
    return text;
}

void list_scans(Listing& listing, const std::string& title, const char* key, const Columns& columns) {
    std::vector<TableColumn> heads{{"  NAME"}};
    for (const Backend backend : scanning) heads.push_back({upper_case(name_of(backend))});
    heads.push_back({"WHAT"});
    TextTable table(heads);
    Json rows = Json::array();
    for (std::size_t i = 0; i < columns.front().size(); ++i) {
        table.add(scan_row(columns, i));
        rows.push_back(scan_json(columns, i));
    }
    listing.text += title + '\n' + table.text() + absences(columns) + '\n';
    listing.json[key] = rows;
}

void list_choices(Listing& listing, const std::vector<Choices>& here) {
    const auto columns = [&](std::vector<Choice> Choices::*list) {
        Columns all;
        for (const Choices& one : here) all.push_back(one.*list);
        return all;
    };
    list_backends(listing, here.front().backend);
    list_scans(listing, "Block scans (--block)", "block_scans", columns(&Choices::block));
    list_scans(listing, "Grid strategies (--grid)", "grid_strategies", columns(&Choices::grid));
    list_scans(listing, "Compactors (--compaction)", "compactions", columns(&Choices::compaction));
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
    list_modules(listing);
    list_choices(listing, session::choices_here(options, scanning));
    list_gl_devices(listing);
    list_cuda(listing);
    print_lines(table_stream({options.json}), listing.text);
    json.write(listing.json);
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace winnow::commands
