public import Foundation

/// One of the user's own servers, for speech recognition or with a language model. Its API key is in the keyring, never
/// here.
public struct ServerProfile: Sendable, Equatable, Identifiable {
    /// Permanent; the keyring stores the API key under it.
    public let id: String
    public var name: String
    /// HTTPS, or leads to this computer. The path may be omitted.
    public var address: String
    public var wire: ServerProtocol
    /// Only with OpenAI's API. Empty for `usualModel`, or for the only language model of the server.
    public var model: String
    /// If not, the keyring is not queried.
    public var hasKey: Bool
    /// Supported format of answers. Only with OpenAI's API.
    public var format: TranscriptFormat

    public static let usualModel = "whisper-1"
    public static let mostProfiles = 64
    private static let longestText = 500

    public init(
        id: String = UUID().uuidString.lowercased(), name: String, address: String, wire: ServerProtocol,
        model: String = "", hasKey: Bool = false, format: TranscriptFormat = .timed
    ) {
        self.id = id
        self.name = name
        self.address = address
        self.wire = wire
        self.model = model
        self.hasKey = hasKey
        self.format = format
    }

    public enum Problem: Sendable, Equatable {
        case noName
        case address(SecureAddress.Problem)
        case tooLong
    }

    /// Nil if the profile is valid.
    public var problem: Problem? {
        if name.allSatisfy(\.isWhitespace) {
            return .noName
        }
        guard [id, name, address, model].allSatisfy({ $0.count <= Self.longestText }) else {
            return .tooLong
        }
        return address.isEmpty ? .address(.notAnAddress) : SecureAddress.problem(in: address).map { .address($0) }
    }

    /// Where sound or text is sent: `address`, with the usual path of the API if it has none, and with its last part, such
    /// as `/audio/transcriptions`, after `/v1`.
    public var endpoint: String {
        endpoints.first ?? address
    }

    /// Where the server may accept requests, the most probable first.
    public var endpoints: [String] {
        guard var parts = URLComponents(string: address) else {
            return [address]
        }
        let base = String(parts.percentEncodedPath.reversed().drop { $0 == "/" }.reversed())
        let own = wire.usualPaths.map { base + $0 }
        let paths: [String]
        if base.isEmpty {
            paths = own + wire.prefixes.map { $0 + wire.lastPath }
        } else if base.hasSuffix(wire.lastPath) {
            paths = [parts.percentEncodedPath, base]
        } else if wire.isOpenAI, base.hasSuffix("/v1") {
            paths = [base + wire.lastPath, base]
        } else {
            paths = [parts.percentEncodedPath, base] + own
        }
        return paths.reduce(into: []) { result, path in
            parts.percentEncodedPath = path
            let address = parts.string ?? address
            if !result.contains(address) {
                result.append(address)
            }
        }
    }

    /// For display; the whole address if it has no host.
    public var host: String {
        URLComponents(string: address)?.host ?? address
    }
}

extension ServerProfile: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, name, address
        case wire = "protocol"
        case model
        case hasKey = "key"
        case format
    }

    /// Fields of later versions may be missing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        name = try values.decode(String.self, forKey: .name)
        address = try values.decode(String.self, forKey: .address)
        wire = try values.decode(ServerProtocol.self, forKey: .wire)
        model = try values.decodeIfPresent(String.self, forKey: .model) ?? ""
        hasKey = try values.decodeIfPresent(Bool.self, forKey: .hasKey) ?? false
        format = (try? values.decode(TranscriptFormat.self, forKey: .format)) ?? .timed
    }
}

/// HTTP API of a server. Each but `chat` takes a WAV file as the form's field `file`.
public enum ServerProtocol: String, Sendable, Equatable, Codable, CaseIterable {
    /// `POST /transcribe`, answered with `{"text": …}`.
    case transcribe
    /// `POST /v1/audio/transcriptions`, as in OpenAI's API.
    case openAI = "openai"
    /// `POST /inference`, the API of whisper.cpp's server.
    case whisper
    /// `POST /v1/chat/completions`, the API of OpenAI's language models.
    case chat

    public var usualPath: String {
        switch self {
        case .transcribe: "/transcribe"
        case .openAI: "/v1/audio/transcriptions"
        case .whisper: "/inference"
        case .chat: "/v1/chat/completions"
        }
    }

    /// Whether a model can be requested by name.
    public var isOpenAI: Bool {
        self == .openAI || self == .chat
    }

    /// Tried below a server's address, in this order.
    var usualPaths: [String] {
        isOpenAI ? [usualPath, lastPath] : [usualPath]
    }

    /// Ends every path of the API.
    var lastPath: String {
        isOpenAI ? String(usualPath.dropFirst("/v1".count)) : usualPath
    }

    /// Of gateways that serve several APIs.
    var prefixes: [String] {
        isOpenAI ? ["/api/v1", "/openai/v1"] : []
    }
}

/// Values of `response_format` in OpenAI's API.
public enum TranscriptFormat: String, Sendable, Equatable, Codable {
    /// With the times of words or sentences, if the server knows them.
    case timed = "verbose_json"
    /// Some servers and models support nothing else.
    case plain = "json"
}
