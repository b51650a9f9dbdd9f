public import ParlandoCore

/// What an interpreter is made of. In a program with a window:
///
///     let ear = MultilingualRecognizer(WhisperRecognizer(), store: store, preferences: preferences)
///     let archive = SQLiteTranslationArchive(path: folders.translationArchive, clock: SystemClock())
///     let services = NetworkServices(
///         keys: ServiceKeys(Keyring()), authorities: folders.googleAuthorities,
///         local: EspeakSynthesizer(), decoder: SoundFileDecoder())
///     let interpreter = InterpreterService(InterpreterParts(
///         microphone: ALSAMicrophone(), recognizer: ear, offlineRecognizer: ear, gates: SileroGateMaker(store: store),
///         translators: services, synthesizers: services, player: ALSASoundPlayer(), saver: WaveFileSaver(),
///         archive: archive, network: NetworkMonitor()))
///
/// `archive.allow` is called at the start and whenever these preferences change. `agreedServices` of the preferences
/// also names the voice services that may get texts: `gemini`, `google` (`VoiceServiceKind`).
public struct InterpreterParts: Sendable {
    /// What listens. Nobody else may use it meanwhile.
    public var microphone: any Microphone
    /// What writes down what was said: many languages, or a server of the user's own.
    public var recognizer: any SpeechRecognizer
    /// What translates into English on this machine, nil: nothing does.
    public var offlineRecognizer: (any SpeechRecognizer)?
    /// What tells speech from silence, nil: loudness does.
    public var gates: (any SpeechGateMaker)?
    /// Who translates.
    public var translators: any TranslatorMaking
    /// Who speaks.
    public var synthesizers: any SynthesizerMaking
    /// What is heard.
    public var player: any SoundPlayer
    /// What writes speech into files.
    public var saver: any SoundSaver
    /// What was translated earlier.
    public var archive: any TranslationArchive
    /// Whether there is a way to the services.
    public var network: any NetworkStatus
    /// How patient a translation is; the user's limit a minute replaces the one in it.
    public var patience = TranslationPatience()
    /// What waits are measured by.
    public var clock: any Clock<Duration> = ContinuousClock()

    public init(
        microphone: any Microphone, recognizer: any SpeechRecognizer,
        offlineRecognizer: (any SpeechRecognizer)? = nil, gates: (any SpeechGateMaker)? = nil,
        translators: any TranslatorMaking, synthesizers: any SynthesizerMaking, player: any SoundPlayer,
        saver: any SoundSaver, archive: any TranslationArchive, network: any NetworkStatus
    ) {
        self.microphone = microphone
        self.recognizer = recognizer
        self.offlineRecognizer = offlineRecognizer
        self.gates = gates
        self.translators = translators
        self.synthesizers = synthesizers
        self.player = player
        self.saver = saver
        self.archive = archive
        self.network = network
    }
}
