public import Foundation

/// Settings of one of the user's own speech recognition servers. The server's API key is in the keyring, never in the
/// profile.
public struct ServerProfile: Sendable, Equatable, Identifiable {
    /// Permanent identifier of the profile, under which the keyring stores the server's API key.
    public let id: String
    /// Name of the server, given by the user.
    public var name: String
    /// URL of the server. It must use HTTPS, or lead to this computer. The path may be omitted.
    public var address: String
    /// API of the server: how sound is sent and how the transcript is returned.
    public var wire: SpeechProtocol
    /// Name of the model to request; empty for `usualModel`. Used only with OpenAI's API.
    public var model: String
    /// Whether the keyring has an API key for the server. If not, the keyring is not queried.
    public var hasKey: Bool
    /// Response format that the server is known to support. Used only with OpenAI's API.
    public var format: TranscriptFormat

    /// Name of the model that is requested if the user has not set one.
    public static let usualModel = "whisper-1"
    /// Maximum number of server profiles.
    public static let mostProfiles = 64
    private static let longestText = 500

    public init(
        id: String = UUID().uuidString.lowercased(), name: String, address: String, wire: SpeechProtocol,
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

    /// The reason that a server profile is invalid.
    public enum Problem: Sendable, Equatable {
        case noName
        case address(SecureAddress.Problem)
        case tooLong
    }

    /// The reason that the server profile is invalid; nil if it is valid.
    public var problem: Problem? {
        if name.allSatisfy(\.isWhitespace) {
            return .noName
        }
        guard [id, name, address, model].allSatisfy({ $0.count <= Self.longestText }) else {
            return .tooLong
        }
        return address.isEmpty ? .address(.notAnAddress) : SecureAddress.problem(in: address).map { .address($0) }
    }

    /// The URL that sound is sent to: the profile's address. If the address has no path, the default path of the
    /// server's API is appended. For OpenAI's API, `/audio/transcriptions` is appended to a path that ends with `/v1`.
    public var endpoint: String {
        endpoints.first ?? address
    }

    /// URLs at which the server may accept requests, the most probable first. The test of a server tries them in turn.
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
        } else if wire == .openAI, base.hasSuffix("/v1") {
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

    /// Host name of the server, for display; the whole address if it has no host.
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

    /// Decodes a server's profile. Fields that were added in later versions of the program may be missing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        name = try values.decode(String.self, forKey: .name)
        address = try values.decode(String.self, forKey: .address)
        wire = try values.decode(SpeechProtocol.self, forKey: .wire)
        model = try values.decodeIfPresent(String.self, forKey: .model) ?? ""
        hasKey = try values.decodeIfPresent(Bool.self, forKey: .hasKey) ?? false
        format = (try? values.decode(TranscriptFormat.self, forKey: .format)) ?? .timed
    }
}
