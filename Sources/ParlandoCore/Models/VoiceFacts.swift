/// What the catalogue, or the configuration of an imported voice, says of a natural voice.
public struct VoiceFacts: Sendable, Equatable, Codable {
    /// A second file that a voice needs.
    public struct File: Sendable, Equatable, Codable {
        /// Path of the file below the address of the voice's server or mirror.
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
    /// ISO 3166 code of the accent's country, such as `US`; empty if it is not known.
    public let region: String
    /// Name of the speaker, as shown to the user.
    public let speaker: String
    /// Gender of the speaker; nil if it is not known.
    public let gender: VoiceGender?
    /// Sample rate in Hz.
    public let rate: Int
    /// Terms of the recordings that the voice learned from, as an SPDX identifier or in words; empty if they are not
    /// known.
    public let licence: String
    /// The voice's configuration: its phonemes and its usual speed.
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
