import CGtk
import ParlandoPresenters

/// Controls at the bottom of the translator page: record button, history, conversation and speech buttons, status line.
@MainActor final class TranslatorFoot: Widget {
    let reference: Reference
    let record = RecordButton(
        startIcon: "audio-input-microphone-symbolic", ringSide: 96, loudness: tr("Voice Level"))
    let history = Button(icon: "document-open-recent-symbolic", tooltip: tr("History"), classes: ["flat", "circular"])
    let conversation = ToggleButton(
        icon: "system-users-symbolic", tooltip: tr("Conversation"), classes: ["flat", "circular"])
    let speaks = ToggleButton(
        icon: "audio-speakers-symbolic", tooltip: tr("Speak Translations"), classes: ["flat", "circular"])
    let status = StatusLine()

    init() {
        let column = Box.column(classes: ["controls"])
        reference = column.reference
        let (left, right) = (Self.side([history, conversation]), Self.side([speaks]))
        column.append(record.makeRow(between: left, and: right), record.label, status)
    }

    private static func side(_ widgets: [any Widget]) -> Box {
        let box = Box.row(spacing: 6)
        box.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        for widget in widgets {
            box.append(widget)
        }
        return box
    }

    func show(_ change: Change<TranslatorViewState>) {
        change.on(\.button) { record.show($0) }
        change.on(\.buttonLabel) { record.show(label: $0) }
        change.on(\.level) { record.show(level: $0) }
        change.on(\.isConversation) { conversation.show($0) }
        change.on(\.speaks) { speaks.show($0) }
        change.on(\.status) { status.show($0) }
    }
}
