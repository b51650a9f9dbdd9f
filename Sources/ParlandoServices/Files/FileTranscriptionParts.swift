public import ParlandoCore

/// Everything that the transcription of files uses.
public struct FileTranscriptionParts: Sendable {
    let reader: any AudioFileReader
    let recognizer: any SpeechRecognizer
    let servers: (any ServerRecognizing)?
    let speakers: LiveSessions
    let history: any FileKeeping
    let words: (any WordBookStore)?
    let preferences: any PreferenceStore
    let catalogue: [SpeechModel]
    let wallClock: any WallClock
    let clock: any MonotonicClock

    /// - Parameters:
    ///   - recognizer: recognises on this computer.
    ///   - servers: recognise instead if the preferences name a server. A client that nothing else uses.
    ///   - speakers: the live sessions of `recognizer`, which come first.
    ///   - history: keeps the texts.
    ///   - words: the user's vocabulary and replacement rules; nil for none.
    ///   - catalogue: the speech models.
    ///   - wallClock: dates the entries of the history.
    ///   - clock: measures the speed.
    public init(
        reader: any AudioFileReader, recognizer: any SpeechRecognizer, servers: (any ServerRecognizing)? = nil,
        speakers: LiveSessions, history: any FileKeeping, words: (any WordBookStore)? = nil,
        preferences: any PreferenceStore, catalogue: [SpeechModel], wallClock: any WallClock,
        clock: any MonotonicClock
    ) {
        self.reader = reader
        self.recognizer = recognizer
        self.servers = servers
        self.speakers = speakers
        self.history = history
        self.words = words
        self.preferences = preferences
        self.catalogue = catalogue
        self.wallClock = wallClock
        self.clock = clock
    }

    /// Returns the options for a file. A model that knows only English gets no other language.
    func options(_ preferences: Preferences, _ engine: RecognitionEngine) -> RecognitionOptions {
        let model = catalogue.first { $0.name == preferences.model }
        let knowsLanguages = engine.server != nil || model?.isMultilingual ?? false
        let language = knowsLanguages ? preferences.language : "en"
        var options = RecognitionOptions(language: language.isEmpty ? nil : language, audience: .nobody)
        options.engine = engine
        return options
    }
}
