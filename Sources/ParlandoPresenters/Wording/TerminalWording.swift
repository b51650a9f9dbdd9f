import ParlandoCore

enum TerminalWording {
    static func title(_ session: TerminalSession) -> String {
        switch session.target {
        case .shell: tr("This Computer")
        case .connection(let profile): profile.title
        }
    }

    static func title(_ tab: TerminalTab) -> String {
        guard let session = tab.session else {
            return tr("New Tab")
        }
        return tab.programTitle.isEmpty ? title(session) : tab.programTitle
    }

    static func row(_ tab: TerminalTab, isDictating: Bool) -> TerminalViewState.Tab {
        let mark = mark(tab, isDictating: isDictating)
        var name = title(tab)
        if let session = tab.session, !tab.programTitle.isEmpty {
            name = title(session) + ": " + name
        }
        let places = ["name": name]
        let words =
            switch mark {
            case .none: name
            case .dictating: tr("{name}, dictating", places)
            case .ended: tr("{name}, ended", places)
            case .rang: tr("{name}, bell", places)
            case .output: tr("{name}, new output", places)
            }
        return .init(id: tab.id, title: title(tab), name: words, mark: mark)
    }

    private static func mark(_ tab: TerminalTab, isDictating: Bool) -> TerminalViewState.Tab.Mark {
        if isDictating {
            return .dictating
        }
        if let session = tab.session, !session.isOpen {
            return .ended
        }
        return switch tab.attention {
        case .none: .none
        case .output: .output
        case .bell: .rang
        }
    }

    static func state(_ session: TerminalSession) -> String {
        switch session.stage {
        case .starting: tr("Starting…")
        case .connecting: tr("Connecting…")
        case .connected: session.target == .shell ? tr("Shell") : tr("Connected")
        case .ended, .failed, .notStarted: session.target == .shell ? tr("Ended") : tr("Not connected")
        }
    }

    /// Returns nil while the shell or connection is running.
    ///
    /// - Parameter hasText: whether some text was not sent.
    static func banner(_ session: TerminalSession, hasText: Bool) -> PageBanner? {
        switch session.stage {
        case .starting, .connecting, .connected:
            return nil
        case .ended(let exit):
            if session.target == .shell, !session.wasUsed {
                return banner(ofShell: session, endedAtOnce(session.shell, exit))
            }
            let text = session.target == .shell ? tr("The shell has ended.") : tr("The connection has ended.")
            return PageBanner(text, tone: .information, action: .startAgain(session))
        case .notStarted where session.target == .shell:
            let text =
                session.shell.isEmpty
                ? tr("The SHELL variable is set, but does not name a shell.")
                : tr("The shell {path} could not be started.", ["path": session.shell])
            return banner(ofShell: session, text)
        case .notStarted:
            let text = tr("ssh could not be started. Check that OpenSSH is installed.")
            return PageBanner(text, tone: .failure, action: .startAgain(session))
        case .failed(let complaint, let wasConnected):
            let text = wasConnected ? lost(hasText: hasText) : failure(complaint)
            return PageBanner(text, tone: .failure, action: .startAgain(session))
        }
    }

    private static func endedAtOnce(_ shell: String, _ exit: TerminalExit) -> String {
        switch exit {
        case .code(let code): tr("The shell {path} exited with status {code}.", ["path": shell, "code": "\(code)"])
        case .signal(let signal):
            tr("The shell {path} was terminated by signal {signal}.", ["path": shell, "signal": "\(signal)"])
        }
    }

    private static func banner(ofShell session: TerminalSession, _ text: String) -> PageBanner {
        guard let other = session.otherShell else {
            return PageBanner(text, tone: .failure, action: .startAgain(session))
        }
        let action = PageAction(tr("Use {path}", ["path": other]), .otherShell)
        return PageBanner(text, tone: .failure, action: action, alternative: .startAgain(session))
    }

    /// Why dictated text waits in the preview; nil if the banner says so.
    static func status(_ hold: TerminalHold) -> String? {
        switch hold {
        case .stranger(let owner): stranger(owner)
        case .hidden: tr("The terminal is hiding input, as for a password. Dictated text waits until you send it.")
        case .longLine: nil
        }
    }

    private static func stranger(_ owner: TextOwner) -> String {
        guard case .connection(let profile) = owner.target else {
            return tr("This text is from an earlier session. It waits until you send it.")
        }
        return tr("This text was dictated for {name}. It waits until you send it.", ["name": profile.title])
    }

    /// Returns nil if the text waits for another reason than its length.
    static func banner(_ hold: TerminalHold) -> PageBanner? {
        guard case .longLine(let isCertain) = hold else {
            return nil
        }
        let text =
            isCertain
            ? tr("The program in the terminal reads lines of up to 4095 bytes. The end of this text would be lost.")
            : tr("This line is longer than 4095 bytes. A program that reads whole lines would lose the end.")
        return PageBanner(text, tone: .warning, action: PageAction(tr("Send Line by Line"), .sendInLines))
    }

    static var lineQuestion: PageQuestion {
        PageQuestion(
            tr("Send Line by Line?"),
            tr("The program in the terminal reads lines of up to 4095 bytes. The end of this text would be lost."),
            goOn: tr("Send Line by Line"), isLoss: false)
    }

    /// - Parameter owner: the shell or connection for which the text was dictated.
    static func question(_ owner: TextOwner, in session: TerminalSession) -> PageQuestion {
        let names = ["name": title(session)]
        return PageQuestion(
            tr("Send to {name}?", names), stranger(owner), goOn: tr("Send Anyway"), isLoss: false)
    }

    private static func lost(hasText: Bool) -> String {
        hasText ? tr("The connection was lost. Your unsent text is still here.") : tr("The connection was lost.")
    }

    private static func failure(_ complaint: SSHComplaint) -> String {
        switch complaint {
        case .hostKeyChanged:
            tr("The host key has changed. Someone could be intercepting the connection. Ask the administrator.")
        case .hostKeyRefused: tr("The host key was not accepted.")
        case .unknownHost: tr("Host not found.")
        case .refused: tr("Connection refused: no SSH server is running on the host.")
        case .unreachable: tr("The host cannot be reached over the network.")
        case .timedOut: tr("The host is not responding.")
        case .denied: tr("Access denied for this user.")
        case .badOption: tr("ssh does not know one of this connection's options.")
        case .lost: tr("The host closed the connection.")
        case .other: tr("Connection failed. See the terminal for ssh's message.")
        }
    }

    /// The question before a shell or connection is ended; nil if nothing would be lost.
    ///
    /// - Parameter hasText: whether unsent text would be lost too.
    static func farewell(_ session: TerminalSession?, isBusy: Bool = true, hasText: Bool) -> PageQuestion? {
        let goOn = tr("Close Anyway")
        let loss = tr("Text you have not sent will be lost.")
        guard let session, let (title, text) = ending(session, isBusy: isBusy) else {
            return hasText ? PageQuestion(tr("Discard Dictated Text?"), loss, goOn: goOn, isLoss: true) : nil
        }
        return PageQuestion(title, hasText ? text + " " + loss : text, goOn: goOn, isLoss: true)
    }

    private static func ending(_ session: TerminalSession, isBusy: Bool) -> (title: String, text: String)? {
        guard session.isOpen else {
            return nil
        }
        if case .connection(let profile) = session.target {
            let text = tr("The connection to {name} and anything running there will be ended.", ["name": profile.title])
            return (tr("Close Connection?"), text)
        }
        return isBusy
            ? (tr("Close Terminal?"), tr("A program is still running in the terminal and will be ended.")) : nil
    }

    static func farewell(_ count: Int, hasText: Bool) -> PageQuestion {
        let text = trn(
            "A program or connection in {count} tab will be ended.",
            "Programs and connections in {count} tabs will be ended.", count)
        let loss = hasText ? " " + tr("Text you have not sent will be lost.") : ""
        return PageQuestion(tr("Close All Terminals?"), text + loss, goOn: tr("Close Anyway"), isLoss: true)
    }
}

extension PageAction {
    fileprivate static func startAgain(_ session: TerminalSession) -> Self {
        Self(session.target == .shell ? tr("Restart") : tr("Reconnect"), .startAgain)
    }
}

extension ConnectionProfile.Problem {
    /// Empty if no host has been entered yet.
    var text: String {
        switch self {
        case .noHost: ""
        case .host: tr("The host cannot contain spaces or start with a dash.")
        case .user: tr("The user cannot contain spaces or start with a dash.")
        case .port: tr("The port must be a number from 1 to 65535.")
        case .tooLong: tr("This is too long.")
        case .options(.openQuotation): tr("Unclosed quotation mark in options.")
        case .options(.stray(let word)): tr("Not an option: {word}", ["word": word])
        case .options(.valueMissing(let word)): tr("{word} needs a value.", ["word": word])
        case .options(.noTerminal(let word)): tr("{word} leaves no terminal to type into.", ["word": word])
        }
    }
}
