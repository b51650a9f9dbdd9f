/// The session in the terminal that dictated text was meant for. Text belongs to it, whatever is opened later.
struct TextOwner: Equatable {
    /// The number of the session; 0 if nothing was open.
    let number: Int
    /// What ran in it, nil if nothing was open.
    let target: TerminalSession.Target?

    init(_ session: TerminalSession?) {
        number = session?.number ?? 0
        target = session?.target
    }
}

/// Whose text waits in the preview.
struct TextOwners: Equatable {
    /// The session in which the dictation that goes on, or the last one, began.
    private var spokenIn: TextOwner?
    /// The session that what waited before belongs to, nil if nothing did.
    private var keptFor: TextOwner?

    /// A dictation begins.
    ///
    /// - Parameter waiting: whose text waits already, nil if none does.
    mutating func begin(in session: TerminalSession?, waiting: TextOwner?) {
        keptFor = waiting
        spokenIn = TextOwner(session)
    }

    /// The text was changed by hand.
    mutating func edit(in session: TerminalSession?, isEmpty: Bool) {
        keptFor = isEmpty ? nil : stranger(to: session) ?? TextOwner(session)
        spokenIn = nil
    }

    /// What waited is gone; what is still said belongs to its session as before.
    mutating func clear() {
        keptFor = nil
    }

    /// What was sent waits once more.
    mutating func takeBack() {
        keptFor = spokenIn
    }

    /// Another session than this one that text which waits, or is still to come, belongs to; nil if all is its own.
    func stranger(to session: TerminalSession?) -> TextOwner? {
        let number = session?.number ?? 0
        return [keptFor, spokenIn].compactMap { $0 }.first { $0.number != number }
    }

    /// Whose text waits.
    func owner(in session: TerminalSession?) -> TextOwner {
        stranger(to: session) ?? TextOwner(session)
    }
}
