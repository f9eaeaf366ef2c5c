#include "verify/faulty_scan.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <utility>

#include "gl/buffer.h"
#include "scan/cpu_scan.h"

namespace winnow::test {
namespace {

using scan::Kind;
using scan::Request;

constexpr std::uint64_t faulty_tile = 2048;

std::uint32_t read(const gl::Words& words, std::uint64_t i) {
    return words.buffer->read_all<std::uint32_t>(1, (words.first + i) * gl::word_bytes).front();
}

void write(const gl::Words& words, std::uint64_t i, std::uint32_t value) {
    const std::array<std::uint32_t, 1> one{value};
    const_cast<gl::Buffer*>(words.buffer)->write_all(std::span(one), (words.first + i) * gl::word_bytes);
}

/// A mistake can change the request before the correct scan runs, or the memory after it.
struct Mistake {
    std::function<void(Request&)> before = [](Request&) {};
    std::function<void(const Request&)> after = [](const Request&) {};
};

class ScanWithMistake : public scan::Scan {
  public:
    ScanWithMistake(ScanType type, Mistake mistake)
        : mistake_(std::move(mistake)), correct_(scan::make_cpu_scan(type)) {}
    ScanType type() const override { return correct_->type(); }
    std::uint64_t tile() const override { return faulty_tile; }
    void reserve(std::uint64_t) override {}
    void run(const Request& request) override {
        Request changed = request;
        mistake_.before(changed);
        correct_->run(changed);
        mistake_.after(request);
    }
    void poison_scratch(std::uint32_t) override {}

  private:
    Mistake mistake_;
    std::unique_ptr<scan::Scan> correct_;
};

/// Its result is right only while its scratch holds zero. Each run leaves zero there or not, as constructed.
class NeedsScratch : public scan::Scan {
  public:
    NeedsScratch(ScanType type, bool cleans_up, bool poison_cleans)
        : cleans_up_(cleans_up), poison_cleans_(poison_cleans), correct_(scan::make_cpu_scan(type)) {}
    ScanType type() const override { return correct_->type(); }
    std::uint64_t tile() const override { return faulty_tile; }
    void reserve(std::uint64_t) override {}
    void run(const Request& request) override {
        correct_->run(request);
        if (scratch_ != 0 && request.bound > 0) write(request.output, 0, read(request.output, 0) + 1);
        scratch_ = cleans_up_ ? 0 : 1;
    }
    void poison_scratch(std::uint32_t value) override { scratch_ = poison_cleans_ ? 0 : value; }

  private:
    bool cleans_up_, poison_cleans_;
    std::uint32_t scratch_ = 0;
    std::unique_ptr<scan::Scan> correct_;
};

void mask_30_bits(const Request& r) {
    constexpr std::uint32_t mask = (1u << 30) - 1;
    for (std::uint64_t i = 0; i < r.bound; ++i)
        if (const std::uint32_t value = read(r.output, i); value > mask)
            return write(r.output, i, value & mask);
}

}  // namespace

std::unique_ptr<scan::Scan> spoiling(ScanType type, std::function<void(const Request&)> after) {
    return std::make_unique<ScanWithMistake>(type, Mistake{.after = std::move(after)});
}

std::vector<FaultyScan> faulty_scans(ScanType type) {
    std::vector<FaultyScan> all;
    const auto spoiling = [&](std::function<void(const Request&)> after) {
        return test::spoiling(type, std::move(after));
    };
    const auto faulty = [&](std::function<void(Request&)> before) {
        return std::make_unique<ScanWithMistake>(type, Mistake{.before = std::move(before)});
    };
    const auto add = [&](std::string name, std::unique_ptr<scan::Scan> scan) {
        all.push_back({std::move(name), std::move(scan)});
    };
    add("breaks one element",
        spoiling([](const Request& r) { write(r.output, r.bound / 2, read(r.output, r.bound / 2) ^ 1); }));
    add("breaks the last element",
        spoiling([](const Request& r) { write(r.output, r.bound - 1, read(r.output, r.bound - 1) + 1); }));
    add("writes past the end", spoiling([](const Request& r) { write(r.output, r.bound, 0); }));
    add("writes a tile past the end",
        spoiling([](const Request& r) { write(r.output, r.bound + faulty_tile - 1, 0); }));
    add("writes before the beginning", spoiling([](const Request& r) {
            write({r.output.buffer, r.output.first - 1}, 0, 0);
        }));
    add("changes its input", spoiling([](const Request& r) { write(r.input, 0, 12345); }));
    add("gives a wrong total", spoiling([](const Request& r) {
            if (r.total.buffer != nullptr) write({r.total.buffer, r.total.index}, 0, 77);
        }));
    add("gives a total of zero", spoiling([](const Request& r) {
            if (r.total.buffer != nullptr) write({r.total.buffer, r.total.index}, 0, 0);
        }));
    add("writes beside the total", spoiling([](const Request& r) {
            if (r.total.buffer != nullptr) write({r.total.buffer, r.total.index}, 1, 77);
        }));
    add("gives no total", faulty([](Request& r) { r.total = {}; }));
    add("ignores the count", faulty([](Request& r) { r.count = {}; }));
    add("is always exclusive", faulty([](Request& r) { r.kind = Kind::exclusive; }));
    add("is always inclusive", faulty([](Request& r) { r.kind = Kind::inclusive; }));
    add("rounds the first element down to an aligned one",
        faulty([](Request& r) { r.input.first &= ~3ull; }));
    add("overflows at 30 bits", spoiling(mask_30_bits));
    add("needs clean scratch", std::make_unique<NeedsScratch>(type, true, false));
    add("needs poisoned scratch, and is wrong when repeated",
        std::make_unique<NeedsScratch>(type, false, true));
    add("throws", faulty([](Request&) { throw std::runtime_error("a launch failed"); }));
    return all;
}

}  // namespace winnow::test
