public import ParlandoCore

/// The dependencies of `FileTranscriptionService`.
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
    ///   - recognizer: recognises speech on this computer.
    ///   - servers: recognises speech if the preferences name a server; nil if there is none. Nothing else may use this
    ///     client.
    ///   - speakers: the live sessions of `recognizer`, for which the transcription of files waits.
    ///   - history: stores the texts and the sound.
    ///   - words: supplies the user's vocabulary and replacement rules; nil for none.
    ///   - catalogue: the available speech models.
    ///   - wallClock: clock for the dates of the history's entries.
    ///   - clock: clock by which the speed of transcription is measured.
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

    /// Returns the options for the recognition of a file. If the model knows only English, the language is English.
    func options(_ preferences: Preferences, _ engine: RecognitionEngine) -> RecognitionOptions {
        let model = catalogue.first { $0.name == preferences.model }
        let knowsLanguages = engine.server != nil || model?.isMultilingual ?? false
        let language = knowsLanguages ? preferences.language : "en"
        var options = RecognitionOptions(language: language.isEmpty ? nil : language, audience: .nobody)
        options.engine = engine
        return options
    }
}
