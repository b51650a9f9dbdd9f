import ParlandoCore

/// From which language into which.
struct InterpreterDirection: Sendable, Equatable {
    /// Nil: the service finds it out.
    let source: String?
    let target: String

    /// - Parameter heard: the language in which somebody spoke, nil: it was typed, or nobody knows.
    init(_ options: InterpreterOptions, heard: String?) {
        guard options.isConversation, let left = options.source else {
            source = options.source ?? heard.flatMap { SpeechLanguage.translated(tag: $0)?.code }
            target = options.target
            return
        }
        // Only two languages are spoken here: whoever did not speak the one spoke the other.
        source = heard == options.target ? options.target : left
        target = heard == options.target ? left : options.target
    }
}
