// NPZ of numpy: a ZIP archive without compression that holds a file NAME.npy for each column.
#include <fmt/format.h>

#include <array>
#include <cstring>

#include "bake/formats.h"

namespace winnow::bake {
namespace {

/// Adds the bytes of numbers to a text.
template <typename... Numbers>
void put(std::string& text, Numbers... numbers) {
    const auto one = [&](auto number) { text.append(reinterpret_cast<const char*>(&number), sizeof number); };
    (one(numbers), ...);
}

// The checksum of ZIP: CRC-32 of ISO 3309, with the polynomial 0xEDB88320, eight bytes at once.

constexpr std::size_t lanes = 8, byte_values = 256;
using CrcTables = std::array<std::array<std::uint32_t, byte_values>, lanes>;

/// Table k has the checksum of a byte with k zero bytes behind it.
constexpr CrcTables crc_tables = [] {
    CrcTables all{};
    for (std::uint32_t byte = 0; byte < byte_values; ++byte) {
        std::uint32_t sum = byte;
        for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ ((sum & 1) != 0 ? 0xEDB88320 : 0);
        all[0][byte] = sum;
    }
    for (std::size_t k = 1; k < lanes; ++k)
        for (std::size_t byte = 0; byte < byte_values; ++byte)
            all[k][byte] = (all[k - 1][byte] >> 8) ^ all[0][all[k - 1][byte] & 0xFF];
    return all;
}();

/// Returns the checksum of the bytes behind those that have the checksum `sum`; 0 if there are none.
std::uint32_t crc32(std::uint32_t sum, std::string_view bytes) {
    sum = ~sum;
    std::size_t i = 0;
    for (; i + lanes <= bytes.size(); i += lanes) {
        std::array<unsigned char, lanes> next{};
        std::memcpy(next.data(), bytes.data() + i, lanes);
        for (std::size_t k = 0; k < sizeof sum; ++k) next[k] ^= static_cast<unsigned char>(sum >> (8 * k));
        sum = 0;
        for (std::size_t k = 0; k < lanes; ++k) sum ^= crc_tables[lanes - 1 - k][next[k]];
    }
    for (; i < bytes.size(); ++i)
        sum = (sum >> 8) ^ crc_tables[0][(sum ^ static_cast<unsigned char>(bytes[i])) & 0xFF];
    return ~sum;
}

/// Returns the head of a NPY file, version 1.0: a dictionary of Python that ends at a multiple of 64 bytes.
std::string npy_head(const Column& column, std::uint64_t count) {
    constexpr std::size_t alignment = 64, before = 10;  // magic, version and length
    const char* const type = column.type == Column::Type::real    ? "<f4"
                             : column.type == Column::Type::whole ? "<u4"
                                                                  : "<u8";
    const std::string shape = column.numbers() == 1 ? fmt::format("({},)", count)
                                                    : fmt::format("({}, {})", count, column.numbers());
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
    text.append(alignment - 1 - (before + text.size()) % alignment, ' ');
    text += '\n';
    std::string head("\x93NUMPY\x01\x00", 8);
    put(head, static_cast<std::uint16_t>(text.size()));
    return head + text;
}

/// The fields that ZIP repeats in the local header and in the directory: version 2.0, flags, stored, 1
/// January 1980.
std::string common_fields(std::uint32_t checksum, std::uint32_t bytes, const std::string& name) {
    std::string fields;
    put(fields, std::uint16_t{20}, std::uint16_t{0}, std::uint16_t{0}, std::uint16_t{0}, std::uint16_t{0x21},
        checksum, bytes, bytes, static_cast<std::uint16_t>(name.size()), std::uint16_t{0});
    return fields;
}

}  // namespace

void write_npz(OutputFile& file, std::span<const Column> columns, const PointFrame& frame, const Origin&) {
    std::string directory;
    std::uint32_t place = 0;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (file.failed()) file.flush();  // throws
        const std::string head = npy_head(columns[c], frame.count), name = columns[c].name + ".npy";
        const std::string_view data(reinterpret_cast<const char*>(frame.words[c].data()),
                                    frame.words[c].size() * sizeof(std::uint32_t));
        const auto bytes = static_cast<std::uint32_t>(head.size() + data.size());
        const std::string fields = common_fields(crc32(crc32(0, head), data), bytes, name);
        std::string local = "PK\x03\x04";
        local.append(fields).append(name);
        file.write(local + head);
        file.write(data);
        std::string entry = "PK\x01\x02";
        put(entry, std::uint16_t{20});
        entry += fields;
        put(entry, std::uint16_t{0}, std::uint16_t{0}, std::uint16_t{0}, std::uint32_t{0}, place);
        directory += entry + name;
        place += static_cast<std::uint32_t>(local.size()) + bytes;
    }
    std::string end = "PK\x05\x06";
    const auto files = static_cast<std::uint16_t>(columns.size());
    put(end, std::uint16_t{0}, std::uint16_t{0}, files, files, static_cast<std::uint32_t>(directory.size()),
        place, std::uint16_t{0});
    file.write(directory + end);
}

}  // namespace winnow::bake
