import ParlandoCore
public import ParlandoServices

extension DictationFailure {
    /// What to tell the user.
    public var message: Message {
        switch self {
        case .audio(let error): error.message
        case .recognition(let error): error.message
        case .file(let error): error.message
        }
    }
}

extension DictationFailure {
    /// A lost microphone is told by the phase, for as long as it is lost.
    func isTold(by phase: DictationPhase) -> Bool {
        if case .audio(let error) = self {
            return error.kind == .lost && phase == .deviceLost
        }
        return false
    }
}

/// What pages that dictate have to say besides failures.
enum DictationWording {
    /// A session has ended by itself.
    static func stopped(afterSilence seconds: Int) -> String {
        trn("Stopped after {count} second without speech.", "Stopped after {count} seconds without speech.", seconds)
    }
}

extension RecordingSaver {
    /// Saves a recording that no server took. Whether it went well, and the sentence that says so.
    func attempt(_ recording: SpeechRecording, to path: String) async -> (isSaved: Bool, told: String) {
        do throws(TextSaveError) {
            try await save(recording, to: path)
            return (true, tr("Recording saved"))
        } catch {
            return (false, tr("The recording could not be saved there. Choose another folder."))
        }
    }
}
