/// Port: puts a text into a file of the user's choice.
public protocol TextSaver: Sendable {
    /// Writes the whole text as UTF-8, or leaves what was there before: a half-written file never takes its place.
    func save(_ text: String, to path: String) async throws(TextSaveError)
}

/// Why a text was not saved.
public struct TextSaveError: Error, Sendable, Equatable {
    /// What went wrong.
    public enum Kind: Sendable, Equatable {
        case diskFull
        /// The folder or the file may not be written to, or lies on a disk that is read-only.
        case denied
        case folderMissing
        /// There is a folder of that name.
        case isFolder
        case failed
    }

    /// What went wrong.
    public let kind: Kind
    /// For the log.
    public let detail: String

    public init(_ kind: Kind, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}
