/// The beginning of a sound at the microphone, and what became of it.
public struct Onset: Sendable, Equatable {
    /// What the sound was taken for.
    public enum Reason: String, Sendable, Equatable {
        /// A stroke of the player: the only one that is accepted.
        case stroke
        /// The loudspeaker: a click or a guide tone, or what is left of it.
        case click
        /// Too soft for a stroke of this instrument.
        case quiet
        /// It does not sound like the instrument that was learned.
        case unlike
    }

    /// Where its attack begins, in frames of the microphone's stream; the detector's own delay is subtracted.
    public let frame: Double
    /// Loudness relative to the strokes the instrument was learned from: 1 is as loud as those. Amplitude, not power.
    public let strength: Double
    /// What it was taken for.
    public let reason: Reason
    /// End of the block in which it became known, in frames of the microphone's stream.
    public let decided: Int

    public init(frame: Double, strength: Double, reason: Reason, decided: Int) {
        self.frame = frame
        self.strength = strength
        self.reason = reason
        self.decided = decided
    }

    /// Whether it counts as a stroke.
    public var isAccepted: Bool {
        reason == .stroke
    }
}
