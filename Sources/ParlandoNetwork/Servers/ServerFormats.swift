public import ParlandoCore
import Synchronization

/// Remembers which servers know no times, so that each refuses a recording only once. What is learnt of a profile that is
/// kept in the preferences is kept there. Safe from any thread.
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

    /// - Parameter preferences: nil: what is learnt is forgotten with this object.
    public init(_ preferences: (any PreferenceStore)? = nil) {
        self.preferences = preferences
    }

    /// The form of transcript that a server is asked for.
    func format(of profile: ServerProfile) -> TranscriptFormat {
        learnt.withLock { $0[Server(profile)] } ?? profile.format
    }

    /// Notes what a server was found to answer with.
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
