import CGtk
import ParlandoCore
public import ParlandoPresenters

/// Shows the system-wide shortcuts in the preferences window.
extension PreferencesWindow: ShortcutView {
    func connect(_ rows: ShortcutRows) {
        rows.choose.onClick { [weak self] in self?.tell { $1.shortcutViewDidPressChoose($0) } }
        rows.copy.onClick { [weak self] in self?.copyCommand() }
    }

    /// Tells the delegate that the shortcuts' rows are visible, if their page is shown and the window is active.
    func tellOfShortcuts() {
        if let frame, frame.front == .general, frame.isActive {
            tell { $1.shortcutViewDidShow($0) }
        }
    }

    private func copyCommand() {
        if let front, case .command(let command) = shortcutState.offer {
            gdk_clipboard_set_text(gtk_widget_get_clipboard(front.widget), command)
            showToast(tr("Copied"))
        }
    }

    private func tell(_ news: (PreferencesWindow, any ShortcutViewDelegate) -> Void) {
        if let shortcutDelegate {
            news(self, shortcutDelegate)
        }
    }
}
