import Foundation
public import ParlandoCore

/// Transcript that a server returned.
public struct SpeechAnswer: Sendable, Equatable {
    /// Words with times in seconds from the first sample of the recording: the server's own times if it gives any, else
    /// evenly spread.
    public let words: [Word]
    /// ISO 639-1 code of the language, or nil if the server states none or an unknown one.
    public let language: String?

    /// Parses a response: `{"text": …}`, with words or segments if the protocol has them (`verbose_json`), or plain
    /// text.
    ///
    /// - Parameters:
    ///   - type: value of Content-Type, or nil if there is none.
    ///   - seconds: duration of the recording.
    static func read(
        _ bytes: [UInt8], type: String? = nil, seconds: Double
    ) -> Result<SpeechAnswer, ServerError> {
        let wire = try? OutsideJSON.decode(SpeechWire.self, from: Data(bytes))
        if let wire, let text = wire.transcript {
            let timing = SpeechTiming(parts: MissingTimes.filled(wire, seconds: seconds), seconds: seconds)
            return .success(
                SpeechAnswer(
                    words: words(of: text, timing), language: wire.language.flatMap(code(ofLanguage:))))
        }
        if wire != nil, let reason = ServerReason.read(bytes) {
            return .failure(ServerError(.complained(Private(reason)), detail: "200 with an error"))
        }
        // An empty text together with an error that has no message means that there was no speech.
        guard let text = wire?.text ?? plainText(bytes, type: type) else {
            return .failure(ServerError(.notUnderstood, detail: "\(bytes.count) bytes that are no transcript"))
        }
        let timing = SpeechTiming(parts: [], seconds: seconds)
        return .success(SpeechAnswer(words: words(of: text, timing), language: nil))
    }

    private static func words(of text: String, _ timing: SpeechTiming) -> [Word] {
        let marked = MarkedText(text.withoutCommands)
        let words = timing.words(of: marked.text).filter { !MarkedText.isMark($0.text) }
        return marked.isHumming ? [] : words
    }

    /// Returns the body of a response whose Content-Type is plain text, or nil if it has another type or looks like
    /// broken JSON or HTML.
    private static func plainText(_ bytes: [UInt8], type: String?) -> String? {
        guard let type, type.lowercased().hasPrefix("text/plain"), !bytes.contains(0),
            let text = String(validating: bytes, as: UTF8.self)
        else {
            return nil
        }
        return text.first { !$0.isWhitespace }.map { "<{[\"".contains($0) } == true ? nil : text
    }

    /// Returns the ISO 639-1 code of a language. Some servers return a code such as `en`; whisper.cpp and OpenAI return
    /// a name such as `english`.
    private static func code(ofLanguage name: String) -> String? {
        let name = name.lowercased()
        let english = Locale(identifier: "en")
        return SpeechLanguage.all.map(\.code).first { code in
            code == name || english.localizedString(forLanguageCode: code)?.lowercased() == name
        }
    }
}

extension String {
    /// The text with control characters replaced by spaces, because a server must not be able to control the terminal.
    var withoutCommands: String {
        func isCommand(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .control: true
            // Joiners are part of the spelling of some scripts and of emoji.
            case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
            default: false
            }
        }
        return String(String.UnicodeScalarView(unicodeScalars.map { isCommand($0) ? " " : $0 }))
    }
}
