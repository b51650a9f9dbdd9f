import ParlandoCore

/// Updates a tab of the terminal page in response to events of its terminal.
extension TerminalPresenter {
    /// Adopts an event of the terminal in a tab.
    public func receive(_ event: TerminalEvent, in tab: TerminalTabID) {
        switch event {
        case .started:
            change(tab) { $0.session?.didStart() }
        case .notStarted:
            change(tab) { $0.session?.stage = .notStarted }
        case .connected:
            change(tab) { $0.session?.didConnect() }
        case .input(let input):
            change(tab) { $0.input = input }
            goOnSending(tab)
        case .ended(let exit, let said):
            end(tab, exit, said)
        case .typed:
            let isKnown = screen.tabs[tab].map { !$0.goesOn && $0.session?.wasUsed != false } ?? true
            if !isKnown {
                change(tab) { $0.didType() }
            }
        case .title(let title):
            change(tab) { $0.programTitle = TerminalText.title(title) }
        case .rang:
            attend(to: tab, .bell)
        case .wrote:
            attend(to: tab, .output)
        }
    }

    private func end(_ tab: TerminalTabID, _ exit: TerminalExit, _ said: String) {
        let isCut = screen.panel.isRecording && screen.isDictating(in: tab)
        change(tab) { tab in
            tab.session?.didEnd(exit, said: said)
            if isCut, case .failed(_, wasConnected: true) = tab.session?.stage {
                tab.takeTextBack()
            }
        }
        if isCut {
            stopDictation()
        }
    }

    /// Marks a tab that is not in front, for example because its program rang the bell. Does nothing if the tab already
    /// has this mark or a more important one, because programs may request marks any number of times.
    private func attend(to id: TerminalTabID, _ attention: TerminalTab.Attention) {
        if id != screen.tabs.front, let tab = screen.tabs[id], tab.attention < attention {
            change(id) { $0.attention = attention }
        }
    }
}
