import ParlandoCore

/// The source and target languages of one exchange.
struct TranslationDirection: Sendable, Equatable {
    /// ISO 639-1 code of the source language; nil if the service is to detect the language.
    let source: String?
    let target: String

    /// - Parameter heard: ISO 639-1 code of the language that was spoken; nil if the text was typed or the language is
    ///   unknown.
    init(_ options: TranslatorOptions, heard: String?) {
        guard options.isConversation, let left = options.source else {
            source = options.source ?? heard.flatMap { SpeechLanguage.translated(tag: $0)?.code }
            target = options.target
            return
        }
        // A conversation has only two languages, so speech that is not in one of them is taken to be in the other.
        source = heard == options.target ? options.target : left
        target = heard == options.target ? left : options.target
    }
}
