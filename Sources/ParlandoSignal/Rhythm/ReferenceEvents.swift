/// Detects where a sound begins in the samples that the loudspeaker receives.
struct ReferenceEvents {
    /// Minimum number of frames between two beginnings. A click and a guide tone at the same time are one event.
    private static let pause = 3360
    /// Minimum amplitude of a sound: −60 dBFS.
    private static let softest: Float = 0.001
    private static let remembered = 10

    private var peaks = [Float](repeating: 0, count: Self.remembered)
    private var slot = 0
    private var last = -Self.pause

    /// Processes the hop that begins at `frame`. Returns the frame at which a sound begins in it, if there is one.
    mutating func look(at sound: SoundHistory, frame: Int) -> Int? {
        let peak = sound.peak(in: frame..<frame + HearingSettings.hop)
        let before = peaks.max() ?? 0
        peaks[slot] = peak
        slot = (slot + 1) % peaks.count
        guard peak > max(Self.softest, 2 * before), frame - last >= Self.pause else {
            return nil
        }
        last = frame
        return (frame..<frame + HearingSettings.hop).first { abs(sound[$0]) > 0.01 * peak } ?? frame
    }
}
