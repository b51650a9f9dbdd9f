import CGtk
import ParlandoPresenters

/// Button that shows the source or target language and opens a searchable list to choose another.
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

    /// Sets the tooltip and accessible name, which say the button's purpose and the language.
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
