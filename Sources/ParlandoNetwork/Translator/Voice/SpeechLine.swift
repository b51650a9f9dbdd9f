import ParlandoCore

/// Connection of a speech synthesizer to its service: HTTP client, keys, decoder and address.
struct SpeechLine {
    /// Maximum number of bytes to read of a response, as base64.
    static let mostBytes = AnsweredSound.mostBytes / 3 * 4 + (1 << 20)

    let client: HTTPClient
    let keys: ServiceKeys
    let decoder: any SoundDecoder
    /// Cache shared by all synthesizers of the program.
    let memory: SpeechServiceMemory
    /// Address of the service, without a path.
    let home: String
    /// Timeout for one response.
    var timeout = Duration.seconds(30)
}
