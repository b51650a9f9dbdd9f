/// One entry of `models.json`.
public struct SpeechModel: Sendable, Equatable, Codable, Identifiable {
    /// What a model is for.
    public enum Kind: String, Sendable, Codable {
        case speech
        /// Tells speech from silence; every speech model needs it beside itself.
        case voiceActivity = "voice-activity"
    }

    /// The name people choose it by, such as `tiny.en`.
    public let name: String
    /// What it is for.
    public let kind: Kind
    /// Counts from 1; a new file under the same name has a new version.
    public let version: Int
    /// Where it is published, under the mirror's address.
    public let path: String
    /// Its published home: an address that `path` is appended to.
    public let home: String
    /// Size of the file.
    public let bytes: Int64
    /// Hexadecimal SHA-256 of the whole file.
    public let sha256: String
    /// Whether it knows more languages than English.
    public let isMultilingual: Bool

    /// Names are unique in a catalogue.
    public var id: String { name }

    /// The name of the file on disk; a new version never meets an old file.
    public var fileName: String {
        "\(name)-v\(version).bin"
    }

    enum CodingKeys: String, CodingKey {
        case name, kind, version, path, home, bytes, sha256
        case isMultilingual = "multilingual"
    }

    public init(
        name: String, kind: Kind = .speech, version: Int = 1, path: String = "", home: String = "", bytes: Int64,
        sha256: String, isMultilingual: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.version = version
        self.path = path
        self.home = home
        self.bytes = bytes
        self.sha256 = sha256
        self.isMultilingual = isMultilingual
    }
}
