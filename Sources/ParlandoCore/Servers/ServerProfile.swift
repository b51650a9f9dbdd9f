public import Foundation

/// Profile of one of the user's own speech recognition servers. Its key is in the keyring, never in the profile.
public struct ServerProfile: Sendable, Equatable, Identifiable {
    /// Permanent identifier, by which the key is stored in the keyring.
    public let id: String
    /// Name given by the user.
    public var name: String
    /// URL of the server: HTTPS, or plain HTTP for this computer. The path of the protocol may be left out.
    public var address: String
    /// Protocol of the server.
    public var wire: SpeechProtocol
    /// Name of the model to request. Only OpenAI's API has this field.
    public var model: String
    /// Whether the profile has a key. If not, the keyring is not asked for one.
    public var hasKey: Bool
    /// Response format that the server is known to support. Only OpenAI's API has this field.
    public var format: TranscriptFormat

    /// Model that is requested if the user names none.
    public static let usualModel = "whisper-1"
    /// Maximum number of profiles.
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

    /// A reason that a profile is invalid.
    public enum Problem: Sendable, Equatable {
        case noName
        case address(SecureAddress.Problem)
        case tooLong
    }

    /// The reason that the profile is invalid; nil if it is valid.
    public var problem: Problem? {
        if name.allSatisfy(\.isWhitespace) {
            return .noName
        }
        guard [id, name, address, model].allSatisfy({ $0.count <= Self.longestText }) else {
            return .tooLong
        }
        return address.isEmpty ? .address(.notAnAddress) : SecureAddress.problem(in: address).map { .address($0) }
    }

    /// The URL that sound is sent to: the profile's address. The protocol's path is appended if the address has no path
    /// or, for OpenAI's API, a path that ends with `/v1`.
    public var endpoint: String {
        endpoints.first ?? address
    }

    /// URLs where the server may accept requests, the most probable first. A test tries them in turn.
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

    /// The host, for display; the whole address if it has no host.
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

    /// Fields that were added in later versions may be missing.
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
