import CGtk
import ParlandoPresenters

/// Bar with the translator's source and target language, and a button to swap them.
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
