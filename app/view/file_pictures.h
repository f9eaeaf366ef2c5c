// Small pictures of the effects' files that the window lists. Another process of this program renders them,
// with the least priority, and a thread waits for it, so that no frame does. They are kept in the person's
// cache.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/panel_facts.h"
#include "base/png.h"
#include "gl/picture_texture.h"
#include "ui/model.h"

namespace winnow::view {

/// Returns $XDG_CACHE_HOME/winnow/pictures, or that in ~/.cache; empty if neither variable is set.
std::filesystem::path picture_cache();

class FilePictures {
  public:
    static constexpr std::size_t max_files = 64;                        // in the cache
    static constexpr std::uint64_t max_bytes = std::uint64_t{4} << 20;  // likewise

    /// `cache`: the folder; empty: there are no pictures. `program`: the path of this program.
    FilePictures(std::filesystem::path cache, std::string program);
    ~FilePictures();
    FilePictures(const FilePictures&) = delete;

    /// From now on, finds the pictures of these files, unless they are known and the files are as they were.
    /// Call it when the files are listed.
    void want(const std::vector<Choice>& files);
    /// Takes the pictures that have arrived. Call it once a frame; `rests`: another one may be begun.
    void look(bool rests);
    /// True if look() has something to take.
    bool has_news();
    void describe(ui::DocumentModel& shown) const;

  private:
    struct Arrived {
        std::string file;
        std::optional<Pixels> picture;  // nullopt: there is none
    };
    void run();
    std::optional<Pixels> picture_of(const std::string& file);
    bool render(const std::string& file, const std::filesystem::path& to);
    void hold_bounds() const;

    const std::filesystem::path cache_;
    const std::string program_;
    std::map<std::string, gl::PictureTexture> shown_;  // by file

    // The thread's, and what it shares.
    std::set<std::uint64_t> refused_;  // digests of files that have no picture
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::string> wanted_;  // files
    std::vector<Arrived> arrived_;
    bool may_begin_ = false, ends_ = false;
    std::thread thread_;
};

}  // namespace winnow::view
