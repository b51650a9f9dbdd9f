/// A downloadable model of the catalogue (`models.json`), or a voice that the user has imported.
public struct SpeechModel: Sendable, Equatable, Codable, Identifiable {
    /// Purpose of a model.
    public enum Kind: String, Sendable, Codable {
        case speech
        /// Voice activity detection. Every speech model needs a model of this kind in addition.
        case voiceActivity = "voice-activity"
        /// Translation of text from one language into another.
        case translation
        /// A natural voice: a neural network that synthesizes speech.
        case voice
        /// The configuration file of a natural voice. In the catalogue it is part of the voice's entry.
        case voiceConfiguration = "voice-configuration"
    }

    /// Name that the user chooses the model by, such as `tiny.en`.
    public let name: String
    /// Purpose of the model.
    public let kind: Kind
    /// Version of the file, counted from 1. A new file under the same name has a new version.
    public let version: Int
    /// Path of the file, relative to the address of the server or mirror.
    public let path: String
    /// Base URL of the server that publishes the file; `path` is appended.
    public let home: String
    /// Size of the file in bytes.
    public let bytes: Int64
    /// Hexadecimal SHA-256 of the whole file.
    public let sha256: String
    /// Whether the model knows other languages besides English.
    public let isMultilingual: Bool
    /// Name of the engine that reads the file (`SpeechEngine.name` in `ParlandoRecognition`).
    public let engine: String
    /// Layer sizes of the model, which determine its speed; nil if unknown.
    public let shape: ModelShape?
    /// Properties of a natural voice; nil for other kinds of model.
    public let voice: VoiceFacts?

    /// The name, which is unique in a catalogue.
    public var id: String { name }

    /// Name of the model's file on disk. The name contains the version, so that different versions never share a file.
    /// The configuration of a voice is named after the voice's file.
    public var fileName: String {
        switch kind {
        case .speech, .voiceActivity, .translation: "\(name)-v\(version).bin"
        case .voice: isOwn ? name + Self.ownEnding : "\(name)-v\(version).onnx"
        case .voiceConfiguration: (isOwn ? name + Self.ownEnding : "\(name)-v\(version).onnx") + ".json"
        }
    }

    /// Suffix of the file names of voices that the user has imported and that are not in the catalogue.
    public static let ownEnding = "-own.onnx"

    /// Whether this is a voice that the user has imported and that the catalogue does not contain, or the configuration
    /// of such a voice. It cannot be downloaded.
    public var isOwn: Bool {
        home.isEmpty && (kind == .voice || kind == .voiceConfiguration)
    }

    /// Name of the model for the log. Imported voices all have the same one, because users may choose names that are
    /// private.
    public var logName: String {
        isOwn ? "own voice" : name
    }

    /// The configuration file that a natural voice needs in addition; nil if the model is not a voice.
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

    /// Decodes a catalogue entry. If the entry names no speech recognition engine, the engine is whisper.cpp.
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
