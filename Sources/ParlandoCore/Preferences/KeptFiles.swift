/// Port: the files that Parlando has written by itself, beside its database of translations.
public protocol KeptFiles: Sendable {
    /// Removes recordings that were not sent, and what is left of models that are not whole. Whole models stay, and so
    /// does what is being fetched just now. Goes on where one cannot be removed, and throws at the end.
    func removeAll() async throws(KeptFileError)
}

/// Why files are still there.
public struct KeptFileError: Error, Sendable, Equatable {
    /// Their paths.
    public let paths: [String]

    public init(_ paths: [String]) {
        self.paths = paths
    }
}
