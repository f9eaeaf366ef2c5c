// PLY, the Stanford triangle format, with nothing but vertices. A value has a property for each of its words,
// so that a row is the row's words one after another; the identity is its two words, as PLY has no numbers of
// 64 bits.
#include <fmt/format.h>

#include <cstring>

#include "bake/formats.h"
#include "base/message.h"
#include "base/version.h"

namespace winnow::bake {

void write_ply(OutputFile& file, std::span<const Column> columns, const PointFrame& frame,
               const Origin& origin) {
    std::string head = fmt::format(
        "ply\nformat binary_little_endian 1.0\ncomment Winnow {}\ncomment effect {}\n"
        "comment frame {} of {} per second, at {} s\nelement vertex {}\n",
        version(), printable(origin.effect), frame.number, origin.fps, frame.seconds, frame.count);
    std::size_t row_words = 0;
    for (const Column& column : columns) {
        for (const std::string& word : column.words)
            head +=
                fmt::format("property {} {}\n", column.type == Column::Type::real ? "float" : "uint", word);
        row_words += column.words.size();
    }
    file.write(head + "end_header\n");
    write_rows(file, frame.count, [&](std::uint64_t begin, std::uint64_t end) {
        std::string rows((end - begin) * row_words * sizeof(std::uint32_t), '\0');
        std::size_t offset = 0;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const std::size_t words = columns[c].words.size();
            const std::uint32_t* from = frame.words[c].data() + begin * words;
            char* to = rows.data() + offset;
            for (std::uint64_t i = begin; i < end; ++i, from += words, to += row_words * sizeof *from)
                std::memcpy(to, from, words * sizeof *from);
            offset += words * sizeof *from;
        }
        return rows;
    });
}

}  // namespace winnow::bake
