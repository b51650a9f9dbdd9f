import ParlandoCore

/// Sending dictated text to the terminal.
extension TerminalPresenter {
    /// Updates the input mode of the program in the terminal, which may have changed a moment ago.
    func look() {
        if let input = view?.input {
            update { $0.input = input }
        }
    }

    /// Sends the text in the preview if the user has chosen automatic sending. If something holds the text back, it
    /// waits and is sent once that is over.
    func sendByItself() {
        guard screen.choices.sendsAtOnce, !screen.draft.text.isEmpty else {
            return
        }
        look()
        if screen.hold == nil {
            send()
        } else {
            update { $0.isHeldBack = true }
        }
    }

    /// Sends text that was held back, if the reason no longer applies.
    func goOnSending() {
        if screen.isHeldBack {
            sendByItself()
        }
    }

    /// Sends the text in the preview because the user pressed Send. Asks first if the text was meant for another
    /// connection, or if its end would be lost.
    func sendWhenPressed() {
        look()
        let questions = [strangerQuestion, lineQuestion].compactMap { $0 }
        let inLines = lineQuestion != nil
        guard !questions.isEmpty else {
            return finishSending(inLines: false)
        }
        let (number, text) = (screen.session?.number, screen.draft.text)
        Task {
            for question in questions {
                guard let view, await view.ask(question) else {
                    return
                }
            }
            // Nothing is sent if the text or the session has changed since the question.
            if screen.session?.number == number, screen.draft.text == text {
                look()
                finishSending(inLines: inLines)
            }
        }
    }

    /// Sends the text in the preview, broken into shorter lines.
    func sendInLines() {
        look()
        finishSending(inLines: true)
    }

    private func finishSending(inLines: Bool) {
        send(inLines: inLines)
        view?.focusTerminal()
    }

    private var strangerQuestion: PageQuestion? {
        guard case .stranger(let owner) = screen.hold, owner.target != screen.session?.target,
            let session = screen.session
        else {
            return nil
        }
        return TerminalWording.question(owner, in: session)
    }

    private var lineQuestion: PageQuestion? {
        screen.lineHold == .longLine(isCertain: true) ? TerminalWording.lineQuestion : nil
    }

    /// Pastes the text in the preview into the terminal, without control characters and without a final Enter.
    ///
    /// - Parameter inLines: whether to break lines that would be too long.
    private func send(inLines: Bool = false) {
        guard screen.isConnected, !screen.draft.text.isEmpty else {
            return
        }
        let input = screen.input
        var text = ""
        update { screen in
            text = screen.draft.take(goesOn: screen.goesOn)
            screen.didSend()
        }
        var safe = TerminalText.safe(text, lineBreaks: screen.choices.lineBreaks)
        if inLines {
            safe = TerminalLines(of: safe, lineBytes: input.lineBytes).broken
        }
        if !safe.isEmpty {
            view?.paste(safe)
        }
        look()
    }
}
