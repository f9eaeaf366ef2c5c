#include "effects/compile/stack_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <string_view>
#include <utility>
#include <variant>

#include "base/error.h"
#include "effects/compile/stack_parents.h"
#include "effects/data/spline.h"
#include "effects/model/smooth_curve.h"
#include "effects/modules/glsl_types.h"

namespace winnow::effects {
namespace {

bool is_angle(const Parameter& parameter) {
    return parameter.unit == "degrees";
}

int components_of(const Parameter& parameter) {
    return parameter.type == Type::colour ? 4 : words_of(parameter.type) == 3 ? 3 : 1;
}

/// Names of expressions that need no number of a row: the text of each; empty where it has an own rule.
constexpr std::pair<std::string_view, std::string_view> known_names[] = {
    {"position", "p.position"},
    {"velocity", "p.velocity"},
    {"speed", "expression_length(p.velocity)"},
    {"age", "p.age"},
    {"lifetime", "p.lifetime"},
    {"life", "p.life"},
    {"time", "time"},
    {"seconds", "seconds"},
    {"pi", "3.14159265358979"},
    {"random", ""},
    {"camera.position", "m.camera.position"},
    {"camera.forward", "m.camera.forward"},
    {"camera.right", "m.camera.right"},
    {"camera.up", "m.camera.up"},
    {"camera.distance", "expression_length(p.position - m.camera.position)"},
    {"camera.pixels", "pixels_at(m.camera, p.position)"},
};

const std::string_view* known_name(std::string_view name) {
    for (const auto& [known, text] : known_names)
        if (known == name) return &text;
    return nullptr;
}

const Attribute* attribute_named(std::span<const Attribute> attributes, std::string_view name) {
    const auto found = std::ranges::find(attributes, name, &Attribute::name);
    return found == attributes.end() ? nullptr : &*found;
}

/// Returns the parts of `random.LET.NUMBER`.
std::pair<std::string_view, std::size_t> let_and_number(std::string_view name) {
    const std::size_t point = name.rfind('.');
    std::size_t number = 0;
    std::from_chars(name.data() + point + 1, name.data() + name.size(), number);
    return {name.substr(shared_random.size(), point - shared_random.size()), number};
}

/// Appends the numbers of one module's values.
class ValueRows {
  public:
    ValueRows(Rows& rows, FileRows& files, const StackModule& module, std::span<const Property> properties,
              std::span<const Attribute> attributes)
        : rows_(rows), files_(files), module_(module), properties_(properties), attributes_(attributes) {}

    RowPlaces add() {
        for (std::size_t i = 0; i < module_.values.size(); ++i) {
            parameter_ = &module_.module->parameters[i];
            value_ = &module_.values[i];
            std::visit([this](const auto& kind) { add(kind); }, value_->value);
        }
        return std::move(places_);
    }

  private:
    void add_number(const Constant& constant) {
        places_.push_back(parameter_->type == Type::integer
                              ? rows_.add_whole(std::get<std::uint32_t>(constant.value))
                              : rows_.add(seen(constant, *parameter_), components_of(*parameter_)));
    }

    void add(const Constant& constant) {
        if (is_off(value_->value, *parameter_)) return;
        switch (parameter_->type) {
            case Type::choice:
            case Type::attribute:
                return;
            case Type::file:
                return places_.push_back(rows_.add_whole(files_.first_of(value_->data)));
            case Type::spline:
                places_.push_back(rows_.begin_table());
                for (const glm::vec4& row : spline_table(std::get<Spline>(constant.value)))
                    rows_.add_row(row);
                return;
            default:
                add_number(constant);
        }
    }

    void add(const Random& random) {
        add_number(random.least);
        add_number(random.most);
    }

    void add(const Curve& curve) {
        add_expression();
        const auto x = [](const glm::vec2& p) { return p.x; };
        const auto y = [&](const glm::vec2& p) { return is_angle(*parameter_) ? glm::radians(p.y) : p.y; };
        const std::vector<glm::vec2> line = line_of(curve, parameter_->range);
        const bool is_sampled = begin_table(curve.points, x, curve_samples, line.size());
        for (std::uint32_t k = 0; k < curve_samples; k += row_words) {
            glm::vec4 row{};
            for (std::uint32_t i = 0; is_sampled && i < row_words; ++i)
                row[static_cast<int>(i)] = interpolated(line, sample_at(k + i), x, y);
            for (std::uint32_t i = 0; !is_sampled && i < row_words; ++i) {
                const glm::vec2 point = line[std::min<std::size_t>((k + i) / 2, line.size() - 1)];
                row[static_cast<int>(i)] = i % 2 == 0 ? x(point) : y(point);
            }
            rows_.add_row(row);
        }
    }

    void add(const Gradient& gradient) {
        add_expression();
        const auto x = [](const auto& stop) { return stop.first; };
        const auto y = [](const auto& stop) { return stop.second; };
        const auto line = line_of(gradient);
        const bool is_sampled = begin_table(gradient.stops, x, gradient_samples, line.size());
        const auto stop = [&](std::size_t k) { return line[std::min(k, line.size() - 1)]; };
        for (std::uint32_t k = 0; k < gradient_samples; ++k)
            rows_.add_row(is_sampled ? interpolated(line, sample_at(k), x, y) : y(stop(k)));
        for (std::uint32_t k = 0; k < max_curve_points; k += row_words)
            rows_.add_row({x(stop(k)), x(stop(k + 1)), x(stop(k + 2)), x(stop(k + 3))});
    }

    void add(const Formula&) { add_expression(); }

    /// Appends the literals and the values of properties, in the order in which they occur.
    void add_expression() {
        for (const ExpressionNode& node : value_->expression->nodes) {
            if (node.kind == ExpressionNode::Kind::literal)
                places_.push_back(rows_.add(value_->expression->literals[node.index]));
            else if (node.kind == ExpressionNode::Kind::name)
                add_property(value_->expression->names[node.index]);
        }
    }

    void add_property(std::string_view name) {
        if (known_name(name) != nullptr || is_of_parent(name) || name.starts_with(shared_random) ||
            attribute_named(attributes_, name) != nullptr)
            return;
        places_.push_back(rows_.add(std::ranges::find(properties_, name, &Property::name)->value.number));
    }

    /// Begins a table of points with its head, and returns true if so many samples are to follow, which stand
    /// for points that they meet; else `count` points are to follow, the last at the place of the last.
    template <typename Point, typename X>
    bool begin_table(const std::vector<Point>& points, const X& x, std::uint32_t samples, std::size_t count) {
        places_.push_back(rows_.begin_table());
        begin_ = x(points.front());
        step_ = (x(points.back()) - begin_) / static_cast<float>(samples - 1);
        const float per_unit = step_ > 0 ? 1 / step_ : 0;
        const bool is_sampled = are_met_by_samples(points, x, samples);
        if (is_sampled)
            rows_.add_row({begin_, per_unit, 0, 0});
        else
            rows_.add_row({begin_, per_unit, static_cast<float>(count), x(points.back())});
        return is_sampled;
    }
    float sample_at(std::uint32_t k) const { return begin_ + step_ * static_cast<float>(k); }

    Rows& rows_;
    FileRows& files_;
    const StackModule& module_;
    std::span<const Property> properties_;
    std::span<const Attribute> attributes_;
    RowPlaces places_;
    const Parameter* parameter_ = nullptr;
    const StackValue* value_ = nullptr;
    float begin_ = 0, step_ = 0;  // of a table's samples
};

/// Writes the values of one module's parameters as locals v0, v1, ...
class ValueText {
  public:
    ValueText(const RowPlaces& places, RowReads& reads, const StackModule& module,
              std::span<const Attribute> attributes)
        : places_(places), reads_(reads), module_(module), attributes_(attributes) {}

    /// Returns the statements, a line each.
    std::vector<std::string> write() {
        for (std::size_t i = 0; i < module_.values.size(); ++i) {
            const Parameter& parameter = module_.module->parameters[i];
            number_ = i;
            parameter_ = &parameter;
            expression_ = module_.values[i].expression ? &*module_.values[i].expression : nullptr;
            const std::string value =
                std::visit([this](const auto& kind) { return text_of(kind); }, module_.values[i].value);
            const glsl::Type type = glsl::type_of(parameter);
            lines_.push_back(
                fmt::format("{}{} v{} = {};", type.is_real() ? "precise " : "", glsl::text(type), i, value));
        }
        return std::move(lines_);
    }

  private:
    std::uint32_t next_place() { return places_[read_places_++]; }

    /// Returns the reading of a number that the CPU has checked.
    std::string reading() {
        if (parameter_->type == Type::integer) return RowReads::whole(next_place());
        return reads_.numbers(next_place(), components_of(*parameter_));
    }
    std::string held_whole(const std::string& text) const {
        return fmt::format("clamp({}, {}u, {}u)", text, static_cast<std::uint32_t>(parameter_->range.least),
                           static_cast<std::uint32_t>(parameter_->range.most));
    }
    /// Keeps a computed number within the parameter's range.
    std::string held(const std::string& text) const {
        const auto [least, most] = parameter_->range;
        return fmt::format("expression_held({}, {}, {})", text, float_text(static_cast<float>(least)),
                           float_text(static_cast<float>(most)));
    }

    /// Returns the number of a choice, which is its place in the list.
    std::size_t number_of(const std::string& choice) const {
        const auto& all = parameter_->choices;
        return static_cast<std::size_t>(std::ranges::find(all, choice, &Choice::name) - all.begin());
    }

    std::string text_of(const Constant& constant) {
        if (is_off(constant, *parameter_)) return "0.0";
        switch (parameter_->type) {
            case Type::choice:
                return fmt::format("{}u", number_of(std::get<std::string>(constant.value)));
            case Type::file:
                return fmt::format("{}_in({})", winnow::name_of(file_kinds, parameter_->file_kind),
                                   RowReads::whole(next_place()));
            case Type::attribute: {
                const auto& name = std::get<std::string>(constant.value);
                return name.empty() ? glsl::text(glsl::type_of(*parameter_)) + "(0)" : "p." + name;
            }
            case Type::spline:
                return fmt::format("spline_in(first + {}u)", next_place());
            case Type::integer:
                return held_whole(reading());
            case Type::boolean:
                return reading() + " != 0.0";
            default:
                return reading();
        }
    }

    std::string text_of(const Random&) {
        const std::uint32_t use = use_of(module_, *parameter_);
        const std::uint32_t first = parameter_->pinned ? parameter_->pinned->component : 0;
        const std::string least = reading(), most = reading();
        if (parameter_->type == Type::integer)
            return held_whole(
                fmt::format("whole_between({}, {}, random_numbers(d, {}u).x)", least, most, use));
        const char* letters[] = {"x", "y", "z", "w", "xyz", "xyzw"};
        const int components = components_of(*parameter_);
        const std::string parts = components == 1 ? letters[first] : letters[components + 1];
        const std::string mixed =
            fmt::format("mix({}, {}, random_numbers(d, {}u).{})", least, most, use, parts);
        return parameter_->type == Type::direction ? fmt::format("unit_vector({})", mixed) : mixed;
    }

    std::string text_of(const Curve&) {
        const std::string by = computed();
        return fmt::format("curve_at(first + {}u, {})", next_place(), by);
    }

    std::string text_of(const Gradient&) {
        const std::string by = computed();
        const std::string text = fmt::format("gradient_at(first + {}u, {})", next_place(), by);
        if (parameter_->type == Type::direction) return "unit_vector(" + text + ".xyz)";
        return parameter_->type == Type::colour ? text : text + ".xyz";
    }

    std::string text_of(const Formula&) {
        const ExpressionType type = expression_->type;
        std::string result = computed();
        switch (parameter_->type) {
            case Type::boolean:
                return result;
            case Type::integer:
                return held_whole("whole_of(" + result + ")");
            case Type::vector:
                return held(type == ExpressionType::number ? "vec3(" + result + ")" : result);
            case Type::direction:
                return "unit_vector(" + result + ")";
            case Type::colour:
                return held(type == ExpressionType::vec3 ? "vec4(" + result + ", 1.0)" : result);
            default:
                return is_angle(*parameter_)
                           ? fmt::format("{} * {}", held(result), float_text(std::numbers::pi_v<float> / 180))
                           : held(result);
        }
    }

    /// Writes the statements of the value's expression and returns its result.
    std::string computed() {
        std::size_t randoms = 0;  // so far in this expression
        const auto literal = [&](std::size_t) { return reads_.numbers(next_place(), 1); };
        const auto name = [&](std::string_view word) { return name_text(word, randoms); };
        const ExpressionGlsl glsl = expression_->emit(fmt::format("e{}_", number_), literal, name, long_name);
        lines_.insert(lines_.end(), glsl.statements.begin(), glsl.statements.end());
        return glsl.result;
    }

    ExpressionType type_of(std::string_view name) const {
        return std::ranges::find_if(expression_->nodes,
                                    [&](const ExpressionNode& node) {
                                        return node.kind == ExpressionNode::Kind::name &&
                                               expression_->names[node.index] == name;
                                    })
            ->type;
    }

    /// The names that a float is too coarse for in long runs; see shaders/effects/long_times.glsl.
    static std::optional<Expression::LongText> long_name(std::string_view name) {
        if (name == "time") return Expression::LongText{"is_long_time(time)", "exact_time(time)"};
        if (name == "age") return Expression::LongText{"is_long_age(p.age)", "exact_age(p.age)"};
        return std::nullopt;
    }

    std::string name_text(std::string_view name, std::size_t& randoms) {
        const auto random = [](std::uint32_t use, std::size_t i) {
            return fmt::format("random_numbers(d, {}u).{}", use + i / row_words, "xyzw"[i % row_words]);
        };
        if (name == "random") return random(use_of(module_, *parameter_), randoms++);
        if (name.starts_with(shared_random)) {
            const auto [let, number] = let_and_number(name);
            return random(use_of_let(let), number);
        }
        if (const std::string_view* const text = known_name(name)) return std::string(*text);
        if (is_of_parent(name) && module_.module->stage == Stage::spawn)
            return parent_at_birth(name, type_of(name));
        if (const Attribute* const attribute = attribute_named(attributes_, name)) {
            const std::string member = "p." + member_of(name);
            return attribute->type == Type::integer ? "float(" + member + ")" : member;
        }
        return reads_.numbers(next_place(), 1);  // of a property
    }

    const RowPlaces& places_;
    std::size_t read_places_ = 0;
    RowReads& reads_;
    const StackModule& module_;
    std::span<const Attribute> attributes_;
    std::vector<std::string> lines_;
    std::size_t number_ = 0;
    const Parameter* parameter_ = nullptr;
    const Expression* expression_ = nullptr;
};

/// True if the text of values of the parameter is the same for both.
bool same_text(const StackValue& a, const StackValue& b, const Parameter& parameter) {
    if (a.value.index() != b.value.index()) return false;
    if (a.expression && a.expression->shape != b.expression->shape) return false;
    const bool is_in_text = parameter.type == Type::choice || parameter.type == Type::attribute;
    if (is_off(a.value, parameter) != is_off(b.value, parameter)) return false;
    return !is_in_text || a.value == b.value;
}

}  // namespace

bool is_off(const Value& value, const Parameter& parameter) {
    const auto* const constant = std::get_if<Constant>(&value);
    return parameter.is_off_at_zero && constant != nullptr && constant->value == Constant{0.0f}.value;
}

std::string float_text(float value) {
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return value < 0 || std::signbit(value) ? '(' + text + ')' : text;
}

glm::vec4 seen(const Constant& constant, const Parameter& parameter) {
    const auto angle = [&](float v) { return is_angle(parameter) ? glm::radians(v) : v; };
    if (const auto* const number = std::get_if<float>(&constant.value)) return glm::vec4(angle(*number));
    if (const auto* const truth = std::get_if<bool>(&constant.value)) return glm::vec4(*truth ? 1 : 0);
    if (const auto* const whole = std::get_if<std::uint32_t>(&constant.value))
        return glm::vec4(std::bit_cast<float>(*whole));
    if (const auto* const vector = std::get_if<glm::vec3>(&constant.value))
        return {parameter.type == Type::direction ? glm::normalize(*vector) : *vector, 0};
    if (const auto* const colour = std::get_if<glm::vec4>(&constant.value)) return *colour;
    return glm::vec4(0);
}

std::uint32_t Rows::add(std::span<const float> numbers) {
    const auto count = static_cast<std::uint32_t>(numbers.size());
    if (words_ % row_words + count > row_words) words_ += row_words - words_ % row_words;
    const std::uint32_t place = words_;
    words_ += count;
    rows_.resize((words_ + row_words - 1) / row_words, glm::vec4(0));
    for (std::uint32_t i = 0; i < count; ++i)
        rows_[place / row_words][static_cast<int>(place % row_words + i)] = numbers[i];
    return place;
}

std::uint32_t Rows::add_whole(std::uint32_t number) {
    return add(std::bit_cast<float>(number));
}

std::string RowReads::numbers(std::uint32_t place, int components) {
    const std::uint32_t row = place / row_words;
    read_.insert(row);
    if (components == static_cast<int>(row_words)) return fmt::format("r{}", row);
    return fmt::format(
        "r{}.{}", row,
        std::string_view("xyzw").substr(place % row_words, static_cast<std::size_t>(components)));
}

std::string RowReads::whole(std::uint32_t place) {
    return fmt::format("WORDS_AT(first + {}u).{}", place / row_words, "xyzw"[place % row_words]);
}

std::string RowReads::declarations() {
    std::string text;
    for (const std::uint32_t row : std::exchange(read_, {}))
        text += fmt::format("    const vec4 r{0} = row_at(first + {0}u);\n", row);
    return text;
}

std::uint32_t Rows::begin_table() {
    words_ = static_cast<std::uint32_t>(rows_.size()) * row_words;
    return static_cast<std::uint32_t>(rows_.size());
}

void Rows::add_row(const glm::vec4& row) {
    rows_.push_back(row);
    words_ = static_cast<std::uint32_t>(rows_.size()) * row_words;
}

std::uint32_t FileRows::first_of(const std::shared_ptr<const FileData>& data) {
    if (!data) return 0;
    const auto known = std::ranges::find(all_, data, &Placed::data);
    if (known != all_.end()) return known->first;
    if (data->size() > std::numeric_limits<std::uint32_t>::max() - count_)
        bad_input("the effect's files hold too much together; use smaller ones");
    all_.push_back({count_, data});
    count_ += static_cast<std::uint32_t>(data->size());
    return all_.back().first;
}

RowPlaces add_values(Rows& rows, FileRows& files, const StackModule& module,
                     std::span<const Property> properties, std::span<const Attribute> attributes) {
    return ValueRows(rows, files, module, properties, attributes).add();
}

std::vector<std::string> value_statements(const RowPlaces& places, RowReads& reads, const StackModule& module,
                                          std::span<const Attribute> attributes) {
    return ValueText(places, reads, module, attributes).write();
}

bool same_text(const StackModule& a, const StackModule& b) {
    if (a.module != b.module || a.instance != b.instance || a.is_local != b.is_local) return false;
    for (std::size_t i = 0; i < a.values.size(); ++i)
        if (!same_text(a.values[i], b.values[i], a.module->parameters[i])) return false;
    return true;
}

}  // namespace winnow::effects
