public import ParlandoCore

/// An event that the queue of files to be transcribed reports to its delegate.
public enum FileEvent: Sendable, Equatable {
    /// The queue has changed. The value contains all its files, in order.
    case queue([QueuedFile])
    /// No file is waiting or being transcribed any more. The value contains the files that have ended since the last
    /// such event.
    case finished([QueuedFile])
}

/// Receives the events of the queue of files to be transcribed, on the main actor and in the order in which they
/// happened.
@MainActor public protocol FileTranscriptionServiceDelegate: AnyObject {
    func fileTranscriptionService(_ service: any FileTranscribing, didReport event: FileEvent)
}

/// The commands that a presenter can give to the queue of files to be transcribed. Unknown identifiers have no effect.
public protocol FileTranscribing: Actor {
    @MainActor var delegate: (any FileTranscriptionServiceDelegate)? { get set }

    /// Adds files to the end of the queue. Ignores files that are already waiting or being transcribed.
    ///
    /// - Parameter paths: paths as text, encoded as described at `PathBytes`.
    func add(_ paths: [String])
    /// Ends the transcription of a file. The text transcribed so far is kept.
    func cancel(_ id: QueuedFile.ID)
    /// Ends all transcriptions.
    func cancelAll()
    /// Moves a file that was not transcribed to its end to the end of the queue, to try again. Transcription continues
    /// at the position where it stopped.
    func retry(_ id: QueuedFile.ID)
    /// Removes a file from the list if its transcription has ended. If its text is only in memory, the text is lost.
    func remove(_ id: QueuedFile.ID)
    /// Removes all files from the list whose transcription has ended. Keeps files that failed and files whose text is
    /// only in memory.
    func removeEnded()
    /// Returns the text of a file whose transcription has ended; nil if there is none.
    func document(of id: QueuedFile.ID) async throws(ArchiveError) -> TranscriptDocument?
}
