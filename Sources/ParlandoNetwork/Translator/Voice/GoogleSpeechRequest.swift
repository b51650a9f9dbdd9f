import Foundation
import ParlandoCore

/// Body of `text:synthesize` (cloud.google.com/text-to-speech/docs/reference/rest/v1/text/synthesize).
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

    /// - Parameter text: the whole text of `request`, or a part of it.
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

/// Body of a response or an error.
struct GoogleSpeechAnswer: Decodable {
    let audioContent: String?

    /// Returns the error that corresponds to an error response. The message in the response is examined but never
    /// passed on, because it may repeat the user's text.
    static func refusal(_ head: HTTPHead, _ bytes: [UInt8]) -> any Error {
        struct Refusal: Decodable {
            let error: GeminiFailure
        }
        guard let failure = try? OutsideJSON.decode(Refusal.self, from: Data(bytes)).error else {
            let kind = TranslationError.kind(ofStatus: head.status)
            return TranslationError(kind, detail: "\(head.status)", retryAfter: head.retryAfter)
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
