import ParlandoCore
import ParlandoSignal
import Synchronization

/// Creates the voice of a calibration once the device is open and its sample rate is known, and keeps it for the
/// session. The voice is silent until it is told to begin.
final class CalibrationMaker: AudioVoiceMaking {
    private let made = Mutex<CalibrationVoice?>(nil)

    /// The latest voice, or nil before the first opening.
    var latest: CalibrationVoice? {
        made.withLock { $0 }
    }

    func voice(rate: Int) -> any AudioVoice {
        let voice = CalibrationVoice(CalibrationSound(rate: rate))
        made.withLock { $0 = voice }
        return voice
    }
}
