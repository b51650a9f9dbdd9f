import Foundation
import ParlandoCore
import Synchronization

/// Simulates the speech part of the Gemini API and Google Cloud Text-to-Speech on a `LoopbackServer`; other requests go
/// to a `GeminiScript`. A text becomes a tone of a hundredth of a second for each character.
public final class SpeechScript: AnswerScript {
    public let gemini: GeminiScript
    private let models: Mutex<[String]>
    private let voices: Mutex<MadeAnswer>
    private let geminiVoices = Mutex(GeminiScript.refusal(404, "NOT_FOUND"))
    private let answers = Mutex<[MadeAnswer]>([])
    private let rule = Mutex<(@Sendable (ServerRequest) -> MadeAnswer)?>(nil)

    public init(
        models: [String] = ["gemini-3.5-flash-lite", "gemini-3.8-flash-lite-tts", "gemini-3.8-flash-tts"],
        gemini: GeminiScript = GeminiScript()
    ) {
        self.gemini = gemini
        self.models = Mutex(models)
        voices = Mutex(Self.voices("en-US-Neural2-C", "en-US-Studio-O", "es-ES-Wavenet-B", "es-ES-Neural2-A"))
    }

    /// Sets the next responses to speech requests, one each; later responses are correct again.
    public func answerNext(_ next: MadeAnswer...) {
        answers.withLock { $0 += next }
    }

    public func answer(by rule: @escaping @Sendable (ServerRequest) -> MadeAnswer) {
        self.rule.withLock { $0 = rule }
    }

    /// Sets the models that are listed from now on; any other is not found.
    public func list(_ names: [String]) {
        models.withLock { $0 = names }
    }

    public func answerVoices(_ answer: MadeAnswer) {
        voices.withLock { $0 = answer }
    }

    /// Sets the response to requests for Gemini's voices, whose list is not found otherwise.
    public func answerGeminiVoices(_ answer: MadeAnswer) {
        geminiVoices.withLock { $0 = answer }
    }

    public func answer(to request: ServerRequest) -> MadeAnswer {
        let path = request.path
        if path.hasPrefix("/v1beta/voices") {
            return geminiVoices.withLock { $0 }
        }
        if path.hasPrefix("/v1/voices") {
            return voices.withLock { $0 }
        }
        let isGemini = path.contains(":generateContent")
        guard isGemini || path.hasPrefix("/v1/text:synthesize") else {
            return path.contains("models?") ? GeminiScript.list(models.withLock { $0 }) : gemini.answer(to: request)
        }
        if let scripted = answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            return scripted
        }
        if let rule = rule.withLock({ $0 }) {
            return rule(request)
        }
        if isGemini, !models.withLock({ $0 }).contains(where: { path.contains("/\($0):") }) {
            return GeminiScript.refusal(404, "NOT_FOUND")
        }
        let sound = Self.wave(letters: Self.text(in: request).count)
        return isGemini ? Self.geminiSound(sound, type: "audio/wav") : Self.googleSound(sound)
    }

    /// Returns the text to speak in a request, or an empty text for another kind of request.
    public static func text(in request: ServerRequest) -> String {
        struct Input: Decodable {
            let text: String
        }
        struct Question: Decodable {
            let input: Input
        }
        let google = try? JSONDecoder().decode(Question.self, from: Data(request.body))
        return google?.input.text ?? GeminiScript.text(in: request)
    }
}

// MARK: - Answers

extension SpeechScript {
    /// Returns a WAV file with a tone of a hundredth of a second for each character.
    public static func wave(letters: Int) -> [UInt8] {
        let seconds = Double(max(1, letters)) / 100
        let recording = SpeechRecording(
            ToneMaker.tone(frequency: 400, seconds: seconds, amplitude: 0.3, rate: AudioBlock.sampleRate))
        return recording.waveHeader + recording.bytes
    }

    /// Returns the samples of `wave` without the header.
    public static func raw(letters: Int) -> [UInt8] {
        Array(wave(letters: letters).dropFirst(44))
    }

    public static func geminiSound(_ bytes: [UInt8], type: String?) -> MadeAnswer {
        let mime = type.map { #""mimeType":"\#($0)","# } ?? ""
        let data = Data(bytes).base64EncodedString()
        return MadeAnswer(
            text: """
                {"candidates":[{"content":{"parts":[{"inlineData":{\(mime)"data":"\(data)"}}]},"finishReason":"STOP"}]}
                """)
    }

    public static func googleSound(_ bytes: [UInt8]) -> MadeAnswer {
        MadeAnswer(text: #"{"audioContent":"\#(Data(bytes).base64EncodedString())"}"#)
    }

    public static func voices(_ names: String...) -> MadeAnswer {
        let rows = names.map { name in
            let locale = name.split(separator: "-").prefix(2).joined(separator: "-")
            return
                #"{"languageCodes":["\#(locale)"],"name":"\#(name)","ssmlGender":"FEMALE","naturalSampleRateHertz":24000}"#
        }
        return MadeAnswer(text: #"{"voices":[\#(rows.joined(separator: ","))]}"#)
    }
}
