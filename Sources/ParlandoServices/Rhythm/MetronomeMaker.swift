import ParlandoCore
import ParlandoSignal
import Synchronization

/// Creates the source of the metronome's sound (an `AudioVoice`) once the device is open and its sample rate is known,
/// and keeps the source for the session.
final class MetronomeMaker: AudioVoiceMaking {
    /// The sound source that was created when the device was last opened.
    struct Made: Sendable {
        let metronome: MetronomeVoice
        /// Recording of the played sound, with which the captured sound is compared; nil if no microphone is used.
        let sound: PlayedSound?
    }

    private let made = Mutex<Made?>(nil)
    private let volumes: Mutex<(click: Double, guide: Double)>
    private let isHeard: Bool

    /// - Parameters:
    ///   - clickVolume: volume of the metronome's clicks, 0…1.
    ///   - guideVolume: volume of the guide tones (quieter clicks on each note), 0…1.
    ///   - isHeard: whether a microphone captures while the metronome plays.
    init(clickVolume: Double, guideVolume: Double, isHeard: Bool) {
        volumes = Mutex((clickVolume, guideVolume))
        self.isHeard = isHeard
    }

    /// The latest sound source; nil before a device has been opened.
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
