import CGtk
import ParlandoPresenters

/// Preferences group with the natural voices, which are neural networks on this computer, and a button to import
/// another.
@MainActor final class NaturalVoiceGroup: Widget {
    typealias Voice = TranslatorPreferencesState.NaturalVoice

    let reference = Reference(adw_preferences_group_new())
    private let add = Button(
        icon: "document-open-symbolic", tooltip: tr("Import a Voice from File…"), classes: ["flat"])
    private var rows: [NaturalVoiceRow] = []
    private var shown: [Voice] = []
    private var press: (@MainActor (NaturalVoicePress, String) -> Void)?

    init() {
        reference.setGroupTitle(tr("Natural Voices"))
        add.align(nil, GTK_ALIGN_CENTER)
        adw_preferences_group_set_header_suffix(reference.cast(), add.widget)
        isVisible = false
    }

    func onPress(_ body: @escaping @MainActor (NaturalVoicePress, String) -> Void) {
        press = body
    }

    func onImport(_ body: @escaping @MainActor () -> Void) {
        add.onClick(body)
    }

    func show(_ voices: [Voice], note: String) {
        reference.setGroupDescription(note)
        if voices.map(\.id) != rows.map(\.id) {
            remake(voices)
        }
        for (index, voice) in voices.enumerated() where !shown.indices.contains(index) || shown[index] != voice {
            rows[index].show(voice)
        }
        shown = voices
    }

    private func remake(_ voices: [Voice]) {
        for row in rows {
            adw_preferences_group_remove(reference.cast(), row.widget)
        }
        shown = []
        rows = voices.map(NaturalVoiceRow.init)
        for row in rows {
            row.onPress { [weak self] press in self?.press?(press, row.id) }
            adw_preferences_group_add(reference.cast(), row.widget)
        }
    }
}

/// Row of one natural voice: its details, and buttons to listen to it, download it, cancel the download or remove it.
@MainActor final class NaturalVoiceRow: Widget {
    typealias Voice = TranslatorPreferencesState.NaturalVoice

    let reference = Reference(adw_action_row_new())
    let id: String
    private let bar = Element(gtk_progress_bar_new(), classes: ["compact"])
    private let buttons: [(NaturalVoicePress, Button)]

    init(_ voice: Voice) {
        id = voice.id
        let places = ["name": voice.title]
        buttons = [
            (.listen, "media-playback-start-symbolic", tr("Listen to {name}", places)),
            (.download, "folder-download-symbolic", tr("Download {name}", places)),
            (.cancel, "process-stop-symbolic", voice.cancelLabel),
            (.remove, "user-trash-symbolic", tr("Remove {name}", places)),
        ].map { press, icon, tooltip in (press, Button(icon: icon, tooltip: tooltip, classes: ["flat"])) }
        bar.align(nil, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(reference.cast(), bar.widget)
        for (_, button) in buttons {
            button.align(nil, GTK_ALIGN_CENTER)
            adw_action_row_add_suffix(reference.cast(), button.widget)
        }
    }

    func onPress(_ body: @escaping @MainActor (NaturalVoicePress) -> Void) {
        for (press, button) in buttons {
            button.onClick { body(press) }
        }
    }

    func show(_ voice: Voice) {
        reference.setRowTitle(voice.title)
        reference.setRowSubtitle(voice.subtitle)
        bar.isVisible = voice.fraction != nil
        gtk_progress_bar_set_fraction(bar.opaque, voice.fraction ?? 0)
        for (press, button) in buttons {
            button.isVisible =
                switch press {
                case .listen: voice.canListen
                case .download: voice.canDownload
                case .cancel: voice.canCancel
                case .remove: voice.canRemove
                }
        }
    }
}
