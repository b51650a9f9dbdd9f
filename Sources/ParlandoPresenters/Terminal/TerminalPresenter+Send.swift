import ParlandoCore

/// Sends dictated text to the terminal of its tab.
extension TerminalPresenter {
    /// Asks the view for the current input mode of the program in a tab, which may have changed a moment ago, and
    /// stores it.
    func look(_ id: TerminalTabID) {
        if let input = view?.input(in: id) {
            change(id) { $0.input = input }
        }
    }

    /// Sends the text in the preview of a tab if the user has turned on automatic sending. If there is a reason to hold
    /// the text back, such as hidden input, the text waits and is sent once the reason no longer applies.
    func sendByItself(_ id: TerminalTabID) {
        guard screen.choices.sendsAtOnce, screen.tabs[id]?.draft.text.isEmpty == false else {
            return
        }
        look(id)
        if let tab = screen.tabs[id], screen.hold(tab) == nil {
            send(id)
        } else {
            change(id) { $0.isHeldBack = true }
        }
    }

    /// Sends text that was held back in a tab, if the reason for holding it back no longer applies.
    func goOnSending(_ id: TerminalTabID) {
        if screen.tabs[id]?.isHeldBack == true {
            sendByItself(id)
        }
    }

    /// Sends the text in the preview because the user pressed *Send*. If the text was dictated for another connection,
    /// or if the terminal would cut off a line, asks the user first.
    public func send() {
        guard screen.state.canSend else {
            return
        }
        let id = screen.tabs.front
        look(id)
        let questions = [strangerQuestion, lineQuestion].compactMap { $0 }
        let inLines = lineQuestion != nil
        guard !questions.isEmpty else {
            return finishSending(id, inLines: false)
        }
        let (number, text) = (screen.tab.session?.number, screen.tab.draft.text)
        Task {
            for question in questions {
                guard let view, await view.ask(question) else {
                    return
                }
            }
            // Nothing is sent if the text or the session has changed since the question.
            if let tab = screen.tabs[id], tab.session?.number == number, tab.draft.text == text {
                look(id)
                finishSending(id, inLines: inLines)
            }
        }
    }

    /// Sends the text in the preview of the tab in front, broken into lines that the terminal does not cut off.
    func sendInLines() {
        look(screen.tabs.front)
        finishSending(screen.tabs.front, inLines: true)
    }

    private func finishSending(_ id: TerminalTabID, inLines: Bool) {
        send(id, inLines: inLines)
        view?.focusTerminal()
    }

    private var strangerQuestion: PageQuestion? {
        guard case .stranger(let owner) = screen.hold(screen.tab), let session = screen.tab.session,
            owner.target != session.target
        else {
            return nil
        }
        return TerminalWording.question(owner, in: session)
    }

    private var lineQuestion: PageQuestion? {
        let hold = screen.tab.lineHold(screen.choices.lineBreaks)
        return hold == .longLine(isCertain: true) ? TerminalWording.lineQuestion : nil
    }

    /// Pastes the text in the preview of a tab into the tab's terminal, without control characters and without a final
    /// Enter.
    ///
    /// - Parameter inLines: whether lines that would be too long are broken into shorter ones.
    private func send(_ id: TerminalTabID, inLines: Bool = false) {
        guard let tab = screen.tabs[id], tab.isConnected, !tab.draft.text.isEmpty else {
            return
        }
        var text = ""
        change(id) { tab in
            text = tab.draft.take(goesOn: tab.goesOn)
            tab.didSend()
        }
        var safe = TerminalText.safe(text, lineBreaks: screen.choices.lineBreaks)
        if inLines {
            safe = TerminalLines(of: safe, lineBytes: tab.input.lineBytes).broken
        }
        if !safe.isEmpty {
            view?.paste(safe, into: id)
        }
        look(id)
    }
}
