public import ParlandoCore

/// One step in the course of a dictation session: its beginning, a block of captured sound, or an event.
public enum DictationNews: Sendable {
    /// A session has begun with these options.
    case began(DictationOptions)
    /// The microphone has captured this sound. If a session is resumed with kept sound, that sound is not reported.
    case captured(AudioBlock)
    /// The service has reported this event to its delegate.
    case reported(DictationEvent)
}

/// Receives the options, sound and events of a dictation service, in addition to its delegate.
public protocol DictationRecording: Sendable {
    /// Receives the next options, sound or event. Called from any thread, in order. Must return at once.
    func take(_ news: DictationNews)
}
