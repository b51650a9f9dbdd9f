import CGtk

/// A list and its chosen item, side by side or, in a narrow window, one at a time.
@MainActor struct TwoPanes: Widget {
    let reference = Reference(adw_leaflet_new())

    /// Whether there is room for one pane only.
    var isFolded: Bool {
        adw_leaflet_get_folded(opaque) != 0
    }

    /// Call once.
    ///
    /// - Parameter width: least width of the list, in application pixels.
    func fill(list: any Widget, width: Int32, detail: any Widget) {
        gtk_widget_set_size_request(list.widget, width, -1)
        gtk_widget_set_size_request(detail.widget, 320, -1)
        detail.expand(horizontal: true)
        adw_leaflet_append(opaque, list.widget)
        let line = Element(gtk_separator_new(GTK_ORIENTATION_VERTICAL))
        adw_leaflet_page_set_navigatable(adw_leaflet_append(opaque, line.widget), 0)
        adw_leaflet_append(opaque, detail.widget)
        adw_leaflet_set_can_navigate_back(opaque, 1)
    }

    func onFold(_ body: @escaping @MainActor () -> Void) {
        reference.connect("notify::folded", body)
    }

    func onTurn(_ body: @escaping @MainActor () -> Void) {
        reference.connect("notify::visible-child", body)
    }

    func show(_ pane: any Widget) {
        adw_leaflet_set_visible_child(opaque, pane.widget)
    }

    func isAlone(_ pane: any Widget) -> Bool {
        isFolded && adw_leaflet_get_visible_child(opaque) == pane.widget
    }

    func goBack() {
        adw_leaflet_navigate(opaque, ADW_NAVIGATION_DIRECTION_BACK)
    }

    /// All window buttons belong to the header bar of a single visible pane; of two, each has those of its side.
    func showFolding(listHeader: Element, detailHeader: Element, back: Button) {
        adw_header_bar_set_show_end_title_buttons(listHeader.opaque, isFolded.gboolean)
        adw_header_bar_set_show_start_title_buttons(detailHeader.opaque, isFolded.gboolean)
        back.isVisible = isFolded
    }
}

/// Size of a window that opens over another. It is no larger than that one, as for GNOME's dialogs, and so fits on a
/// phone.
@MainActor struct OpeningSize {
    let width: Int32
    /// -1 is the height of the content.
    var height: Int32 = -1

    /// Call before the window is presented; the size of a visible one does not change.
    ///
    /// - Parameter parent: nil for a window on its own.
    func apply(to window: Element, over parent: UnsafeMutablePointer<GtkWindow>?) {
        guard !window.isVisible else {
            return
        }
        let room = parent.map(Self.size) ?? (width: 0, height: 0)
        gtk_window_set_default_size(
            window.reference.cast(), Self.fit(width, into: room.width), Self.fit(height, into: room.height))
    }

    /// The size to which a window returns, or its present one if it is maximized or full-screen.
    private static func size(of window: UnsafeMutablePointer<GtkWindow>) -> (width: Int32, height: Int32) {
        let reference = Reference(window)
        if gtk_window_is_maximized(window) != 0 || gtk_window_is_fullscreen(window) != 0 {
            return (gtk_widget_get_width(reference.cast()), gtk_widget_get_height(reference.cast()))
        }
        var size: (width: Int32, height: Int32) = (0, 0)
        gtk_window_get_default_size(window, &size.width, &size.height)
        return size
    }

    /// - Parameter room: unknown if it is not positive.
    private static func fit(_ length: Int32, into room: Int32) -> Int32 {
        room > 0 ? min(length, room) : length
    }
}

/// Title in a header bar. It is hidden where it does not fit, so that large text does not widen the window.
@MainActor struct FittingTitle {
    private let squeezer = Element(adw_squeezer_new())
    private let title = Element(adw_window_title_new("", ""))

    init(_ text: String) {
        adw_window_title_set_title(title.opaque, text)
        adw_squeezer_set_allow_none(squeezer.opaque, 1)
        adw_squeezer_set_xalign(squeezer.opaque, 0.5)
        adw_squeezer_add(squeezer.opaque, title.widget)
    }

    func set(in header: Element) {
        adw_header_bar_set_title_widget(header.opaque, squeezer.widget)
    }
}

/// Is told when the program gains or loses the keyboard focus.
@MainActor public protocol WindowFocusDelegate: AnyObject {
    /// - Parameter isActive: whether a window of the program has the focus.
    func windowFocus(_ focus: WindowFocus, didChange isActive: Bool)
}

/// Observes whether any window of the program has the keyboard focus.
@MainActor public final class WindowFocus {
    /// A new delegate is told the present state at once.
    public weak var delegate: (any WindowFocusDelegate)? {
        didSet {
            delegate?.windowFocus(self, didChange: isActive)
        }
    }

    private static let mark = "parlando-watches-focus"
    private let windows = gtk_window_get_toplevels().map { Reference($0) }
    private var isActive = false

    static var isAnyWindowActive: Bool {
        all(of: gtk_window_get_toplevels()).contains { gtk_window_is_active($0.cast()) != 0 }
    }

    /// Watches the windows that exist, and later ones.
    public init() {
        windows?.connect("items-changed") { [weak self] in self?.watch() }
        watch()
    }

    private func watch() {
        for window in Self.all(of: windows?.opaque) where g_object_get_data(window.cast(), Self.mark) == nil {
            g_object_set_data(window.cast(), Self.mark, window.pointer)
            window.connect("notify::is-active") { [weak self] in self?.look() }
        }
        look()
    }

    private func look() {
        let now = Self.isAnyWindowActive
        if now != isActive {
            isActive = now
            delegate?.windowFocus(self, didChange: now)
        }
    }

    private static func all(of windows: OpaquePointer?) -> [Reference] {
        guard let windows else {
            return []
        }
        return (0..<g_list_model_get_n_items(windows)).map { index in
            Reference(owned: OpaquePointer(g_list_model_get_item(windows, index)))
        }
    }
}
