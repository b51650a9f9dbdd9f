/// Port: removes files that Parlando wrote on its own, apart from the translation database.
public protocol KeptFiles: Sendable {
    /// Removes unsent recordings, the user's words and incomplete model files. Keeps complete models and downloads in
    /// progress. Continues if a file cannot be removed, and throws at the end.
    func removeAll() async throws(KeptFileError)
}

/// The error that some files could not be removed.
public struct KeptFileError: Error, Sendable, Equatable {
    /// Paths of the files that could not be removed.
    public let paths: [String]

    public init(_ paths: [String]) {
        self.paths = paths
    }
}
