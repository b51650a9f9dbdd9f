import ParlandoCore
import Testing

struct DeclaredPreferencesTests {
    @Test func everyDefaultIsWithinItsRange() {
        #expect(Preferences().sanitized() == Preferences())
    }

    @Test(arguments: Preferences.declared.filter { $0.range != nil }.map(\.name))
    func aNumberOutsideItsRangeIsClamped(name: String) throws {
        let preference = try #require(Preferences.declared.first { $0.name == name })
        let range = try #require(preference.range)
        let highest = range.upperBound
        let isWhole = preference.value(in: Preferences()) is Int
        for (given, kept) in [(-1e6, range.lowerBound), (1e6 + 1, highest), (highest, highest)] {
            var preferences = Preferences()
            preference.put(isWhole ? Int(given) : given, into: &preferences)
            preference.clamp(&preferences)
            let value = preference.value(in: preferences)
            #expect((value as? Double ?? (value as? Int).map(Double.init)) == kept)
        }
    }

    @Test func aChangeSetsOnePreferenceAndNoneOfAnotherType() {
        var preferences = Preferences()
        preferences.apply(PreferenceChange(\.translator.voiceService, .google))
        preferences.apply(PreferenceChange(Preferences.declaration(of: \.delivery), "clipboard"))
        preferences.apply(PreferenceChange(Preferences.declaration(of: \.showsTimestamps), "yes"))
        preferences.apply(PreferenceChange(Preferences.declaration(of: \.translator.service), "oracle"))
        var expected = Preferences()
        expected.translator.voiceService = .google
        expected.delivery = .clipboard
        #expect(preferences == expected)
    }

    @Test func aChangeTellsItsValueOnlyForItsOwnPreference() {
        let change = PreferenceChange(\.translator.pinsAuthorities, false)
        #expect(change.value(of: \.translator.pinsAuthorities) == false)
        #expect(change.value(of: \.translator.keepsAudio) == nil)
    }

    @Test func whatAChangeTakesIsKnown() {
        var changed = Preferences()
        changed.translator.voiceService = .google
        #expect(Preferences.effects(from: Preferences(), to: changed) == [.keys, .voices])
        changed.interfaceLanguage = "ru"
        #expect(Preferences.effects(from: Preferences(), to: changed) == [.keys, .voices, .restart])
        #expect(Preferences.effects(from: changed, to: changed) == [])
    }

    @Test func aPageIsResetAloneAndLeavesWhatCannotBeMadeAnew() {
        var preferences = Preferences()
        preferences.language = "de"
        preferences.rhythm.usesCaps = true
        preferences.rhythm.latencies = ["usb": 0.1]
        preferences.translator.keepsTranslations = true
        preferences.servers.profiles = [
            ServerProfile(id: "1", name: "Attic", address: "https://attic.example", wire: .whisper)
        ]
        var expected = preferences
        expected.rhythm.usesCaps = false
        #expect(preferences.differ(on: .rhythm))
        preferences.take(.rhythm, from: Preferences())
        #expect(preferences == expected)
        #expect(!preferences.differ(on: .rhythm) && preferences.differ(on: .dictation))
        for page in PreferencesPage.allCases {
            preferences.take(page, from: Preferences())
        }
        expected.language = ""
        #expect(preferences == expected)
    }
}
