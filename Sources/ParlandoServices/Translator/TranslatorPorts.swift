public import ParlandoCore
public import ParlandoRecognition

/// The dependencies of a translator.
///
/// `archive.allow` is called at the start and whenever the preferences for keeping data change. The preferences'
/// `agreedServices` also name the voice services to which text may be sent (`VoiceServiceKind`).
public struct TranslatorPorts: Sendable {
    /// The microphone. Nothing else may use it while the translator does.
    public var microphone: any Microphone
    /// Recognises speech on this computer.
    public var recognizer: any SpeechRecognizer
    /// Recognises speech on the user's own servers; nil if servers cannot be chosen.
    public var servers: (any ServerRecognizing)?
    /// Recogniser that translates speech into English on this computer; nil if there is none.
    public var offlineRecognizer: (any SpeechRecognizer)?
    /// Creates voice activity detectors. If nil, loudness decides whether there is speech.
    public var gates: (any SpeechGateMaker)?
    /// Creates the translator for the chosen service.
    public var translators: any TranslatorMaking
    /// Creates the speech synthesizers.
    public var synthesizers: any SynthesizerMaking
    /// Plays the synthesized speech.
    public var player: any SoundPlayer
    /// Writes synthesized speech into files.
    public var saver: any SoundSaver
    /// Cache and history of translations.
    public var archive: any TranslationArchive
    /// Reports whether the computer is online.
    public var network: any NetworkStatus
    /// Timeouts and limits of translation requests. The maximum number of requests per minute is replaced by the user's
    /// setting.
    public var limits = TranslationLimits()
    /// Stores the user's vocabulary; nil if there is none.
    public var words: (any WordBookStore)?
    /// Clock that times all waits.
    public var clock: any Clock<Duration> = ContinuousClock()

    public init(
        microphone: any Microphone, recognizer: any SpeechRecognizer, servers: (any ServerRecognizing)? = nil,
        offlineRecognizer: (any SpeechRecognizer)? = nil, gates: (any SpeechGateMaker)? = nil,
        translators: any TranslatorMaking, synthesizers: any SynthesizerMaking, player: any SoundPlayer,
        saver: any SoundSaver, archive: any TranslationArchive, network: any NetworkStatus
    ) {
        self.microphone = microphone
        self.recognizer = recognizer
        self.servers = servers
        self.offlineRecognizer = offlineRecognizer
        self.gates = gates
        self.translators = translators
        self.synthesizers = synthesizers
        self.player = player
        self.saver = saver
        self.archive = archive
        self.network = network
    }

    /// Returns the options for speech recognition, including the user's vocabulary.
    func recognition(
        _ options: TranslatorOptions, _ audience: RecognitionOptions.Audience
    ) async -> RecognitionOptions {
        var recognition = options.recognition(audience)
        recognition.vocabulary = await words?.load().vocabulary.entries(for: recognition.language) ?? []
        return recognition
    }
}
