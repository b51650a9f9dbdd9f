public import Foundation
public import ParlandoCore

/// A file in the queue of transcriptions.
public struct QueuedFile: Sendable, Equatable, Identifiable {
    /// Identifier of the file and of its entry in the history.
    public let id: UUID
    /// Path as text, encoded as described at `PathBytes`.
    public let path: String
    /// State of the file's transcription.
    public var state: FileState

    public init(id: UUID = UUID(), path: String, state: FileState = .waiting) {
        self.id = id
        self.path = path
        self.state = state
    }

    /// Whether the transcription has ended, successfully or not.
    public var hasEnded: Bool {
        outcome != nil
    }

    /// Outcome of the transcription, or nil if it has not ended.
    public var outcome: FileOutcome? {
        if case .ended(let outcome) = state {
            return outcome
        }
        return nil
    }
}

/// The state of a file's transcription.
public enum FileState: Sendable, Equatable {
    /// The file is waiting until other files have been transcribed.
    case waiting
    case running(FileProgress)
    case ended(FileOutcome)
}

/// The progress of a transcription.
public struct FileProgress: Sendable, Equatable {
    /// Duration of the sound that has been transcribed, in seconds. Nil at the beginning, while the model is being
    /// loaded.
    public var done: Double?
    /// Duration of the file in seconds; 0 if it is unknown.
    public var total: Double
    /// Speed, in seconds of sound per second of work; nil if it is not known yet.
    public var speed: Double?
    /// Whether the transcription is waiting for the end of a dictation.
    public var isHeldUp: Bool
    /// Whether the text transcribed so far is stored in the history.
    public var isStored: Bool

    public init(
        done: Double? = nil, total: Double = 0, speed: Double? = nil, isHeldUp: Bool = false, isStored: Bool = true
    ) {
        self.done = done
        self.total = total
        self.speed = speed
        self.isHeldUp = isHeldUp
        self.isStored = isStored
    }

    /// Estimated remaining time in seconds, or nil if it is unknown.
    public var secondsLeft: Double? {
        guard let speed, let done, speed > 0, total > 0 else {
            return nil
        }
        return max(0, total - done) / speed
    }
}

/// The reason that a file was not transcribed to its end.
public enum FileFailure: Error, Sendable, Equatable {
    case file(AudioFileError)
    case recognition(RecognitionError)
    /// The server chosen in the preferences is no longer in the list of servers.
    case serverGone

    init(_ error: any Error) {
        switch error {
        case let failure as FileFailure: self = failure
        case let error as AudioFileError: self = .file(error)
        case let error as RecognitionError: self = .recognition(error)
        default: self = .recognition(RecognitionError(.engineFailed, detail: "\(type(of: error))"))
        }
    }
}

/// The result of a transcription.
public struct FileOutcome: Sendable, Equatable {
    /// The way in which a transcription ended.
    public enum End: Sendable, Equatable {
        /// All of the file was transcribed.
        case whole
        /// The recording is damaged or unfinished. The part that could be read was transcribed.
        case cut(AudioFileError)
        /// The user has cancelled the transcription.
        case stopped
        case failed(FileFailure)

        /// Whether all sound that can be read from the file was transcribed, so that another attempt would add nothing.
        public var isReadToTheEnd: Bool {
            switch self {
            case .whole, .cut: true
            case .stopped, .failed: false
            }
        }
    }

    /// Where the text of a file is once its transcription has ended.
    public enum Place: Sendable, Equatable {
        /// There is no text.
        case nowhere
        case history
        /// The text is only in memory, because the preferences do not allow a history.
        case memory
        /// The text is only in memory, because storing it in the history failed with this error.
        case memoryOnly(ArchiveError)
    }

    /// The way in which the transcription ended.
    public var end: End
    /// Where the text of the file is: in the history, only in memory, or nowhere.
    public var place: Place
    /// Duration of the sound that was transcribed, in seconds.
    public var seconds: Double
    /// Irregularities of the recording, and its level.
    public var report: AudioFileReport

    public init(_ end: End, place: Place, seconds: Double = 0, report: AudioFileReport = AudioFileReport()) {
        self.end = end
        self.place = place
        self.seconds = seconds
        self.report = report
    }

    /// Whether the file needs no action by the user. A file needs an action if its transcription failed, or if its text
    /// is only in memory.
    public var isSettled: Bool {
        switch end {
        case .whole, .cut, .stopped: !isOnlyInMemory
        case .failed: false
        }
    }

    /// Whether the file's text is only in memory, so that it would be lost if the program ended.
    public var isOnlyInMemory: Bool {
        switch place {
        case .nowhere, .history: false
        case .memory, .memoryOnly: true
        }
    }
}
