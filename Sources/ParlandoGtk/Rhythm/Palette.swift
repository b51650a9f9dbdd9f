import CGtk
import ParlandoCore

/// Colours of the current theme, which may be light, dark or high-contrast. Valid only during one drawing.
@MainActor struct Palette {
    /// Text colour.
    let foreground: GdkRGBA
    private let context: UnsafeMutablePointer<GtkStyleContext>?

    /// Reads the colours that apply to the widget.
    init(of widget: any Widget) {
        context = gtk_widget_get_style_context(widget.widget)
        var colour = GdkRGBA()
        gtk_style_context_get_color(context, &colour)
        foreground = colour
    }

    /// Accent colour.
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

    /// Looks a named colour up on demand, because most drawings need only one or two.
    private func named(_ name: String) -> GdkRGBA {
        var colour = GdkRGBA()
        return gtk_style_context_lookup_color(context, name, &colour) != 0 ? colour : foreground
    }

    /// Sets the colour for the drawing that follows.
    static func set(_ cairo: OpaquePointer, _ colour: GdkRGBA, alpha: Double = 1) {
        cairo_set_source_rgba(
            cairo, Double(colour.red), Double(colour.green), Double(colour.blue), Double(colour.alpha) * alpha)
    }
}
