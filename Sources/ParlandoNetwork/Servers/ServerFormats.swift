public import ParlandoCore
import Synchronization

/// Remembers which transcript format each server supports. A server that cannot return timestamps thus rejects only the
/// first recording. The format of a profile in the preferences is stored there too. Thread-safe.
public final class ServerFormats: Sendable {
    private struct Server: Hashable {
        let endpoint: String
        let model: String

        init(_ profile: ServerProfile) {
            endpoint = profile.endpoint
            model = profile.model
        }
    }

    private let learnt = Mutex<[Server: TranscriptFormat]>([:])
    private let preferences: (any PreferenceStore)?

    /// - Parameter preferences: store that keeps the formats, or nil to keep them only in this object.
    public init(_ preferences: (any PreferenceStore)? = nil) {
        self.preferences = preferences
    }

    /// Returns the transcript format to request from a server.
    func format(of profile: ServerProfile) -> TranscriptFormat {
        learnt.withLock { $0[Server(profile)] } ?? profile.format
    }

    /// Stores the transcript format that a server was found to support.
    func learn(_ format: TranscriptFormat, of profile: ServerProfile) {
        learnt.withLock { $0[Server(profile)] = format }
        preferences?.change { kept in
            let index = kept.servers.profiles.firstIndex { $0.id == profile.id && Server($0) == Server(profile) }
            if let index {
                kept.servers.profiles[index].format = format
            }
        }
    }
}
