public import ParlandoCore

/// A server that recognises speech: one recording is sent, its transcript comes back. Nothing is sent twice.
public struct SpeechServer: Sendable {
    /// More than this is no transcript: a day of speech has 1 MB, with times for each word 20 MB.
    private static let mostBytes = 32 << 20

    private let profile: ServerProfile
    private let key: ServerKey
    private let timeout: Duration
    private let client: HTTPClient

    /// - Parameters:
    ///   - key: sent as `Authorization: Bearer`, to this server only.
    ///   - timeout: how long the server may take, beside the time that the recording itself lasts.
    public init(_ profile: ServerProfile, key: Private<String>?, timeout: Duration, client: HTTPClient = HTTPClient()) {
        self.init(profile, key: .given(key), timeout: timeout, client: client)
    }

    /// - Parameter secrets: the keyring, which is asked for the profile's key before each request.
    public init(
        _ profile: ServerProfile, keyIn secrets: any SecretStore, timeout: Duration, client: HTTPClient = HTTPClient()
    ) {
        self.init(profile, key: .kept(by: secrets, of: profile), timeout: timeout, client: client)
    }

    private init(_ profile: ServerProfile, key: ServerKey, timeout: Duration, client: HTTPClient) {
        self.profile = profile
        self.key = key
        self.timeout = timeout
        self.client = client
    }

    /// Throws where a key is needed that cannot be had. Sends nothing.
    func checkKey() async throws(ServerError) {
        _ = try await key.value()
    }

    /// Sends a recording and waits for its transcript. Cancelling the task ends the transfer at once.
    ///
    /// - Parameter isLive: somebody waits for a short piece: then the time-out is all the time there is.
    public func recognize(
        _ recording: SpeechRecording, options: RecognitionOptions, isLive: Bool = false,
        progress: (any UploadProgress)? = nil
    ) async throws(ServerError) -> SpeechAnswer {
        var fields = fields(options)
        if isLive, wire == .whisper {
            fields.append(("audio_ctx", "\(Self.encoderContext(recording))"))
        }
        let form = SpeechForm(recording, fields: fields)
        var request = HTTPRequest(
            profile.endpoint, method: .upload(form.pieces),
            headers: [HTTPHeader("Content-Type", form.contentType), HTTPHeader("Accept", "application/json")])
        let limit = isLive ? timeout : timeout + .seconds(recording.seconds)
        request.totalTimeout = limit
        request.connectTimeout = min(request.connectTimeout, limit)
        // While the server computes nothing moves: only the time-out as a whole counts then.
        request.stallTimeout = limit + .seconds(1)
        if let key = try await key.value() {
            request.headers.append(try Self.authorization(key))
        }
        let result: Result<SpeechAnswer, ServerError>
        do throws(HTTPError) {
            let response = try await client.send(request, progress: progress)
            result = try await read(response, seconds: recording.seconds)
        } catch {
            throw ServerError(error)
        }
        return try result.get()
    }

    /// Frames of 20 ms that whisper.cpp's encoder is to look at: the sound and as much after it as the local engine gives
    /// for final answers. Without this a second of speech costs as much as thirty.
    private static func encoderContext(_ recording: SpeechRecording) -> Int {
        min(1500, (Int((recording.seconds * 50).rounded(.up)) + 256 + 7) / 8 * 8)
    }

    private func fields(_ options: RecognitionOptions) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        switch wire {
        case .transcribe:
            break
        case .openAI:
            fields.append(("model", model))
            // OpenAI's newer models know no other format than json; everything else gives times as well.
            fields.append(("response_format", model.hasPrefix("gpt-") ? "json" : "verbose_json"))
            fields += options.language.map { [("language", $0)] } ?? []
        case .whisper:
            fields.append(("response_format", "verbose_json"))
            fields.append(("language", options.language ?? "auto"))
        }
        if wire != .transcribe, !options.vocabulary.isEmpty {
            fields.append(("prompt", options.vocabulary))
        }
        return fields
    }

    private var wire: SpeechProtocol { profile.wire }

    private var model: String { profile.model.isEmpty ? ServerProfile.usualModel : profile.model }

    private static func authorization(_ key: Private<String>) throws(ServerError) -> HTTPHeader {
        let text = key.revealed.filter { !$0.isWhitespace }
        guard !text.isEmpty, text.unicodeScalars.allSatisfy({ (33...126).contains($0.value) }) else {
            throw ServerError(.unauthorized, detail: "the key holds characters that no key holds")
        }
        return HTTPHeader("Authorization", "Bearer " + text)
    }

    private func read(
        _ response: HTTPResponse, seconds: Double
    ) async throws(HTTPError) -> Result<SpeechAnswer, ServerError> {
        if let refusal = ServerError(status: response.head.status) {
            return .failure(refusal)
        }
        var bytes: [UInt8] = []
        for try await piece in response.body {
            bytes += piece
            guard bytes.count <= Self.mostBytes else {
                return .failure(ServerError(.endless))
            }
        }
        return SpeechAnswer.read(bytes, seconds: seconds)
    }
}

extension ServerError {
    /// What a status means, nil: an answer follows.
    fileprivate init?(status: Int) {
        switch status {
        case 200...299: return nil
        case 300...399: self.init(.redirected, detail: "\(status)")
        case 401, 403, 407: self.init(.unauthorized, detail: "\(status)")
        case 408, 504: self.init(.timedOut, detail: "\(status)")
        case 413: self.init(.tooLarge)
        case 429, 503: self.init(.busy, detail: "\(status)")
        default: self.init(.refused(status: status))
        }
    }

    fileprivate init(_ error: HTTPError) {
        let kind: Kind =
            switch error.kind {
            case .invalidAddress: .invalidAddress
            case .insecure: .insecure
            case .tooManyRedirects: .redirected
            case .unreachable: .unreachable
            case .timedOut: .timedOut
            case .untrusted: .untrusted
            case .interrupted: .interrupted
            case .badAnswer: .notUnderstood
            case .cancelled: .cancelled
            case .failed: .failed
            }
        self.init(kind, detail: error.detail)
    }
}
