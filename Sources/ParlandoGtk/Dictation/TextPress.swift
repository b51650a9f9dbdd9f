import CGtk

/// Recognises clicks on a text view, as opposed to drags that select text. The text view still receives the clicks.
@MainActor final class TextPress {
    /// Maximum distance between press and release of a click, in application pixels.
    private static let slip = 6.0

    private var begin: (x: Double, y: Double)?
    private var place: (x: Double, y: Double)?

    /// Runs `body` with the position in the widget after each click without Ctrl, once the widget has handled the
    /// click.
    init(on widget: any Widget, _ body: @escaping @MainActor ((x: Double, y: Double)) -> Void) {
        widget.onPress(button: 1) { [weak self] x, y, isWithControl in
            self?.place = isWithControl ? nil : (x, y)
            return false
        }
        widget.onEvent(GTK_PHASE_CAPTURE) { [weak self] event in
            if let place = self?.released(event) {
                Task { body(place) }
            }
            return false
        }
    }

    /// Returns the position of the click that an event completes, or nil if it does not complete a click.
    private func released(_ event: OpaquePointer) -> (x: Double, y: Double)? {
        switch gdk_event_get_event_type(event) {
        case GDK_BUTTON_PRESS:
            begin = Self.place(of: event)
            return nil
        case GDK_BUTTON_RELEASE:
            defer { begin = nil }
            guard let begin, let end = Self.place(of: event), abs(end.x - begin.x) < Self.slip,
                abs(end.y - begin.y) < Self.slip
            else {
                return nil
            }
            defer { place = nil }
            return place
        default:
            return nil
        }
    }

    private static func place(of event: OpaquePointer) -> (x: Double, y: Double)? {
        var place = (x: 0.0, y: 0.0)
        return gdk_event_get_position(event, &place.x, &place.y) != 0 ? place : nil
    }
}
