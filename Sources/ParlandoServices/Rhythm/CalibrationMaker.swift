import ParlandoCore
import ParlandoSignal
import Synchronization

/// Creates the source of a calibration's sound (an `AudioVoice`) once the device is open and its sample rate is known,
/// and keeps the source for the session. The source is silent until it is told to begin.
final class CalibrationMaker: AudioVoiceMaking {
    private let made = Mutex<CalibrationVoice?>(nil)

    /// The latest source of the calibration's sound; nil before a device has been opened.
    var latest: CalibrationVoice? {
        made.withLock { $0 }
    }

    func voice(rate: Int) -> any AudioVoice {
        let voice = CalibrationVoice(CalibrationSound(rate: rate))
        made.withLock { $0 = voice }
        return voice
    }
}
