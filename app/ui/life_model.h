// The followed particle, and the table of particles, as the window shows them (LifeModel), and what the
// person asks of them (LifeEvents): plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/life_facts.h"
#include "lab/drawing.h"

namespace winnow::ui {

/// A column of the table, which is sorted by one of them.
struct LifeColumn {
    std::string name, unit;
    bool is_float = false;
    std::string tip{};  // what it is, in a sentence; empty: its name says it
};

/// Many particles, one in a row. A row is made into text when it is seen.
struct LifeTable {
    std::vector<LifeColumn> columns;
    std::size_t rows = 0;
    std::uint64_t step = 0;    // after which they were read
    bool is_of_some = false;   // those within an outline; else all
    bool is_outdated = false;  // the run has gone on
    bool sorts = false;        // another order is being made
    std::optional<std::size_t> sorted_by{};
    bool descends = false;
    std::function<std::string(std::size_t row, std::size_t column)> cell;
};

struct LifeModel {
    bool picks = false;  // the next click on the picture picks a particle
    bool follows = false;
    LifeFacts facts;
    bool camera_follows = false;
    std::string why_not_back;  // why the run cannot go back; empty: it can
    // Shares of the window, from its upper left; nullopt: behind the eye.
    std::optional<lab::Point> at, ahead;  // the particle, and where its velocity leads to
    std::vector<std::optional<lab::Point>> path;
    float seconds_ahead = 0;  // of `ahead`
    std::optional<LifeTable> table;
};

struct LifeEvents {
    std::optional<bool> picks, camera_follows;
    bool stop = false, to_birth = false, to_death = false, export_life = false, to_lab = false;
    bool open_table = false, close_table = false, export_table = false;
    std::optional<std::size_t> sort_by;    // a column; again: in the other direction
    std::optional<std::size_t> row;        // to be followed
    std::optional<LifeRelative> relative;  // likewise
};

}  // namespace winnow::ui
