import ParlandoCore
import ParlandoSignal
import Synchronization

/// Makes the metronome's voice when the device is open and its rate is known, and keeps it for the session.
final class MetronomeMaker: AudioVoiceMaking {
    /// What sounds since the last opening.
    struct Made: Sendable {
        let metronome: MetronomeVoice
        /// Nil: nobody listens, so nobody needs to know what is played.
        let sound: PlayedSound?
    }

    private let made = Mutex<Made?>(nil)
    private let volumes: Mutex<(click: Double, guide: Double)>
    private let isHeard: Bool

    /// - Parameter isHeard: whether a microphone listens to it.
    init(clickVolume: Double, guideVolume: Double, isHeard: Bool) {
        volumes = Mutex((clickVolume, guideVolume))
        self.isHeard = isHeard
    }

    /// Nil before the first opening.
    var latest: Made? {
        made.withLock { $0 }
    }

    func change(clickVolume: Double, guideVolume: Double) {
        volumes.withLock { $0 = (clickVolume, guideVolume) }
        latest?.metronome.change(clickVolume: clickVolume, guideVolume: guideVolume)
    }

    func voice(rate: Int) -> any AudioVoice {
        let (click, guide) = volumes.withLock { $0 }
        let metronome = MetronomeVoice(rate: rate, clickVolume: click, guideVolume: guide)
        let sound = isHeard ? PlayedSound(metronome, rate: rate) : nil
        made.withLock { $0 = Made(metronome: metronome, sound: sound) }
        return sound ?? metronome
    }
}
