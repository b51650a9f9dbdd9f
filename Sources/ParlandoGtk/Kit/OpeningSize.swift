import CGtk

/// Size with which a window opens over another one: no larger than that one, like GNOME's dialogs, so it also fits a
/// phone's screen if the main window does.
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

    /// Returns the size of a window. If maximised or full-screen, this is its current size, because the default size is
    /// the one it will have after that.
    private static func size(of window: UnsafeMutablePointer<GtkWindow>) -> (width: Int32, height: Int32) {
        let reference = Reference(window)
        if gtk_window_is_maximized(window) != 0 || gtk_window_is_fullscreen(window) != 0 {
            return (gtk_widget_get_width(reference.cast()), gtk_widget_get_height(reference.cast()))
        }
        var size: (width: Int32, height: Int32) = (0, 0)
        gtk_window_get_default_size(window, &size.width, &size.height)
        return size
    }

    /// Returns the length limited to the room, or the length itself if the room is unknown. A window that has its
    /// content's height, or is not shown yet, has no default size.
    private static func fit(_ length: Int32, into room: Int32) -> Int32 {
        room > 0 ? min(length, room) : length
    }
}
