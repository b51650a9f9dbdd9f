import CGtk

/// How large a window opens in front of another one: no larger than that one, as the dialogs of GNOME are. So it fits the
/// screen of a phone as well as the main window does.
@MainActor struct OpeningSize {
    let width: Int32
    /// -1: as high as its content.
    var height: Int32 = -1

    /// Has no effect on a window that is open already. Call before it is presented.
    ///
    /// - Parameter parent: nil: it stands alone.
    func apply(to window: Element, over parent: UnsafeMutablePointer<GtkWindow>?) {
        guard !window.isVisible else {
            return
        }
        let room = parent.map(Self.size) ?? (width: 0, height: 0)
        gtk_window_set_default_size(
            window.reference.cast(), Self.fit(width, into: room.width), Self.fit(height, into: room.height))
    }

    /// A window that fills the screen keeps the size in mind that it will have later.
    private static func size(of window: UnsafeMutablePointer<GtkWindow>) -> (width: Int32, height: Int32) {
        let reference = Reference(window)
        if gtk_window_is_maximized(window) != 0 || gtk_window_is_fullscreen(window) != 0 {
            return (gtk_widget_get_width(reference.cast()), gtk_widget_get_height(reference.cast()))
        }
        var size: (width: Int32, height: Int32) = (0, 0)
        gtk_window_get_default_size(window, &size.width, &size.height)
        return size
    }

    /// A window as high as its content, or not shown yet, tells no size to fit into.
    private static func fit(_ length: Int32, into room: Int32) -> Int32 {
        room > 0 ? min(length, room) : length
    }
}
