/// The JSON of a transcript (`json` and `verbose_json` of OpenAI's interface, whisper.cpp, WhisperX). Servers leave out
/// or misspell what is beside the text: whatever cannot be read is taken for missing.
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
    /// As it stands in the answer.
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

    /// The text, nil: there is none. An empty text beside an error is none.
    var transcript: String? {
        if let text, !text.isEmpty || !hasError {
            return text
        }
        let texts = segments.compactMap(\.text)
        return text == nil && !texts.isEmpty ? texts.joined() : nil
    }
}

/// A value, or whatever stands in its place.
private struct Readable<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        value = try? Value(from: decoder)
    }
}

extension KeyedDecodingContainer {
    /// A value, nil: it is missing or of another type.
    fileprivate func read<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        try? decode(type, forKey: key)
    }

    /// The elements of a list that are of a type.
    fileprivate func readList<Value: Decodable>(_ type: Value.Type, _ key: Key) -> [Value] {
        (read([Readable<Value>].self, key) ?? []).compactMap(\.value)
    }
}
