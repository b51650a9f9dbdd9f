import Foundation
public import ParlandoCore
import ParlandoRecognition

/// Transcript that a server returned.
public struct SpeechAnswer: Sendable, Equatable {
    /// In seconds from the first sample: the server's own times if it gives any, else evenly spread.
    public let words: [Word]
    /// ISO 639-1 code, or nil if the server states none or an unknown one.
    public let language: String?

    /// Parses `{"text": …}`, with words or segments if the protocol has them (`verbose_json`), or plain text.
    ///
    /// - Parameters:
    ///   - type: value of Content-Type.
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

    /// Returns nil for another type, and for broken JSON or HTML.
    private static func plainText(_ bytes: [UInt8], type: String?) -> String? {
        guard let type, type.lowercased().hasPrefix("text/plain"), !bytes.contains(0),
            let text = String(validating: bytes, as: UTF8.self)
        else {
            return nil
        }
        return text.first { !$0.isWhitespace }.map { "<{[\"".contains($0) } == true ? nil : text
    }

    /// Returns the ISO 639-1 code. Some servers return `en`; whisper.cpp and OpenAI return `english`.
    private static func code(ofLanguage name: String) -> String? {
        let name = name.lowercased()
        let english = Locale(identifier: "en")
        return SpeechLanguage.all.map(\.code).first { code in
            code == name || english.localizedString(forLanguageCode: code)?.lowercased() == name
        }
    }
}

extension String {
    /// The text with spaces for control characters, because a server must not be able to control the terminal.
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

/// Transcript in which each known sound mark, such as "[MUSIC]", is a single word. Word times are found by counting
/// letters, so marks can be removed only once the words have their times.
struct MarkedText {
    /// A word that is a sound mark begins with a control character, which no transcript contains.
    let text: String
    /// Whether all but the sound marks is humming between music notes (♪).
    let isHumming: Bool

    private static let sign: Character = "\u{1}"
    private static let note: Character = "♪"

    init(_ transcript: String) {
        var text = ""
        var spoken = ""
        var rest = transcript[...]
        while let letter = rest.first {
            if let mark = Self.mark(beginning: rest) {
                text += " " + String(Self.sign) + mark.filter { $0.isLetter || $0.isNumber } + " "
                rest = rest[mark.endIndex...].drop { ".,;:!?…。，！？".contains($0) }
            } else {
                text.append(letter)
                spoken.append(letter)
                rest.removeFirst()
            }
        }
        self.text = text
        isHumming = spoken.contains(Self.note) && SoundMark.isHumming(spoken)
    }

    static func isMark(_ word: String) -> Bool {
        word.first == sign || word == String(note)
    }

    /// With its brackets.
    private static func mark(beginning text: Substring) -> Substring? {
        guard let opening = text.first, let closing = SoundMark.brackets[opening],
            let end = text.dropFirst().prefix(Self.longest).firstIndex(of: closing)
        else {
            return nil
        }
        let inside = text[text.index(after: text.startIndex)..<end]
        return SoundMark.describesSound(inside, in: opening) ? text[...end] : nil
    }

    /// Maximum number of characters between the brackets.
    private static let longest = 80
}

/// JSON of a transcript (`json` and `verbose_json` of OpenAI's API, whisper.cpp, WhisperX). Servers omit or misspell
/// fields other than the text, so a field that cannot be read counts as missing.
struct SpeechWire: Decodable {
    struct Word: Decodable {
        let text: String
        let start: Double?
        let end: Double?
        let probability: Double?

        enum CodingKeys: String, CodingKey {
            case word, text, start, end, probability, score
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            guard let text = values.read(String.self, .word) ?? values.read(String.self, .text) else {
                throw DecodingError.valueNotFound(
                    String.self, .init(codingPath: values.codingPath, debugDescription: "no word"))
            }
            self.text = text
            start = values.read(Double.self, .start)
            end = values.read(Double.self, .end)
            probability = values.read(Double.self, .probability) ?? values.read(Double.self, .score)
        }
    }

    struct Segment: Decodable {
        let text: String?
        let start: Double?
        let end: Double?
        let logProbability: Double?
        let words: [Word]

        enum CodingKeys: String, CodingKey {
            case text, start, end, words
            case logProbability = "avg_logprob"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            text = values.read(String.self, .text)
            start = values.read(Double.self, .start)
            end = values.read(Double.self, .end)
            logProbability = values.read(Double.self, .logProbability)
            words = values.readList(Word.self, .words)
        }
    }

    let language: String?
    let words: [Word]
    let segments: [Segment]
    let text: String?
    private let hasError: Bool

    enum CodingKeys: CodingKey {
        case text, language, words, segments, error
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        text = values.read(String.self, .text)
        language = values.read(String.self, .language)
        words = values.readList(Word.self, .words)
        segments = values.readList(Segment.self, .segments)
        hasError = (try? values.decodeNil(forKey: .error)) == false
    }

    /// If the response also contains an error, an empty text counts as none.
    var transcript: String? {
        if let text, !text.isEmpty || !hasError {
            return text
        }
        let texts = segments.compactMap(\.text)
        return text == nil && !texts.isEmpty ? texts.joined() : nil
    }
}

/// List element; its value is nil if it cannot be decoded, so that the rest of the list still can.
private struct Readable<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        value = try? Value(from: decoder)
    }
}

extension KeyedDecodingContainer {
    fileprivate func read<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        try? decode(type, forKey: key)
    }

    fileprivate func readList<Value: Decodable>(_ type: Value.Type, _ key: Key) -> [Value] {
        (read([Readable<Value>].self, key) ?? []).compactMap(\.value)
    }
}

/// The message in a server's response to an error.
enum ServerReason {
    /// In characters.
    private static let longest = 300

    /// Reads `{"error": "…"}`, `{"error": {"message": "…"}}`, `{"detail": "…"}`, `{"detail": [{"msg": "…"}]}` or
    /// `{"message": "…"}`.
    static func read(_ bytes: [UInt8]) -> String? {
        guard let object = try? OutsideJSON.object(from: Data(bytes)) as? [String: Any] else {
            return nil
        }
        for key in ["error", "detail", "message"] {
            if let reason = sentence(in: object[key]), let shown = shown(reason) {
                return shown
            }
        }
        return nil
    }

    private static func sentence(in value: Any?) -> String? {
        switch value {
        case let text as String: text
        case let object as [String: Any]: object["message"] as? String ?? object["msg"] as? String
        case let list as [Any]: sentence(in: list.first as? [String: Any])
        default: nil
        }
    }

    private static func shown(_ reason: String) -> String? {
        let words = reason.prefix(4 * longest).description.withoutCommands.split(whereSeparator: \.isWhitespace)
        let text = words.joined(separator: " ")
        return text.isEmpty ? nil : text.count > longest ? text.prefix(longest) + "…" : text
    }
}
