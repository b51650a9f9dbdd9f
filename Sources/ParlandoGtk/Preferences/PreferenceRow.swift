import CGtk
import ParlandoCore
import ParlandoPresenters

/// Shows a preference and reports what the user sets.
@MainActor protocol PreferenceRow: Widget {
    /// Nil stands for a preference without a declaration, which is a programming error.
    var declared: [(any DeclaredPreference)?] { get }
    func show(_ preferences: Preferences)
    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void)
    /// Below the title; empty removes it.
    func show(note: String)
}

extension PreferenceRow {
    var preference: (any DeclaredPreference)? {
        declared.first ?? nil
    }

    func show(note: String) {
        reference.setRowSubtitle(note)
    }
}

extension Element {
    static func row(_ title: String, _ subtitle: String = "", suffixes: any Widget...) -> Element {
        let row = Element(adw_action_row_new())
        row.reference.setRowTitle(title)
        row.reference.setRowSubtitle(subtitle)
        row.addSuffixes(suffixes)
        return row
    }
}

extension Widget {
    /// Adds widgets at the end of an action row, centred vertically.
    func addSuffixes(_ suffixes: [any Widget]) {
        for suffix in suffixes {
            suffix.align(nil, GTK_ALIGN_CENTER)
            adw_action_row_add_suffix(reference.cast(), suffix.widget)
        }
    }
}

@MainActor final class SwitchRow: PreferenceRow {
    let declared: [(any DeclaredPreference)?]
    private let row: ToggleRow

    convenience init(_ path: KeyPath<Preferences, Bool>, _ title: String, subtitle: String = "") {
        self.init(of: path, title, subtitle)
    }

    /// For a number in which 0 means off. Switching on sets the default.
    convenience init(zeroIsOff path: KeyPath<Preferences, Int>, _ title: String, subtitle: String = "") {
        self.init(of: path, title, subtitle)
    }

    private init(of path: PartialKeyPath<Preferences>, _ title: String, _ subtitle: String) {
        declared = [Preferences.declaration(of: path)]
        row = ToggleRow(title, subtitle: subtitle)
    }

    var reference: Reference { row.reference }

    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void) {
        row.onChange { [weak self] isOn in
            if let self {
                let usual = preference?.value(in: Preferences()) as? Int
                body(PreferenceChange(preference, usual.map { isOn ? $0 : 0 } ?? isOn))
            }
        }
    }

    func show(_ preferences: Preferences) {
        let value = preference?.value(in: preferences)
        row.show((value as? Int).map { $0 != 0 } ?? (value as? Bool ?? false))
    }
}

@MainActor final class ChoiceRow: PreferenceRow {
    typealias Option = PreferencesViewState.Option

    let reference: Reference
    let declared: [(any DeclaredPreference)?]
    private var options: [Option] = []
    private var chosen = ""
    private var note = ""
    /// Whether the chosen value stands below the title in every window, as in a narrow popover.
    var isAlwaysBelow = false

    convenience init<Value: PreferenceValue>(
        _ path: KeyPath<Preferences, Value>, _ title: String, subtitle: String = ""
    ) {
        self.init([Preferences.declaration(of: path)], title, subtitle)
    }

    /// For a choice that is not one declared preference.
    convenience init(_ title: String) {
        self.init([], title, "")
    }

    private init(_ declared: [(any DeclaredPreference)?], _ title: String, _ subtitle: String) {
        self.declared = declared
        reference = Reference(UnsafeMutableRawPointer(adw_combo_row_new()))
        reference.setRowTitle(title)
        show(note: subtitle)
        for signal in ["map", "notify::selected-item"] {
            reference.connect(signal) { [weak self] in self.map { $0.show(note: $0.note) } }
        }
    }

    /// With large text or in a narrow window, the chosen value stands below the title, where it is not cut off.
    func show(note: String) {
        self.note = note
        let isNarrow = hostWindow.map { (1..<480).contains(Element.size(of: $0).width) } ?? false
        let isBelow = isAlwaysBelow || hasLargeText || isNarrow
        // GTK reports this change as a choice.
        Rendering.run { adw_combo_row_set_use_subtitle(reference.cast(), isBelow.gboolean) }
        let value = isBelow ? options.first { $0.id == selected }?.title ?? "" : ""
        reference.setRowSubtitle([value, note].filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    var selected: String? {
        let index = Int(adw_combo_row_get_selected(reference.cast()))
        return options.indices.contains(index) ? options[index].id : nil
    }

    func onChoose(_ body: @escaping @MainActor (String) -> Void) {
        reference.connectUser("notify::selected") { [weak self] in
            if let selected = self?.selected {
                body(selected)
            }
        }
    }

    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void) {
        onChoose { [weak self] in body(PreferenceChange(self?.preference, $0)) }
    }

    func show(_ preferences: Preferences) {
        show(options, chosen: preference?.value(in: preferences) as? String ?? "")
    }

    /// A row without options is hidden.
    func show(_ options: [Option]) {
        show(options, chosen: chosen)
    }

    /// Selects the first option if there is none with the ID `chosen`.
    func show(_ options: [Option], chosen: String) {
        self.chosen = chosen
        isVisible = !options.isEmpty
        Rendering.run {
            if options != self.options {
                self.options = options
                let titles = Self.titles(of: options)
                adw_combo_row_set_model(reference.cast(), titles.opaque)
            }
            adw_combo_row_set_selected(reference.cast(), guint(options.firstIndex { $0.id == chosen } ?? 0))
        }
    }

    /// A string list.
    static func titles(of options: [Option]) -> Reference {
        let list = Reference(owned: gtk_string_list_new(nil))
        options.forEach { gtk_string_list_append(list.opaque, $0.title) }
        return list
    }
}

/// A number within the preference's range. Scrolling over the row scrolls the page instead.
@MainActor final class NumberRow: PreferenceRow {
    let reference: Reference
    let declared: [(any DeclaredPreference)?]
    private let control: Element
    private let adjustment: Reference

    /// - Parameter offersZero: whether 0 can be chosen even if it is outside the range.
    convenience init(
        _ path: KeyPath<Preferences, Int>, _ title: String, subtitle: String = "", step: Double,
        offersZero: Bool = false
    ) {
        self.init(of: path, title, subtitle, step: step, digits: 0, offersZero: offersZero)
    }

    /// - Parameter digits: decimal places.
    convenience init(
        _ path: KeyPath<Preferences, Double>, _ title: String, subtitle: String = "", step: Double, digits: UInt32
    ) {
        self.init(of: path, title, subtitle, step: step, digits: digits, offersZero: false)
    }

    convenience init(slider path: KeyPath<Preferences, Int>, _ title: String) {
        let range = Preferences.declaration(of: path)?.range ?? 0...0
        let scale = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, 10)
        gtk_widget_set_size_request(scale, 140, -1)
        self.init(of: path, title, "", Element(scale), gtk_range_get_adjustment(Reference(scale).cast()))
        control.setAccessibleLabel(title)
    }

    private convenience init(
        of path: PartialKeyPath<Preferences>, _ title: String, _ subtitle: String, step: Double, digits: UInt32,
        offersZero: Bool
    ) {
        let range = Preferences.declaration(of: path)?.range ?? 0...0
        let control = Element(
            gtk_spin_button_new_with_range(
                offersZero ? min(0, range.lowerBound) : range.lowerBound, range.upperBound, step))
        gtk_spin_button_set_digits(control.opaque, digits)
        gtk_editable_set_width_chars(control.opaque, Self.width(of: range, digits: digits))
        self.init(of: path, title, subtitle, control, gtk_spin_button_get_adjustment(control.opaque))
        adw_action_row_set_activatable_widget(reference.cast(), control.widget)
    }

    private init(
        of path: PartialKeyPath<Preferences>, _ title: String, _ subtitle: String, _ control: Element,
        _ adjustment: UnsafeMutablePointer<GtkAdjustment>
    ) {
        declared = [Preferences.declaration(of: path)]
        (self.control, self.adjustment) = (control, Reference(adjustment))
        control.leaveScrollingToPage()
        reference = Element.row(title, subtitle, suffixes: control).reference
    }

    /// Characters of the longest number in the range.
    private static func width(of range: ClosedRange<Double>, digits: UInt32) -> Int32 {
        let longest = max(String(Int(range.lowerBound)).count, String(Int(range.upperBound)).count)
        return Int32(max(2, longest) + (digits > 0 ? Int(digits) + 1 : 0))
    }

    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void) {
        control.reference.connectUser("value-changed") { [weak self] in
            guard let self else {
                return
            }
            let isWhole = preference?.value(in: Preferences()) is Int
            let number = gtk_adjustment_get_value(adjustment.cast())
            body(PreferenceChange(preference, isWhole ? Int(number.rounded()) : number))
        }
    }

    func show(_ preferences: Preferences) {
        let value = preference?.value(in: preferences)
        show(value as? Double ?? Double(value as? Int ?? 0))
    }

    func show(_ number: Double) {
        Rendering.run { gtk_adjustment_set_value(adjustment.cast(), number) }
    }
}

/// A volume, and a switch that mutes the sound.
@MainActor final class VolumeRow: PreferenceRow {
    let reference: Reference
    let declared: [(any DeclaredPreference)?]
    private let volume: (any DeclaredPreference)?
    private let isOn: (any DeclaredPreference)?
    private let scale: Element
    private let control = Element(gtk_switch_new())

    init(
        _ volume: KeyPath<Preferences, Double>, isOn: KeyPath<Preferences, Bool>, _ title: String,
        subtitle: String = ""
    ) {
        self.volume = Preferences.declaration(of: volume)
        self.isOn = Preferences.declaration(of: isOn)
        declared = [self.volume, self.isOn]
        scale = Element(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.05))
        reference = Element.row(title, subtitle, suffixes: scale, control).reference
        gtk_scale_set_draw_value(scale.reference.cast(), 0)
        gtk_widget_set_size_request(scale.widget, 120, -1)
        scale.leaveScrollingToPage()
        scale.setAccessibleLabel(tr("Volume: {sound}", ["sound": title]))
        control.setAccessibleLabel(title)
        adw_action_row_set_activatable_widget(reference.cast(), control.widget)
    }

    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void) {
        scale.reference.connectUser("value-changed") { [weak self] in
            if let self {
                body(PreferenceChange(volume, gtk_range_get_value(scale.reference.cast())))
            }
        }
        control.reference.connectUser("notify::active") { [weak self] in
            if let self {
                body(PreferenceChange(isOn, gtk_switch_get_active(control.opaque) != 0))
            }
        }
    }

    func show(_ preferences: Preferences) {
        let volume = self.volume?.value(in: preferences) as? Double ?? 0
        let isOn = self.isOn?.value(in: preferences) as? Bool ?? false
        scale.isSensitive = isOn
        Rendering.run {
            gtk_range_set_value(scale.reference.cast(), volume)
            gtk_switch_set_active(control.opaque, isOn.gboolean)
        }
    }
}

/// A fixed-width font; empty for the desktop's.
@MainActor final class FontRow: PreferenceRow {
    let reference: Reference
    let declared: [(any DeclaredPreference)?]
    private let control = Element(gtk_font_button_new())
    private let usual: Button

    init(_ path: KeyPath<Preferences, String>, _ title: String) {
        declared = [Preferences.declaration(of: path)]
        usual = Button(icon: "edit-undo-symbolic", tooltip: tr("Use System Font"), classes: ["flat"])
        reference = Element.row(title, suffixes: control, usual).reference
        control.setAccessibleLabel(title)
        Self.wrapLabel(in: control.widget)
        gtk_font_chooser_set_filter_func(
            control.opaque, { family, _, _ in pango_font_family_is_monospace(UnsafeMutablePointer(mutating: family)) },
            nil, nil)
    }

    /// Lets the font's name wrap between words, which GTK keeps on one line, but not its size.
    private static func wrapLabel(in widget: UnsafeMutablePointer<GtkWidget>) {
        let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
        if g_type_check_instance_is_a(instance, gtk_label_get_type()) != 0 {
            let label = OpaquePointer(widget)
            let isSize = gtk_label_get_text(label).map { Double(String(cString: $0)) != nil } ?? false
            gtk_label_set_wrap(label, (!isSize).gboolean)
            gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD)
        }
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            wrapLabel(in: next)
            child = gtk_widget_get_next_sibling(next)
        }
    }

    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void) {
        control.reference.connect("font-set") { [weak self] in
            guard let self, let font = gtk_font_chooser_get_font(control.opaque) else {
                return
            }
            defer { g_free(font) }
            body(PreferenceChange(preference, String(cString: font)))
        }
        usual.onClick { [weak self] in body(PreferenceChange(self?.preference, "")) }
    }

    func show(_ preferences: Preferences) {
        let font = preference?.value(in: preferences) as? String ?? ""
        gtk_font_chooser_set_font(control.opaque, font.isEmpty ? DesktopFont.fixedWidth : font)
        usual.isVisible = !font.isEmpty
    }
}

/// A measured or learned value, with a button that deletes it.
@MainActor final class ForgetRow: PreferenceRow {
    let reference: Reference
    let declared: [(any DeclaredPreference)?]
    private let button: Button

    init<Value: PreferenceValue>(_ path: KeyPath<Preferences, Value>, _ title: String) {
        declared = [Preferences.declaration(of: path)]
        button = Button(icon: "user-trash-symbolic", tooltip: tr("Forget {what}", ["what": title]), classes: ["flat"])
        reference = Element.row(title, suffixes: button).reference
        adw_action_row_set_subtitle_lines(reference.cast(), 4)
    }

    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void) {
        button.onClick { [weak self] in
            if let preference = self?.preference {
                body(PreferenceChange(preference, preference.value(in: Preferences())))
            }
        }
    }

    func show(_ preferences: Preferences) {
        button.isSensitive = preference?.isSame(in: preferences, and: Preferences()) == false
    }
}

@MainActor struct ResetRow: Widget {
    let reference: Reference
    let button = Button(label: tr("Reset"))

    init() {
        let row = Element.row(
            tr("Reset Preferences"), tr("Restore the defaults on this page"), suffixes: button)
        reference = row.reference
    }
}
