public import Foundation
public import ParlandoCore

/// A file in the queue of transcriptions.
public struct QueuedFile: Sendable, Equatable, Identifiable {
    /// Identifier of the file and of its entry in the history.
    public let id: UUID
    /// Path in the form of `PathBytes`.
    public let path: String
    /// State of its transcription.
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
    /// The file waits until other files have been transcribed.
    case waiting
    case running(FileProgress)
    case ended(FileOutcome)
}

/// The progress of a transcription.
public struct FileProgress: Sendable, Equatable {
    /// Seconds of sound that have been transcribed, or nil before the first, while the model is being loaded.
    public var done: Double?
    /// Duration of the file in seconds; 0 if it is unknown.
    public var total: Double
    /// Speed in seconds of sound per second of work, or nil if it is not known yet.
    public var speed: Double?
    /// Whether the transcription waits until a dictation has ended.
    public var isHeldUp: Bool
    /// Whether the text so far is in the history.
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
    /// The chosen server is no longer in the list.
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
    /// The reason for which a transcription ended.
    public enum End: Sendable, Equatable {
        /// All of the file was transcribed.
        case whole
        /// The recording is damaged or unfinished. The part that could be read was transcribed.
        case cut(AudioFileError)
        /// The user has cancelled the transcription.
        case stopped
        case failed(FileFailure)

        /// Whether everything that can be read of the file was transcribed, so that another attempt would add nothing.
        public var isReadToTheEnd: Bool {
            switch self {
            case .whole, .cut: true
            case .stopped, .failed: false
            }
        }
    }

    /// The place of the text.
    public enum Place: Sendable, Equatable {
        /// There is no text.
        case nowhere
        case history
        /// Only in memory, because the preferences do not allow a history.
        case memory
        /// Only in memory, because the history could not be stored.
        case memoryOnly(ArchiveError)
    }

    /// The reason for which the transcription ended.
    public var end: End
    /// The place of the text.
    public var place: Place
    /// Seconds of sound that were transcribed.
    public var seconds: Double
    /// Findings about the recording.
    public var report: AudioFileReport

    public init(_ end: End, place: Place, seconds: Double = 0, report: AudioFileReport = AudioFileReport()) {
        self.end = end
        self.place = place
        self.seconds = seconds
        self.report = report
    }

    /// Whether nothing is left to do about the file: it did not fail, and its text is not only in memory.
    public var isSettled: Bool {
        switch end {
        case .whole, .cut, .stopped: !isOnlyInMemory
        case .failed: false
        }
    }

    /// Whether there is text that would be lost if the program ended.
    public var isOnlyInMemory: Bool {
        switch place {
        case .nowhere, .history: false
        case .memory, .memoryOnly: true
        }
    }
}
