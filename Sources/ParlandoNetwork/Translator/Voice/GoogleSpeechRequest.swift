import Foundation
import ParlandoCore

/// The body of `text:synthesize` (cloud.google.com/text-to-speech/docs/reference/rest/v1/text/synthesize).
struct GoogleSpeechRequest: Encodable {
    enum Encoding: String, Encodable {
        case ogg = "OGG_OPUS"
        /// With a WAV header.
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

    /// - Parameter text: all of the request's, or a part.
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

/// The body of an answer, or of a refusal.
struct GoogleSpeechAnswer: Decodable {
    let audioContent: String?

    /// What a refusal means. Its sentence is looked at, but never passed on: it may repeat what was sent.
    static func refusal(_ head: HTTPHead, _ bytes: [UInt8]) -> any Error {
        struct Refusal: Decodable {
            let error: GeminiFailure
        }
        guard let failure = try? JSONDecoder().decode(Refusal.self, from: Data(bytes)).error else {
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
