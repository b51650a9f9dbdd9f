/// The shell or connection for which text was dictated. The text keeps this owner if another session is opened in the
/// tab.
struct TextOwner: Equatable {
    /// Serial number of the terminal session, or 0 if none was open.
    let number: Int
    /// The target of the terminal session, or nil if none was open.
    let target: TerminalSession.Target?

    init(_ session: TerminalSession?) {
        number = session?.number ?? 0
        target = session?.target
    }
}

/// The terminal sessions (shells or connections) for which the text in a tab's preview (the dictated text not yet sent)
/// was dictated.
struct TextOwners: Equatable {
    /// The terminal session for which the current or latest dictation is spoken; nil if there is none.
    private var spokenIn: TextOwner?
    /// The terminal session for which the older text in the preview was dictated, from before the current or latest
    /// dictation. Nil if there is no such text.
    private var keptFor: TextOwner?

    /// Records that a dictation begins.
    ///
    /// - Parameters:
    ///   - owner: the terminal session for which the words are dictated.
    ///   - waiting: owner of the text that is already in the preview (the dictated text not yet sent), or nil if there
    ///     is no text.
    mutating func begin(for owner: TextOwner, waiting: TextOwner?) {
        keptFor = waiting
        spokenIn = owner
    }

    /// Updates the owners after the user has edited the text in the preview.
    ///
    /// - Parameters:
    ///   - session: the session of the terminal beside the preview; nil if there is none.
    ///   - isEmpty: whether the edited text is empty.
    mutating func edit(in session: TerminalSession?, isEmpty: Bool) {
        keptFor = isEmpty ? nil : stranger(to: session) ?? TextOwner(session)
        spokenIn = nil
    }

    /// Records that the text in the preview has been sent or discarded. Words of the dictation that are still to come
    /// stay assigned to their terminal session.
    mutating func clear() {
        keptFor = nil
    }

    /// Updates the owners after sent text was put back into the preview of dictated text.
    mutating func takeBack() {
        keptFor = spokenIn
    }

    /// Returns a terminal session other than `session` for which text in the preview, or words still to come, were
    /// dictated; nil if there is none.
    func stranger(to session: TerminalSession?) -> TextOwner? {
        let number = session?.number ?? 0
        return [keptFor, spokenIn].compactMap { $0 }.first { $0.number != number }
    }

    /// Returns the terminal session for which the text in the preview was dictated. This is `session`, the session that
    /// is open now, unless the text belongs to another one.
    func owner(in session: TerminalSession?) -> TextOwner {
        stranger(to: session) ?? TextOwner(session)
    }
}
