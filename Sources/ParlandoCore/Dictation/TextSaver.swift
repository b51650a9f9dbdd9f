/// Cause of a `TextSaveError`.
public enum TextSaveErrorKind: Sendable, Equatable {
    case diskFull
    /// The folder or file is not writable, or the file system is read-only.
    case denied
    case folderMissing
    /// A folder exists at the path.
    case isFolder
    case failed
}

/// Port: saves text to a file of the user's choice.
public protocol TextSaver: Sendable {
    /// Writes the text as UTF-8, atomically. If writing fails, an existing file is left unchanged.
    func save(_ text: String, to path: String) async throws(TextSaveError)
}

/// An error while saving text.
public typealias TextSaveError = DetailedError<TextSaveErrorKind>
