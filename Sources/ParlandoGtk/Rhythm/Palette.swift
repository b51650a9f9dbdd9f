import CGtk
import ParlandoCore

/// Colours of the current theme. Valid only while one drawing is painted.
@MainActor struct Palette {
    let foreground: GdkRGBA
    private let context: UnsafeMutablePointer<GtkStyleContext>?

    init(of widget: any Widget) {
        context = gtk_widget_get_style_context(widget.widget)
        var colour = GdkRGBA()
        gtk_style_context_get_color(context, &colour)
        foreground = colour
    }

    var accent: GdkRGBA {
        named("accent_color")
    }

    func colour(of grade: Grade) -> GdkRGBA {
        switch grade {
        case .perfect: named("success_color")
        case .good: accent
        case .inaccurate: named("warning_color")
        case .missed, .stray: named("error_color")
        }
    }

    /// The text colour if there is no such colour.
    private func named(_ name: String) -> GdkRGBA {
        var colour = GdkRGBA()
        return gtk_style_context_lookup_color(context, name, &colour) != 0 ? colour : foreground
    }

    /// In high contrast only backgrounds stay faint.
    static func set(_ cairo: OpaquePointer, _ colour: GdkRGBA, alpha: Double = 1) {
        let isStrong = alpha > 0.2 && adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0
        let alpha = isStrong ? max(alpha, 0.8) : alpha
        cairo_set_source_rgba(
            cairo, Double(colour.red), Double(colour.green), Double(colour.blue), Double(colour.alpha) * alpha)
    }
}

/// The grades differ in more than colour: disc (perfect), diamond (good), triangle (inaccurate), ring (missed), cross
/// (extra).
enum GradeShape {
    /// As large as a disc of this radius. The triangle points to the left if `isEarly`.
    static func draw(
        _ cairo: OpaquePointer, _ grade: Grade, isEarly: Bool, x: Double, y: Double, radius: Double
    ) {
        cairo_new_path(cairo)
        switch grade {
        case .perfect:
            cairo_arc(cairo, x, y, radius, 0, 2 * .pi)
            cairo_fill(cairo)
        case .good:
            polygon(cairo, [(0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)], x, y, radius)
        case .inaccurate:
            let side = isEarly ? -1.0 : 1.0
            polygon(cairo, [(1.1 * side, 0), (-0.8 * side, -1.1), (-0.8 * side, 1.1)], x, y, radius)
        case .missed:
            cairo_set_line_width(cairo, radius * 0.45)
            cairo_arc(cairo, x, y, radius * 0.85, 0, 2 * .pi)
            cairo_stroke(cairo)
        case .stray:
            let arm = radius * 0.8
            cairo_set_line_width(cairo, radius * 0.5)
            cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
            for side in [-1.0, 1.0] {
                cairo_move_to(cairo, x - arm, y - arm * side)
                cairo_line_to(cairo, x + arm, y + arm * side)
            }
            cairo_stroke(cairo)
        }
    }

    private static func polygon(
        _ cairo: OpaquePointer, _ corners: [(x: Double, y: Double)], _ x: Double, _ y: Double, _ radius: Double
    ) {
        NotationSigns.fill(cairo, corners.map { [x + $0.x * radius, y + $0.y * radius] })
    }
}
