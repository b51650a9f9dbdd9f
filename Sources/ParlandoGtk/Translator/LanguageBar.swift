import CGtk
import CGtkShim
import ParlandoPresenters

/// The translator's two languages, and a button to swap them.
@MainActor final class LanguageBar: Widget {
    let reference: Reference
    let source = LanguageButton()
    let target = LanguageButton()
    let swap = Button(
        icon: "object-flip-horizontal-symbolic", tooltip: tr("Swap Languages"), classes: ["flat", "circular"])

    init() {
        let row = Box.row(spacing: 2, classes: ["language-bar"])
        reference = row.reference
        swap.align(nil, GTK_ALIGN_CENTER)
        for side in [source, target] {
            side.expand(horizontal: true)
        }
        let sides = Reference(owned: OpaquePointer(gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL)))
        for side in [source, target] {
            gtk_size_group_add_widget(sides.cast(), side.widget)
        }
        row.append(source, swap, target)
    }

    func show(_ change: Change<TranslatorViewState>) {
        let state = change.new
        change.on(\.source.languageLabel) { source.show(label: $0) }
        change.on(\.target.languageLabel) { target.show(label: $0) }
        change.on(\.source.languageName) { source.show(name: $0) }
        change.on(\.target.languageName) { target.show(name: $0) }
        change.on(\.source.languages) { source.show($0, chosen: state.source.language) }
        change.on(\.target.languages) { target.show($0, chosen: state.target.language) }
        change.on(\.source.language) { source.show(state.source.languages, chosen: $0) }
        change.on(\.target.language) { target.show(state.target.languages, chosen: $0) }
        change.on(\.recentPairs) { pairs in
            source.show(pairs: pairs)
            target.show(pairs: pairs)
        }
        change.on(\.canSwap) { swap.isSensitive = $0 }
    }
}

/// Shows a language and opens a searchable list.
@MainActor final class LanguageButton: Widget {
    typealias Pair = TranslatorViewState.Pair

    let reference: Reference
    private let label = Label(classes: ["language-label"])
    private let list: LanguageList
    private let popover = Element(gtk_popover_new(), classes: ["language-popover"])

    init() {
        reference = Reference(gtk_menu_button_new())
        list = LanguageList()
        setClass("flat")
        label.shorten()
        let arrow = Element(gtk_image_new_from_icon_name("pan-down-symbolic"))
        let face = Box.row(spacing: 4)
        face.align(GTK_ALIGN_CENTER)
        face.append(label, arrow)
        gtk_menu_button_set_child(opaque, face.widget)
        gtk_popover_set_child(popover.reference.cast(), list.widget)
        gtk_menu_button_set_popover(opaque, popover.widget)
        popover.reference.connect("map") { [weak self] in self?.list.begin() }
    }

    func onChoose(_ body: @escaping @MainActor (String) -> Void) {
        list.onChoose { [weak self] id in
            self?.close()
            body(id)
        }
    }

    func onChoosePair(_ body: @escaping @MainActor (String) -> Void) {
        list.onChoosePair { [weak self] id in
            self?.close()
            body(id)
        }
    }

    private func close() {
        gtk_menu_button_popdown(opaque)
    }

    func show(label text: String) {
        label.text = text
    }

    func show(name: String) {
        setTooltip(name)
    }

    func show(_ languages: [LanguageChoice], chosen: String) {
        list.show(languages, chosen: chosen)
    }

    func show(pairs: [Pair]) {
        list.show(pairs: pairs)
    }
}

/// List of languages with a search field, below the recently used pairs.
@MainActor final class LanguageList: Widget {
    private struct Row {
        let choice: LanguageChoice
        let button: Button
        let mark: Element
    }

    let reference: Reference
    private let search = Element(gtk_search_entry_new())
    private let pairs = Box.column(classes: ["language-pairs"])
    private let rows = Box.column()
    private let nothing = Label(tr("No Languages Found"), classes: ["dim-label", "language-nothing"])
    private var languages: [Row] = []
    private var pairButtons: [Button] = []
    private var shownPairs: [TranslatorViewState.Pair] = []
    private var choose: (@MainActor (String) -> Void)?
    private var choosePair: (@MainActor (String) -> Void)?

    init() {
        let column = Box.column(spacing: 6)
        reference = column.reference
        let content = Box.column()
        nothing.isVisible = false
        pairs.isVisible = false
        content.append(pairs, rows, nothing)
        let scroller = Element(gtk_scrolled_window_new())
        gtk_scrolled_window_set_child(scroller.opaque, content.widget)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
        gtk_scrolled_window_set_max_content_height(scroller.opaque, 340)
        gtk_widget_set_size_request(scroller.widget, 264, -1)
        search.setAccessibleLabel(tr("Search Languages"))
        column.append(search, scroller)
        search.reference.connect("search-changed") { [weak self] in self?.filter() }
        search.reference.connect("activate") { [weak self] in self?.chooseFirst() }
    }

    func onChoose(_ body: @escaping @MainActor (String) -> Void) {
        choose = body
    }

    func onChoosePair(_ body: @escaping @MainActor (String) -> Void) {
        choosePair = body
    }

    func begin() {
        gtk_editable_set_text(search.opaque, "")
        filter()
        search.grabFocus()
    }

    func show(_ choices: [LanguageChoice], chosen: String) {
        if choices != languages.map(\.choice) {
            for row in languages {
                gtk_box_remove(rows.reference.cast(), row.button.widget)
            }
            languages = choices.map(row)
            for row in languages {
                rows.append(row.button)
            }
        }
        for row in languages {
            gtk_widget_set_opacity(row.mark.widget, row.choice.id == chosen ? 1 : 0)
            parlando_set_accessible_pressed(row.button.widget, row.choice.id == chosen)
        }
    }

    func show(pairs options: [TranslatorViewState.Pair]) {
        guard options != shownPairs else {
            return
        }
        shownPairs = options
        for button in pairButtons {
            gtk_box_remove(pairs.reference.cast(), button.widget)
        }
        pairButtons = options.map { option in
            let button = Self.button(option.title, "")
            button.button.onClick { [weak self] in self?.choosePair?(option.id) }
            return button.button
        }
        for button in pairButtons {
            pairs.append(button)
        }
        pairs.isVisible = !options.isEmpty
    }

    private func row(_ choice: LanguageChoice) -> Row {
        let (button, mark) = Self.button(choice.nativeName, choice.name)
        if !choice.obstacle.isEmpty {
            button.isSensitive = false
            gtk_widget_set_tooltip_text(button.widget, choice.obstacle)
            button.setAccessibleLabel(choice.nativeName + ", " + choice.obstacle)
        } else if !choice.note.isEmpty {
            gtk_widget_set_tooltip_text(button.widget, choice.note)
            button.setAccessibleLabel(choice.nativeName + ", " + choice.note)
            button.setClass("dim-label")
        }
        button.onClick { [weak self] in self?.choose?(choice.id) }
        return Row(choice: choice, button: button, mark: mark)
    }

    private static func button(_ title: String, _ subtitle: String) -> (button: Button, mark: Element) {
        let button = Button(label: "", classes: ["flat", "language-row"])
        let face = Box.row(spacing: 8)
        let name = Label(title)
        let other = Label(subtitle, classes: ["dim-label"])
        let mark = Element(gtk_image_new_from_icon_name("object-select-symbolic"))
        gtk_widget_set_opacity(mark.widget, 0)
        other.expand(horizontal: true)
        other.align(GTK_ALIGN_START)
        face.append(name, other, mark)
        gtk_button_set_child(button.reference.cast(), face.widget)
        button.setAccessibleLabel(subtitle.isEmpty ? title : title + ", " + subtitle)
        return (button, mark)
    }

    private var words: String {
        String(cString: gtk_editable_get_text(search.opaque))
    }

    private func filter() {
        let words = words
        for row in languages {
            row.button.isVisible = row.choice.matches(words)
        }
        pairs.isVisible = words.isEmpty && !shownPairs.isEmpty
        nothing.isVisible = !languages.contains { $0.button.isVisible }
    }

    private func chooseFirst() {
        filter()
        if let first = languages.first(where: { $0.button.isVisible && $0.choice.obstacle.isEmpty }) {
            choose?(first.choice.id)
        }
    }
}
