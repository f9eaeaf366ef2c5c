// The particles that live after a step, one in a row: sorted by any of their columns, and written as CSV.
#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "particles/follower.h"
#include "session/session.h"

namespace winnow::session {

class ParticleTable {
  public:
    struct Column {
        std::string name, unit;
        bool is_float = false;
        std::string tip{};  // what an attribute is, in a sentence; empty: not known
    };

    /// `rows`: of the particles that particles::read_all() returns now, in their order.
    ParticleTable(Session& session, std::vector<particles::WholeParticle> rows);
    ~ParticleTable();
    ParticleTable(const ParticleTable&) = delete;

    std::uint64_t step() const { return step_; }
    const std::vector<Column>& columns() const { return columns_; }
    std::size_t rows() const { return rows_.size(); }
    /// Returns a cell of the row that is shown at this place.
    std::string cell(std::size_t row, std::size_t column) const;
    const particles::WholeParticle& at(std::size_t row) const { return rows_[order_[row]]; }
    /// Returns the step of the birth of the particle in a row.
    std::uint64_t birth_of(std::size_t row) const;

    /// Begins to sort by a column, beside the frames; equal rows stay in the order that they had.
    void sort_by(std::size_t column, bool descends);
    /// Takes the new order once it is made. Call it once a frame.
    void poll();
    void wait();
    bool sorts() const { return sorting_.valid(); }
    std::optional<std::size_t> sorted_by() const { return sorted_by_; }
    bool descends() const { return descends_; }

    /// Writes all rows in their present order, with a head that has the columns and their units. Throws as
    /// OutputFile does.
    void write_csv(const std::string& path) const;

  private:
    /// Where a column's number comes from.
    struct Source {
        enum class Kind {
            birth,
            ordinal,
            emitter,
            age,
            lifetime,
            bounces,
            position,
            velocity,
            speed,
            attribute
        } kind;
        std::uint32_t component = 0;                     // of a vector; of a colour
        std::map<std::uint32_t, std::uint32_t> words{};  // of an attribute, by the slot of the emitter
        bool is_whole = false;                           // of an attribute
    };
    std::optional<double> number(const particles::WholeParticle& one, const Source& source) const;
    std::string text(const particles::WholeParticle& one, const Source& source) const;
    void add(std::string name, std::string unit, Source source);
    static bool is_float(const Source& source);

    std::vector<particles::WholeParticle> rows_;
    std::vector<std::uint32_t> order_;  // of the rows, as they are shown
    std::vector<Column> columns_;
    std::vector<Source> sources_;
    std::map<std::uint32_t, std::string> emitters_;  // names, by slot
    std::uint64_t step_ = 0;
    std::optional<std::size_t> sorted_by_;
    bool descends_ = false;
    std::future<std::vector<std::uint32_t>> sorting_;
};

/// Returns the states of a particle as CSV, one step in a row.
std::string life_csv(const std::map<std::uint64_t, particles::Sighting>& states,
                     std::span<const effects::Attribute> attributes);

}  // namespace winnow::session
