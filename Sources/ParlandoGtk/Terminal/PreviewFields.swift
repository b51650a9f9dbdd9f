import CGtk
import ParlandoPresenters

/// The fields with the dictated text of all terminal tabs. Only the field of the tab in front is on the page, so that
/// what is typed, undone or selected in one tab never affects another.
@MainActor final class PreviewFields: Widget {
    let reference: Reference
    private let slot = Box.row()
    private weak var delegate: (any TranscriptTextDelegate)?
    private var fields: [TerminalTabID: PreviewField] = [:]
    /// The field with the dictated text of the tab in front.
    private(set) var front = PreviewField()

    init() {
        reference = slot.reference
        slot.expand(horizontal: true)
        slot.align(nil, GTK_ALIGN_CENTER)
        slot.append(front)
    }

    /// Sets the receiver of edits for existing and future fields.
    func tell(_ delegate: any TranscriptTextDelegate) {
        self.delegate = delegate
        front.text.delegate = delegate
    }

    /// Shows the field of a tab, and creates it if the tab has none yet.
    ///
    /// - Parameter tabs: all open tabs. The fields of closed tabs are removed.
    func show(_ tab: TerminalTabID, among tabs: [TerminalTabID]) {
        // The first tab gets the field that is on the page already.
        let field = fields[tab] ?? (fields.isEmpty ? front : make())
        fields[tab] = field
        fields = fields.filter { tabs.contains($0.key) }
        if field !== front {
            gtk_box_remove(slot.reference.cast(), front.widget)
            slot.append(field)
            front = field
        }
    }

    private func make() -> PreviewField {
        let field = PreviewField()
        field.text.delegate = delegate
        return field
    }

    /// Returns the tab that a text view belongs to, or nil if the tab has been closed.
    func tab(of text: TranscriptText) -> TerminalTabID? {
        fields.first { $0.value.text === text }?.key
    }
}
