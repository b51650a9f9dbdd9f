public import Foundation
public import ParlandoCore

/// A file in the queue of transcriptions.
public struct QueuedFile: Sendable, Equatable, Identifiable {
    /// Identifier, which is also that of its entry in the history.
    public let id: UUID
    /// Path in the form of `PathBytes`.
    public let path: String
    /// How far its transcription is.
    public var state: FileState

    public init(id: UUID = UUID(), path: String, state: FileState = .waiting) {
        self.id = id
        self.path = path
        self.state = state
    }

    /// Whether the transcription has ended, in whatever way.
    public var hasEnded: Bool {
        outcome != nil
    }

    /// How the transcription ended; nil if it has not.
    public var outcome: FileOutcome? {
        if case .ended(let outcome) = state {
            return outcome
        }
        return nil
    }
}

/// How far the transcription of a file is.
public enum FileState: Sendable, Equatable {
    /// Other files come first.
    case waiting
    case running(FileProgress)
    case ended(FileOutcome)
}

/// The progress of a transcription.
public struct FileProgress: Sendable, Equatable {
    /// Seconds of sound that are transcribed; nil before the first, while the model is being loaded.
    public var done: Double?
    /// Duration of the file in seconds; 0 if it is unknown.
    public var total: Double
    /// Seconds of sound that are transcribed in one second; nil before that can be told.
    public var speed: Double?
    /// Whether it waits until a dictation has ended.
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

    /// Seconds of work that are left; nil if unknown.
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
    /// How a transcription ends.
    public enum End: Sendable, Equatable {
        /// All of the file was transcribed.
        case whole
        /// The recording is damaged or unfinished: what there is of it was transcribed.
        case cut(AudioFileError)
        /// The user has cancelled it.
        case stopped
        case failed(FileFailure)

        /// Whether all that can be read of the file was transcribed, so that another attempt makes no sense.
        public var isReadToTheEnd: Bool {
            switch self {
            case .whole, .cut: true
            case .stopped, .failed: false
            }
        }
    }

    /// Where the text is.
    public enum Place: Sendable, Equatable {
        /// There is no text.
        case nowhere
        case history
        /// Only in memory, because the preferences do not allow a history.
        case memory
        /// Only in memory, because the history could not be stored.
        case memoryOnly(ArchiveError)
    }

    /// How it ended.
    public var end: End
    /// Where the text is.
    public var place: Place
    /// Seconds of sound that were transcribed.
    public var seconds: Double
    /// What was noticed about the recording.
    public var report: AudioFileReport

    public init(_ end: End, place: Place, seconds: Double = 0, report: AudioFileReport = AudioFileReport()) {
        self.end = end
        self.place = place
        self.seconds = seconds
        self.report = report
    }

    /// Whether there is text that would be lost with the program.
    public var isOnlyInMemory: Bool {
        switch place {
        case .nowhere, .history: false
        case .memory, .memoryOnly: true
        }
    }
}
