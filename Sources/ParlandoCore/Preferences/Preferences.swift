import Synchronization

/// The user's preferences. `declared` lists those that are stored, and `sanitized` replaces values that are out of
/// range.
public struct Preferences: Sendable, Equatable {
    public var model = "tiny.en"
    /// ISO 639-1; empty to detect the language, which only multilingual models can do.
    public var language = ""
    /// ALSA name; empty for the system's default.
    public var microphone = ""
    /// Seconds without speech after which dictation stops; 0 for never.
    public var silenceStop = 30
    public var showsTimestamps = false
    /// Locale name, such as `ru`; empty for the system's language.
    public var interfaceLanguage = ""
    /// Whether global shortcuts are registered with the desktop.
    public var bindsShortcuts = false
    /// Whether the microphone stays open while push-to-talk is set up.
    public var listensAhead = false
    /// What is dictated with by a shortcut of its own.
    public var shortcutChoices: [DictationChoice] = []
    public var notifiesOfFiles = true
    /// Base URL of a mirror of the models; empty for their publishers.
    public var mirror = ""
    /// Measured seconds of speech that each model recognizes in a second, by name.
    public var speeds: [String: Double] = [:]
    /// Minutes without use after which the model leaves memory; 0 for never.
    public var unloadMinutes = 15
    /// Where dictated text goes besides the page.
    public var delivery = Delivery.page
    /// Whether a pause becomes a line break in other applications.
    public var breaksDeliveredLines = false
    /// Whether media players pause while the microphone is open.
    public var pausesPlayers = false
    public var servers = ServerPreferences()
    public var terminal = TerminalPreferences()
    public var rhythm = RhythmPreferences()
    /// A rhythm that is being written (`RhythmDraft.kept` in presenters); empty if none is.
    public var rhythmDraft: [String] = []
    public var translator = TranslatorPreferences()
    public var history = HistoryPreferences()
    public var cleanup = CleanupPreferences()
    public var captions = CaptionPreferences()

    public init() {}

    /// Nil for the system's default.
    public var loudspeaker: AudioDevice.ID? {
        rhythm.output.isEmpty ? nil : rhythm.output
    }

    /// As they are stored.
    var shortcutTexts: [String] {
        get { shortcutChoices.map(\.text) }
        set { shortcutChoices = DictationChoice.list(newValue) }
    }

    public func sanitized() -> Preferences {
        var result = self
        result.shortcutTexts = shortcutTexts
        Self.dictation.forEach { $0.clamp(&result) }
        result.rhythm = rhythm.sanitized()
        result.servers = servers.sanitized()
        result.terminal = terminal.sanitized()
        result.translator = translator.sanitized()
        result.history = history.sanitized()
        result.captions = captions.sanitized()
        result.cleanup = cleanup.sanitized(for: result.servers.languageModelPlace)
        return result
    }

    /// Clamps the numbers of one part of the preferences.
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
    /// Changes and saves in one atomic step. Writes nothing if no preference has changed.
    @discardableResult func change(_ change: (inout Preferences) -> Void) -> Preferences
    /// Also resets what other parts of the program keep in the same store.
    func reset()
    /// All preferences after each change, whichever part of the program made it.
    func changes() -> AsyncStream<Preferences>
}

extension PreferenceStore {
    public func reset() {
        change { $0 = Preferences() }
    }
}

extension Preferences {
    public static let declared: [any DeclaredPreference] =
        dictation + ServerPreferences.declared + TerminalPreferences.declared + RhythmPreferences.declared
        + TranslatorPreferences.declared + HistoryPreferences.declared + CleanupPreferences.declared
        + CaptionPreferences.declared

    static let dictation: [any DeclaredPreference] = [
        // *Reset* does not change the model, because it may be the only model on this computer.
        Preference("model", \.model),
        Preference("language", \.language, page: .dictation),
        Preference("microphone", \.microphone, page: .dictation),
        Preference("silence-stop", \.silenceStop, 15...120, allowsZero: true, page: .dictation),
        Preference("delivery", \.delivery, page: .dictation),
        Preference("breaks-delivered-lines", \.breaksDeliveredLines, page: .dictation),
        Preference("pauses-players", \.pausesPlayers, page: .dictation),
        Preference("shows-timestamps", \.showsTimestamps, page: .dictation),
        Preference("interface-language", \.interfaceLanguage, page: .general, effects: .restart),
        // *Reset* does not change these, because the desktop would still have the registered shortcuts.
        Preference("binds-shortcuts", \.bindsShortcuts),
        Preference("shortcut-choices", \.shortcutTexts),
        Preference("listens-ahead", \.listensAhead, page: .general),
        Preference("notifies-of-files", \.notifiesOfFiles, page: .general),
        Preference("model-speeds", \.speeds),
        Preference("mirror", \.mirror, page: .models),
        Preference("unload-minutes", \.unloadMinutes, 1...240, allowsZero: true, page: .models),
    ]

    /// Nil if the preference is not declared, and so never stored.
    public static func declaration(of path: PartialKeyPath<Preferences>) -> (any DeclaredPreference)? {
        declared.first { $0.isAt(path) }
    }

    public static func effects(from old: Preferences, to new: Preferences) -> PreferenceEffects {
        declared.filter { !$0.isSame(in: old, and: new) }.reduce(into: []) { $0.formUnion($1.effects) }
    }

    /// Whether the page's *Reset* button would change anything.
    public func differ(on page: PreferencesPage) -> Bool {
        Self.declared.contains { $0.page == page && !$0.isSame(in: self, and: Preferences()) }
    }

    /// Copies the preferences that a page's *Reset* button resets. `Preferences()` resets them.
    public mutating func take(_ page: PreferencesPage, from other: Preferences) {
        for preference in Self.declared where preference.page == page {
            preference.put(preference.value(in: other), into: &self)
        }
    }
}

extension DeclaredPreference {
    public func isSame(in old: Preferences, and new: Preferences) -> Bool {
        value(in: old).isSame(as: value(in: new))
    }
}

extension PreferenceValue {
    fileprivate func isSame(as other: any PreferenceValue) -> Bool {
        other as? Self == self
    }
}

/// The user's change of one preference.
public struct PreferenceChange: Sendable {
    /// Key in the settings schema; empty if the preference is not declared.
    public let name: String
    /// As it is stored (`PreferenceValue.stored`).
    public let value: any PreferenceValue

    public init<Value: PreferenceValue>(_ path: KeyPath<Preferences, Value>, _ value: Value) {
        self.init(Preferences.declaration(of: path), value.stored)
    }

    public init(_ preference: (any DeclaredPreference)?, _ value: any PreferenceValue) {
        name = preference?.name ?? ""
        self.value = value
    }

    /// The new value if the changed preference is the one at this path.
    public func value<Value: PreferenceValue>(of path: KeyPath<Preferences, Value>) -> Value? {
        Preferences.declaration(of: path)?.name == name ? Value.read(value) : nil
    }
}

extension Preferences {
    /// Does nothing if the changed preference is not declared.
    public mutating func apply(_ change: PreferenceChange) {
        Self.declared.first { $0.name == change.name }?.put(change.value, into: &self)
    }
}

public struct HistoryPreferences: Sendable, Equatable {
    /// The texts of dictations and transcribed files.
    public var keepsDictations = true
    /// Off by default, because text typed into a terminal may be a secret.
    public var keepsTerminal = false
    public var keepsSound = false
    /// Days after which an entry is deleted; 0 for never.
    public var days = 0

    public static let choicesOfDays = [0, 365, 90, 30, 7]

    // *Reset* does not change what may be kept and for how long, because data that may no longer be kept are deleted at
    // once.
    static let declared: [any DeclaredPreference] = [
        Preference("history-keeps-dictations", \.history.keepsDictations),
        Preference("history-keeps-terminal", \.history.keepsTerminal),
        Preference("history-keeps-sound", \.history.keepsSound),
        Preference("history-days", \.history.days),
    ]

    public init() {}

    /// An unknown `days` becomes the next longer choice, so that no entry is deleted early.
    public func sanitized() -> HistoryPreferences {
        var result = self
        if !Self.choicesOfDays.contains(days) {
            result.days = days < 0 ? 0 : Self.choicesOfDays.filter { $0 >= days }.min() ?? 0
        }
        return result
    }

    public func keeps(_ kind: HistoryKind) -> Bool {
        switch kind {
        case .dictation, .file, .captions: keepsDictations
        case .terminal: keepsTerminal
        }
    }
}

/// A preference store that is lost when the program ends. Thread-safe.
public final class MemoryPreferenceStore: PreferenceStore {
    private struct State {
        var preferences: Preferences
        var listeners: [Int: AsyncStream<Preferences>.Continuation] = [:]
        var nextListener = 0
    }

    private let state: Mutex<State>

    public init(_ preferences: Preferences = Preferences()) {
        state = Mutex(State(preferences: preferences.sanitized()))
    }

    public func load() -> Preferences {
        state.withLock { $0.preferences }
    }

    @discardableResult public func change(_ change: (inout Preferences) -> Void) -> Preferences {
        state.withLock { state in
            var preferences = state.preferences
            change(&preferences)
            preferences = preferences.sanitized()
            guard preferences != state.preferences else {
                return preferences
            }
            state.preferences = preferences
            // Notifies while holding the lock, so that notifications keep the order of the changes.
            state.listeners.values.forEach { $0.yield(preferences) }
            return preferences
        }
    }

    public func changes() -> AsyncStream<Preferences> {
        let (stream, news) = AsyncStream.makeStream(of: Preferences.self, bufferingPolicy: .bufferingNewest(1))
        let key = state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = news
            return state.nextListener
        }
        news.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[key] = nil }
        }
        return stream
    }
}
