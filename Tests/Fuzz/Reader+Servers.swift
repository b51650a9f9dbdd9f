import Foundation
import ParlandoCore
import ParlandoSystem

@testable import ParlandoNetwork

/// Readers of complete HTTP responses, including their headers, received by the program's own HTTP client.
extension Reader {
    static func serverReaders() throws -> [Reader] {
        let server = try AnsweringServer()
        let client = HTTPClient()
        let folder = ScratchFile("models").path
        let file: [UInt8] = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let model = SpeechModel(
            name: "fuzz", path: "fuzz", home: server.address, bytes: Int64(file.count), sha256: Self.digest(of: file))
        let store = FileModelStore(
            catalogue: [model], folder: folder, preferences: MemoryPreferenceStore(), network: NetworkMonitor(),
            clock: HastyClock())
        return [
            Reader("http", heads(["hello"])) { bytes in
                server.answer(bytes)
                // A POST request, so that the client does not follow redirects in the response.
                let response = try await client.send(HTTPRequest(server.address, method: .post([])))
                _ = ContentRange(response.head["content-range"])
                if let wait = response.head.retryAfter, !(.zero ... .seconds(604_800)).contains(wait) {
                    throw Wrong("a wait of \(wait)")
                }
                _ = try await response.bytes(most: 1 << 20)
            },
            Reader("http-speech", heads(GoodAnswers.transcripts)) { bytes in
                server.answer(bytes)
                let profile = ServerProfile(name: "fuzz", address: server.address, wire: .openAI)
                let speech = SpeechServer(profile, key: nil, timeout: .seconds(5))
                _ = try await speech.recognize(SpeechRecording([0, 0.5]), options: RecognitionOptions())
            },
            Reader("http-gemini", heads(GoodAnswers.streams + GoodAnswers.refusals)) { bytes in
                server.answer(bytes)
                let translator = GeminiTranslator(
                    client: client, key: Private("key"), model: "gemini", home: server.address, timeout: .seconds(5))
                for try await _ in translator.translate(question) {}
            },
            Reader("http-libretranslate", heads(GoodAnswers.libreTranslate)) { bytes in
                server.answer(bytes)
                let translator = LibreTranslateTranslator(
                    client: client, address: server.address, timeout: .seconds(5))
                for try await _ in translator.translate(question) {}
            },
            Reader("http-speaking", heads(GoodAnswers.speech + GoodAnswers.refusals)) { bytes in
                server.answer(bytes)
                var homes = ServiceHomes()
                homes.gemini = server.address
                homes.google = server.address
                let services = NetworkServices(
                    keys: ServiceKeys(
                        NoSecrets(), environment: ["PARLANDO_GEMINI_KEY": "k", "PARLANDO_GOOGLE_KEY": "k"]),
                    authorities: "", local: NoVoice(), decoder: SoundFileDecoder(), homes: homes)
                let kind: VoiceServiceKind = bytes.count % 2 == 0 ? .gemini : .google
                let request = SynthesisRequest(
                    "Hola", language: "es", voice: kind == .google ? "es-ES-Neural2-A" : "Kore")
                _ = try await services.synthesizer(kind, TranslatorPreferences()).speak(request)
            },
            Reader("http-download", downloads(of: file)) { bytes in
                try? FileManager.default.removeItem(atPath: folder)
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(atPath: folder) }
                if bytes.count % 2 == 0 {
                    try Data(file.prefix(400)).write(to: URL(filePath: "\(folder)/\(model.fileName).part"))
                }
                server.answer(bytes)
                for try await _ in store.fetch(model, allowMetered: true) {}
            },
        ]
    }

    private static let question = TranslationRequest(Phrase("Hello", language: "en"), into: "es")

    /// Returns HTTP responses with each text as the body, with all header fields that the client reads.
    private static func heads(_ texts: [String]) -> [[UInt8]] {
        texts.flatMap { text in
            [
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)",
                "HTTP/1.1 200 OK\r\nETag: \"one\"\r\nConnection: close\r\n\r\n\(text)",
                "HTTP/1.1 429 Too Many\r\nRetry-After: 3\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n0\r\n\r\n",
            ].map { Array($0.utf8) }
        }
    }

    private static func downloads(of file: [UInt8]) -> [[UInt8]] {
        [
            Array("HTTP/1.1 200 OK\r\nETag: \"one\"\r\nContent-Length: 1000\r\n\r\n".utf8) + file,
            Array("HTTP/1.1 206 Part\r\nContent-Range: bytes 400-999/1000\r\nContent-Length: 600\r\n\r\n".utf8)
                + file.dropFirst(400),
            Array("HTTP/1.1 416 No\r\nContent-Range: bytes */1000\r\nContent-Length: 0\r\n\r\n".utf8),
            Array("HTTP/1.1 503 Busy\r\nRetry-After: Fri, 31 Dec 1999 23:59:59 GMT\r\n\r\n".utf8),
        ]
    }

    private static func digest(of bytes: [UInt8]) -> String {
        let digest = SHA256()
        digest.update(bytes)
        return digest.hexadecimal()
    }
}

/// An empty keyring.
private struct NoSecrets: SecretStore {
    func keep(_ secret: Private<String>, as name: SecretName, for origin: Origin, label: String) throws(SecretError) {}
    func secret(_ name: SecretName, for origin: Origin, home: Origin) throws(SecretError) -> Private<String>? { nil }
    func remove(_ name: SecretName) throws(SecretError) {}
    func count() throws(SecretError) -> Int { 0 }
    func removeAll() throws(SecretError) {}
}

/// A speech synthesizer without any voice.
private struct NoVoice: SpeechSynthesizer {
    let kind = VoiceServiceKind.local
    let mostCharacters = 1

    func voices(for language: String) throws(SynthesisError) -> [Voice] { [] }
    func speak(_ request: SynthesisRequest) throws -> SpokenSound { throw SynthesisError(.languageRefused) }
}
