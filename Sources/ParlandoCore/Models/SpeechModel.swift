/// A downloadable model of the catalogue (`models.json`), or a voice that the user has imported.
public struct SpeechModel: Sendable, Equatable, Codable, Identifiable {
    public enum Kind: String, Sendable, Codable {
        case speech
        /// Every speech model needs one in addition.
        case voiceActivity = "voice-activity"
        case translation
        /// A neural network that synthesizes speech.
        case voice
        /// In the catalogue, part of the voice's entry.
        case voiceConfiguration = "voice-configuration"
    }

    /// Such as `tiny.en`; unique in a catalogue.
    public let name: String
    public let kind: Kind
    /// Counted from 1. A new file under the same name has a new version.
    public let version: Int
    /// Relative to the address of the server or mirror.
    public let path: String
    /// Base URL of the publisher's server; `path` is appended.
    public let home: String
    public let bytes: Int64
    /// Checksum of the whole file, in hexadecimal.
    public let sha256: String
    public let isMultilingual: Bool
    /// `SpeechEngine.name` of the engine that reads the file.
    public let engine: String
    /// Determines how fast it is; nil if unknown.
    public let shape: ModelShape?
    /// Nil for other kinds of model.
    public let voice: VoiceFacts?

    public var id: String { name }

    /// Contains the version, so that versions never share a file. The configuration of a voice is named after the
    /// voice's file.
    public var fileName: String {
        let stem = name + (isOwn ? Self.ownMark : "-v\(version)")
        return switch kind {
        case .speech, .voiceActivity, .translation: stem + ModelFileName.model
        case .voice: stem + ModelFileName.network
        case .voiceConfiguration: stem + ModelFileName.configuration
        }
    }

    /// Ends the file names of imported voices that the catalogue does not have.
    public static let ownEnding = ownMark + ModelFileName.network
    private static let ownMark = "-own"

    /// Whether the user has imported this voice (or its configuration) and the catalogue does not have it. It cannot be
    /// downloaded.
    public var isOwn: Bool {
        home.isEmpty && (kind == .voice || kind == .voiceConfiguration)
    }

    /// The same for all imported voices, because the user's names for them may be private.
    public var logName: String {
        isOwn ? "own voice" : name
    }

    /// The configuration file of a natural voice; nil for other models.
    public var configuration: SpeechModel? {
        voice.map {
            SpeechModel(
                name: name, kind: .voiceConfiguration, version: version, path: $0.configuration.path, home: home,
                bytes: $0.configuration.bytes, sha256: $0.configuration.sha256, engine: engine)
        }
    }

    enum CodingKeys: String, CodingKey {
        case name, kind, version, path, home, bytes, sha256
        case isMultilingual = "multilingual"
        case engine, shape, voice
    }

    public init(
        name: String, kind: Kind = .speech, version: Int = 1, path: String = "", home: String = "", bytes: Int64,
        sha256: String, isMultilingual: Bool = false, engine: String = "whisper", shape: ModelShape? = nil,
        voice: VoiceFacts? = nil
    ) {
        self.name = name
        self.kind = kind
        self.version = version
        self.path = path
        self.home = home
        self.bytes = bytes
        self.sha256 = sha256
        self.isMultilingual = isMultilingual
        self.engine = engine
        self.shape = shape
        self.voice = voice
    }

    /// If the entry names no engine, it is whisper.cpp.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        kind = try values.decode(Kind.self, forKey: .kind)
        version = try values.decode(Int.self, forKey: .version)
        path = try values.decode(String.self, forKey: .path)
        home = try values.decode(String.self, forKey: .home)
        bytes = try values.decode(Int64.self, forKey: .bytes)
        sha256 = try values.decode(String.self, forKey: .sha256)
        isMultilingual = try values.decodeIfPresent(Bool.self, forKey: .isMultilingual) ?? false
        engine = try values.decodeIfPresent(String.self, forKey: .engine) ?? "whisper"
        shape = try values.decodeIfPresent(ModelShape.self, forKey: .shape)
        voice = try values.decodeIfPresent(VoiceFacts.self, forKey: .voice)
    }
}

/// Properties of a natural voice, from the catalogue or the configuration of an imported voice.
public struct VoiceFacts: Sendable, Equatable, Codable {
    public struct File: Sendable, Equatable, Codable {
        /// Relative to the address of the server or mirror.
        public let path: String
        public let bytes: Int64
        public let sha256: String

        public init(path: String, bytes: Int64, sha256: String) {
            self.path = path
            self.bytes = bytes
            self.sha256 = sha256
        }
    }

    /// ISO 639-1 code.
    public let language: String
    /// ISO 3166, such as `US`; empty if unknown.
    public let region: String
    public let speaker: String
    /// Nil if unknown.
    public let gender: VoiceGender?
    /// Sample rate in Hz.
    public let rate: Int
    /// Of the recordings that the voice was trained on: an SPDX identifier or words; empty if unknown.
    public let licence: String
    /// Contains the voice's phonemes and usual speed.
    public let configuration: File

    public init(
        language: String, region: String = "", speaker: String, gender: VoiceGender? = nil, rate: Int,
        licence: String = "", configuration: File
    ) {
        self.language = language
        self.region = region
        self.speaker = speaker
        self.gender = gender
        self.rate = rate
        self.licence = licence
        self.configuration = configuration
    }
}

/// Parts of the names of a model's files on disk.
public enum ModelFileName {
    public static let model = ".bin"
    public static let network = ".onnx"
    public static let configuration = network + ".json"

    /// Added to a model's file name while the file is imported; `part` follows.
    public static let imported = ".import"
    public static let part = ".part"
    /// The server's validator of an incomplete file's content.
    public static let validator = part + ".validator"
    /// Records that the checksum was verified.
    public static let checked = ".checked"
    /// Is followed by a number.
    public static let damaged = ".corrupt-"

    /// Can be brought back until it is deleted.
    public static let putAway = ".removed"

    /// Name that a file had before it was put away; nil if it was not.
    public static func former(_ name: String) -> String? {
        name[...].without(putAway).flatMap { isModel($0) || verified($0) != nil || broken($0) != nil ? $0 : nil }
    }

    /// Name of the model's file of which this is an incomplete or damaged copy; nil if it is none.
    public static func broken(_ name: String) -> String? {
        let digits = name.reversed().prefix { ("0"..."9").contains($0) }.count
        let endings = [imported + part, imported + validator, part, validator]
        let owner =
            if digits > 0, let owner = name.dropLast(digits).without(damaged) {
                owner
            } else {
                endings.lazy.compactMap { name[...].without($0) }.first
            }
        return owner.flatMap { isModel($0) ? $0 : nil }
    }

    /// Name of the model's file whose verified checksum this file records; nil if it records none.
    public static func verified(_ name: String) -> String? {
        name[...].without(checked).flatMap { isModel($0) ? $0 : nil }
    }

    private static func isModel(_ name: String) -> Bool {
        [model, network, configuration].contains { name.hasSuffix($0) }
    }
}

extension Substring {
    fileprivate func without(_ ending: String) -> String? {
        hasSuffix(ending) ? String(dropLast(ending.count)) : nil
    }
}
