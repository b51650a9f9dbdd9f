/// Properties of a natural (neural) voice, taken from the catalogue or from the configuration of an imported voice.
public struct VoiceFacts: Sendable, Equatable, Codable {
    /// A file that a natural voice needs in addition to its neural network.
    public struct File: Sendable, Equatable, Codable {
        /// Path of the file, relative to the address of the server or mirror.
        public let path: String
        /// Size of the file in bytes.
        public let bytes: Int64
        /// Hexadecimal SHA-256 of the whole file.
        public let sha256: String

        public init(path: String, bytes: Int64, sha256: String) {
            self.path = path
            self.bytes = bytes
            self.sha256 = sha256
        }
    }

    /// ISO 639-1 code of the language that the voice speaks.
    public let language: String
    /// ISO 3166 code of the country whose accent the voice has, such as `US`; empty if unknown.
    public let region: String
    /// Name of the speaker, as shown to the user.
    public let speaker: String
    /// Gender of the speaker; nil if unknown.
    public let gender: VoiceGender?
    /// Sample rate of the synthesized speech in Hz.
    public let rate: Int
    /// Licence of the recordings that the voice was trained on, as an SPDX identifier or in words; empty if unknown.
    public let licence: String
    /// The voice's configuration file, which contains its phonemes and its usual speed.
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
