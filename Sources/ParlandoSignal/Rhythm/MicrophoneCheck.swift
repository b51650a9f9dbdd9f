/// Notices a microphone that is set too high or too low to judge by.
struct MicrophoneCheck {
    /// As near to full scale as a converter that clips comes.
    private static let ceiling: Float = 0.985
    /// Samples in a row at the ceiling that no undistorted stroke has.
    private static let flat = 3
    /// −40 dB of full scale: softer strokes drown in the noise of an ordinary microphone.
    private static let faint: Float = 0.01
    /// A sound so many times above what was before it is no noise.
    private static let clear: Float = 8
    /// Strokes that must agree.
    private static let witnesses = 4
    /// Frames for which nothing is said again: 10 s.
    private static let patience = 10 * HearingSettings.rate

    private var run = 0
    private var isClipped = false
    private var clipped = 0
    private var soft = 0
    private var quietUntil = 0

    /// Looks at the next sample.
    mutating func look(_ sample: Float) {
        run = abs(sample) >= Self.ceiling ? run + 1 : 0
        isClipped = isClipped || run >= Self.flat
    }

    /// Takes note of a sound that is not the loudspeaker's; returns what is to be said.
    ///
    /// - Parameter isStroke: whether it was accepted as a stroke.
    mutating func hear(_ sound: OnsetDetector.Attack, isStroke: Bool) -> HearingEvent? {
        let isSoft = sound.peak < Self.faint && sound.peak > Self.clear * sound.floor
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
