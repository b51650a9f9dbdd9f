public import ParlandoCore
import Synchronization

/// Sound saver that keeps sounds in memory.
public final class FakeSoundSaver: SoundSaver {
    private let kept = Mutex<[String: SpokenSound]>([:])
    private let failure: AudioFileError?

    /// - Parameter failure: error of every call, or nil for success.
    public init(failure: AudioFileError? = nil) {
        self.failure = failure
    }

    /// Saved sounds by path.
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
