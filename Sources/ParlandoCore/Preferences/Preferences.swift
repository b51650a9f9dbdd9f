/// What the user has chosen. Every value is within its bounds, whatever was stored.
public struct Preferences: Sendable, Equatable {
    /// Name of the speech model.
    public var model = "tiny.en"
    /// ISO 639-1 code of the speech, empty: found out (multilingual models).
    public var language = ""
    /// ALSA name of the microphone, empty: the system's default.
    public var microphone = ""
    /// Stop after this many seconds without speech; 0: never.
    public var silenceStop = 30
    /// Whether paragraphs carry their times.
    public var showsTimestamps = false
    /// Language of the interface as a locale name (`ru`), empty: the system's.
    public var interfaceLanguage = ""
    /// Address that replaces the published home of models, empty: none.
    public var mirror = ""
    /// Give the model's memory back after this many minutes without use; 0: never.
    public var unloadMinutes = 15
    /// Where dictated text goes after Stop.
    public var delivery = Delivery.page
    /// Everything about servers of the user's own.
    public var servers = ServerPreferences()
    /// Everything about the terminal page.
    public var terminal = TerminalPreferences()
    /// Everything about the rhythm trainer.
    public var rhythm = RhythmPreferences()
    /// Everything about the translator.
    public var translator = TranslatorPreferences()

    /// Bounds of `silenceStop` in seconds, apart from never.
    public static let silenceStopRange = 15...120
    /// Bounds of `unloadMinutes` in minutes, apart from never.
    public static let unloadRange = 1...240

    public init() {}

    /// The same choices with everything out of bounds brought back into them.
    public func sanitized() -> Preferences {
        var result = self
        result.rhythm = rhythm.sanitized()
        result.servers = servers.sanitized()
        result.terminal = terminal.sanitized()
        result.translator = translator.sanitized()
        if silenceStop != 0 {
            result.silenceStop = min(
                max(silenceStop, Self.silenceStopRange.lowerBound), Self.silenceStopRange.upperBound)
        }
        if unloadMinutes != 0 {
            result.unloadMinutes = min(max(unloadMinutes, Self.unloadRange.lowerBound), Self.unloadRange.upperBound)
        }
        return result
    }
}

/// Port: where choices are kept. Safe from any thread.
public protocol PreferenceStore: Sendable {
    func load() -> Preferences
    /// Changes what is chosen now and keeps it, in one step: what was chosen elsewhere since is not undone. Nothing is
    /// written where nothing changes.
    @discardableResult func change(_ change: (inout Preferences) -> Void) -> Preferences
    /// Forgets every choice, those that other parts of the program keep beside these included.
    func reset()
    /// The choices, each time they change, from whichever side.
    func changes() -> AsyncStream<Preferences>
}

extension PreferenceStore {
    /// Chooses everything as it came.
    public func reset() {
        change { $0 = Preferences() }
    }
}
