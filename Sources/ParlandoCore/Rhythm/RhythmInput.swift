/// How strokes arrive.
public enum RhythmInput: String, Sendable, Equatable, CaseIterable {
    /// Nobody is judged: a metronome.
    case none
    case tap
    case microphone
}
