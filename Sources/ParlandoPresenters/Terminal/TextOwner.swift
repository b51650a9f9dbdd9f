/// The session in the terminal that dictated text is meant for. The text keeps its owner if another session is opened.
struct TextOwner: Equatable {
    /// Number of the session, or 0 if none was open.
    let number: Int
    /// The target of the session, or nil if none was open.
    let target: TerminalSession.Target?

    init(_ session: TerminalSession?) {
        number = session?.number ?? 0
        target = session?.target
    }
}

/// The owners of the text in the preview.
struct TextOwners: Equatable {
    /// The session that the current or latest dictation is spoken for.
    private var spokenIn: TextOwner?
    /// The session that owns the text that was in the preview before the current or latest dictation, or nil if there
    /// was no text.
    private var keptFor: TextOwner?

    /// Begins a dictation.
    ///
    /// - Parameters:
    ///   - owner: the session that the words are spoken for.
    ///   - waiting: owner of the text that is already in the preview, or nil if there is none.
    mutating func begin(for owner: TextOwner, waiting: TextOwner?) {
        keptFor = waiting
        spokenIn = owner
    }

    /// Updates the owners after the user edited the text.
    mutating func edit(in session: TerminalSession?, isEmpty: Bool) {
        keptFor = isEmpty ? nil : stranger(to: session) ?? TextOwner(session)
        spokenIn = nil
    }

    /// Records that the text in the preview is gone. Words that still arrive belong to their session as before.
    mutating func clear() {
        keptFor = nil
    }

    /// Updates the owners after sent text was put back into the preview.
    mutating func takeBack() {
        keptFor = spokenIn
    }

    /// Returns a session other than `session` that owns text in the preview, or words that are still to be recognised;
    /// nil if there is none.
    func stranger(to session: TerminalSession?) -> TextOwner? {
        let number = session?.number ?? 0
        return [keptFor, spokenIn].compactMap { $0 }.first { $0.number != number }
    }

    /// Returns the owner of the text in the preview.
    func owner(in session: TerminalSession?) -> TextOwner {
        stranger(to: session) ?? TextOwner(session)
    }
}
