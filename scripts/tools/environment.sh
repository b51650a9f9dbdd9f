# Sourced by every script: where things lie, and how whisper.cpp is found. Sets no option of the shell.
PARLANDO_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
PARLANDO_CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/parlando
PARLANDO_MODELS=${XDG_DATA_HOME:-$HOME/.local/share}/parlando/models
WHISPER_VERSION=1.8.5

# The library is optimised for this processor, so a cache that moves to another one builds it anew.
parlando_processor_key() {
    { uname -m; grep -m1 -E '^(flags|Features)' /proc/cpuinfo; cc --version 2>/dev/null | head -1; } | sha256sum | cut -c1-12
}

WHISPER_PREFIX=$PARLANDO_CACHE/whisper-$WHISPER_VERSION-$(parlando_processor_key)
if ! PKG_CONFIG_PATH= pkg-config --atleast-version="$WHISPER_VERSION" whisper 2>/dev/null; then
    export PKG_CONFIG_PATH=$WHISPER_PREFIX/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
    export PATH=$WHISPER_PREFIX/bin:$PATH
fi

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# SwiftPM warns at each build about -pthread in GTK's pkg-config file; the warning is harmless and cannot be silenced.
quietly_swift() {
    swift "$@" 2> >(grep -v 'prohibited flag(s)' >&2)
}
