public import ParlandoCore
import Synchronization

/// Fake sound player that finishes every sound immediately, unless a test makes the sounds last (`hold`).
public final class FakeSoundPlayer: SoundPlayer {
    private struct State {
        var sounds: [SpokenSound] = []
        var failures: [AudioError] = []
        var isHeld = false
        var pauses = 0
        var resumes = 0
        var devices: [AudioDevice.ID?] = []
    }

    /// One element for each call to `play`. For a single reader.
    public let opened: AsyncStream<Void>

    private let state = Mutex(State())
    private let bell: AsyncStream<Void>.Continuation

    public init() {
        (opened, bell) = AsyncStream.makeStream(of: Void.self)
    }

    public var sounds: [SpokenSound] { state.withLock { $0.sounds } }
    public var playbacks: Int { devices.count }
    /// The device of each call to `play`.
    public var devices: [AudioDevice.ID?] { state.withLock { $0.devices } }
    public var pauses: Int { state.withLock { $0.pauses } }
    public var resumes: Int { state.withLock { $0.resumes } }

    public func failNext(_ error: AudioError) {
        state.withLock { $0.failures.append(error) }
    }

    public func forget() {
        state.withLock { $0.sounds = [] }
    }

    /// Makes sounds last until the playback is cancelled.
    public func hold() {
        state.withLock { $0.isHeld = true }
    }

    public func letGo() {
        state.withLock { $0.isHeld = false }
    }

    public func play(
        _ sounds: AsyncStream<SpokenSound>, on device: AudioDevice.ID?
    ) -> AsyncThrowingStream<Double, any Error> {
        let failure = state.withLock { state in
            state.devices.append(device)
            return state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
        bell.yield()
        return AsyncThrowingStream { heard in
            let playing = Task {
                if let failure {
                    heard.finish(throwing: failure)
                    return
                }
                var seconds = 0.0
                for await sound in sounds {
                    state.withLock { $0.sounds.append(sound) }
                    seconds += sound.duration
                    heard.yield(seconds)
                    await waitWhileHeld()
                }
                heard.finish()
            }
            heard.onTermination = { _ in
                playing.cancel()
            }
        }
    }

    public func pause() {
        state.withLock { $0.pauses += 1 }
    }

    public func resume() {
        state.withLock { $0.resumes += 1 }
    }

    private func waitWhileHeld() async {
        if state.withLock({ $0.isHeld }) {
            let (end, holder) = AsyncStream.makeStream(of: Void.self)
            for await _ in end {}
            holder.finish()
        }
    }
}

/// Sound saver that keeps sounds in memory.
public final class FakeSoundSaver: SoundSaver {
    private let kept = Mutex<[String: SpokenSound]>([:])
    private let failure = Mutex<TextSaveError?>(nil)

    public init() {}

    /// Sets the error of all following calls, or nil for success.
    public func fail(with error: TextSaveError?) {
        failure.withLock { $0 = error }
    }

    public var files: [String: SpokenSound] {
        kept.withLock { $0 }
    }

    public func save(_ sound: SpokenSound, to path: String) async throws(TextSaveError) {
        if let failure = failure.withLock({ $0 }) {
            throw failure
        }
        kept.withLock { $0[path] = sound }
    }
}
