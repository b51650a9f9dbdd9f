/// The user's preferences. `declared` lists those that are stored, and `sanitized` replaces values that are out of
/// range.
public struct Preferences: Sendable, Equatable {
    /// Name of the speech recognition model.
    public var model = "tiny.en"
    /// ISO 639-1 code of the spoken language; empty to detect the language, which only multilingual models can do.
    public var language = ""
    /// ALSA name of the microphone; empty for the system's default.
    public var microphone = ""
    /// Seconds without speech after which dictation stops; 0 for never.
    public var silenceStop = 30
    /// Whether each paragraph of a dictation is shown with a timestamp.
    public var showsTimestamps = false
    /// Locale name of the interface language, such as `ru`; empty for the system's language.
    public var interfaceLanguage = ""
    /// Whether global keyboard shortcuts are registered with the desktop.
    public var bindsShortcuts = false
    /// Whether a desktop notification reports that files have been transcribed.
    public var notifiesOfFiles = true
    /// Base URL of a mirror to download models from; empty to download them from their publishers.
    public var mirror = ""
    /// Minutes without use after which the speech recognition model is unloaded from memory; 0 for never.
    public var unloadMinutes = 15
    /// Destination of dictated text after a dictation stops, in addition to the dictation page.
    public var delivery = Delivery.page
    /// Whether a pause in speech becomes a line break in text that is typed into other applications.
    public var breaksDeliveredLines = false
    /// Preferences of speech recognition on the user's own servers.
    public var servers = ServerPreferences()
    /// Preferences of the terminal page.
    public var terminal = TerminalPreferences()
    /// Preferences of the rhythm trainer.
    public var rhythm = RhythmPreferences()
    /// Preferences of the translator.
    public var translator = TranslatorPreferences()
    /// Preferences of the history.
    public var history = HistoryPreferences()

    public init() {}

    /// Returns the preferences with values that are out of range replaced by valid ones.
    public func sanitized() -> Preferences {
        var result = self
        Self.dictation.forEach { $0.clamp(&result) }
        result.rhythm = rhythm.sanitized()
        result.servers = servers.sanitized()
        result.terminal = terminal.sanitized()
        result.translator = translator.sanitized()
        result.history = history.sanitized()
        return result
    }

    /// Returns one part of the preferences, such as those of the terminal, with its numbers clamped to their declared
    /// ranges.
    static func clamp<Part>(
        _ part: Part, at path: WritableKeyPath<Preferences, Part>, _ declared: [any DeclaredPreference]
    ) -> Part {
        var preferences = Preferences()
        preferences[keyPath: path] = part
        declared.forEach { $0.clamp(&preferences) }
        return preferences[keyPath: path]
    }
}

/// Port: stores the user's preferences. Thread-safe.
public protocol PreferenceStore: Sendable {
    func load() -> Preferences
    /// Changes and saves the current preferences in one atomic step, and returns the changed preferences. Writes
    /// nothing if no preference has changed.
    @discardableResult func change(_ change: (inout Preferences) -> Void) -> Preferences
    /// Resets all preferences to their defaults, including those that other parts of the program keep in the same
    /// store.
    func reset()
    /// Returns a stream that yields all preferences after each change, whichever part of the program made the change.
    func changes() -> AsyncStream<Preferences>
}

extension PreferenceStore {
    /// Resets all preferences to their defaults.
    public func reset() {
        change { $0 = Preferences() }
    }
}
