# shellcheck shell=bash
# Sourced by every script: where things lie, how whisper.cpp is found, what is said to people. Sets no option of the shell.
PARLANDO_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# A service or a container may come without a home.
[ -n "${HOME:-}" ] || HOME=$(getent passwd "$(id -u)" | cut -d: -f6)
export HOME=${HOME:-${TMPDIR:-/tmp}}
# Exported by scripts that give a program folders of its own: what was fetched or built once stays where it is.
PARLANDO_CACHE=${PARLANDO_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/parlando}
PARLANDO_MODELS=${PARLANDO_MODELS:-${XDG_DATA_HOME:-$HOME/.local/share}/parlando/models}
PARLANDO_SHARE=$PARLANDO_ROOT/.build/share
# Where the modules of the benchmarks find each other.
PARLANDO_BENCH_MODULES=$(printf ":$PARLANDO_ROOT/bench/%s" lib dictation captions onsets rhythm window)
PARLANDO_BENCH_MODULES=${PARLANDO_BENCH_MODULES#:}
PARLANDO_RELEASE=$PARLANDO_ROOT/.build/release
# Debug information takes time, and nothing here reads it: what crashes names its functions without it.
PARLANDO_BUILD=(-c release -Xswiftc -gnone)
WHISPER_VERSION=1.8.5
# Counted up when scripts/tools/build-whisper builds whisper.cpp in another way.
WHISPER_BUILD=3
# The library that speaks with natural voices. Another version needs another one in Sources/CSherpaShim.
SHERPA_VERSION=2.0.1
SHERPA_PREFIX=$PARLANDO_CACHE/sherpa-onnx-$SHERPA_VERSION

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# A toolchain that was unpacked but not put on the path.
find_swift() {
    local folder
    command -v swift >/dev/null && return
    for folder in "$HOME/.local/share/swiftly/bin" /opt/swift*/usr/bin /opt/swift*/bin /usr/local/swift*/usr/bin; do
        [ -x "$folder/swift" ] && { export PATH=$PATH:$folder; return; }
    done
    return 0
}
find_swift

# The library is optimised for this processor, so a cache that moves to another one builds it anew.
parlando_processor_key() {
    {
        uname -m
        grep -m1 -E '^(flags|Features)' /proc/cpuinfo || true
        cc --version 2>/dev/null | head -1 || true
    } | sha256sum | cut -c1-12
}

WHISPER_PREFIX=$PARLANDO_CACHE/whisper-$WHISPER_VERSION-$WHISPER_BUILD-$(parlando_processor_key)
if ! PKG_CONFIG_PATH='' pkg-config --atleast-version="$WHISPER_VERSION" whisper 2>/dev/null; then
    case :${PKG_CONFIG_PATH:-}: in
        *":$WHISPER_PREFIX/lib/pkgconfig:"*) ;;
        *) export PKG_CONFIG_PATH=$WHISPER_PREFIX/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
           export PATH=$WHISPER_PREFIX/bin:$PATH ;;
    esac
fi

case :${PKG_CONFIG_PATH:-}: in
    *":$SHERPA_PREFIX/lib/pkgconfig:"*) ;;
    *) export PKG_CONFIG_PATH=$SHERPA_PREFIX/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH} ;;
esac

# Names what scripts/tools/prepare-data made to the program and to tests that run outside the build folder.
use_prepared_data() {
    export PARLANDO_DATADIR=$PARLANDO_SHARE/parlando PARLANDO_LOCALEDIR=$PARLANDO_SHARE/locale
    export GSETTINGS_SCHEMA_DIR=$PARLANDO_SHARE/parlando
}

# Builds with the Swift packages that scripts/tools/supply/swift-packages.json knows, and with no others.
# SwiftPM warns at each build about -pthread in GTK's pkg-config file; the warning is harmless and cannot be silenced.
quietly_swift() {
    local command=(swift "$1" --only-use-versions-from-resolved-file)
    [ "$1" != build ] || command=(python3 -B "$PARLANDO_ROOT/scripts/tools/supply/swift_lock.py" build)
    forget_moved_build
    "${command[@]}" "${@:2}" 2> >(grep -v 'prohibited flag(s)' >&2)
}

# The compiler's module cache knows its own path: after the project was moved or copied it must be made anew.
forget_moved_build() {
    local stamp=$PARLANDO_ROOT/.build/place
    [ "$(cat "$stamp" 2>/dev/null)" = "$PARLANDO_ROOT" ] && return
    rm -rf "$PARLANDO_ROOT"/.build/*/debug/ModuleCache "$PARLANDO_ROOT"/.build/*/release/ModuleCache
    # The checkouts of the packages name their repositories by their whole paths.
    rm -rf "$PARLANDO_ROOT"/.build/{,*/}checkouts "$PARLANDO_ROOT"/.build/{,*/}workspace-state.json
    mkdir -p "$PARLANDO_ROOT/.build"
    printf '%s\n' "$PARLANDO_ROOT" > "$stamp"
}
