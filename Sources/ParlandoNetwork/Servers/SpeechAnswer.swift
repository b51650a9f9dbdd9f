import Foundation
public import ParlandoCore

/// What a server wrote down.
public struct SpeechAnswer: Sendable, Equatable {
    /// With times since the recording's first sample: the server's own where it gives any, else spread evenly.
    public let words: [Word]
    /// ISO 639-1 code, nil: the server does not say, or says something else.
    public let language: String?

    /// Reads an answer: `{"text": …}`, with words or segments where a protocol has them (`verbose_json`), or plain text.
    ///
    /// - Parameters:
    ///   - type: value of Content-Type, nil: not said.
    ///   - seconds: how long the recording is.
    static func read(
        _ bytes: [UInt8], type: String? = nil, seconds: Double
    ) -> Result<SpeechAnswer, ServerError> {
        let wire = try? JSONDecoder().decode(SpeechWire.self, from: Data(bytes))
        if let wire, let text = wire.transcript {
            let timing = SpeechTiming(parts: MissingTimes.filled(wire, seconds: seconds), seconds: seconds)
            return .success(
                SpeechAnswer(
                    words: words(of: text, timing), language: wire.language.flatMap(code(ofLanguage:))))
        }
        if wire != nil, let reason = ServerReason.read(bytes) {
            return .failure(ServerError(.complained(Private(reason)), detail: "200 with an error"))
        }
        // An empty text beside an error of which nothing is said: nobody spoke.
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

    /// The text of an answer that says it is plain text, nil: it is none, or looks like a broken answer of another kind.
    private static func plainText(_ bytes: [UInt8], type: String?) -> String? {
        guard let type, type.lowercased().hasPrefix("text/plain"), !bytes.contains(0),
            let text = String(validating: bytes, as: UTF8.self)
        else {
            return nil
        }
        return text.first { !$0.isWhitespace }.map { "<{[\"".contains($0) } == true ? nil : text
    }

    /// Some servers say `en`, whisper.cpp and OpenAI say `english`.
    private static func code(ofLanguage name: String) -> String? {
        let name = name.lowercased()
        let english = Locale(identifier: "en")
        return SpeechLanguage.all.map(\.code).first { code in
            code == name || english.localizedString(forLanguageCode: code)?.lowercased() == name
        }
    }
}

extension String {
    /// Without characters that command a terminal instead of being read: a server is not to be trusted with one.
    var withoutCommands: String {
        func isCommand(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .control: true
            // Joiners are part of how some scripts and emoji are written.
            case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
            default: false
            }
        }
        return String(String.UnicodeScalarView(unicodeScalars.map { isCommand($0) ? " " : $0 }))
    }
}
