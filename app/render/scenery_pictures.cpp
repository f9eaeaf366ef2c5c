#include "render/scenery_pictures.h"

#include "effects/data/data_files.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

/// Makes the texture of a file, or none if there is no file. Returns its rows.
std::shared_ptr<const effects::FileData> make(std::optional<gl::LightTexture>& texture,
                                              const std::string& file, const std::string& folder,
                                              bool repeats, const std::string& label) {
    texture.reset();
    if (file.empty()) return nullptr;
    auto rows = effects::read_data(folder, file, effects::FileKind::texture);
    const glm::ivec2 size = effects::size_of_texture(*rows);
    texture.emplace(gl::Size{size.x, size.y}, effects::texels_of_texture(*rows), repeats, label);
    return rows;
}

}  // namespace

void SceneryPictures::prepare(const effects::Scenery& scenery, const effects::Folder& folder) {
    const std::string &sky = scenery.sky_picture.file, &ground = scenery.ground_picture.file;
    if (sky == sky_file_ && ground == ground_file_ && folder == folder_) return;
    if (const auto rows = make(sky_, sky, folder.path, false, "render: picture of the sky"))
        light_.sky = effects::harmonics_of_texture(*rows);
    if (const auto rows = make(ground_, ground, folder.path, true, "render: picture of the ground")) {
        const glm::vec2 size = effects::size_of_texture(*rows);
        light_.ground_sides = size.y / size.x;
    }
    sky_file_ = sky;
    ground_file_ = ground;
    folder_ = folder;
}

void SceneryPictures::bind() const {
    if (sky_) sky_->bind(shared::TEXTURE_SKY);
    if (ground_) ground_->bind(shared::TEXTURE_GROUND);
}

}  // namespace winnow::render
