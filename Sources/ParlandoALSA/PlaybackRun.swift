import ParlandoCore
import Synchronization

/// Data shared by the audio thread and the delivering thread during one opening of a loudspeaker.
final class PlaybackRun: Sendable {
    /// Sample rate of the device in Hz.
    let rate: Int
    /// Stream positions, about one per period.
    let points = PointRing()

    private let asked = Atomic<Int>(0)
    private let heard = Atomic<Int>(0)
    private let underruns = Atomic<Int>(0)

    init(rate: Int) {
        self.rate = rate
    }

    /// Number of frames written to the device, including silence.
    var frames: Int {
        heard.load(ordering: .relaxed)
    }

    /// Number of underruns.
    var xruns: Int {
        underruns.load(ordering: .relaxed)
    }

    /// Asks the audio thread to skip this many frames (or to add silence if negative), in order to realign the sound.
    func leaveOut(_ frames: Int) {
        asked.add(frames, ordering: .relaxed)
    }

    /// Returns the number of frames that the audio thread was asked to skip since the last call. Realtime-safe.
    func takeRequest() -> Int {
        // The load avoids the more expensive exchange, because there is hardly ever a request.
        asked.load(ordering: .relaxed) == 0 ? 0 : asked.exchange(0, ordering: .relaxed)
    }

    /// Counts frames. Realtime-safe.
    func count(frames: Int) {
        heard.add(frames, ordering: .relaxed)
    }

    /// Counts an underrun. Realtime-safe.
    func countXrun() {
        underruns.add(1, ordering: .relaxed)
    }
}
