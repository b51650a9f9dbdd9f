import ParlandoCore

/// A request to start dictation that waits for the list of models to arrive. The options of a session depend on the
/// model.
struct PendingStart {
    /// The recording to send to the server again, which no server has accepted yet; nil for a session with the
    /// microphone.
    let speech: UnsentSpeech?
}
