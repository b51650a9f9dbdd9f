#!/usr/bin/env bash
# Runs a command with virtual loudspeakers and microphones: a PulseAudio server of its own, without sound hardware.
# Everything lives in a private folder and ends with the command. Works as root, without D-Bus, and inside xvfb-run or
# dbus-run-session (only the sound server's variables are changed).
#
# usage: scripts/tools/with-virtual-audio.sh COMMAND [ARGUMENT]...
#
# What is played into a loudspeaker is heard by the microphone of the same number:
#   PulseAudio   spk → spk.monitor (the default)   spk2 → spk2.monitor
#   ALSA         spk → mic (and "default")         spk2 → mic2
#   ALSA         faulty:PLAN   a device that misbehaves, see faulty_pcm.c
#   ALSA         server:SOCKET the default of another PulseAudio server, which a test may end and start
# The command finds PARLANDO_VIRTUAL_AUDIO=1, PARLANDO_VIRTUAL_SINK=spk, PULSE_SERVER and ALSA_CONFIG_PATH.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# -gt 0 ] || { sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 64; }

WORK=$(mktemp -d "${TMPDIR:-/tmp}/parlando-audio.XXXXXX")
SERVER=
READERS=()
finish() {
    local process
    for process in "${READERS[@]}" $SERVER; do
        kill "$process" 2>/dev/null || true
    done
    wait 2>/dev/null || true
    rm -rf "$WORK"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

export PULSE_RUNTIME_PATH=$WORK/pulse PULSE_STATE_PATH=$WORK/state PULSE_CONFIG_PATH=$WORK/config
export PULSE_COOKIE=$WORK/cookie PULSE_SERVER=unix:$WORK/pulse/native
mkdir -m 700 "$PULSE_RUNTIME_PATH" "$PULSE_STATE_PATH" "$PULSE_CONFIG_PATH"

cat > "$WORK/server.pa" <<PA
load-module module-null-sink sink_name=spk rate=48000 format=s16le channels=2 sink_properties=device.description=Speaker
load-module module-null-sink sink_name=spk2 rate=44100 format=s16le channels=1 sink_properties=device.description=Second
load-module module-native-protocol-unix auth-anonymous=1 socket=$WORK/pulse/native
set-default-sink spk
set-default-source spk.monitor
PA

cc -shared -fPIC -O2 -Wall -Werror -DPIC -o "$WORK/faulty_pcm.so" "$HERE/faulty_pcm.c" -lasound -lm
cat > "$WORK/asound.conf" <<CONF
pcm.!default { type pulse hint { show on description "Playback/recording through the PulseAudio sound server" } }
ctl.!default { type pulse }
pcm.spk { type pulse device "spk" hint { show off } }
pcm.mic { type pulse device "spk.monitor" hint { show on description "Virtual microphone" } }
pcm.server { @args [ SOCKET ] @args.SOCKET { type string } type pulse server \$SOCKET hint { show off } }
pcm.spk2 { type pulse device "spk2" hint { show off } }
pcm.mic2 { type pulse device "spk2.monitor" hint { show on description "Second microphone" } }
pcm_type.faulty { lib "$WORK/faulty_pcm.so" }
pcm.faulty { @args [ PLAN ] @args.PLAN { type string } type faulty plan \$PLAN }
CONF
export ALSA_CONFIG_PATH=/usr/share/alsa/alsa.conf:$WORK/asound.conf

# Real-time priority where the system gives it: on a busy machine the virtual sound would stutter.
REALTIME=()
chrt -f 30 true 2>/dev/null && REALTIME=(chrt -f 30)
"${REALTIME[@]}" pulseaudio -n -F "$WORK/server.pa" --daemonize=no --exit-idle-time=-1 --use-pid-file=no \
    --disable-shm=no --realtime=no --high-priority=no --log-target=file:"$WORK/log" --log-level=notice &
SERVER=$!
for _ in $(seq 100); do
    pactl info >/dev/null 2>&1 && break
    sleep 0.05
done
pactl info >/dev/null 2>&1 || { echo "with-virtual-audio: PulseAudio did not start" >&2; cat "$WORK/log" >&2; exit 97; }

# A null sink works in blocks of two seconds until somebody listens closely; these readers do, from the beginning.
for sink in spk spk2; do
    parec --latency-msec=10 --device="$sink.monitor" > /dev/null 2>> "$WORK/log" &
    READERS+=($!)
done
sleep 2.3

export PARLANDO_VIRTUAL_AUDIO=1 PARLANDO_VIRTUAL_SINK=spk
RESULT=0
"$@" || RESULT=$?
exit "$RESULT"
