/// Input method for the player's strokes.
public enum RhythmInput: String, PreferenceValue, CaseIterable {
    /// No strokes are entered or graded. The exercise is only a metronome.
    case none
    case tap
    case microphone
}
