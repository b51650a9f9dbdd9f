import ParlandoCore

/// A start that waits for the list of models to arrive, because the options of a session depend on the model.
struct PendingStart {
    /// Kept sound that is sent again instead of the microphone's; nil for a session with the microphone.
    let speech: UnsentSpeech?
}
