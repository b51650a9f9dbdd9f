import CGtk
import ParlandoPresenters

/// Line that says how many texts wait for the translation under way, with a button that discards them.
@MainActor final class WaitingTexts: Widget {
    let reference: Reference
    let cancel = Button(label: tr("Cancel Waiting"), classes: ["flat"])
    private let text = Label(classes: ["dim-label"])

    init() {
        let row = Box.row(spacing: 6)
        reference = row.reference
        text.wrap()
        align(GTK_ALIGN_CENTER)
        row.append(text, cancel)
        isVisible = false
    }

    /// Shows the texts that wait, or hides the line if `queue` is nil.
    func show(_ queue: TranslatorViewState.Queue?) {
        isVisible = queue != nil
        text.text = queue?.text ?? ""
        text.setTooltip(queue?.texts ?? "")
    }
}
