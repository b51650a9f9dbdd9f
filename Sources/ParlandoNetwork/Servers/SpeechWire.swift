/// JSON of a transcript (`json` and `verbose_json` of OpenAI's API, whisper.cpp, WhisperX). Servers omit or misspell
/// fields other than the text, so every field that cannot be read counts as missing.
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
    /// Value of the field `text`.
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

    /// Text of the transcript, or nil if there is none. If the response also contains an error, an empty text counts as
    /// none.
    var transcript: String? {
        if let text, !text.isEmpty || !hasError {
            return text
        }
        let texts = segments.compactMap(\.text)
        return text == nil && !texts.isEmpty ? texts.joined() : nil
    }
}

/// Wrapper of a list element; its value is nil if the element cannot be decoded, so that the rest of the list still
/// can.
private struct Readable<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        value = try? Value(from: decoder)
    }
}

extension KeyedDecodingContainer {
    /// Returns a value, or nil if it is missing or of another type.
    fileprivate func read<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        try? decode(type, forKey: key)
    }

    /// Returns the elements of a list that can be decoded, and skips the others.
    fileprivate func readList<Value: Decodable>(_ type: Value.Type, _ key: Key) -> [Value] {
        (read([Readable<Value>].self, key) ?? []).compactMap(\.value)
    }
}
