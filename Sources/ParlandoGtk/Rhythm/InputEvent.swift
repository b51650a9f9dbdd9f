import CGtk
import ParlandoCore

/// Keyboard, mouse or touch event, classified for the rhythm page.
@MainActor struct InputEvent {
    enum Kind: Equatable {
        /// An event that the page does not use.
        case other
        case keyDown
        case keyUp
        case pointerDown
    }

    let kind: Kind
    /// Timestamp of the event on the display server's clock, in milliseconds.
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

    /// Hardware keycode, for key events only.
    var code: UInt32 {
        gdk_key_event_get_keycode(event)
    }

    /// Key symbol (GDK keyval), for key events only.
    var value: Int32 {
        Int32(bitPattern: gdk_key_event_get_keyval(event))
    }

    /// Whether Shift is held.
    var isShiftHeld: Bool {
        gdk_event_get_modifier_state(event).rawValue & GDK_SHIFT_MASK.rawValue != 0
    }

    /// Whether a key is left to the window and never counts as a stroke: keys with Ctrl, Alt or Super, modifier keys,
    /// function keys and Tab.
    var isReserved: Bool {
        let held = gdk_event_get_modifier_state(event).rawValue
        let shortcuts = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        return held & shortcuts != 0 || gdk_key_event_is_modifier(event) != 0
            || (GDK_KEY_F1...GDK_KEY_F35).contains(value) || value == GDK_KEY_Tab || value == GDK_KEY_ISO_Left_Tab
    }

    /// Current time of the monotonic clock.
    static var now: HostTime {
        HostTime(nanoseconds: Int64(g_get_monotonic_time()) * 1000)
    }
}
