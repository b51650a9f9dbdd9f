import CGtk
import ParlandoCore

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

extension Element {
    /// A window over another. It is hidden when it is closed.
    ///
    /// - Parameter least: height, in application pixels.
    static func window(
        _ title: String, least: Int32, over parent: UnsafeMutablePointer<GtkWindow>, _ content: any Widget
    ) -> Element {
        let window = Element(adw_window_new())
        gtk_window_set_title(window.reference.cast(), title)
        gtk_window_set_hide_on_close(window.reference.cast(), 1)
        gtk_window_set_transient_for(window.reference.cast(), parent)
        gtk_widget_set_size_request(window.widget, MainWindow.minimumWidth, least)
        adw_window_set_content(window.reference.cast(), content.widget)
        return window
    }

    /// For a window: `body` gets every key that no widget has used, and returns whether it has used it. Escape, if not
    /// used, closes the window.
    func onKey(_ body: @escaping @MainActor (InputEvent) -> Bool) {
        onEvent(GTK_PHASE_BUBBLE) { [weak reference = reference] event in
            let event = InputEvent(event)
            guard let reference, event.kind == .keyDown else {
                return false
            }
            if body(event) {
                return true
            }
            guard event.value == GDK_KEY_Escape else {
                return false
            }
            gtk_window_close(reference.cast())
            return true
        }
    }

    /// Presents a window. It opens no larger than the one it is over, as GNOME's dialogs do, and so fits on a phone.
    ///
    /// - Parameter height: -1 is that of the content.
    func present(width: Int32, height: Int32 = -1) {
        // The size of a visible window does not change.
        if !isVisible {
            let parent = gtk_window_get_transient_for(reference.cast())
            let room = parent.map(Self.size) ?? (width: 0, height: 0)
            gtk_window_set_default_size(
                reference.cast(), Self.fit(width, into: room.width), Self.fit(height, into: room.height))
        }
        gtk_window_present(reference.cast())
    }

    /// The size to which a window returns, or its present one if it is maximized or full-screen.
    static func size(of window: UnsafeMutablePointer<GtkWindow>) -> (width: Int32, height: Int32) {
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

@MainActor struct InputEvent {
    enum Kind: Equatable {
        case other
        case keyDown
        case keyUp
        case pointerDown
    }

    let kind: Kind
    /// On the display server's clock, in milliseconds.
    let stamp: UInt32
    private let event: OpaquePointer

    init(_ event: OpaquePointer) {
        self.event = event
        stamp = gdk_event_get_time(event)
        kind =
            switch gdk_event_get_event_type(event) {
            case GDK_KEY_PRESS: .keyDown
            case GDK_KEY_RELEASE: .keyUp
            case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN: .pointerDown
            default: .other
            }
    }

    var isPointerPress: Bool {
        kind == .pointerDown
    }

    /// Of the hardware; for key events only.
    var code: UInt32 {
        gdk_key_event_get_keycode(event)
    }

    /// GDK keyval; for key events only.
    var value: Int32 {
        Int32(bitPattern: gdk_key_event_get_keyval(event))
    }

    var isShiftHeld: Bool {
        gdk_event_get_modifier_state(event).rawValue & GDK_SHIFT_MASK.rawValue != 0
    }

    var isControlHeld: Bool {
        gdk_event_get_modifier_state(event).rawValue & GDK_CONTROL_MASK.rawValue != 0
    }

    var isEnter: Bool {
        value == GDK_KEY_Return || value == GDK_KEY_KP_Enter
    }

    /// Whether a key never counts as a stroke: with Ctrl, Alt or Super, modifier keys, function keys and Tab.
    var isReserved: Bool {
        let held = gdk_event_get_modifier_state(event).rawValue
        let shortcuts = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        return held & shortcuts != 0 || gdk_key_event_is_modifier(event) != 0
            || (GDK_KEY_F1...GDK_KEY_F35).contains(value) || value == GDK_KEY_Tab || value == GDK_KEY_ISO_Left_Tab
    }

    static var now: HostTime {
        HostTime(nanoseconds: Int64(g_get_monotonic_time()) * 1000)
    }
}
