public import ParlandoCore
public import ParlandoRecognition

/// What a translator needs.
///
/// `archive.allow` is called whenever the preferences for keeping data change. `agreedServices` also names voice
/// services.
public struct TranslatorPorts: Sendable {
    /// Nothing else may use it while the translator does.
    public var microphone: any Microphone
    /// Recognizes speech on this computer.
    public var recognizer: any SpeechRecognizer
    /// Recognises speech on the user's own servers; nil if they cannot be chosen.
    public var servers: (any ServerRecognizing)?
    /// Translates speech into English; nil if there is none.
    public var offlineRecognizer: (any SpeechRecognizer)?
    /// Makes voice activity detectors. If nil, loudness decides whether there is speech.
    public var gates: (any SpeechGateMaker)?
    /// Makes the chosen services.
    public var services: any ServiceMaking
    /// Plays the synthesized speech.
    public var player: any SoundPlayer
    /// Writes synthesized speech into files.
    public var saver: any SoundSaver
    /// Cache and history of translations.
    public var archive: any TranslationArchive
    /// Reports whether the computer is online.
    public var network: any NetworkStatus
    /// The maximum per minute is replaced by the user's.
    public var limits = TranslationLimits()
    /// The user's vocabulary; nil if there is none.
    public var words: (any WordBookStore)?
    /// Times all waits.
    public var clock: any Clock<Duration> = ContinuousClock()

    public init(
        microphone: any Microphone, recognizer: any SpeechRecognizer, servers: (any ServerRecognizing)? = nil,
        offlineRecognizer: (any SpeechRecognizer)? = nil, gates: (any SpeechGateMaker)? = nil,
        services: any ServiceMaking, player: any SoundPlayer, saver: any SoundSaver,
        archive: any TranslationArchive, network: any NetworkStatus
    ) {
        self.microphone = microphone
        self.recognizer = recognizer
        self.servers = servers
        self.offlineRecognizer = offlineRecognizer
        self.gates = gates
        self.services = services
        self.player = player
        self.saver = saver
        self.archive = archive
        self.network = network
    }

    /// Returns the options with the user's vocabulary.
    func recognition(
        _ options: TranslatorOptions, _ audience: RecognitionOptions.Audience
    ) async -> RecognitionOptions {
        var recognition = options.recognition(audience)
        recognition.vocabulary = await words?.load().vocabulary.entries(for: recognition.language) ?? []
        return recognition
    }
}
