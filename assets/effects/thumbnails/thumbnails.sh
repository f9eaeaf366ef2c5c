#!/usr/bin/env bash
# Makes the small pictures of the built-in effects from those of the gallery.
set -euo pipefail
here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
for effect in "$here"/../*.json; do
    name=$(basename "$effect" .json)
    [[ $name != *.schema ]] || continue
    ffmpeg -v error -y -i "$here/../../results/gallery/$name.jpg" -filter_complex \
        'scale=128:72:flags=area,split[a][b];[a]palettegen=max_colors=128:stats_mode=full[p];[b][p]paletteuse=dither=sierra2_4a' \
        -frames:v 1 "$here/$name.png"
done
