import Foundation
public import ParlandoCore

/// What a server wrote down.
public struct SpeechAnswer: Sendable, Equatable {
    /// With times since the recording's first sample: the server's own where it gives any, else spread evenly.
    public let words: [Word]
    /// ISO 639-1 code, nil: the server does not say, or says something else.
    public let language: String?

    private struct Wire: Decodable {
        let text: String
        let language: String?
        let words: [WireWord]?
        let segments: [WireSegment]?
    }

    private struct WireWord: Decodable {
        let word: String
        let start: Double
        let end: Double
        let probability: Double?
    }

    private struct WireSegment: Decodable {
        let text: String
        let start: Double
        let end: Double
        let words: [WireWord]?

        enum CodingKeys: String, CodingKey {
            case text, start, end
            case logProbability = "avg_logprob"
            case words
        }

        let logProbability: Double?
    }

    /// Reads an answer: `{"text": …}`, with words or segments where a protocol has them (`verbose_json`).
    static func read(_ bytes: [UInt8], seconds: Double) -> Result<SpeechAnswer, ServerError> {
        guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(bytes)) else {
            return .failure(ServerError(.notUnderstood, detail: "\(bytes.count) bytes that are no transcript"))
        }
        let timing = SpeechTiming(parts: parts(of: wire, seconds: seconds), seconds: seconds)
        let words = timing.words(of: clean(wire.text)).filter { !describesSound($0.text) }
        return .success(SpeechAnswer(words: words, language: wire.language.flatMap(code(ofLanguage:))))
    }

    /// Whether a word stands for sound that is no speech: whisper.cpp writes "[BLANK_AUDIO]" for silence.
    private static func describesSound(_ word: String) -> Bool {
        word.wholeMatch(of: #/\[[\p{L}_]+\]|♪/#) != nil
    }

    /// Some servers say `en`, whisper.cpp and OpenAI say `english`.
    private static func code(ofLanguage name: String) -> String? {
        let name = name.lowercased()
        let english = Locale(identifier: "en")
        return SpeechLanguage.all.map(\.code).first { code in
            code == name || english.localizedString(forLanguageCode: code)?.lowercased() == name
        }
    }

    /// The finest parts that the server gives times for.
    private static func parts(of wire: Wire, seconds: Double) -> [SpeechTiming.Part] {
        func part(_ word: WireWord) -> SpeechTiming.Part {
            SpeechTiming.Part(text: word.word, start: word.start, end: word.end, probability: word.probability ?? 1)
        }
        if let words = wire.words, !words.isEmpty {
            return words.map(part)
        }
        return (wire.segments ?? []).flatMap { segment in
            guard let words = segment.words, !words.isEmpty else {
                let probability = segment.logProbability.map(exp) ?? 1
                return [
                    SpeechTiming.Part(
                        text: segment.text, start: segment.start, end: segment.end, probability: probability)
                ]
            }
            return words.map(part)
        }
    }

    /// Without characters that command a terminal instead of being read: a server is not to be trusted with one.
    private static func clean(_ text: String) -> String {
        func isCommand(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .control: true
            // Joiners are part of how some scripts and emoji are written.
            case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
            default: false
            }
        }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isCommand($0) ? " " : $0 }))
    }
}
