import ParlandoCore

/// How dictated text goes into the terminal.
extension TerminalPresenter {
    /// Looks at what the program does with what is typed: it may have changed a moment ago.
    func look() {
        if let input = view?.input {
            update { $0.input = input }
        }
    }

    /// Sends what waits if the user wishes that, unless something holds it back: then it waits, and goes when that is over.
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

    /// What held the words back may be over.
    func goOnSending() {
        if screen.isHeldBack {
            sendByItself()
        }
    }

    /// Sends what waits because the user pressed Send. Asks first if the text was meant for another connection, or if its
    /// end would be lost.
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
            // What was asked about is what is sent, and where.
            if screen.session?.number == number, screen.draft.text == text {
                look()
                finishSending(inLines: inLines)
            }
        }
    }

    /// Sends what waits with line breaks in it.
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

    /// Puts what waits into the terminal, made safe. Nothing that follows presses Enter.
    ///
    /// - Parameter inLines: break lines that would be too long.
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
