/// Port: removes files that Parlando stored while it was used, such as recordings. The translation database has a port
/// of its own.
public protocol KeptFiles: Sendable {
    /// Removes all stored files of this kind, except for complete models and downloads in progress. Continues if a file
    /// cannot be removed, and throws at the end.
    func removeAll() async throws(KeptFileError)
}

/// An error: some stored files could not be removed.
public struct KeptFileError: Error, Sendable, Equatable {
    /// Paths of the files that could not be removed.
    public let paths: [String]

    public init(_ paths: [String]) {
        self.paths = paths
    }
}
