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
