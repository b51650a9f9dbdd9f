import ParlandoCore

/// Key of the settings schema, mapped to a preference.
protocol SettingsKey: Sendable {
    /// Name in the schema.
    var name: String { get }
    /// GVariant type string.
    var type: String { get }
    /// Reads a stored value into the preferences.
    func read(_ variant: OpaquePointer, into preferences: inout Preferences)
    /// Returns the value to store, or nil if it has not changed.
    func change(from old: Preferences, to new: Preferences) -> OpaquePointer?
}

/// All preferences stored in GSettings.
enum SettingsKeys {
    struct Key<Value: SettingValue>: SettingsKey {
        let name: String
        let path: any WritableKeyPath<Preferences, Value> & Sendable

        init(_ name: String, _ path: any WritableKeyPath<Preferences, Value> & Sendable) {
            self.name = name
            self.path = path
        }

        var type: String { Value.type }

        func read(_ variant: OpaquePointer, into preferences: inout Preferences) {
            preferences[keyPath: path] = Value(variant)
        }

        func change(from old: Preferences, to new: Preferences) -> OpaquePointer? {
            old[keyPath: path] == new[keyPath: path] ? nil : new[keyPath: path].makeVariant()
        }
    }

    static let all = dictation + servers + terminal + rhythm + translator + history

    private static let dictation: [any SettingsKey] = [
        Key("model", \.model), Key("language", \.language), Key("microphone", \.microphone),
        Key("interface-language", \.interfaceLanguage), Key("mirror", \.mirror),
        Key("silence-stop", \.silenceStop), Key("unload-minutes", \.unloadMinutes),
        Key("shows-timestamps", \.showsTimestamps), Key("delivery", \.deliveryName),
    ]
    private static let history: [any SettingsKey] = [
        Key("history-keeps-dictations", \.history.keepsDictations),
        Key("history-keeps-terminal", \.history.keepsTerminal), Key("history-keeps-sound", \.history.keepsSound),
        Key("history-days", \.history.days),
    ]
    private static let servers: [any SettingsKey] = [
        Key("servers", \.servers.profileText), Key("engine", \.servers.engine),
        Key("server-timeout", \.servers.timeout),
    ]
    private static let terminal: [any SettingsKey] = [
        Key("terminal-connections", \.terminal.connectionText), Key("terminal-sends-at-once", \.terminal.sendsAtOnce),
        Key("terminal-sends-line-breaks", \.terminal.sendsLineBreaks), Key("terminal-font", \.terminal.font),
        Key("terminal-scrollback", \.terminal.scrollback),
    ]
    private static let rhythm: [any SettingsKey] = [
        Key("rhythm-tempo", \.rhythm.beatsPerMinute), Key("rhythm-input", \.rhythm.inputName),
        Key("rhythm-source", \.rhythm.sourceName), Key("rhythm-pattern", \.rhythm.pattern),
        Key("rhythm-sequence", \.rhythm.sequence), Key("rhythm-difficulty", \.rhythm.difficulty),
        Key("rhythm-bars", \.rhythm.bars), Key("rhythm-click-volume", \.rhythm.clickVolume),
        Key("rhythm-guide-volume", \.rhythm.guideVolume), Key("rhythm-click-on", \.rhythm.isClickOn),
        Key("rhythm-guide-on", \.rhythm.isGuideOn), Key("rhythm-output", \.rhythm.output),
        Key("rhythm-uses-caps", \.rhythm.usesCaps), Key("rhythm-perfect-cap", \.rhythm.perfectCap),
        Key("rhythm-good-cap", \.rhythm.goodCap), Key("rhythm-inaccurate-cap", \.rhythm.inaccurateCap),
        Key("rhythm-pauses-in-background", \.rhythm.pausesInBackground), Key("rhythm-felt", \.rhythm.isFelt),
        Key("rhythm-latencies", \.rhythm.latencies), Key("rhythm-instrument", \.rhythm.instrumentNumbers),
    ]
}

extension Preferences {
    fileprivate var deliveryName: String {
        get { delivery.rawValue }
        set { delivery = Delivery(rawValue: newValue) ?? Preferences().delivery }
    }
}

extension RhythmPreferences {
    fileprivate var inputName: String {
        get { input.rawValue }
        set { input = RhythmInput(rawValue: newValue) ?? RhythmPreferences().input }
    }

    fileprivate var sourceName: String {
        get { source.rawValue }
        set { source = Source(rawValue: newValue) ?? RhythmPreferences().source }
    }

    /// Instrument profile as numbers: level and rise, then the fingerprint; empty if no instrument was learned.
    fileprivate var instrumentNumbers: [Double] {
        get { instrument.map { [$0.level, $0.rise] + $0.fingerprint.map(Double.init) } ?? [] }
        set {
            instrument =
                newValue.count > 2
                ? InstrumentProfile(
                    fingerprint: newValue.dropFirst(2).map { Float($0) }, rise: newValue[1], level: newValue[0]) : nil
        }
    }
}
