import Foundation
public import ParlandoCore

/// Speech synthesizer that uses Google Cloud Text-to-Speech v1 (`text:synthesize`).
///
/// Audio is requested as OGG, which is small. If it cannot be decoded, the same text is requested once more as
/// LINEAR16. If the service rejects a sentence as too long, for which it documents no limit, the sentence is spoken in
/// parts.
public struct GoogleSynthesizer: SpeechSynthesizer {
    /// Address of the service.
    public static let home = ServiceHomes().google
    /// Maximum length of a text, in bytes (cloud.google.com/text-to-speech/quotas).
    private static let mostTextBytes = 5000

    // A character takes at most four bytes in UTF-8 in nearly all cases.
    public let capabilities = SynthesisCapabilities(
        kind: .google, isLocal: false, heedsManner: true, mostCharacters: 1250)
    private let line: SpeechLine

    init(_ line: SpeechLine) {
        self.line = line
    }

    public func voices(for language: String) async throws(SynthesisError) -> [Voice] {
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

    public func speak(_ request: SynthesisRequest) async throws -> SpokenSound {
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

    /// Returns the requested voice, or the best in the service's list. If the list is not available, returns a default
    /// voice, or nil to let the service choose.
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
        guard let body = try? JSONEncoder().encode(question) else {
            throw SynthesisError(.failed, detail: "the request cannot be written")
        }
        let bytes = try await send("text:synthesize", post: Array(body))
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
