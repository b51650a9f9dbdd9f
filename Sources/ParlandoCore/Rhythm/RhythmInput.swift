/// Input method for strokes.
public enum RhythmInput: String, PreferenceValue, CaseIterable {
    /// No input and no verdicts: a plain metronome.
    case none
    case tap
    case microphone
}
