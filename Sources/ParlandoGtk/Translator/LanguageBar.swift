import CGtk
import CGtkShim
import ParlandoPresenters

/// The translator's two languages, and a button to swap them.
@MainActor final class LanguageBar: Panel {
    let box = Box.row(spacing: 2, classes: ["language-bar"])
    let source = LanguageButton()
    let target = LanguageButton()
    let swap = Button(
        icon: "object-flip-horizontal-symbolic", tooltip: tr("Swap Languages"), classes: ["flat", "circular"])

    init() {
        swap.align(nil, GTK_ALIGN_CENTER)
        let sides = Reference(owned: OpaquePointer(gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL)))
        for side in [source, target] {
            side.expand(horizontal: true)
            gtk_size_group_add_widget(sides.cast(), side.widget)
        }
        box.append(source, swap, target)
    }

    func show(_ change: Change<TranslatorViewState>) {
        let state = change.new
        show(Change(old: change.old?.source, new: state.source), in: source)
        show(Change(old: change.old?.target, new: state.target), in: target)
        change.on(\.recentPairs) { pairs in
            source.list.show(pairs: pairs)
            target.list.show(pairs: pairs)
        }
        change.on(\.canSwap) { swap.isSensitive = $0 }
    }

    private func show(_ change: Change<TranslatorViewState.Pane>, in button: LanguageButton) {
        change.on(\.languageLabel) { button.label.text = $0 }
        change.on(\.languageName) { button.setTooltip($0) }
        change.on(\.languages) { button.list.show($0, chosen: change.new.language) }
        change.on(\.language) { button.list.show(change.new.languages, chosen: $0) }
    }
}

/// Shows a language and opens a searchable list.
@MainActor final class LanguageButton: Widget {
    let reference = Reference(gtk_menu_button_new())
    let label = Label(classes: ["language-label"])
    let list = LanguageList()
    private let popover = Element(gtk_popover_new(), classes: ["language-popover"])

    init() {
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
        list.onClose = { [weak self] in
            if let self {
                gtk_menu_button_popdown(opaque)
            }
        }
    }
}

/// List of languages with a search field, below the recently used pairs.
@MainActor final class LanguageList: Panel {
    private struct Row {
        let choice: LanguageChoice
        let button: Button
        let mark: Element
    }

    var onChoose: (@MainActor (String) -> Void)?
    var onChoosePair: (@MainActor (String) -> Void)?
    /// Called before these two.
    var onClose: (@MainActor () -> Void)?

    let box = Box.column(spacing: 6)
    private let search = Element(gtk_search_entry_new())
    private let pairs = Box.column(classes: ["language-pairs"])
    private let rows = Box.column()
    private let nothing = Label(tr("No Languages Found"), classes: ["dim-label", "language-nothing"])
    private var languages: [Row] = []
    private var pairButtons: [Button] = []
    private var shownPairs: [TranslatorViewState.Pair] = []

    init() {
        let content = Box.column()
        nothing.isVisible = false
        pairs.isVisible = false
        content.append(pairs, rows, nothing)
        let scroller = Element.scroller(content, tallest: 340)
        gtk_widget_set_size_request(scroller.widget, 264, -1)
        search.setAccessibleLabel(tr("Search Languages"))
        box.append(search, scroller)
        search.reference.connect("search-changed") { [weak self] in self?.filter() }
        search.reference.connect("activate") { [weak self] in self?.chooseFirst() }
    }

    private func choose(_ id: String) {
        onClose?()
        onChoose?(id)
    }

    private func choosePair(_ id: String) {
        onClose?()
        onChoosePair?(id)
    }

    func begin() {
        search.typed = ""
        filter()
        search.grabFocus()
    }

    func show(_ choices: [LanguageChoice], chosen: String) {
        if choices != languages.map(\.choice) {
            let old = languages.map(\.button)
            languages = choices.map(row)
            rows.replace(old, with: languages.map(\.button))
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
        let old = pairButtons
        pairButtons = options.map { option in
            let button = Self.button(option.title, "")
            button.button.onClick { [weak self] in self?.choosePair(option.id) }
            return button.button
        }
        pairs.replace(old, with: pairButtons)
        pairs.isVisible = !options.isEmpty
    }

    private func row(_ choice: LanguageChoice) -> Row {
        let (button, mark) = Self.button(choice.nativeName, choice.name)
        let isPossible = choice.obstacle.isEmpty
        let note = isPossible ? choice.note : choice.obstacle
        button.isSensitive = isPossible
        if !note.isEmpty {
            gtk_widget_set_tooltip_text(button.widget, note)
            button.setAccessibleLabel(choice.nativeName + ", " + note)
            button.setClass("dim-label", isPossible)
        }
        button.onClick { [weak self] in self?.choose(choice.id) }
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

    private func filter() {
        let words = search.typed
        for row in languages {
            row.button.isVisible = row.choice.matches(words)
        }
        pairs.isVisible = words.isEmpty && !shownPairs.isEmpty
        nothing.isVisible = !languages.contains { $0.button.isVisible }
    }

    private func chooseFirst() {
        filter()
        if let first = languages.first(where: { $0.button.isVisible && $0.choice.obstacle.isEmpty }) {
            choose(first.choice.id)
        }
    }
}
