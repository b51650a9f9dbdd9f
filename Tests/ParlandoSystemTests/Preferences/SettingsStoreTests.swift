import Foundation
import ParlandoCore
import ParlandoSystem
import ParlandoTestSupport
import Testing

/// Each test runs in a process of its own, because GLib chooses where settings are kept once in a process.
@Suite struct SettingsStoreTests {
    /// Where a child finds its schema and keeps its settings.
    struct Place: Codable, Sendable {
        let schemas: String
        let configuration: String

        /// Makes the child's settings lie in a file, and hides what the system has installed.
        func enter() {
            setenv("GSETTINGS_BACKEND", "keyfile", 1)
            setenv("XDG_CONFIG_HOME", configuration, 1)
            setenv("XDG_DATA_DIRS", "/nonexistent", 1)
            setenv("XDG_DATA_HOME", "/nonexistent", 1)
            unsetenv("GSETTINGS_SCHEMA_DIR")
        }

        func store() -> SettingsStore {
            SettingsStore(schemaFolders: ["/nonexistent", schemas])
        }
    }

    private let folder: TemporaryFolder
    private let place: Place

    init() throws {
        folder = try TemporaryFolder()
        place = Place(schemas: folder.path, configuration: folder.file("config"))
    }

    /// Absurd on purpose, and different from every default.
    private static let chosen: Preferences = {
        var result = Preferences()
        result.model = "base"
        result.language = "ru"
        result.microphone = "hw:1,0"
        result.silenceStop = 0
        result.showsTimestamps = true
        result.interfaceLanguage = "ru"
        result.mirror = "https://example.org/модели/"
        result.speeds = ["tiny.en": 21.5]
        result.unloadMinutes = 240
        result.terminal.connections = [ConnectionProfile(id: "1", name: "Подвал", host: "x", port: 22, options: "-A")]
        result.terminal.sendsAtOnce = true
        result.delivery = .applications
        result.servers.engine = "7"
        result.terminal.sendsLineBreaks = true
        result.terminal.font = "Monospace 20"
        result.terminal.scrollback = 0
        result.rhythm.beatsPerMinute = 133.33
        result.rhythm.input = .microphone
        result.rhythm.source = .random
        result.rhythm.pattern = "triplet"
        result.rhythm.sequence = ["eighths", "rest"]
        result.rhythm.difficulty = 5
        result.rhythm.bars = 0
        result.rhythm.clickVolume = 0.25
        result.rhythm.guideVolume = 1
        result.rhythm.isClickOn = false
        result.rhythm.isGuideOn = false
        result.rhythm.output = "hw:2,0"
        result.rhythm.usesCaps = true
        result.rhythm.perfectCap = 20
        result.rhythm.goodCap = 40
        result.rhythm.inaccurateCap = 80
        result.rhythm.pausesInBackground = false
        result.rhythm.isFelt = false
        result.rhythm.latencies = ["default → tap": 0.0231, "Lautsprecher „größer“": -0.01]
        result.rhythm.instrument = InstrumentProfile(fingerprint: [0.25, 0.75], rise: 1.5, level: -12.5)
        result.servers.profiles = [
            ServerProfile(
                id: "1", name: "Чердак \"A\"", address: "https://attic.example", wire: .whisper, hasKey: true),
            .languageModel,
        ]
        result.cleanup.prompts = ["Стих": "Напиши стих: \"рифма\"."]
        result.allow(.languageModel, on: "2026-11-26")
        result.cleanup.task = "Стих"
        result.servers.timeout = 600
        result.translator = translator
        return result
    }()

    private static let translator: TranslatorPreferences = {
        var result = TranslatorPreferences()
        result.service = .libreTranslate
        result.model = "gemini-9"
        result.address = "https://example.org/перевод"
        result.source = "ru"
        result.target = "ar"
        result.recentPairs = ["ru-ar", "en-es"]
        result.speaks = false
        result.voiceService = .google
        result.voices = ["google:ar": "ar-XA-Standard-A", "local:ru": "ru"]
        result.gender = "female"
        result.manner.rate = 1.25
        result.manner.pitch = -3.5
        result.manner.volume = 6
        result.silence = 0.5
        result.silenceLevel = -40
        result.perMinute = 600
        result.keepsTranslations = true
        result.keepsAudio = true
        result.agreedServices = ["libretranslate"]
        result.agreedPlace = "https://example.org"
        result.waitsForNetwork = false
        result.fetchesAhead = true
        result.pinsAuthorities = false
        return result
    }()

    private func compile(_ schema: String? = nil) throws {
        let source = ProjectFolder.root.appending(path: "data")
        let name = SettingsStore.schema + ".gschema.xml"
        let text = try schema ?? String(contentsOf: source.appending(path: name), encoding: .utf8)
        try folder.write(Array(text.utf8), to: name)
        try SystemProgram.run("glib-compile-schemas", "--strict", folder.path)
    }

    private func keep(_ lines: String) throws {
        let path = folder.file("config/glib-2.0/settings")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try folder.write(
            Array("[io/github/parlando/Parlando]\n\(lines)\n".utf8), to: "config/glib-2.0/settings/keyfile")
    }

    @Test func choicesOutliveTheProgram() async throws {
        try compile()
        await #expect(processExitsWith: .success) { [place = place as Place] in
            place.enter()
            let store = place.store()
            store.save(Self.chosen)
            #expect(store.load() == Self.chosen)
        }
        await #expect(processExitsWith: .success) { [place = place as Place] in
            place.enter()
            #expect(place.store().load() == Self.chosen)
        }
        let kept = try #require(folder.bytes(of: "config/glib-2.0/settings/keyfile"))
        #expect(String(decoding: kept, as: UTF8.self).contains("silence-stop=0"))
    }

    @Test func theSchemaHasTheDefaultsOfThePreferences() async throws {
        try compile()
        await #expect(processExitsWith: .success) { [place = place as Place] in
            place.enter()
            #expect(place.store().load() == Preferences())
        }
    }

    @Test(arguments: [
        ("silence-stop=100000\nunload-minutes=-5", 30, 15), ("silence-stop=7\nunload-minutes=1", 15, 1),
        ("silence-stop='x'\nunload-minutes=true", 30, 15), ("silence-stop=\nunload-minutes=999999999999", 30, 15),
    ]) func absurdValuesComeBackIntoTheirBounds(lines: String, silenceStop: Int, unloadMinutes: Int) async throws {
        try compile()
        try keep(lines)
        await #expect(processExitsWith: .success) { [place = place as Place, silenceStop, unloadMinutes] in
            place.enter()
            let read = place.store().load()
            #expect(read.silenceStop == silenceStop)
            #expect(read.unloadMinutes == unloadMinutes)
        }
    }

    @Test func absurdChoicesOfTheTranslatorComeBackIntoTheirBounds() async throws {
        try compile()
        try keep(
            """
            translator-service='oracle'
            translator-target='klingon'
            translator-source='en-US'
            translator-recent-pairs=['en-en', 'x', 'de-ja', '']
            translator-voice-service=''
            translator-voices={'nobody': 'x', 'local:de': 'de', 'local:en': ''}
            translator-gender='loud'
            translator-rate=nan
            translator-pitch=1000.0
            translator-silence=-1.0
            translator-per-minute=0
            translator-agreed-services=['everybody', 'captions-everybody', 'gemini', 'google']
            """)
        await #expect(processExitsWith: .success) { [place = place as Place] in
            place.enter()
            var expected = TranslatorPreferences()
            expected.recentPairs = ["de-ja"]
            expected.voices = ["local:de": "de"]
            expected.manner.pitch = 20
            expected.silence = 0.5
            expected.agreedServices = ["gemini", "google"]
            #expect(place.store().load().translator == expected)
        }
    }

    @Test func nothingIsLeftInTheFileOnceEverythingIsForgotten() async throws {
        try compile()
        try keep("window-width=1000\nmodel='base'\n")
        await #expect(processExitsWith: .success) { [place = place as Place] in
            place.enter()
            let store = place.store()
            store.save(Self.chosen)
            store.reset()
            #expect(store.load() == Preferences())
            #expect(place.store().load() == Preferences())
        }
        let left = String(decoding: folder.bytes(of: "config/glib-2.0/settings/keyfile") ?? [], as: UTF8.self)
        #expect(!left.contains("="))
    }

    @Test func withoutItsSchemaTheStoreKeepsChoicesInMemory() async throws {
        await #expect(processExitsWith: .success) { [place = place as Place] in
            place.enter()
            let store = place.store()
            #expect(store.load() == Preferences())
            store.save(Self.chosen)
            #expect(store.load() == Self.chosen)
        }
        #expect(folder.bytes(of: "config/glib-2.0/settings/keyfile") == nil)
    }

    @Test(arguments: [
        "<key name='model' type='s'><default>'x'</default></key>",
        "<key name='model' type='i'><default>1</default></key>",
    ]) func aSchemaOfAnotherVersionIsNotUsed(key: String) async throws {
        try compile("<schemalist><schema id='\(SettingsStore.schema)' path='/x/'>\(key)</schema></schemalist>")
        await #expect(processExitsWith: .success) { [place = place as Place] in
            place.enter()
            #expect(place.store().load() == Preferences())
        }
    }

    @Test func aChangeFromElsewhereIsToldWhole() async throws {
        try compile()
        await #expect(processExitsWith: .success) { [place = place as Place] in
            place.enter()
            let (here, there) = (place.store(), place.store())
            var news = here.changes().makeAsyncIterator()
            there.save(Self.chosen)
            #expect(await news.next() == Self.chosen)
            #expect(here.load() == Self.chosen)
        }
    }

    /// Two stores stand for two programs, such as the window and `parlandoctl`.
    @Test func aChangeUndoesNothingThatWasChosenElsewhere() async throws {
        try compile()
        await #expect(processExitsWith: .success) { [place = place as Place] in
            place.enter()
            let (here, there) = (place.store(), place.store())
            there.change { $0.language = "de" }
            here.change { $0.model = "base" }
            #expect(place.store().load().language == "de")
            #expect(place.store().load().model == "base")
        }
    }

    @Test func aStoreTellsItsOwnChangesOnce() async throws {
        try compile()
        await #expect(processExitsWith: .success) { [place = place as Place] in
            place.enter()
            let store = place.store()
            var news = store.changes().makeAsyncIterator()
            store.save(Self.chosen)
            #expect(await news.next() == Self.chosen)
            store.save(Self.chosen)
            store.save(Preferences())
            #expect(await news.next() == Preferences())
        }
    }
}

/// The settings schema and the declared preferences say the same.
struct SchemaTests {
    private struct Key {
        let type: String
        let range: ClosedRange<Double>?
    }

    /// Keys of the main window itself, which are no preferences.
    private static let window: Set = ["window-width", "window-height", "window-maximized"]
    private let keys: [String: Key]

    init() throws {
        let file = ProjectFolder.root.appending(path: "data/io.github.parlando.Parlando.gschema.xml")
        let text = try String(contentsOf: file, encoding: .utf8)
        let pattern = /<key name="(.+?)" type="(.+?)">\s*(?:<range min="(.+?)" max="(.+?)"\/>)?/
        let found = text.matches(of: pattern).map { match -> (String, Key) in
            let range = match.3.flatMap { Double($0) }.flatMap { low in match.4.flatMap { Double($0) }.map { low...$0 }
            }
            return (String(match.1), Key(type: String(match.2), range: range))
        }
        keys = Dictionary(uniqueKeysWithValues: found)
    }

    @Test func everyPreferenceHasAKeyAndEveryKeyAPreference() {
        let declared = Preferences.declared.map(\.name)
        #expect(Set(declared).count == declared.count)
        #expect(Set(declared).union(Self.window) == Set(keys.keys))
    }

    @Test(arguments: Preferences.declared.map(\.name)) func aKeyHasTheTypeAndTheRangeOfItsPreference(name: String)
        throws
    {
        let preference = try #require(Preferences.declared.first { $0.name == name })
        let key = try #require(keys[name])
        let value = preference.value(in: Preferences())
        #expect(key.type == Self.type(of: value))
        // A decimal number is clamped when it is read; the schema would put the default in its place.
        let least = preference.range.map { preference.allowsZero ? min(0, $0.lowerBound) : $0.lowerBound }
        #expect(key.range?.lowerBound == (value is Int ? least : nil))
        #expect(key.range?.upperBound == (value is Int ? preference.range?.upperBound : nil))
    }

    private static func type(of value: any PreferenceValue) -> String {
        // An empty list can be cast to a list of any type, so the types themselves are compared.
        switch ObjectIdentifier(Swift.type(of: value)) {
        case ObjectIdentifier(Bool.self): "b"
        case ObjectIdentifier(Int.self): "i"
        case ObjectIdentifier(Double.self): "d"
        case ObjectIdentifier(String.self): "s"
        case ObjectIdentifier([String].self): "as"
        case ObjectIdentifier([Double].self): "ad"
        case ObjectIdentifier([String: String].self): "a{ss}"
        case ObjectIdentifier([String: Double].self): "a{sd}"
        default: ""
        }
    }
}
