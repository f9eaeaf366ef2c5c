#!/bin/sh
# Makes smoke.png, a flip-book of 4 x 4 frames: renders smoke.json by the program in $1 and puts its frames together by ffmpeg.
# Where the smoke is thin, its grey is mixed with another, for what is divided by a small opacity is noise.
set -e
folder=$(cd "$(dirname "$0")" && pwd)
frames=$(mktemp -d)
"$1" render "$folder/smoke.json" --output "$frames" --frames 16 --fps 3 --size 80x80 --supersample 4 --transparent
ffmpeg -v error -y -i "$frames/frame_%05d.png" -f lavfi -i color=c=0x909090:s=80x80 -filter_complex "
    [0]split[smoke][own];
    [1][smoke]overlay=shortest=1,format=gray,lut=c0='bitand(min(val*1.46+4,255),248)'[grey];
    [own]alphaextract,format=gray,lut=c0='bitand(min(val*1.03+2,255),252)'[opacity];
    [grey][opacity]alphamerge,format=ya8,tile=4x4" \
    -frames:v 1 -pred mixed -compression_level 100 "$folder/smoke.png"
rm -r "$frames"
