/// A kind of data that Parlando keeps on disk.
public enum KeptKind: String, Sendable, CaseIterable {
    /// Texts of dictations and transcribed files in the history.
    case texts
    /// Recordings of dictations in the history.
    case recordings
    /// Recordings that a speech recognition server did not accept.
    case unsent
    /// Translations and synthesized speech.
    case translations
    /// Results of rhythm exercises, day by day.
    case practice
    /// The user's vocabulary and replacement rules.
    case words
    /// Speech recognition models and natural voices, including incomplete downloads.
    case models
}

/// Path and size of the stored data of one kind.
public struct KeptPlace: Sendable, Equatable {
    /// Path of the file or folder, as text in the encoding of `PathBytes`.
    public var path: String
    /// Size on disk in bytes; 0 if no data of this kind are stored.
    public var bytes: Int64

    public init(_ path: String, bytes: Int64) {
        self.path = path
        self.bytes = bytes
    }
}

/// Port: measures the size of the data that Parlando stores on disk.
public protocol KeptDataMeter: Sendable {
    /// Returns the path and size of the stored data of each kind. Data that cannot be read count as 0 bytes.
    func measure() async -> [KeptKind: KeptPlace]
}
