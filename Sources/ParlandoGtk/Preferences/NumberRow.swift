import CGtk
import ParlandoCore

/// Row with a spin button for a number within the preference's range. Scrolling over the row scrolls the page and
/// leaves the number unchanged.
@MainActor final class NumberRow: PreferenceRow {
    let reference: Reference
    let declared: [(any DeclaredPreference)?]
    private let control: Element
    private var isRendering = false

    /// - Parameter offersZero: whether 0 can be entered although it is outside the range.
    convenience init(
        _ path: KeyPath<Preferences, Int>, _ title: String, subtitle: String = "", step: Double,
        offersZero: Bool = false
    ) {
        self.init(of: path, title, subtitle, step: step, digits: 0, offersZero: offersZero)
    }

    /// - Parameter digits: number of decimal places.
    convenience init(
        _ path: KeyPath<Preferences, Double>, _ title: String, subtitle: String = "", step: Double, digits: UInt32
    ) {
        self.init(of: path, title, subtitle, step: step, digits: digits, offersZero: false)
    }

    private init(
        of path: PartialKeyPath<Preferences>, _ title: String, _ subtitle: String, step: Double, digits: UInt32,
        offersZero: Bool
    ) {
        let preference = Preferences.declaration(of: path)
        let range = preference?.range ?? 0...0
        declared = [preference]
        reference = Reference(adw_action_row_new())
        control = Element(
            gtk_spin_button_new_with_range(
                offersZero ? min(0, range.lowerBound) : range.lowerBound, range.upperBound, step))
        gtk_spin_button_set_digits(control.opaque, digits)
        gtk_editable_set_width_chars(control.opaque, Self.width(of: range, digits: digits))
        reference.setRowTitle(title)
        reference.setRowSubtitle(subtitle)
        control.align(nil, GTK_ALIGN_CENTER)
        control.leaveScrollingToPage()
        adw_action_row_add_suffix(reference.cast(), control.widget)
        adw_action_row_set_activatable_widget(reference.cast(), control.widget)
    }

    /// Returns the number of characters of the longest number in a range, including sign, decimal point and decimal
    /// places.
    private static func width(of range: ClosedRange<Double>, digits: UInt32) -> Int32 {
        let longest = max(String(Int(range.lowerBound)).count, String(Int(range.upperBound)).count)
        return Int32(max(2, longest) + (digits > 0 ? Int(digits) + 1 : 0))
    }

    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void) {
        control.reference.connect("value-changed") { [weak self] in
            guard let self, !isRendering else {
                return
            }
            let isWhole = preference?.value(in: Preferences()) is Int
            let number = gtk_spin_button_get_value(control.opaque)
            body(PreferenceChange(preference, isWhole ? Int(number.rounded()) : number))
        }
    }

    func show(_ preferences: Preferences) {
        let value = preference?.value(in: preferences)
        show(value as? Double ?? Double(value as? Int ?? 0))
    }

    func show(_ number: Double) {
        isRendering = true
        gtk_spin_button_set_value(control.opaque, number)
        isRendering = false
    }
}
