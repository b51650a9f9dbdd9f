import CGtk
import ParlandoCore
import ParlandoPresenters

/// Delegate methods of the page's parts.
extension TerminalPage: TranscriptTextDelegate {
    func transcriptText(_ text: TranscriptText, didEdit content: String) {
        tell { $1.terminalView($0, didEdit: content) }
    }
}

extension TerminalPage: TerminalWidgetDelegate {
    func terminalWidgetDidStart(_ terminal: TerminalWidget) {
        tell { $1.terminalViewDidStart($0) }
    }

    func terminalWidget(_ terminal: TerminalWidget, didFailToStart detail: String) {
        tell { $1.terminalView($0, didFailToStart: detail) }
    }

    func terminalWidgetDidTurnRaw(_ terminal: TerminalWidget) {
        tell { $1.terminalViewDidConnect($0) }
    }

    func terminalWidget(_ terminal: TerminalWidget, didChange input: TerminalInput) {
        tell { $1.terminalView($0, didChange: input) }
    }

    func terminalWidget(_ terminal: TerminalWidget, didEnd exit: TerminalExit, said: String) {
        tell { $1.terminalView($0, didEnd: exit, said: said) }
    }

    func terminalWidgetDidType(_ terminal: TerminalWidget) {
        tell { $1.terminalViewDidType($0) }
    }

    func terminalWidget(_ terminal: TerminalWidget, hasFocus: Bool) {
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
