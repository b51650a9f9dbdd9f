import ParlandoCore

/// Texts about the terminal.
enum TerminalWording {
    static func title(_ session: TerminalSession) -> String {
        switch session.target {
        case .shell: tr("This Computer")
        case .connection(let profile): profile.title
        }
    }

    /// Returns the state of a session in a few words, shown beside its title.
    static func state(_ session: TerminalSession) -> String {
        switch session.stage {
        case .starting: tr("Starting…")
        case .connecting: tr("Connecting…")
        case .connected: session.target == .shell ? tr("Shell") : tr("Connected")
        case .ended, .failed, .notStarted: session.target == .shell ? tr("Ended") : tr("Not connected")
        }
    }

    /// Returns the banner about a session that has ended, or nil if it is still running.
    static func banner(_ session: TerminalSession) -> PageBanner? {
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
                ? tr("The variable SHELL is set, but it names no shell.")
                : tr("The shell {path} cannot be started.", ["path": session.shell])
            return banner(ofShell: session, text)
        case .notStarted:
            let text = tr("The program ssh cannot be started. Is OpenSSH installed?")
            return PageBanner(text, tone: .failure, action: .startAgain(session))
        case .failed(let complaint, let wasConnected):
            return PageBanner(
                failure(complaint, wasConnected: wasConnected), tone: .failure, action: .startAgain(session))
        }
    }

    private static func endedAtOnce(_ shell: String, _ exit: TerminalExit) -> String {
        switch exit {
        case .code(let code):
            tr("The shell {path} ended by itself with exit status {code}.", ["path": shell, "code": "\(code)"])
        case .signal(let signal):
            tr("The shell {path} was ended by signal {signal}.", ["path": shell, "signal": "\(signal)"])
        }
    }

    private static func banner(ofShell session: TerminalSession, _ text: String) -> PageBanner {
        guard let other = session.otherShell else {
            return PageBanner(text, tone: .failure, action: .startAgain(session))
        }
        let action = PageAction(tr("Use {path}", ["path": other]), .otherShell)
        return PageBanner(text, tone: .failure, action: action, alternative: .startAgain(session))
    }

    /// Returns the reason that dictated text waits, or nil if the banner states it.
    static func status(_ hold: TerminalHold) -> String? {
        switch hold {
        case .stranger(let owner): stranger(owner)
        case .hidden:
            tr("The terminal hides what is typed, as for a password. Dictated text waits until you send it.")
        case .longLine: nil
        }
    }

    private static func stranger(_ owner: TextOwner) -> String {
        guard case .connection(let profile) = owner.target else {
            return tr("This text is from an earlier session. It waits until you send it.")
        }
        return tr("This text was dictated for {name}. It waits until you send it.", ["name": profile.title])
    }

    /// Returns a banner with a command for dictated text that waits, or nil if it can only be sent.
    static func banner(_ hold: TerminalHold) -> PageBanner? {
        guard case .longLine(let isCertain) = hold else {
            return nil
        }
        let text =
            isCertain
            ? tr("The program in the terminal reads lines of up to 4095 bytes. The end of this text would be lost.")
            : tr("This line has more than 4095 bytes. A program that reads whole lines would lose its end.")
        return PageBanner(text, tone: .warning, action: PageAction(tr("Send in Lines"), .sendInLines))
    }

    /// Asks before a line is sent that would be truncated.
    static var lineQuestion: PageQuestion {
        PageQuestion(
            tr("Send in Lines?"),
            tr("The program in the terminal reads lines of up to 4095 bytes. The end of this text would be lost."),
            goOn: tr("Send in Lines"), isLoss: false)
    }

    /// Asks before text is sent to a connection other than the one for which it was dictated.
    static func question(_ owner: TextOwner, in session: TerminalSession) -> PageQuestion {
        let names = ["name": title(session)]
        return PageQuestion(
            tr("Send to {name}?", names), stranger(owner), goOn: tr("Send Anyway"), isLoss: false)
    }

    private static func failure(_ complaint: SSHComplaint, wasConnected: Bool) -> String {
        if wasConnected {
            return tr("The connection is lost. What was dictated and not sent is kept.")
        }
        return switch complaint {
        case .hostKeyChanged:
            tr("The host shows another key than before: somebody may be listening in. Ask its administrator.")
        case .hostKeyRefused: tr("The key of the host was not accepted.")
        case .unknownHost: tr("There is no host of that name.")
        case .refused: tr("The host refuses the connection: no SSH server listens there.")
        case .unreachable: tr("The host cannot be reached over the network.")
        case .timedOut: tr("The host does not answer.")
        case .denied: tr("The host does not let this user in.")
        case .badOption: tr("ssh does not know one of the options of this connection.")
        case .lost: tr("The host closed the connection.")
        case .other: tr("There is no connection. What ssh says about it stands in the terminal.")
        }
    }

    /// Returns the question to ask before a terminal is closed, or nil if nothing would be lost.
    ///
    /// - Parameters:
    ///   - isBusy: whether the shell is running a program.
    ///   - hasDraft: whether there is dictated text that was not sent.
    static func farewell(_ session: TerminalSession?, isBusy: Bool, hasDraft: Bool) -> TranscriptionViewState.Question?
    {
        let goOn = tr("Close Anyway")
        if let session, session.isOpen {
            if case .connection(let profile) = session.target {
                let text = tr("Closing ends the connection to {name} and what runs there.", ["name": profile.title])
                return .init(tr("The Terminal Is Connected"), text, goOn: goOn)
            }
            if isBusy {
                return .init(
                    tr("A Program Is Running"), tr("It runs in the terminal and ends with it."), goOn: goOn)
            }
        }
        return hasDraft
            ? .init(tr("Dictated Text Was Not Sent"), tr("It is lost when the terminal closes."), goOn: goOn) : nil
    }
}

extension PageAction {
    fileprivate static func startAgain(_ session: TerminalSession) -> Self {
        Self(session.target == .shell ? tr("Start Again") : tr("Connect Again"), .startAgain)
    }
}

extension ConnectionProfile.Problem {
    /// Message about the invalid field. An empty form gets none.
    var text: String {
        switch self {
        case .noHost: ""
        case .host: tr("The host has spaces, or begins with a dash.")
        case .user: tr("The user has spaces, or begins with a dash.")
        case .port: tr("A port is a number from 1 to 65535.")
        case .tooLong: tr("That is too long.")
        case .options(.openQuotation): tr("A quotation in the options does not end.")
        case .options(.stray(let word)): tr("This is no option: {word}", ["word": word])
        case .options(.valueMissing(let word)): tr("A value has to follow {word}.", ["word": word])
        case .options(.noTerminal(let word)): tr("With {word} there is nothing to type into.", ["word": word])
        }
    }
}
