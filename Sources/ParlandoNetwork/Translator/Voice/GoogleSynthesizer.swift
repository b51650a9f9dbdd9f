import Foundation
import ParlandoCore

/// Google Cloud Text-to-Speech v1 (`text:synthesize`).
///
/// Audio is requested as OGG, which is small, and if it cannot be decoded once more as LINEAR16. A sentence that the
/// service finds too long, for which it documents no limit, is spoken in parts.
struct GoogleSynthesizer: SpeechSynthesizer {
    /// Maximum text in bytes (cloud.google.com/text-to-speech/quotas).
    private static let mostTextBytes = 5000

    let kind = VoiceServiceKind.google
    // A character takes at most four bytes in UTF-8 in nearly all cases.
    let mostCharacters = 1250
    private let line: SpeechLine

    init(_ line: SpeechLine) {
        self.line = line
    }

    func voices(for language: String) async throws(SynthesisError) -> [Voice] {
        try await line.memory.voices(for: language) { () async throws(SynthesisError) in try await list(language) }
    }

    private func list(_ language: String) async throws(SynthesisError) -> [Voice] {
        do {
            let bytes = try await send("voices?languageCode=\(GoogleVoices.locale(for: language).asName)", post: nil)
            guard let list = try? OutsideJSON.decode(GoogleVoiceList.self, from: Data(bytes)) else {
                throw SynthesisError(.badAnswer, detail: "a list of voices that is not understood")
            }
            return list.voices(for: language)
        } catch {
            throw SynthesisError.from(error) as? SynthesisError ?? SynthesisError(.interrupted, detail: "cancelled")
        }
    }

    func speak(_ request: SynthesisRequest) async throws -> SpokenSound {
        do {
            let text = request.text.revealed
            guard text.contains(where: { !$0.isWhitespace }) else {
                throw SynthesisError(.nothingToSay)
            }
            guard text.utf8.count <= Self.mostTextBytes else {
                throw SynthesisError(.tooLong, detail: "\(text.utf8.count) bytes")
            }
            return try await speak(text, request, voice: try await voice(for: request))
        } catch {
            throw SynthesisError.from(error)
        }
    }

    private func speak(_ text: String, _ request: SynthesisRequest, voice: Voice.ID?) async throws -> SpokenSound {
        do {
            return try await ask(GoogleSpeechRequest(text, request, voice: voice, encoding: .ogg))
        } catch let error as SynthesisError where error.kind == .badSound {
            return try await ask(GoogleSpeechRequest(text, request, voice: voice, encoding: .linear16))
        } catch let error as SynthesisError where error.kind == .tooLong {
            guard let (first, second) = SentenceHalves.cut(text) else {
                throw error
            }
            let beginning = try await speak(first, request, voice: voice)
            return try beginning.followed(by: try await speak(second, request, voice: voice))
        }
    }

    /// Without the service's list, returns a default voice, or nil to let the service choose.
    private func voice(for request: SynthesisRequest) async throws -> Voice.ID? {
        if let wished = request.voice {
            return wished
        }
        let listed: [Voice]
        do throws(SynthesisError) {
            listed = try await voices(for: request.language)
        } catch {
            guard [.badAnswer, .serverFailed, .timedOut].contains(error.kind) else {
                throw error
            }
            try Task.checkCancellation()
            return GoogleVoices.usual(request.language, request.gender)
        }
        guard let best = listed.first(where: { $0.gender == request.gender }) ?? listed.first else {
            throw SynthesisError(.languageRefused, detail: request.language)
        }
        return best.id
    }

    private func ask(_ question: GoogleSpeechRequest) async throws -> SpokenSound {
        let bytes = try await send("text:synthesize", post: try question.jsonBody())
        guard let answer = try? OutsideJSON.decode(GoogleSpeechAnswer.self, from: Data(bytes)) else {
            throw SynthesisError(.badAnswer, detail: "\(bytes.count) bytes that are not understood")
        }
        return try await AnsweredSound(base64: answer.audioContent ?? "", type: nil).decoded(by: line.decoder)
    }

    private func send(_ path: String, post body: [UInt8]?) async throws -> [UInt8] {
        let request = try HTTPRequest(
            google: "\(line.home)/v1/\(path)", key: try await line.keys.key(of: "google", for: line.home),
            post: body, timeout: line.timeout)
        let response = try await line.client.send(request)
        let bytes = try await response.bytes(most: SpeechLine.mostBytes)
        guard response.head.status == 200 else {
            throw GoogleSpeechAnswer.refusal(response.head, bytes)
        }
        return bytes
    }
}

/// cloud.google.com/text-to-speech/docs/reference/rest/v1/text/synthesize
struct GoogleSpeechRequest: Encodable {
    enum Encoding: String, Encodable {
        case ogg = "OGG_OPUS"
        /// 16-bit PCM with a WAV header.
        case linear16 = "LINEAR16"
    }

    struct Input: Encodable {
        let text: String
    }

    struct Voice: Encodable {
        let languageCode: String
        let name: String?
        let ssmlGender: String?
    }

    struct Audio: Encodable {
        let audioEncoding: Encoding
        let speakingRate: Double
        let pitch: Double
        let volumeGainDb: Double
    }

    let input: Input
    let voice: Voice
    let audioConfig: Audio

    /// - Parameter text: the text of `request` or a part of it.
    init(_ text: String, _ request: SynthesisRequest, voice: ParlandoCore.Voice.ID?, encoding: Encoding) {
        input = Input(text: text)
        self.voice = Voice(
            languageCode: voice.flatMap { GoogleVoices.locale(of: $0) } ?? GoogleVoices.locale(for: request.language),
            name: voice, ssmlGender: voice == nil ? request.gender?.rawValue.uppercased() : nil)
        audioConfig = Audio(
            audioEncoding: encoding, speakingRate: request.manner.rate, pitch: request.manner.pitch,
            volumeGainDb: request.manner.volume)
    }
}

struct GoogleSpeechAnswer: Decodable {
    let audioContent: String?

    /// The message is examined but never passed on, because it may repeat the user's text.
    static func refusal(_ head: HTTPHead, _ bytes: [UInt8]) -> any Error {
        struct Refusal: Decodable {
            let error: GeminiFailure
        }
        guard let failure = try? OutsideJSON.decode(Refusal.self, from: Data(bytes)).error else {
            return TranslationError(refusedWith: head)
        }
        let words = failure.message?.lowercased() ?? ""
        if [400, 404].contains(head.status), words.contains("voice"), words.contains("does not exist") {
            return SynthesisError(.voiceGone, detail: "\(head.status)")
        }
        if head.status == 400, words.contains("sentences that are too long") || words.contains("longer than the limit")
        {
            return SynthesisError(.tooLong, detail: "\(head.status)")
        }
        if head.status == 400, words.contains("language") {
            return SynthesisError(.languageRefused, detail: "\(head.status)")
        }
        return failure.error(head: head)
    }
}

struct GoogleVoiceList: Decodable {
    struct Entry: Decodable {
        let languageCodes: [String]?
        let name: String
        let ssmlGender: String?
    }

    let voices: [Entry]?

    func voices(for language: String) -> [Voice] {
        let fitting = (voices ?? []).filter { entry in
            (entry.languageCodes ?? []).contains { GoogleVoices.language(of: $0) == language }
        }
        return fitting.sorted {
            (GoogleVoices.rank($0.name, language), $0.name) < (GoogleVoices.rank($1.name, language), $1.name)
        }
        .map { entry in
            Voice(
                id: entry.name, language: language, name: entry.name,
                gender: entry.ssmlGender.flatMap { VoiceGender(rawValue: $0.lowercased()) })
        }
    }
}

/// Google's names: `<locale>-<kind>-<letter>`, such as `en-US-Neural2-J`.
enum GoogleVoices {
    private static let kinds = ["Neural2", "Wavenet", "Studio"]

    private static let locales = [
        "en": "en-US", "es": "es-ES", "fr": "fr-FR", "de": "de-DE", "ja": "ja-JP", "zh": "cmn-CN", "ko": "ko-KR",
        "it": "it-IT", "pt": "pt-BR", "ru": "ru-RU", "ar": "ar-XA", "hi": "hi-IN", "nl": "nl-NL", "sv": "sv-SE",
        "pl": "pl-PL",
    ]

    static func locale(for language: String) -> String {
        locales[language] ?? language
    }

    /// Nil if the name has another form.
    static func locale(of voice: String) -> String? {
        let parts = voice.split(separator: "-")
        return parts.count >= 3 ? parts.prefix(2).joined(separator: "-") : nil
    }

    static func language(of locale: String) -> String {
        let code = locale.prefix { $0 != "-" }.lowercased()
        return code == "cmn" ? "zh" : code
    }

    /// Lower is better: first by kind, then by the default locale.
    static func rank(_ voice: String, _ language: String) -> Int {
        let kind = kinds.firstIndex { voice.localizedContains($0) } ?? kinds.count
        return 2 * kind + (voice.hasPrefix(locale(for: language)) ? 0 : 1)
    }

    /// For want of a list; nil lets the service choose. In most locales the Neural2 and WaveNet voices with the letter
    /// A are female and those with B male.
    static func usual(_ language: String, _ gender: VoiceGender?) -> Voice.ID? {
        guard let locale = locales[language] else {
            return nil
        }
        let hasNeural = ["de", "en", "es", "fr", "hi", "it", "ja", "ko", "pt"].contains(language)
        let letter = gender == .male ? (hasNeural && language == "en" ? "D" : "B") : (language == "en" ? "C" : "A")
        return "\(locale)-\(hasNeural ? "Neural2" : "Wavenet")-\(letter)"
    }
}

extension String {
    fileprivate func localizedContains(_ word: String) -> Bool {
        lowercased().contains(word.lowercased())
    }
}

/// Splits a sentence in two where it is noticed least. Free of side effects.
enum SentenceHalves {
    /// Minimum characters of a part; no service finds such a part too long.
    private static let shortest = 60
    private static let clauseEnds: Set<Character> = [",", ";", ":", "–", "—", "،", "؛", "、", "，", "；", "："]

    /// Nil if the text is too short to split.
    ///
    /// After the end of a clause, else between two words, else anywhere; as near the middle as possible.
    static func cut(_ text: String) -> (String, String)? {
        let letters = Array(text)
        guard letters.count >= 2 * shortest else {
            return nil
        }
        let middle = letters.count / 2
        let places = (shortest...(letters.count - shortest)).sorted { abs($0 - middle) < abs($1 - middle) }
        let place =
            places.first { clauseEnds.contains(letters[$0 - 1]) } ?? places.first { letters[$0].isWhitespace } ?? middle
        let second = letters[place...].drop(while: \.isWhitespace)
        return (String(letters[..<place]), String(second))
    }
}

extension SpokenSound {
    /// Throws if the sample rates differ.
    func followed(by next: SpokenSound) throws(SynthesisError) -> SpokenSound {
        guard rate == next.rate else {
            throw SynthesisError(.badSound, detail: "parts at \(rate) and \(next.rate) Hz")
        }
        return SpokenSound(samples: samples + next.samples, rate: rate)
    }
}
