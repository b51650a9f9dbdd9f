import Foundation
public import ParlandoCore
import Synchronization

/// Client of a speech recognition server. A recording is sent again only if the server rejected the requested
/// transcript format.
public struct SpeechServer: Sendable {
    /// In bytes: a day of speech takes 1 MB, or 20 MB with times for each word.
    private static let mostBytes = 32 << 20

    private static let mostRefusalBytes = 1 << 16

    /// The prompt lists the user's vocabulary. A model can use 224 tokens of some three characters.
    private static let mostPromptCharacters = 700

    private let profile: ServerProfile
    private let key: ServerKey
    private let timeout: Duration
    private let formats: ServerFormats
    private let client = HTTPClient()

    /// - Parameters:
    ///   - key: sent as `Authorization: Bearer`, to this server only.
    ///   - timeout: in addition to the duration of the recording.
    public init(
        _ profile: ServerProfile, key: Private<String>?, timeout: Duration, formats: ServerFormats = ServerFormats()
    ) {
        self.init(profile, key: .given(key), timeout: timeout, formats: formats)
    }

    /// - Parameters:
    ///   - secrets: keyring in which the key is looked up before each request.
    ///   - home: origin to which a key stored without an origin is bound; nil for that of the profile.
    public init(
        _ profile: ServerProfile, keyIn secrets: any SecretStore, home: Origin? = nil, timeout: Duration,
        formats: ServerFormats = ServerFormats()
    ) {
        self.init(profile, key: .kept(by: secrets, of: profile, home: home), timeout: timeout, formats: formats)
    }

    private init(_ profile: ServerProfile, key: ServerKey, timeout: Duration, formats: ServerFormats) {
        self.profile = profile
        self.key = key
        self.timeout = timeout
        self.formats = formats
    }

    /// Throws if a needed key is not available. Sends nothing.
    func checkKey() async throws(ServerError) {
        _ = try await key.value()
    }

    /// Cancelling the task ends the transfer at once.
    ///
    /// - Parameter isLive: whether this is a short piece of live dictation; the timeout then does not include the
    ///   duration of the recording.
    public func recognize(
        _ recording: SpeechRecording, options: RecognitionOptions, isLive: Bool = false,
        progress: (any UploadProgress)? = nil
    ) async throws(ServerError) -> SpeechAnswer {
        // OpenAI's newer models support only the json format.
        let format = model.hasPrefix("gpt-") ? .plain : formats.format(of: profile)
        var request = try await request(recording, fields(options, format, isLive ? recording : nil), isLive: isLive)
        let reply = try await send(request, seconds: recording.seconds, progress)
        guard format == .timed, wire == .openAI, case .failure(let refusal) = reply, refusal.isAboutFormat else {
            return try reply.mapError(\.error).get()
        }
        request = try await self.request(recording, fields(options, .plain, nil), isLive: isLive)
        let second = try await send(request, seconds: recording.seconds, progress)
        let answer = try second.mapError(\.error).get()
        formats.learn(.plain, of: profile)
        return answer
    }

    /// Sends a recording to the addresses at which the server may listen, until one responds. Returns the transcript,
    /// and the profile with the address and format that worked.
    public func test(
        _ recording: SpeechRecording
    ) async throws(ServerError) -> (answer: SpeechAnswer, profile: ServerProfile) {
        var first: ServerError?
        for address in profile.endpoints {
            var candidate = profile
            // Keep the address as the user wrote it.
            candidate.address = address == profile.endpoint ? profile.address : address
            let server = SpeechServer(candidate, key: key, timeout: timeout, formats: formats)
            do throws(ServerError) {
                let answer = try await server.recognize(recording, options: RecognitionOptions(language: "en"))
                candidate.format = formats.format(of: candidate)
                return (answer, candidate)
            } catch {
                first = first ?? error
                guard error.mayBeElsewhere else {
                    throw error
                }
            }
        }
        throw first ?? ServerError(.invalidAddress)
    }

    private func request(
        _ recording: SpeechRecording, _ fields: [(name: String, value: String)], isLive: Bool
    ) async throws(ServerError) -> HTTPRequest {
        let form = SpeechForm(recording, fields: fields)
        return try await HTTPRequest(
            profile, .upload(form.pieces), type: form.contentType, key: key,
            within: isLive ? timeout : timeout + .seconds(recording.seconds))
    }

    private func send(
        _ request: HTTPRequest, seconds: Double, _ progress: (any UploadProgress)?
    ) async throws(ServerError) -> Result<SpeechAnswer, Refusal> {
        do throws(HTTPError) {
            let response = try await client.send(request, progress: progress)
            return try await read(response, seconds: seconds)
        } catch {
            throw ServerError(error)
        }
    }

    /// Context length for whisper.cpp's encoder, in frames of 20 ms, with the margin of the local engine. Without this
    /// limit, one second of speech would take as long as thirty.
    private static func encoderContext(_ recording: SpeechRecording) -> Int {
        min(1500, (Int((recording.seconds * 50).rounded(.up)) + 256 + 7) / 8 * 8)
    }

    /// - Parameter live: the recording if it is a short piece of live dictation.
    private func fields(
        _ options: RecognitionOptions, _ format: TranscriptFormat, _ live: SpeechRecording?
    ) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        switch wire {
        case .transcribe, .chat:
            return []
        case .openAI:
            fields.append(("model", model))
            fields.append(("response_format", format.rawValue))
            fields += options.language.map { [("language", $0)] } ?? []
        case .whisper:
            fields.append(("response_format", TranscriptFormat.timed.rawValue))
            fields.append(("language", options.language ?? "auto"))
            fields += live.map { [("audio_ctx", "\(Self.encoderContext($0))")] } ?? []
        }
        return fields + (options.vocabulary.isEmpty ? [] : [("prompt", Self.prompt(options.vocabulary))])
    }

    private static func prompt(_ words: [String]) -> String {
        var prompt = ""
        for word in words where prompt.count + word.count + 2 <= mostPromptCharacters {
            prompt += (prompt.isEmpty ? "" : ", ") + word
        }
        return prompt
    }

    private var wire: ServerProtocol { profile.wire }

    private var model: String { profile.model.isEmpty ? ServerProfile.usualModel : profile.model }

    private struct Refusal: Error {
        let error: ServerError
        var isAboutFormat = false
    }

    private func read(
        _ response: HTTPResponse, seconds: Double
    ) async throws(HTTPError) -> Result<SpeechAnswer, Refusal> {
        let status = response.head.status
        guard (200...299).contains(status) else {
            return .failure(try await refusal(status, response))
        }
        var bytes: [UInt8] = []
        for try await piece in response.body {
            bytes += piece
            guard bytes.count <= Self.mostBytes else {
                return .failure(Refusal(error: ServerError(.endless)))
            }
        }
        return SpeechAnswer.read(bytes, type: response.head["content-type"], seconds: seconds)
            .mapError { Refusal(error: $0) }
    }

    private func refusal(_ status: Int, _ response: HTTPResponse) async throws(HTTPError) -> Refusal {
        let error = ServerError(status: status)
        guard case .refused = error.kind else {
            return Refusal(error: error)
        }
        let bytes: [UInt8]
        do throws(HTTPError) {
            bytes = try await response.bytes(most: Self.mostRefusalBytes)
        } catch {
            guard error.kind != .cancelled else {
                throw error
            }
            bytes = []
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let isAboutFormat =
            [400, 415, 422].contains(status)
            && (text.contains("response_format") || text.contains(TranscriptFormat.timed.rawValue))
        let reason = ServerReason.read(bytes).map { Private($0) }
        return Refusal(
            error: ServerError(.refused(status: status, reason: reason)), isAboutFormat: isAboutFormat)
    }
}

extension HTTPRequest {
    /// To a server that answers with JSON.
    init(
        _ profile: ServerProfile, _ method: Method, type: String, key: ServerKey, within limit: Duration
    ) async throws(ServerError) {
        self.init(
            profile.endpoint, method: method,
            headers: [HTTPHeader("Content-Type", type), HTTPHeader("Accept", "application/json")])
        totalTimeout = limit
        connectTimeout = min(connectTimeout, limit)
        // No data is transferred while the server computes.
        stallTimeout = limit + .seconds(1)
        guard let key = try await key.value()?.revealed.filter({ !$0.isWhitespace }) else {
            return
        }
        guard !key.isEmpty, key.unicodeScalars.allSatisfy({ (33...126).contains($0.value) }) else {
            throw ServerError(.unauthorized, detail: "the key holds characters that no key holds")
        }
        headers.append(HTTPHeader("Authorization", "Bearer " + key))
    }
}

extension ServerError {
    init(status: Int) {
        switch status {
        case 300...399: self.init(.redirected, detail: "\(status)")
        case 401, 403, 407: self.init(.unauthorized, detail: "\(status)")
        case 408, 504: self.init(.timedOut, detail: "\(status)")
        case 413: self.init(.tooLarge)
        case 429, 503: self.init(.busy, detail: "\(status)")
        default: self.init(.refused(status: status))
        }
    }

    fileprivate var mayBeElsewhere: Bool {
        switch kind {
        case .refused(let status, _): [404, 405, 501].contains(status)
        case .notUnderstood, .redirected: true
        default: false
        }
    }

    init(_ error: HTTPError) {
        let kind: Kind =
            switch error.kind {
            case .invalidAddress: .invalidAddress
            case .insecure: .insecure
            case .tooManyRedirects: .redirected
            case .unreachable: .unreachable
            case .timedOut: .timedOut
            case .untrusted, .authorities: .untrusted
            case .interrupted: .interrupted
            case .badAnswer: .notUnderstood
            case .cancelled: .cancelled
            case .failed: .failed
            }
        self.init(kind, detail: error.detail)
    }
}

/// Multipart form (RFC 7578) that carries a recording, in pieces, so that the audio is not copied.
struct SpeechForm {
    let contentType: String
    let pieces: [[UInt8]]

    init(_ recording: SpeechRecording, fields: [(name: String, value: String)]) {
        let boundary = "parlando-" + UUID().uuidString
        contentType = "multipart/form-data; boundary=" + boundary
        var head = ""
        for field in fields {
            head += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field.name)\"\r\n\r\n\(field.value)\r\n"
        }
        head += "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"speech.wav\"\r\n"
        head += "Content-Type: audio/wav\r\n\r\n"
        pieces = [
            Array(head.utf8) + recording.waveHeader, recording.bytes, Array("\r\n--\(boundary)--\r\n".utf8),
        ]
    }
}

enum ServerKey {
    case given(Private<String>?)
    /// Looked up for each request, so that a newly entered key or an unlocked keyring takes effect at once. A key
    /// stored without an origin is bound to `home`, or to the origin of the profile.
    case kept(by: any SecretStore, of: ServerProfile, home: Origin?)

    /// Returns nil if the server needs no key. Throws if it needs one that is not available.
    func value() async throws(ServerError) -> Private<String>? {
        switch self {
        case .given(let key):
            return key
        case .kept(_, let profile, _) where !profile.hasKey:
            return nil
        case .kept(let secrets, let profile, let home):
            guard let found = try await Self.secret(of: profile, in: secrets, home: home) else {
                throw ServerError(.unauthorized, detail: "the keyring holds no key for this server")
            }
            return found
        }
    }

    private static func secret(
        of profile: ServerProfile, in secrets: any SecretStore, home: Origin?
    ) async throws(ServerError) -> Private<String>? {
        guard let origin = Origin(profile.endpoint) else {
            throw ServerError(.invalidAddress, detail: "no place for a key")
        }
        // Whoever cancels does not wait for a keyring that asks for its password.
        let (answers, door) = AsyncStream.makeStream(of: Result<Private<String>?, ServerError>.self)
        Task {
            do throws(SecretError) {
                let name = SecretName(.server, owner: profile.id)
                door.yield(.success(try await secrets.secret(name, for: origin, home: home ?? origin)))
            } catch {
                door.yield(.failure(ServerError(.keyring(error.kind), detail: error.detail)))
            }
        }
        return try (await answers.first { _ in true } ?? .failure(ServerError(.cancelled))).get()
    }
}

/// Remembers which transcript format each server supports, so that a server without timestamps rejects only the first
/// recording. Thread-safe.
public final class ServerFormats: Sendable {
    private struct Server: Hashable {
        let endpoint: String
        let model: String

        init(_ profile: ServerProfile) {
            endpoint = profile.endpoint
            model = profile.model
        }
    }

    private let learnt = Mutex<[Server: TranscriptFormat]>([:])
    private let preferences: (any PreferenceStore)?

    /// - Parameter preferences: store that keeps the formats of the profiles, or nil.
    public init(_ preferences: (any PreferenceStore)? = nil) {
        self.preferences = preferences
    }

    func format(of profile: ServerProfile) -> TranscriptFormat {
        learnt.withLock { $0[Server(profile)] } ?? profile.format
    }

    func learn(_ format: TranscriptFormat, of profile: ServerProfile) {
        learnt.withLock { $0[Server(profile)] = format }
        preferences?.change { kept in
            let index = kept.servers.profiles.firstIndex { $0.id == profile.id && Server($0) == Server(profile) }
            if let index {
                kept.servers.profiles[index].format = format
            }
        }
    }
}
