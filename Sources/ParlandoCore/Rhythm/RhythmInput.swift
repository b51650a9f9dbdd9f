/// Input method for strokes.
public enum RhythmInput: String, Sendable, Equatable, CaseIterable {
    /// No input and no verdicts: a plain metronome.
    case none
    case tap
    case microphone
}
