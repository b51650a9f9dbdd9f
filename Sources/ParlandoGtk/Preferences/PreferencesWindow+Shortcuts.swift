import CGtk
import ParlandoCore
public import ParlandoPresenters

/// Shows the system-wide shortcuts in the preferences window.
extension PreferencesWindow: ShortcutView {
    func connect(_ rows: ShortcutRows) {
        rows.choose.onClick { [weak self] in self?.shortcutPresenter?.chooseKeys() }
        rows.copy.onClick { [weak self] in self?.copyCommand() }
    }

    /// Tells the presenter that the shortcuts' rows are visible, if their page is shown and the window is active.
    func tellOfShortcuts() {
        if let frame, frame.front == .general, frame.isActive {
            shortcutPresenter?.refresh()
        }
    }

    private func copyCommand() {
        if let front, case .command(let command) = shortcutState.offer {
            gdk_clipboard_set_text(gtk_widget_get_clipboard(front.widget), command)
            showToast(tr("Copied"))
        }
    }
}
