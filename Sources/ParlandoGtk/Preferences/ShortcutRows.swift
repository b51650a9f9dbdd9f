import CGtk
import ParlandoCore
import ParlandoPresenters

/// Preference rows for system-wide shortcuts: the keys that are set, and a button or command to set them.
@MainActor struct ShortcutRows {
    let choose = Button(label: tr("Set Up…"))
    let copy = Button(icon: "edit-copy-symbolic", tooltip: tr("Copy Command"), classes: ["flat"])
    private let toggle = Self.row(tr("Start or Stop Dictation"))
    private let talk = Self.row(tr("Hold to Speak"))
    private let keys = Self.row(tr("Keys"))
    private let command = Self.row("")

    init() {
        keys.reference.setRowSubtitle(tr("They work whatever window is in front"))
        for (row, button) in [(keys, choose), (command, copy)] {
            button.align(nil, GTK_ALIGN_CENTER)
            adw_action_row_add_suffix(row.reference.cast(), button.widget)
        }
        show(ShortcutState())
    }

    /// The rows as a group with a title.
    var group: PreferencesGroup {
        PreferencesGroup(tr("Shortcuts"), [toggle, talk, keys, command])
    }

    func show(_ state: ShortcutState) {
        toggle.reference.setRowSubtitle(state.toggle)
        talk.reference.setRowSubtitle(state.talk)
        var offered = ""
        if case .command(let text) = state.offer {
            offered = text
        }
        if case .button(let label) = state.offer {
            choose.setLabel(label)
            choose.isSensitive = true
        } else {
            choose.isSensitive = false
        }
        if !state.note.isEmpty {
            (offered.isEmpty ? keys : command).reference.setRowSubtitle(state.note)
        }
        command.reference.setRowTitle(offered)
        command.isVisible = !offered.isEmpty
        [toggle, talk, keys].forEach { $0.isVisible = offered.isEmpty }
    }

    private static func row(_ title: String) -> Element {
        let row = Element(adw_action_row_new())
        row.reference.setRowTitle(title)
        return row
    }
}
