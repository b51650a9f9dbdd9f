/// Port: saves text to a file of the user's choice.
public protocol TextSaver: Sendable {
    /// Writes the text as UTF-8, atomically. If writing fails, an existing file is left unchanged.
    func save(_ text: String, to path: String) async throws(TextSaveError)
}

/// An error while saving text.
public struct TextSaveError: Error, Sendable, Equatable {
    /// Cause of the error.
    public enum Kind: Sendable, Equatable {
        case diskFull
        /// The folder or file is not writable, or the file system is read-only.
        case denied
        case folderMissing
        /// A folder exists at the path.
        case isFolder
        case failed
    }

    /// Cause of the error.
    public let kind: Kind
    /// Details for the log.
    public let detail: String

    public init(_ kind: Kind, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}
