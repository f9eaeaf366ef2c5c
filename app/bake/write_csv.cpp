// CSV: a line of names, then a line for each particle. Numbers have as many digits as it takes to read the
// same number again.
#include "bake/formats.h"

namespace winnow::bake {

void write_csv(OutputFile& file, std::span<const Column> columns, const PointFrame& frame, const Origin&) {
    std::string head;
    for (const Column& column : columns) {
        const bool is_one = column.numbers() == 1;
        for (std::size_t k = 0; k < column.numbers(); ++k)
            head += (head.empty() ? "" : ",") + (is_one ? column.name : column.words[k]);
    }
    file.write(head + '\n');
    write_rows(file, frame.count, [&](std::uint64_t begin, std::uint64_t end) {
        std::string rows;
        for (std::uint64_t row = begin; row < end; ++row) {
            for (std::size_t c = 0; c < columns.size(); ++c) {
                if (c > 0) rows += ',';
                append_numbers(rows, columns[c], frame.value(c, row), ",");
            }
            rows += '\n';
        }
        return rows;
    });
}

}  // namespace winnow::bake
