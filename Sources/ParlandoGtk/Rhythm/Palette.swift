import CGtk
import ParlandoCore

/// The colours of the theme: light, dark and high contrast all have their own.
@MainActor struct Palette {
    /// Of writing.
    let foreground: GdkRGBA
    /// Of what is to catch the eye.
    let accent: GdkRGBA
    private let grades: [Grade: GdkRGBA]

    /// The colours where the widget stands.
    init(of widget: any Widget) {
        let context = gtk_widget_get_style_context(widget.widget)
        var colour = GdkRGBA()
        gtk_style_context_get_color(context, &colour)
        let foreground = colour
        func named(_ name: String) -> GdkRGBA {
            var colour = GdkRGBA()
            return gtk_style_context_lookup_color(context, name, &colour) != 0 ? colour : foreground
        }
        self.foreground = foreground
        accent = named("accent_color")
        grades = [
            .perfect: named("success_color"), .good: named("accent_color"), .inaccurate: named("warning_color"),
            .missed: named("error_color"), .stray: named("error_color"),
        ]
    }

    func colour(of grade: Grade) -> GdkRGBA {
        grades[grade] ?? foreground
    }

    /// Paints with a colour from here on.
    static func set(_ cairo: OpaquePointer, _ colour: GdkRGBA, alpha: Double = 1) {
        cairo_set_source_rgba(
            cairo, Double(colour.red), Double(colour.green), Double(colour.blue), Double(colour.alpha) * alpha)
    }
}
