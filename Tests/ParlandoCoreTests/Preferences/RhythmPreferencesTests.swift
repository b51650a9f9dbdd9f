import ParlandoCore
import Testing

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

    @Test(arguments: [(-3, 1), (0, 0), (8, 8), (1000, 64)])
    func barsAreCountedOrEndless(stored: Int, kept: Int) {
        #expect(sanitized { $0.bars = stored }.bars == kept)
    }

    @Test func eachCapIsAtLeastTheOneBefore() {
        let caps = sanitized { preferences in
            preferences.perfectCap = 80
            preferences.goodCap = -1
            preferences.inaccurateCap = 20
        }
        #expect([caps.perfectCap, caps.goodCap, caps.inaccurateCap] == [80, 80, 80])
    }

    @Test func volumesLieBetweenSilenceAndFull() {
        #expect(sanitized { $0.clickVolume = 7 }.clickVolume == 1)
        #expect(sanitized { $0.guideVolume = -7 }.guideVolume == 0)
        #expect(sanitized { $0.guideVolume = .nan }.guideVolume == RhythmPreferences().guideVolume)
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
