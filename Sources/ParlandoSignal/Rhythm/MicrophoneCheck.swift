/// Detects a microphone gain that is too high or too low for stroke detection.
struct MicrophoneCheck {
    /// Amplitude at which a converter clips; close to full scale.
    private static let ceiling: Float = 0.985
    /// Minimum number of consecutive clipped samples. An undistorted stroke does not have that many.
    private static let flat = 3
    /// Amplitude of −40 dBFS. Softer strokes are masked by the noise of an ordinary microphone.
    private static let faint: Float = 0.01
    /// Minimum ratio of a sound's peak to the amplitude before it. A softer sound counts as noise.
    private static let clear: Float = 8
    /// Number of consecutive sounds, all clipped or all too soft, needed for a warning.
    private static let witnesses = 4
    /// Number of frames between warnings: 10 s.
    private static let patience = 10 * HearingSettings.rate

    private var run = 0
    private var isClipped = false
    private var clipped = 0
    private var soft = 0
    private var quietUntil = 0

    /// Processes the next sample.
    mutating func look(_ sample: Float) {
        run = abs(sample) >= Self.ceiling ? run + 1 : 0
        isClipped = isClipped || run >= Self.flat
    }

    /// Records a sound that does not come from the loudspeaker. Returns a warning if one is due.
    ///
    /// - Parameter isStroke: whether the sound was accepted as a stroke.
    mutating func hear(_ sound: OnsetDetector.Attack, isStroke: Bool) -> HearingEvent? {
        let isSoft = sound.peak < Self.faint && sound.peak > Self.clear * sound.found.floor
        guard isStroke || isSoft else {
            return nil
        }
        clipped = isClipped ? clipped + 1 : 0
        isClipped = false
        soft = isSoft ? soft + 1 : 0
        let frame = Int(sound.frame)
        guard frame >= quietUntil, max(clipped, soft) >= Self.witnesses else {
            return nil
        }
        quietUntil = frame + Self.patience
        return clipped >= Self.witnesses ? .tooLoud : .tooQuiet
    }
}
