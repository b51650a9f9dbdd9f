import CGtk

/// Size of a window when it opens over another window. The size is limited to that of the other window, as for GNOME's
/// dialogs, so the window also fits on a phone's screen.
@MainActor struct OpeningSize {
    let width: Int32
    /// Height in application pixels; -1 for the height of the content.
    var height: Int32 = -1

    /// Sets the window's default size. Call before the window is presented: it has no effect on a visible window.
    ///
    /// - Parameter parent: window to open over, or nil for a window on its own.
    func apply(to window: Element, over parent: UnsafeMutablePointer<GtkWindow>?) {
        guard !window.isVisible else {
            return
        }
        let room = parent.map(Self.size) ?? (width: 0, height: 0)
        gtk_window_set_default_size(
            window.reference.cast(), Self.fit(width, into: room.width), Self.fit(height, into: room.height))
    }

    /// Returns the default size of a window. For a maximised or full-screen window, returns the current size, because
    /// the default size is the one to which it will return.
    private static func size(of window: UnsafeMutablePointer<GtkWindow>) -> (width: Int32, height: Int32) {
        let reference = Reference(window)
        if gtk_window_is_maximized(window) != 0 || gtk_window_is_fullscreen(window) != 0 {
            return (gtk_widget_get_width(reference.cast()), gtk_widget_get_height(reference.cast()))
        }
        var size: (width: Int32, height: Int32) = (0, 0)
        gtk_window_get_default_size(window, &size.width, &size.height)
        return size
    }

    /// Returns the smaller of a length and the room for it, in application pixels. Returns the length if the room is
    /// not positive, which means that it is unknown.
    private static func fit(_ length: Int32, into room: Int32) -> Int32 {
        room > 0 ? min(length, room) : length
    }
}
