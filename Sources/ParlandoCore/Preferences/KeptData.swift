/// A kind of data that Parlando keeps on disk.
public enum KeptKind: String, Sendable, CaseIterable {
    case texts
    case recordings
    /// Recordings that no server has accepted.
    case unsent
    /// Translations and synthesized speech.
    case translations
    /// Results of rhythm exercises.
    case practice
    /// The user's exercises and sets.
    case exercises
    /// Vocabulary and replacement rules.
    case words
    /// Including natural voices and incomplete downloads.
    case models
}

public struct KeptPlace: Sendable, Equatable {
    /// Location of the data as text of `PathBytes`.
    public var path: String
    public var bytes: Int64

    public init(_ path: String, bytes: Int64) {
        self.path = path
        self.bytes = bytes
    }
}

/// Port: measures the size of the data that Parlando stores on disk.
public protocol KeptDataMeter: Sendable {
    /// Data that cannot be read count as 0 bytes.
    func measure() async -> [KeptKind: KeptPlace]
}

/// Port: removes files that Parlando stored while it was used, such as recordings. The translation database has a port
/// of its own.
public protocol KeptFiles: Sendable {
    /// Removes all but complete models and downloads in progress. Continues if a file cannot be removed, and throws at
    /// the end.
    func removeAll() async throws(KeptFileError)
}

public struct KeptFileError: Error, Sendable, Equatable {
    public let paths: [String]

    public init(_ paths: [String]) {
        self.paths = paths
    }
}

public struct KeptFileGroup: KeptFiles {
    private let members: [any KeptFiles]

    public init(_ members: [any KeptFiles]) {
        self.members = members
    }

    /// Continues if a file cannot be removed, and throws at the end.
    public func removeAll() async throws(KeptFileError) {
        var left: [String] = []
        for member in members {
            do throws(KeptFileError) {
                try await member.removeAll()
            } catch {
                left += error.paths
            }
        }
        guard left.isEmpty else {
            throw KeptFileError(left)
        }
    }
}
