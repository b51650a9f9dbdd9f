import ParlandoCore
import Synchronization

/// One opening of a loudspeaker: what the audio thread and the one that watches its clock tell each other.
final class PlaybackRun: Sendable {
    /// In Hz, as the device says.
    let rate: Int
    /// Where the stream stood, about once a period.
    let points = PointRing()

    private let asked = Atomic<Int>(0)
    private let heard = Atomic<Int>(0)
    private let underruns = Atomic<Int>(0)

    init(rate: Int) {
        self.rate = rate
    }

    /// Frames that went to the device, silence counted too.
    var frames: Int {
        heard.load(ordering: .relaxed)
    }

    /// How often the device ran empty.
    var xruns: Int {
        underruns.load(ordering: .relaxed)
    }

    /// Asks the audio thread to leave out so many frames (or to add silence, when negative) so that the sound is back
    /// on its grid.
    func leaveOut(_ frames: Int) {
        asked.add(frames, ordering: .relaxed)
    }

    /// What was asked for since the last call. Realtime-safe: yes.
    func takeRequest() -> Int {
        // Looking first keeps the bus quiet: there is hardly ever a request.
        asked.load(ordering: .relaxed) == 0 ? 0 : asked.exchange(0, ordering: .relaxed)
    }

    /// Realtime-safe: yes.
    func count(frames: Int) {
        heard.add(frames, ordering: .relaxed)
    }

    /// Realtime-safe: yes.
    func countXrun() {
        underruns.add(1, ordering: .relaxed)
    }
}
