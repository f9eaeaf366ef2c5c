#include "session/particle_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "base/output_file.h"
#include "base/text.h"

namespace winnow::session {
namespace {

using particles::WholeParticle;

constexpr std::array components{"x", "y", "z"};
constexpr std::array channels{"red", "green", "blue", "alpha"};
constexpr std::size_t rows_at_once = 4096;  // that are written to a file

/// Quotes a text that would be read as several cells.
std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string result = "\"";
    for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
    return result + '"';
}

/// Returns the name of a part of an attribute.
std::string part_name(const effects::Attribute& attribute, std::uint32_t part) {
    if (effects::words_of(attribute.type) == 1) return attribute.name;
    return fmt::format("{} {}", attribute.name,
                       attribute.type == effects::Type::colour ? channels[part] : components[part]);
}

std::string head(const std::string& name, std::string_view unit) {
    return quoted(unit.empty() ? name : fmt::format("{} ({})", name, unit));
}

}  // namespace

ParticleTable::ParticleTable(Session& session, std::vector<WholeParticle> rows)
    : rows_(std::move(rows)), order_(rows_.size()), step_(session.simulation().steps()) {
    std::iota(order_.begin(), order_.end(), 0u);
    using Kind = Source::Kind;
    add("born", "step", {Kind::birth});
    add("ordinal", "", {Kind::ordinal});
    add("emitter", "", {Kind::emitter});
    add("age", "steps", {Kind::age});
    add("lifetime", "steps", {Kind::lifetime});
    for (std::uint32_t i = 0; i < 3; ++i) add(components[i], "m", {Kind::position, i});
    for (std::uint32_t i = 0; i < 3; ++i)
        add(fmt::format("velocity {}", components[i]), "m/s", {Kind::velocity, i});
    add("speed", "m/s", {Kind::speed});
    add("bounces", "", {Kind::bounces});
    const particles::StepInputs& inputs = session.simulation().inputs();
    for (std::uint32_t slot = 0; slot < inputs.slot_count(); ++slot) {
        const auto emitter = inputs.emitter_of(slot);
        if (!emitter) continue;
        emitters_[slot] = inputs.compiled().effect.emitters[*emitter].name;
        std::uint32_t word = 0;
        for (const effects::Attribute& attribute : inputs.attributes_of(slot)) {
            for (std::uint32_t part = 0; part < effects::words_of(attribute.type); ++part, ++word) {
                const std::string name = part_name(attribute, part);
                auto known = std::ranges::find(columns_, name, &Column::name);
                if (known == columns_.end()) {
                    add(name, attribute.unit,
                        {Kind::attribute, part, {}, attribute.type == effects::Type::integer});
                    known = std::prev(columns_.end());
                    known->tip = attribute.sentence;
                }
                sources_[static_cast<std::size_t>(known - columns_.begin())].words[slot] = word;
            }
        }
    }
}

ParticleTable::~ParticleTable() {
    if (sorting_.valid()) sorting_.wait();
}

void ParticleTable::add(std::string name, std::string unit, Source source) {
    columns_.push_back({std::move(name), std::move(unit), is_float(source), {}});
    sources_.push_back(std::move(source));
}

std::uint64_t ParticleTable::birth_of(std::size_t row) const {
    return step_ - static_cast<std::uint32_t>(step_ - at(row).particle.birth_step);
}

bool ParticleTable::is_float(const Source& source) {
    using Kind = Source::Kind;
    return source.kind == Kind::position || source.kind == Kind::velocity || source.kind == Kind::speed ||
           (source.kind == Kind::attribute && !source.is_whole);
}

/// Returns what rows are sorted by; nullopt: the particle has no such attribute.
std::optional<double> ParticleTable::number(const WholeParticle& one, const Source& source) const {
    const particles::Particle& p = one.particle;
    switch (source.kind) {
        case Source::Kind::birth:
            return static_cast<double>(step_ - static_cast<std::uint32_t>(step_ - p.birth_step));
        case Source::Kind::ordinal:
            return p.ordinal;
        case Source::Kind::emitter:
            return p.emitter;
        case Source::Kind::age:
            return p.age;
        case Source::Kind::lifetime:
            return p.lifetime;
        case Source::Kind::bounces:
            return p.bounce_count();
        case Source::Kind::position:
            return p.position[source.component];
        case Source::Kind::velocity:
            return p.velocity[source.component];
        case Source::Kind::speed:
            return std::hypot(p.velocity[0], p.velocity[1], p.velocity[2]);
        case Source::Kind::attribute: {
            const auto word = source.words.find(p.emitter);
            if (word == source.words.end()) return std::nullopt;
            const std::uint32_t bits = one.attributes[word->second];
            return source.is_whole ? static_cast<double>(bits)
                                   : static_cast<double>(std::bit_cast<float>(bits));
        }
    }
    return std::nullopt;
}

/// Numbers of GLSL's floats are written so that they can be read back to the bit.
std::string ParticleTable::text(const WholeParticle& one, const Source& source) const {
    if (source.kind == Source::Kind::emitter) {
        const auto name = emitters_.find(one.particle.emitter);
        return name != emitters_.end() ? name->second : "";
    }
    const auto value = number(one, source);
    if (!value) return {};
    return is_float(source) ? fmt::format("{}", static_cast<float>(*value)) : fmt::format("{:.0f}", *value);
}

std::string ParticleTable::cell(std::size_t row, std::size_t column) const {
    return text(at(row), sources_[column]);
}

void ParticleTable::sort_by(std::size_t column, bool descends) {
    if (sorts()) return;
    sorted_by_ = column;
    descends_ = descends;
    // Rows, columns and sources do not change while it sorts.
    sorting_ = std::async(std::launch::async, [this, column, descends, order = order_]() mutable {
        std::vector<double> keys(rows_.size());
        const double last =
            descends ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const double key = number(rows_[i], sources_[column]).value_or(last);
            keys[i] = std::isnan(key) ? last : key;
        }
        std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
            return descends ? keys[a] > keys[b] : keys[a] < keys[b];
        });
        return order;
    });
}

void ParticleTable::poll() {
    if (sorts() && sorting_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) wait();
}

void ParticleTable::wait() {
    if (sorts()) order_ = sorting_.get();
}

void ParticleTable::write_csv(const std::string& path) const {
    OutputFile file(path);
    std::string text_of_rows;
    for (const Column& column : columns_)
        text_of_rows += (text_of_rows.empty() ? "" : ",") + head(column.name, column.unit);
    text_of_rows += '\n';
    for (std::size_t row = 0; row < rows(); ++row) {
        for (std::size_t c = 0; c < columns_.size(); ++c)
            text_of_rows += (c == 0 ? "" : ",") + quoted(cell(row, c));
        text_of_rows += '\n';
        if (row % rows_at_once == rows_at_once - 1) file.write(std::exchange(text_of_rows, {}));
    }
    file.write(text_of_rows);
    file.commit();
}

std::string life_csv(const std::map<std::uint64_t, particles::Sighting>& states,
                     std::span<const effects::Attribute> attributes) {
    std::string text =
        "step,index,alive,age (steps),lifetime (steps),x (m),y (m),z (m),velocity x (m/s),velocity y (m/s),"
        "velocity z (m/s),bounces";
    for (const effects::Attribute& attribute : attributes)
        for (std::uint32_t part = 0; part < effects::words_of(attribute.type); ++part)
            text += "," + head(part_name(attribute, part), attribute.unit);
    text += '\n';
    for (const auto& [step, seen] : states) {
        if (!seen.lives) continue;
        const particles::Particle& p = seen.whole.particle;
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}", step, seen.index, seen.alive, p.age,
                            p.lifetime, p.position[0], p.position[1], p.position[2], p.velocity[0],
                            p.velocity[1], p.velocity[2], p.bounce_count());
        std::size_t word = 0;
        for (const effects::Attribute& attribute : attributes)
            for (std::uint32_t part = 0; part < effects::words_of(attribute.type); ++part) {
                const std::uint32_t bits = seen.whole.attributes[word++];
                text += attribute.type == effects::Type::integer
                            ? fmt::format(",{}", bits)
                            : fmt::format(",{}", std::bit_cast<float>(bits));
            }
        text += '\n';
    }
    return text;
}

}  // namespace winnow::session
