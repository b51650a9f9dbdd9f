public import ParlandoCore

/// An event that the queue of files reports to its delegate.
public enum FileEvent: Sendable, Equatable {
    /// The queue has changed: all files, in order.
    case queue([QueuedFile])
    /// No file is waiting or being transcribed any more. The files are those that have ended since this was last so.
    case finished([QueuedFile])
}

/// Receives the events of a queue of files on the main actor, in the order in which they happened.
@MainActor public protocol FileTranscriptionServiceDelegate: AnyObject {
    func fileTranscriptionService(_ service: any FileTranscribing, didReport event: FileEvent)
}

/// The commands that a presenter can give to the queue of files. Unknown identifiers have no effect.
public protocol FileTranscribing: Actor {
    @MainActor var delegate: (any FileTranscriptionServiceDelegate)? { get set }

    /// Adds files to the end of the queue, except for those that are in it and have not ended.
    ///
    /// - Parameter paths: in the form of `PathBytes`.
    func add(_ paths: [String])
    /// Ends the transcription of a file. The text transcribed so far is kept.
    func cancel(_ id: QueuedFile.ID)
    /// Ends all transcriptions.
    func cancelAll()
    /// Puts a file that was not transcribed to its end at the end of the queue again. The transcription continues where
    /// it stopped.
    func retry(_ id: QueuedFile.ID)
    /// Removes a file that has ended from the list. Deletes its text if this is only in memory.
    func remove(_ id: QueuedFile.ID)
    /// Removes all files from the list that have ended, except for those that failed or whose text is only in memory.
    func removeEnded()
    /// Returns the text of a file that has ended; nil if there is none.
    func document(of id: QueuedFile.ID) async throws(ArchiveError) -> TranscriptDocument?
}
