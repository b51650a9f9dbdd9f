import ParlandoCore

/// What a synthesizer needs to reach its service and to understand its answers.
struct SpeechLine {
    /// Longest answer that is read, in bytes of base64.
    static let mostBytes = AnsweredSound.mostBytes / 3 * 4 + (1 << 20)

    let client: HTTPClient
    let keys: ServiceKeys
    let decoder: any SoundDecoder
    /// Shared by the synthesizers of one program.
    let memory: SpeechServiceMemory
    /// Address without a path.
    let home: String
    /// How long one answer may take.
    var timeout = Duration.seconds(30)
}
