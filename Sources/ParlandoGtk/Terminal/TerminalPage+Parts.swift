import CGtk
import ParlandoCore
import ParlandoPresenters

/// Receives events of the page's parts, and passes them to the page's presenter.
extension TerminalPage: TranscriptTextDelegate {
    func transcriptText(_ text: TranscriptText, didEdit content: String) {
        if let tab = foot.previews.tab(of: text) {
            presenter?.edit(content, in: tab)
        }
    }
}

extension TerminalPage: TerminalScreenDelegate {
    func terminalScreen(_ screen: TerminalScreenView, didReport event: TerminalEvent) {
        presenterAfterEdits()?.receive(event, in: screen.tab)
    }

    func terminalScreen(_ screen: TerminalScreenView, hasFocus: Bool) {
        window?.setInTerminal(hasFocus)
    }
}

extension TerminalPage {
    /// Removes a connection from the list if the user confirms.
    func askToRemove(_ entry: EntryGroup.Entry) {
        let window = UnsafeMutableRawPointer(gtk_widget_get_root(root.widget))
        Question.ask(
            tr("Remove Connection?"), entry.title, goOn: tr("Remove"),
            over: window?.assumingMemoryBound(to: GtkWindow.self)
        ) { [weak self] answer in
            if answer == .goOn {
                self?.presenterAfterEdits()?.removeConnection(entry.id)
            }
        }
    }
}
