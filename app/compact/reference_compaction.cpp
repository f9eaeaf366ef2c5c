#include "compact/reference_compaction.h"

#include <algorithm>
#include <chrono>

#include "gl/buffer.h"
#include "scan/reference_scan.h"

namespace winnow::compact {
namespace {

std::uint32_t read_word(const gl::Word& location) {
    return location.buffer->read_all<std::uint32_t>(1, location.index * gl::word_bytes).front();
}

void write_word(const gl::Word& location, std::uint32_t value) {
    location.buffer->write_all(std::span(&value, 1), location.index * gl::word_bytes);
}

std::vector<std::uint32_t> read_words(const gl::Words& words, std::uint32_t count) {
    if (count == 0) return {};
    return words.buffer->read_all<std::uint32_t>(count, words.first * gl::word_bytes);
}

class CpuCompactor : public Compactor {
  public:
    bool takes_second_scan() const override { return true; }

    void reserve(std::uint32_t bound) override {
        const std::uint64_t bytes = std::uint64_t{bound} * gl::word_bytes;
        if (bytes > offsets_.bytes()) offsets_ = gl::plain_memory()->allocate(bytes, "compact: offsets");
    }

    void run(const Request& request) override {
        validate(request, vote_format());
        reserve(request.bound);
        const std::uint32_t count = std::min(read_word(request.count), request.bound);
        const std::uint32_t first = read_word(request.first);
        const std::vector<std::uint32_t> votes = read_words(request.votes, count);
        times_.second_scan.reset();
        if (request.second_scan) scan_numbers(*request.second_scan, count);
        scan_votes(request, votes);
        move_columns(request, first, votes);
    }

    Stages stages() const override { return {{&offsets_, 0}}; }
    Times times() override { return times_; }
    void poison_scratch(std::uint32_t value) override {
        if (!offsets_.empty()) offsets_.fill(value);
    }

  private:
    using Clock = std::chrono::steady_clock;
    static double since(Clock::time_point begin) {
        return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    }

    void scan_votes(const Request& request, std::span<const std::uint32_t> votes) {
        const auto begin = Clock::now();
        std::vector<std::uint32_t> offsets(votes.size());
        const std::uint32_t survivors = scan::reference_scan(scan::Kind::exclusive, votes, offsets);
        offsets_.write_all(std::span(offsets));
        write_word(request.survivors, survivors);
        times_.scan = since(begin);
    }

    void scan_numbers(const SecondScan& second, std::uint32_t count) {
        const auto begin = Clock::now();
        std::vector<std::uint32_t> numbers = read_words(second.numbers, count);
        const std::uint32_t total = scan::reference_scan(scan::Kind::exclusive, numbers, numbers);
        second.numbers.buffer->write_all(std::span(numbers), second.numbers.first * gl::word_bytes);
        write_word(second.total, total);
        times_.second_scan = since(begin);
    }

    void move_columns(const Request& request, std::uint32_t first, std::span<const std::uint32_t> votes) {
        const auto begin = Clock::now();
        for (const Column& column : request.columns)
            for (std::uint64_t plane = 0; plane < column.planes; ++plane) {
                const std::uint64_t first_byte = plane * request.capacity * sizeof(Element);
                const auto ring = column.source->read_all<Element>(request.capacity, first_byte);
                const auto survivors = reference_compact(ring, first, votes);
                column.destination->write_all(std::span(survivors), first_byte);
            }
        times_.move = since(begin);
    }

    gl::Buffer offsets_;
    Times times_;
};

}  // namespace

std::vector<Element> reference_compact(std::span<const Element> ring, std::uint32_t first,
                                       std::span<const std::uint32_t> votes) {
    std::vector<Element> survivors;
    for (std::size_t i = 0; i < votes.size(); ++i)
        if (votes[i] != 0) survivors.push_back(ring[(first + i) % ring.size()]);
    return survivors;
}

std::unique_ptr<Compactor> make_cpu_compactor() {
    return std::make_unique<CpuCompactor>();
}

}  // namespace winnow::compact
