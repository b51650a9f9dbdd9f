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

/// Choices that were stored by somebody else come back into their bounds.
struct RhythmPreferencesTests {
    private func sanitized(_ change: (inout RhythmPreferences) -> Void) -> RhythmPreferences {
        var preferences = RhythmPreferences()
        change(&preferences)
        return preferences.sanitized()
    }

    @Test(arguments: [(0, 20.0), (19.9, 20), (301, 300), (.nan, 90), (.infinity, 300), (133.33, 133.33)])
    func theTempoIsOneThereIs(stored: Double, kept: Double) {
        #expect(sanitized { $0.beatsPerMinute = stored }.beatsPerMinute == kept)
    }

    @Test func eachCapIsAtLeastTheOneBefore() {
        let caps = sanitized { preferences in
            preferences.perfectCap = 80
            preferences.goodCap = -1
            preferences.inaccurateCap = 20
        }
        #expect([caps.perfectCap, caps.goodCap, caps.inaccurateCap] == [80, 80, 80])
    }

    @Test func aSequenceIsNeitherEmptyNorEndless() {
        #expect(sanitized { $0.sequence = [] }.sequence == RhythmPreferences().sequence)
        let long = Array(repeating: "rest", count: 100)
        #expect(sanitized { $0.sequence = long }.sequence.count == RhythmPreferences.longestSequence)
    }

    @Test func latenciesThatCannotBeAreForgotten() {
        let kept = sanitized { $0.latencies = ["a": 0.02, "b": .nan, "c": 99, "d": -0.01] }.latencies
        #expect(kept == ["a": 0.02, "d": -0.01])
    }

    @Test func anInstrumentThatCannotBeIsForgotten() {
        let broken = [
            InstrumentProfile(fingerprint: [], rise: 1, level: 0),
            InstrumentProfile(fingerprint: [.nan], rise: 1, level: 0),
            InstrumentProfile(fingerprint: [1], rise: .infinity, level: 0),
            InstrumentProfile(fingerprint: [-1], rise: 1, level: 0),
        ]
        for profile in broken {
            #expect(sanitized { $0.instrument = profile }.instrument == nil)
        }
        let sound = InstrumentProfile(fingerprint: [0.5, 0.5], rise: 1, level: -20)
        #expect(sanitized { $0.instrument = sound }.instrument == sound)
    }

    @Test func capsAreOffUntilTheyAreAskedFor() {
        #expect(RhythmPreferences().caps == nil)
        #expect(sanitized { $0.usesCaps = true }.caps == GradeCaps(perfect: 0.03, good: 0.06, inaccurate: 0.1))
    }
}
