/// The user's preferences. `sanitized` brings every value within its range, and `declared` lists what is stored.
public struct Preferences: Sendable, Equatable {
    /// Name of the speech model.
    public var model = "tiny.en"
    /// ISO 639-1 code of the spoken language; empty to detect it (multilingual models).
    public var language = ""
    /// ALSA name of the microphone; empty for the system's default.
    public var microphone = ""
    /// Seconds without speech after which dictation stops; 0 for never.
    public var silenceStop = 30
    /// Whether steady noise is subtracted from the voice before it is recognised.
    public var reducesNoise = false
    /// Whether the voice passes a high-pass filter and an equaliser before it is recognised.
    public var equalizesVoice = false
    /// Whether the sound between words is turned down before it is recognised.
    public var quietensPauses = false
    /// Whether paragraphs are shown with their times.
    public var showsTimestamps = false
    /// Locale name of the interface language, such as `ru`; empty for the system's language.
    public var interfaceLanguage = ""
    /// Whether global shortcuts are set up in the desktop.
    public var bindsShortcuts = false
    /// Whether a desktop notification reports that files have been transcribed.
    public var notifiesOfFiles = true
    /// Base URL of a mirror to download models from; empty for the published servers.
    public var mirror = ""
    /// Minutes without use after which the model is unloaded from memory; 0 for never.
    public var unloadMinutes = 15
    /// Destination of dictated text after Stop.
    public var delivery = Delivery.page
    /// Whether a pause in speech becomes a line break at the caret of other applications.
    public var breaksDeliveredLines = false
    /// Preferences of the user's own servers.
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

    /// Stages that clean up the voice before it is recognised.
    public var cleanUp: Set<CleanUpStage> {
        var stages: Set<CleanUpStage> = reducesNoise ? [.subtraction] : []
        if equalizesVoice {
            stages.formUnion([.highPass, .equalizer])
        }
        if quietensPauses {
            stages.insert(.gate)
        }
        return stages
    }

    /// Returns the preferences with every value brought within its range.
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

    /// Returns a part of the preferences with its numbers brought within their ranges.
    static func clamp<Part>(
        _ part: Part, at path: WritableKeyPath<Preferences, Part>, _ declared: [any DeclaredPreference]
    ) -> Part {
        var preferences = Preferences()
        preferences[keyPath: path] = part
        declared.forEach { $0.clamp(&preferences) }
        return preferences[keyPath: path]
    }
}

/// Port: stores the preferences. Thread-safe.
public protocol PreferenceStore: Sendable {
    func load() -> Preferences
    /// Changes and saves the current preferences in one step, so that concurrent changes are not lost. Writes nothing
    /// if nothing changes.
    @discardableResult func change(_ change: (inout Preferences) -> Void) -> Preferences
    /// Resets all preferences to their defaults, including those that other parts of the program keep in the same
    /// store.
    func reset()
    /// Returns a stream of the preferences after each change, whichever part of the program made it.
    func changes() -> AsyncStream<Preferences>
}

extension PreferenceStore {
    /// Resets all preferences to their defaults.
    public func reset() {
        change { $0 = Preferences() }
    }
}
