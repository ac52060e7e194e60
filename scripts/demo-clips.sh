#!/usr/bin/env bash
# Draws the demo school's clips and pictures with ffmpeg alone; run it to make them again. They are our own work.
#   scripts/demo-clips.sh [FOLDER]     default: demo/courses beside this script
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
out=${1:-$here/demo/courses}
ff() { ffmpeg -hide_banner -loglevel error -nostdin -y "$@"; }
video=(-c:v libx264 -preset medium -profile:v high -pix_fmt yuv420p -movflags +faststart)
sound=(-c:a aac -b:a 24k -ac 1 -ar 32000)

# A slow chord that swells with the breath; $1 root in Hz, $2 seconds.
chord() { echo "aevalsrc='(0.10*sin(2*PI*$1*t)+0.08*sin(2*PI*$1*1.25*t)+0.07*sin(2*PI*$1*1.5*t))*(0.55+0.45*sin(2*PI*t/8-PI/2))':s=32000:d=$2,afade=t=in:d=1.5,afade=t=out:st=$(($2 - 2)):d=2"; }
# Bells on a pentatonic scale, one a second; $1 root in Hz, $2 seconds.
bells() { echo "aevalsrc='0.22*exp(-3*mod(t,1))*sin(2*PI*$1*pow(2,mod(floor(t)*7,5)*0.2)*t)':s=32000:d=$2,afade=t=out:st=$(($2 - 2)):d=2"; }
# Colours drawn small and scaled up: smooth, and quick to make.
gradient() {
  local w=$((${1%x*} / 4)) h=$((${1#*x} / 4))
  echo "gradients=s=${w}x$h:r=24:d=$2:speed=0.006:n=4:seed=$3:x0=0:y0=0:x1=$w:y1=$h:c0=$4:c1=$5:c2=$6:c3=$7,scale=${1/x/:}:flags=bicubic"
}

# A clip: a moving gradient with a lit shape over it. file size seconds colours(4) shape sound seed
clip() {
  local file=$1 size=$2 seconds=$3 c0=$4 c1=$5 c2=$6 c3=$7 shape=$8 audio=$9 seed=${10} kbit=${11:-60}
  local w=${size%x*} h=${size#*x}
  ff -f lavfi -i "$(gradient "$size" "$seconds" "$seed" "$c0" "$c1" "$c2" "$c3")" \
    -f lavfi -i "color=black:s=$((w / 4))x$((h / 4)):r=24:d=$seconds,format=gray,geq=lum='$shape',scale=${size/x/:}:flags=bicubic" \
    -f lavfi -i "color=white:s=$size:r=24:d=$seconds" -f lavfi -i "$audio" \
    -filter_complex "[2:v][1:v]alphamerge[light];[0:v][light]overlay=shortest=1,format=yuv420p[v]" \
    -map '[v]' -map 3:a "${video[@]}" -b:v "${kbit}k" -maxrate "$((kbit * 2))k" -bufsize "$((kbit * 4))k" -g 48 "${sound[@]}" -t "$seconds" "$file"
}

circle="150*clip((min(W,H)*(0.26+0.10*sin(2*PI*T/8-PI/2))-hypot(X-W/2,Y-H/2))/6,0,1)+60*clip((min(W,H)*(0.38+0.10*sin(2*PI*T/8-PI/2))-hypot(X-W/2,Y-H/2))/10,0,1)"
waves="130*clip((Y-H*(0.62+0.12*sin(2*PI*(X/W+T/10))))/5,0,1)+70*clip((Y-H*(0.72+0.10*sin(2*PI*(X/W*1.4-T/7))))/5,0,1)"
orbit="170*clip((min(W,H)*0.13-hypot(X-W/2-W*0.22*cos(2*PI*T/9),Y-H/2-H*0.22*sin(2*PI*T/9)))/5,0,1)+110*clip((min(W,H)*0.09-hypot(X-W/2+W*0.22*cos(2*PI*T/9),Y-H/2+H*0.22*sin(2*PI*T/9)))/5,0,1)"
bars="if(gt(mod(X,W/8),W/40)*lt(H-Y,H*(0.18+0.5*abs(sin(floor(X/(W/8))*1.7+2*PI*T/12)))),190,0)"
line="220*clip((3-abs(Y-H*(0.55+0.18*sin(2*PI*X/W*1.5+0.6*T)+0.06*sin(2*PI*X/W*5-T))))/2,0,1)+50*clip((Y-H*(0.55+0.18*sin(2*PI*X/W*1.5+0.6*T)+0.06*sin(2*PI*X/W*5-T)))/4,0,1)"

# HLS: two pictures sizes and two audio tracks, fragmented MP4. folder source-with-two-audio-tracks
hls() {
  local folder=$1 source=$2
  rm -rf "$folder"; mkdir -p "$folder"
  ff -i "$source" -filter_complex '[0:v]split[a][b];[a]scale=854:480[big];[b]scale=426:240[low]' \
    -map '[big]' -map '[low]' -map 0:a:0 -map 0:a:1 -c:v libx264 -preset medium -pix_fmt yuv420p -g 48 -keyint_min 48 -sc_threshold 0 \
    -b:v:0 50k -maxrate:v:0 80k -bufsize:v:0 160k -b:v:1 24k -maxrate:v:1 40k -bufsize:v:1 80k -c:a copy \
    -f hls -hls_time 6 -hls_playlist_type vod -hls_segment_type fmp4 -hls_fmp4_init_filename 'init-%v.mp4' \
    -hls_segment_filename "$folder/%v-%02d.m4s" -master_pl_name master.m3u8 \
    -var_stream_map 'v:0,agroup:sound,name:480 v:1,agroup:sound,name:240 a:0,agroup:sound,language:en,default:yes,name:chord a:1,agroup:sound,language:es,name:bells' \
    "$folder/%v.m3u8"
  # ffmpeg names renditions audio_N; a listener chooses by these names.
  sed -i -e 's/NAME="audio_[0-9]*",\(DEFAULT=YES,\)/NAME="Chord",\1/' -e 's/NAME="audio_[0-9]*",\(DEFAULT=NO,\)/NAME="Bells",\1/' "$folder/master.m3u8"
}

# Pictures of a course in three sizes. folder name colours(4) shape seed
picture() {
  local folder=$1 name=$2 c0=$3 c1=$4 c2=$5 c3=$6 shape=$7 seed=$8 still
  still=$(mktemp --suffix=.png)
  ff -f lavfi -i "$(gradient 1280x720 2 "$seed" "$c0" "$c1" "$c2" "$c3")" \
    -f lavfi -i "color=black:s=640x360:r=24:d=2,format=gray,geq=lum='$shape',scale=1280x720:flags=bicubic" \
    -f lavfi -i 'color=white:s=1280x720:r=24:d=2' \
    -filter_complex '[2:v][1:v]alphamerge[light];[0:v][light]overlay=shortest=1' -ss 1 -frames:v 1 "$still"
  ff -i "$still" -c:v libwebp -quality 82 "$folder/$name-large.webp"
  ff -i "$still" -vf scale=640:360 -c:v libwebp -quality 82 "$folder/$name-medium.webp"
  ff -i "$still" -vf scale=320:180 -c:v libwebp -quality 82 "$folder/$name-small.webp"
  rm "$still"
}
poster() { ff -ss 3 -i "$1" -frames:v 1 -c:v libwebp -quality 70 "${1%.mp4}.webp"; }

m=$out/morning-practice c=$out/read-a-chart
mkdir -p "$m/video" "$m/pictures" "$c/video" "$c/pictures"

clip "$m/video/breath.mp4" 854x480 24 0x0f4c5c 0x2a9d8f 0xe9c46a 0xf4a261 "$circle" "$(chord 220 24)" 3
clip "$m/video/breath-vertical.mp4" 720x1280 24 0x0f4c5c 0x2a9d8f 0xe9c46a 0xf4a261 "$circle" "$(chord 220 24)" 3
clip "$m/video/breath-explained.mp4" 854x480 16 0x1d3557 0x457b9d 0x7fb7be 0xa8dadc "$waves" "$(chord 196 16)" 5
clip "$m/video/hips.mp4" 854x480 40 0x3d2645 0x832161 0xda4167 0xf7b267 "$orbit" "$(chord 165 40)" 8 30
clip "$m/video/walk.mp4" 854x480 14 0x264653 0x2a9d8f 0x8ab17d 0xe9c46a "$waves" "$(bells 294 14)" 11
two=$(mktemp --suffix=.mp4) chorded=$(mktemp --suffix=.mp4)
clip "$chorded" 854x480 24 0x22577a 0x38a3a5 0x57cc99 0x80ed99 "$orbit" "$(chord 247 24)" 14 42
ff -i "$chorded" -f lavfi -i "$(bells 330 24)" -map 0:v -map 0:a -map 1:a -c:v copy -c:a:0 copy -c:a:1 aac -b:a:1 24k -ac:a:1 1 \
  -metadata:s:a:0 language=eng -metadata:s:a:0 title=Chord -metadata:s:a:1 language=spa -metadata:s:a:1 title=Bells \
  -disposition:a:0 default -disposition:a:1 0 -movflags +faststart -t 24 "$two"
cp "$two" "$m/video/shoulders.mp4"
chmod 644 "$m/video/shoulders.mp4"
hls "$m/video/shoulders" "$two"
rm "$two" "$chorded"
clip "$c/video/bars.mp4" 854x480 16 0x14213d 0x3a506b 0x5bc0be 0xfca311 "$bars" "$(bells 262 16)" 17
clip "$c/video/line.mp4" 854x480 20 0x240046 0x5a189a 0x9d4edd 0xff9e00 "$line" "$(chord 208 20)" 21

for file in "$m"/video/*.mp4 "$c"/video/*.mp4; do poster "$file"; done
picture "$m/pictures" cover 0x0f4c5c 0x2a9d8f 0xe9c46a 0xf4a261 "$circle" 3
picture "$m/pictures" background 0x264653 0x2a9d8f 0x8ab17d 0xe9c46a "$waves" 11
picture "$c/pictures" cover 0x14213d 0x3a506b 0x5bc0be 0xfca311 "$bars" 17
picture "$c/pictures" background 0x240046 0x5a189a 0x9d4edd 0xff9e00 "$line" 21
