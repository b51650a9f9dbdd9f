# shellcheck shell=bash
# Sourced after environment.sh: is there a screen, and is anyone looking at it.

# Does GTK find a display? A variable alone says little: over ssh it may name one that is long gone.
can_show_windows() {
    [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || return 1
    python3 -c 'import ctypes, sys; sys.exit(not ctypes.CDLL("libgtk-4.so.1").gtk_init_check())' 2>/dev/null
}

# Says a sentence on the desktop when there is no terminal to say it in.
notify() {
    [ -t 2 ] && return
    [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || return 0
    if command -v notify-send >/dev/null; then
        notify-send --app-name=Parlando Parlando "$1" 2>/dev/null || true
    elif command -v zenity >/dev/null; then
        zenity --warning --title=Parlando --text="$1" 2>/dev/null || true
    fi
}
