#include "library/ring_words.h"

#include "gl/words.h"

namespace winnow::library {
namespace {

enum Own : std::uint32_t { own_first, own_count, own_survivors, own_words };

}  // namespace

RingWords::RingWords() : words_(gl::plain_memory()->allocate(own_words * gl::word_bytes, "compact: ring")) {}

void RingWords::locate(const GlCompactRequest& request, BorrowedBuffers& buffers,
                       compact::Request& whole) const {
    const auto located = [&](const char* what, GlPlace place, Own own) {
        return place.buffer == 0 ? gl::Word{&words_, own} : buffers.word(what, place);
    };
    whole.first = located("compact: first", request.first, own_first);
    whole.count = located("compact: count", request.count, own_count);
    whole.survivors = located("compact: survivors", request.survivors, own_survivors);
}

void RingWords::gather(const GlCompactRequest& request, compact::Request& whole) const {
    if (whole.first.buffer == whole.count.buffer && whole.first.buffer != &words_) return;
    bring(whole.first, own_first, request.first_index);
    bring(whole.count, own_count, whole.bound);
}

/// On the GPU, in order with all else: nothing waits for what earlier runs still read.
void RingWords::bring(gl::Word& word, std::uint32_t own, std::uint32_t value) const {
    const std::uint64_t to = own * gl::word_bytes;
    if (word.buffer == &words_)
        words_.fill(value, to, gl::word_bytes);
    else
        gl::copy_small(*word.buffer, word.index * gl::word_bytes, words_, to, gl::word_bytes);
    word = {&words_, own};
}

}  // namespace winnow::library
