public import ParlandoCore
import Synchronization

/// Keeps what it was given to save.
public final class FakeSoundSaver: SoundSaver {
    private let kept = Mutex<[String: SpokenSound]>([:])
    private let failure: AudioFileError?

    /// - Parameter failure: what every saving comes to, nil: all is well.
    public init(failure: AudioFileError? = nil) {
        self.failure = failure
    }

    /// Sounds by their paths.
    public var files: [String: SpokenSound] {
        kept.withLock { $0 }
    }

    public func save(_ sound: SpokenSound, to path: String) async throws(AudioFileError) {
        if let failure {
            throw failure
        }
        kept.withLock { $0[path] = sound }
    }
}
