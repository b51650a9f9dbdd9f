/// An onset at the microphone with its classification.
public struct Onset: Sendable, Equatable {
    /// Classification of an onset.
    public enum Reason: String, Sendable, Equatable {
        /// A stroke by the player, the only kind that is accepted.
        case stroke
        /// Sound from the loudspeaker: a click, a guide tone, or the remainder of one.
        case click
        /// Any other sound.
        case other
    }

    /// Beginning of the attack in capture frames, as it is found in the sound; fractional.
    public let frame: Double
    /// Amplitude relative to the strokes that the instrument was learned from; 1 is equally loud.
    public let strength: Double
    /// Classification of the onset.
    public let reason: Reason
    /// End of the block in which the onset was detected, in capture frames.
    public let decided: Int

    public init(frame: Double, strength: Double, reason: Reason, decided: Int) {
        self.frame = frame
        self.strength = strength
        self.reason = reason
        self.decided = decided
    }

    /// Whether the onset is a stroke.
    public var isAccepted: Bool {
        reason == .stroke
    }
}
