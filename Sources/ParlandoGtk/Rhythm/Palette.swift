import CGtk
import ParlandoCore

/// The colours of the theme: light, dark and high contrast all have their own. Good while one drawing is made.
@MainActor struct Palette {
    /// Of writing.
    let foreground: GdkRGBA
    private let context: UnsafeMutablePointer<GtkStyleContext>?

    /// The colours where the widget stands.
    init(of widget: any Widget) {
        context = gtk_widget_get_style_context(widget.widget)
        var colour = GdkRGBA()
        gtk_style_context_get_color(context, &colour)
        foreground = colour
    }

    /// Of what is to catch the eye.
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

    /// Looked up when it is needed: most drawings need one or two.
    private func named(_ name: String) -> GdkRGBA {
        var colour = GdkRGBA()
        return gtk_style_context_lookup_color(context, name, &colour) != 0 ? colour : foreground
    }

    /// Paints with a colour from here on.
    static func set(_ cairo: OpaquePointer, _ colour: GdkRGBA, alpha: Double = 1) {
        cairo_set_source_rgba(
            cairo, Double(colour.red), Double(colour.green), Double(colour.blue), Double(colour.alpha) * alpha)
    }
}
