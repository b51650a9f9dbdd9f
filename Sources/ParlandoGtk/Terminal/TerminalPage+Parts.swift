import CGtk
import ParlandoCore
import ParlandoPresenters

/// Receives events of the page's parts, and passes them to the page's delegate.
extension TerminalPage: TranscriptTextDelegate {
    func transcriptText(_ text: TranscriptText, didEdit content: String) {
        if let tab = foot.previews.tab(of: text) {
            delegate?.terminalView(self, didEdit: content, in: tab)
        }
    }
}

extension TerminalPage: TerminalScreenDelegate {
    func terminalScreen(_ screen: TerminalScreenView, didReport event: TerminalEvent) {
        tell { $1.terminalView($0, didReport: event, in: screen.tab) }
    }

    func terminalScreen(_ screen: TerminalScreenView, hasFocus: Bool) {
        window?.setInTerminal(hasFocus)
    }
}

extension TerminalPage: ConnectionListDelegate {
    func connectionListDidChooseShell(_ list: ConnectionList) {
        tell { $1.terminalViewDidChooseShell($0) }
    }

    func connectionListDidPressAdd(_ list: ConnectionList) {
        tell { $1.terminalViewDidPressAdd($0) }
    }

    func connectionList(_ list: ConnectionList, didChoose id: String) {
        tell { $1.terminalView($0, didChooseConnection: id) }
    }

    func connectionList(_ list: ConnectionList, didPressEdit id: String) {
        tell { $1.terminalView($0, didPressEdit: id) }
    }

    func connectionList(_ list: ConnectionList, didPressRemove entry: EntryGroup.Entry) {
        let window = UnsafeMutableRawPointer(gtk_widget_get_root(root.widget))
        Question.ask(
            tr("Remove Connection?"), entry.title, goOn: tr("Remove"),
            over: window?.assumingMemoryBound(to: GtkWindow.self)
        ) { [weak self] answer in
            if answer == .goOn {
                self?.tell { $1.terminalView($0, didRemove: entry.id) }
            }
        }
    }
}
