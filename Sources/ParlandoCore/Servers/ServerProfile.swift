public import Foundation

/// A server of the user's own that recognises speech. Its key is in the keyring, never here.
public struct ServerProfile: Sendable, Equatable, Identifiable {
    /// Never changes: the key in the keyring is found by it.
    public let id: String
    /// What the user calls it.
    public var name: String
    /// HTTPS, or plain HTTP to this machine itself. With or without the path of its protocol.
    public var address: String
    /// How it is spoken to.
    public var wire: SpeechProtocol
    /// Name of the model it is asked for; only OpenAI's interface has such a field.
    public var model: String
    /// Whether a key belongs to it. Without one, nobody asks the keyring.
    public var hasKey: Bool
    /// What it was found to answer with; only OpenAI's interface has such a field.
    public var format: TranscriptFormat

    /// What stands for a model where the user names none.
    public static let usualModel = "whisper-1"
    /// More profiles than this are not kept.
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

    /// What is wrong with a profile.
    public enum Problem: Sendable, Equatable {
        case noName
        case address(SecureAddress.Problem)
        case tooLong
    }

    /// Why it cannot be used, nil: it can.
    public var problem: Problem? {
        if name.allSatisfy(\.isWhitespace) {
            return .noName
        }
        guard [id, name, address, model].allSatisfy({ $0.count <= Self.longestText }) else {
            return .tooLong
        }
        return address.isEmpty ? .address(.notAnAddress) : SecureAddress.problem(in: address).map { .address($0) }
    }

    /// The address that sound is sent to: the profile's own, with the path of the protocol unless it names another path.
    public var endpoint: String {
        endpoints.first ?? address
    }

    /// Where the server may listen, the likeliest address first: what a test tries in turn.
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

    /// The host, for people; the whole address where there is none.
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

    /// What later versions add may be missing.
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
