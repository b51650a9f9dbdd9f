import ParlandoCore
public import ParlandoServices

extension DictationFailure {
    /// Message that tells the user why dictation failed.
    public var message: Message {
        switch self {
        case .audio(let error): error.message
        case .recognition(let error): error.message
        case .file(let error): error.message
        }
    }
}

extension DictationFailure {
    /// Returns whether the page already tells the user about this failure. This is so for a lost microphone, which the
    /// page reports during the phase `deviceLost`.
    func isTold(by phase: DictationPhase) -> Bool {
        if case .audio(let error) = self {
            return error.kind == .lost && phase == .deviceLost
        }
        return false
    }
}

/// Texts for pages with dictation, except for messages about failures.
enum DictationWording {
    /// Returns the message that a session has ended automatically after this many seconds without speech.
    static func stopped(afterSilence seconds: Int) -> String {
        trn("Stopped after {count} second without speech.", "Stopped after {count} seconds without speech.", seconds)
    }

    /// The banner of a program that does not own the data folder.
    static var sharedData: String {
        tr("Another Parlando already had this data open, so this one does not repair or clean up the history.")
    }

    // MARK: Closing

    /// Returns the question to ask before the program ends during a session.
    ///
    /// - Parameters:
    ///   - isKept: whether the history holds the session.
    ///   - above: whether the history holds the text above the session; nil if there is none.
    static func stopping(isKept: Bool, above: Bool?) -> DictationViewState.Question {
        let isWhole = isKept && above ?? true
        let loss =
            switch (isKept, isWhole) {
            case (true, true): tr("Finish keeps this dictation in the history, Discard deletes it.")
            case (true, false): tr("Discard deletes this dictation from the history.")
            case (false, _): tr("This dictation is not kept in the history and will be lost.")
            }
        let rest = above.map { isKept in
            isKept
                ? tr("The text above it stays in the history.")
                : tr("Text above it that is not in the history will be lost.")
        }
        return .init(
            tr("Stop Dictating?"), [loss, rest].compactMap { $0 }.joined(separator: " "), goOn: tr("Discard"),
            save: isWhole ? tr("Finish") : tr("Save…"))
    }

    /// The question to ask before the program ends while there is a recording that no server accepted.
    static var notSent: DictationViewState.Question {
        .init(
            tr("Recording Not Sent"), tr("It will be lost unless you send it again or save it."), goOn: tr("Discard"),
            save: tr("Save…"))
    }

    /// Returns the question to ask before the program ends while there is text that is not in the history.
    ///
    /// - Parameter isPartlyKept: whether the history holds some of the text on the page.
    static func losingText(isPartlyKept: Bool) -> DictationViewState.Question {
        .init(
            tr("Save Text?"),
            isPartlyKept
                ? tr("Only part of the text is in the history. The rest will be lost.")
                : tr("Unsaved text will be lost."),
            goOn: tr("Discard"), save: tr("Save…"))
    }
}

extension RecordingSaver {
    /// Saves to a file a recording that no server accepted. Returns whether this succeeded, and a message about it for
    /// the user.
    func attempt(_ recording: SpeechRecording, to path: String) async -> (isSaved: Bool, told: String) {
        do throws(TextSaveError) {
            try await save(recording, to: path)
            return (true, tr("Recording saved"))
        } catch {
            return (false, tr("The recording could not be saved there. Choose another folder."))
        }
    }
}
