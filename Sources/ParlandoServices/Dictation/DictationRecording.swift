public import ParlandoCore

/// What a dictation service does, in the order in which it happens.
public enum DictationNews: Sendable {
    /// A session has begun with these options.
    case began(DictationOptions)
    /// The microphone has captured this sound. Sound that a session is resumed with is not captured again.
    case captured(AudioBlock)
    /// The service has reported this event to its delegate.
    case reported(DictationEvent)
}

/// Receives everything that a dictation service does, beside its delegate.
public protocol DictationRecording: Sendable {
    /// Called from any thread, in order. Must return at once.
    func take(_ news: DictationNews)
}
